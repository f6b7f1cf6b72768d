import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldVerbs
import Platform

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
