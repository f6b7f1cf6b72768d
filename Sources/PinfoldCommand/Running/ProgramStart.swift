import Pinfold
import PinfoldScripting

/// The arguments and the registry that the process was started with.
struct ProgramStart: Sendable {
  @TaskLocal static var current = ProgramStart()

  /// The words after the command's name.
  var arguments: [String] = []

  /// Everything that users can name without plugins.
  var registry = Workbench.builtIn
}
