import PinfoldScripting
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// What the signal handler may touch. Handlers run between any two instructions, so atomics only.
// The running session as a number, for pointers are not Sendable; 0 for none.
private let running = Atomic<UInt>(0)
private let wasInterrupted = Atomic<Bool>(false)

/// What Ctrl-C does.
enum Interrupts {
  /// Ctrl-C ends the process at once with code 130. Commands write their result as the last thing they do, so
  /// there is nothing to clean up before.
  static func endProcess() {
    handle { _ in
      if isatty(STDERR_FILENO) == 1 { write(STDERR_FILENO, "\n", 1) }
      _exit(130)
    }
  }

  /// Does what must not be left half done, such as writing a file under a temporary name.
  static func shielded<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    signal(SIGINT, SIG_IGN)
    defer { endProcess() }
    return try body()
  }

  /// Ctrl-C stops a running script, and makes system calls that wait return early.
  static func stopScripts() {
    running.store(0, ordering: .sequentiallyConsistent)
    wasInterrupted.store(false, ordering: .sequentiallyConsistent)
    handle { _ in
      wasInterrupted.store(true, ordering: .sequentiallyConsistent)
      if let session = OpaquePointer(bitPattern: running.load(ordering: .sequentiallyConsistent)) {
        ScriptSession.interrupt(signalPointer: session)
      }
    }
  }

  /// Runs a script that Ctrl-C stops.
  static func stoppable<Result, Failure: Error>(
    _ session: ScriptSession, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    running.store(UInt(bitPattern: session.signalPointer), ordering: .sequentiallyConsistent)
    defer { running.store(0, ordering: .sequentiallyConsistent) }
    return try body()
  }

  /// Whether Ctrl-C was pressed since the last call.
  static func take() -> Bool { wasInterrupted.exchange(false, ordering: .sequentiallyConsistent) }

  // Without SA_RESTART, so that a read that waits for a line returns.
  private static func handle(_ handler: @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    sigaction(SIGINT, &action, nil)
  }
}
