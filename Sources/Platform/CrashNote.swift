/// A line that standard error gets if the process crashes, such as what was being tried.
package enum CrashNote {
  private static let capacity = 512

  // A signal handler runs between any two instructions, so it only uses memory that is there already.
  private nonisolated(unsafe) static let text = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private nonisolated(unsafe) static let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)

  private static let isReady: Bool = {
    unsafe text.initialize(repeating: 0, count: capacity)
    for crash in [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV] {
      let earlier = System.handle(crash, onItsOwnStack: true) { signal in
        unsafe write(STDERR_FILENO, text, strlen(text))
        // The crash comes again, or abort() does, and then has its usual end.
        unsafe sigaction(signal, before + Int(signal), nil)
      }
      unsafe (before + Int(crash)).initialize(to: earlier)
    }
    return true
  }()

  /// Sets the line; an empty one for none.
  package static func set(_ line: String) {
    guard isReady else { return }
    let bytes = line.utf8.prefix(capacity - 2)
    // From its end, so that it is never without one.
    unsafe text[bytes.count + 1] = 0
    unsafe text[bytes.count] = bytes.isEmpty ? 0 : UInt8(ascii: "\n")
    for (offset, byte) in bytes.enumerated() { unsafe text[offset] = byte }
  }
}
