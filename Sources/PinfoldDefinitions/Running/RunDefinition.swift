package import Pinfold
import PinfoldEvaluation

/// The threads and the time limit of one run of a command.
package struct RunDefinition: Definition, Hashable, Sendable {
  private var threads: Int?
  private var timeout: Double?

  package init() {}

  package static let owner = "a run"

  package static let options: [DefinedOption<RunDefinition>] = [
    DefinedOption(
      "threads", \.threads, takes: .integer(1...1024), standard: "one for each processor; for bench, one",
      "Number of threads; results do not depend on it."),
    DefinedOption(
      "timeout", \.timeout, takes: .number(0...1e9), unit: "seconds", "Stop with an error after this time."),
  ]

  /// The context of a run that begins now.
  ///
  /// - Parameter usual: the number of threads where the definition has none; nil for one for each processor.
  package func context(threads usual: Int? = nil) -> RunContext {
    RunContext(
      deadline: timeout.map { .now + .seconds($0) }, threads: threads ?? usual ?? Processors.count)
  }
}
