import Pinfold
import PinfoldData
import PinfoldEvaluation

/// The terminal: results on standard output, everything else on standard error.
///
/// Nothing is buffered, so that lines come in the order in which they were written.
enum Console {
  /// Writes to standard output.
  static func write(_ bytes: some Collection<UInt8>) throws(DataError) {
    if let error = Descriptor.standardOutput.write(bytes) {
      throw .cannotWrite("standard output", SystemReason(errorNumber: error))
    }
  }

  /// Writes a text to standard output.
  static func write(_ text: String) throws(DataError) { try write(text.utf8) }

  /// Writes why the command failed.
  static func error(_ message: String) { errorLine("pinfold: \(message)") }

  /// Writes a note that the user should read, of a command that goes on.
  static func note(_ message: String) { errorLine("pinfold: note: \(message)") }

  /// Writes failures that the result does not show, and ends the command with an error if there are any.
  static func report(_ failures: [String]) throws(Failure) {
    for failure in failures { error(failure) }
    if !failures.isEmpty { throw .reported }
  }

  /// Writes a line to standard error.
  static func errorLine(_ line: String) { errorText(line + "\n") }

  /// Writes a text to standard error. Errors are ignored: there is nowhere to report them.
  static func errorText(_ text: String) { Descriptor.standardError.write(text.utf8) }
}
