import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import PinfoldTiles
import PinfoldVerbs
import Platform

/// The terminal: results on standard output, everything else on standard error.
///
/// Nothing is buffered, so that lines come in the order in which they were written.
enum Console {
  static func write(_ bytes: some Collection<UInt8>) throws(DataError) {
    if let error = Descriptor.standardOutput.write(bytes) {
      throw .cannotWrite("standard output", SystemReason(errorNumber: error))
    }
  }

  static func write(_ text: String) throws(DataError) { try write(text.utf8) }

  static func error(_ message: String) { errorLine("pinfold: \(message)") }

  /// Writes a note for the user about a command that continues.
  static func note(_ message: String) { errorLine("pinfold: note: \(message)") }

  /// Writes failures that the result does not show, and ends the command with an error if there are any.
  static func report(_ failures: [String]) throws(Failure) {
    for failure in failures { error(failure) }
    if !failures.isEmpty { throw .reported }
  }

  static func errorLine(_ line: String) { errorText(line + "\n") }

  /// Writes a text to standard error. Errors are ignored: there is nowhere to report them.
  static func errorText(_ text: String) { Descriptor.standardError.write(text.utf8) }
}

enum Output {
  /// Writes a whole result to a file, which appears only when it is complete and is compressed if its name
  /// requests it, or to standard output.
  ///
  /// - Parameter path: nil or `-` for standard output.
  static func deliver(_ bytes: some Collection<UInt8>, to path: String?) throws(DataError) {
    guard let path, path != "-" else { return try Console.write(bytes) }
    let bytes = FileName.isPacked(path) ? GzipPacker().pack(Array(bytes)) : Array(bytes)
    try Interrupts.shielded { () throws(DataError) in try AtomicFile.write(bytes, to: path) }
  }

  static func deliver(_ text: String, to path: String?) throws(DataError) {
    try deliver(text.utf8, to: path)
  }
}

enum Files {
  static let pluginFolder = "Plugins"

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  static func plugins(at path: String) -> [String] {
    Folder.isFolder(path) ? PluginSearch.plugins(in: path) : [path]
  }
}

enum FileName {
  /// The extension of a file name in lowercase, without `.gz`; nil if it has none.
  static func ending(of path: String) -> String? {
    var parts = (path.split(separator: "/").last ?? "").split(
      separator: ".", omittingEmptySubsequences: false
    )
    .dropFirst()
    if parts.last?.lowercased() == packed { parts.removeLast() }
    return parts.last.flatMap { $0.isEmpty ? nil : $0.lowercased() }
  }

  static func isPacked(_ path: String) -> Bool { path.lowercased().hasSuffix("." + packed) }

  private static let packed = "gz"
}

enum StandardInput {
  /// Everything up to the end; Ctrl-C ends it too, with an error.
  static func text() throws -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      if count > 0 {
        bytes += chunk[..<count]
      } else if Interrupts.take() {
        throw Failure.interrupted
      } else if errno != EINTR {
        throw DataError.cannotRead("standard input", SystemReason(errorNumber: errno))
      }
    }
  }
}

/// The command's own errors; errors of lower modules pass through unchanged.
enum Failure: Error {
  /// A mistake that the arguments alone show; the hint is a line of its own.
  case usage(String, hint: String? = nil)

  case failed(String)

  /// A failure that was already reported, so that only the exit code remains.
  case reported

  /// No fault was found, but not everything could be checked, which was already reported.
  case incomplete

  case interrupted

  /// The result of a body whose mistakes the arguments alone show.
  static func ofUsage<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
    do { return try body() } catch { throw .usage("\(error)") }
  }

  static func exit(with error: any Error) -> Never {
    switch error {
    case Failure.usage(let message, let hint):
      Console.error(message)
      if let hint { Console.errorLine(hint) }
      terminate(64)
    case Failure.failed(let message):
      Console.error(message)
      terminate(1)
    case Failure.reported: terminate(1)
    case Failure.incomplete: terminate(2)
    case Failure.interrupted: terminate(130)
    default:
      Console.error("\(error)")
      terminate(isUsage(error) ? 64 : 1)
    }
  }

  // Names and values are given on the command line, so that a wrong one is wrong whatever the data hold.
  private static func isUsage(_ error: any Error) -> Bool {
    switch error {
    case is RegistryError, is ParameterError, is ViewportError, is ValidationError, is DefinitionError,
      is VerbMistake:
      true
    case ClusteringError.parameter, ClusteringError.viewport, DataError.badOption: true
    default: false
    }
  }

  /// Ends the process; plain `exit` would be this type's own, or a command's.
  static func terminate(_ code: Int32) -> Never { Platform.exit(code) }
}

/// The arguments and the registry that the process was started with.
struct ProgramStart: Sendable {
  @TaskLocal static var current = ProgramStart()

  /// The words after the command's name.
  var arguments: [String] = []

  /// Everything that users can name without plugins.
  var registry = Workbench.builtIn
}
