import PinfoldData
import Platform

/// The terminal: results on standard output, everything else on standard error.
///
/// Nothing is buffered, so that lines come in the order in which they were written.
enum Console {
  /// Writes to standard output.
  static func write(_ bytes: some Collection<UInt8>) throws(DataError) {
    if let error = send(Array(bytes), to: STDOUT_FILENO) {
      throw .cannotWrite("standard output", SystemReason(errorNumber: error))
    }
  }

  /// Writes a text to standard output.
  static func write(_ text: String) throws(DataError) { try write(text.utf8) }

  /// Writes why the command failed.
  static func error(_ message: String) { errorLine("pinfold: \(message)") }

  /// Writes a note that the user should read, of a command that goes on.
  static func note(_ message: String) { errorLine("pinfold: note: \(message)") }

  /// Writes a line to standard error.
  static func errorLine(_ line: String) { errorText(line + "\n") }

  /// Writes a text to standard error. Errors are ignored: there is nowhere to report them.
  static func errorText(_ text: String) { _ = send(Array(text.utf8), to: STDERR_FILENO) }

  // The error number, or nil where all went well.
  private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let written = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if written < 0 && errno != EINTR { return errno }
        rest = rest.dropFirst(max(0, written))
      }
      return nil
    }
  }
}

// The system's `write`, which the members above hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
