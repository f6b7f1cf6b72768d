import Pinfold

/// The runs of a study that one call finishes.
package struct StudyRunDefinition: Definition, Hashable, Sendable {
  package private(set) var part: StudyPart?
  package private(set) var retry = false

  package init() {}

  package static let owner = "a run of a study"

  package static let options: [DefinedOption<StudyRunDefinition>] = [
    DefinedOption(
      "part", .text, standard: "all runs", value: "i/n", example: "2/4",
      "Run only one part of the study, as in 2/4; 'study merge' merges the folders of the parts."
    ) { (run, node, _) throws(DefinitionError) in
      guard let part = node.text.flatMap({ StudyPart($0) }) else {
        throw node.mistake("part", takes: "a part and the number of parts, as in 2/4")
      }
      run.part = part
    },
    DefinedOption("retry", \.retry, "Repeat runs that failed before."),
  ]
}

/// One of several parts of a study's runs; runs are assigned to the parts alternately.
package struct StudyPart: Hashable, Sendable {
  private let number: Int
  private let count: Int

  /// The part of a text, "2/4" for the second of four; nil for any other text.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], number >= 1, number <= count
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Whether a run is in the part.
  ///
  /// - Parameter id: the run's id in its study.
  package func contains(_ id: Int) -> Bool { id % count == number - 1 }
}

/// The runs that the verification of a study repeats.
package struct StudyVerifyDefinition: Definition, Hashable, Sendable {
  package var rerun = 0
  package var seed: UInt64 = 1

  package init() {}

  package static let owner = "a verification"

  package static let options: [DefinedOption<StudyVerifyDefinition>] = [
    DefinedOption(
      "rerun", \.rerun, takes: .integer(0...100_000_000), value: "runs",
      "Repeat this many finished runs, drawn at random from each strategy in turn, and compare frames and values."
    ),
    DefinedOption("seed", \.seed, "Seed of the random choice of these runs."),
  ]
}
