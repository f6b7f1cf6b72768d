import Pinfold

/// What the verification of a study does besides looking at what is stored.
package struct StudyVerifyDefinition: Definition, Hashable, Sendable {
  /// The number of runs to run again.
  package var rerun = 0

  /// The seed by which those runs are drawn.
  package var seed: UInt64 = 1

  package init() {}

  package static let owner = "a verification"

  package static let options: [DefinedOption<StudyVerifyDefinition>] = [
    DefinedOption(
      "rerun", \.rerun, takes: .integer(0...100_000_000), value: "runs",
      "Run so many finished runs again, drawn at random from each strategy in turn, and compare frames and values."
    ),
    DefinedOption("seed", \.seed, "The seed by which those runs are drawn."),
  ]
}
