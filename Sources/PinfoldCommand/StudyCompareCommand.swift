import ArgumentParser
import PinfoldStudies

extension StudyCommand {
  /// `pinfold study compare`: shows which scores of two studies differ.
  struct CompareStudiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare",
      abstract: "Show which scores of two studies differ, and by how much.",
      usage: "pinfold study compare [<options>] <first> <second>",
      discussion: """
        Runs of the same dataset, strategy, camera, start and seed are compared where the points and the views are the \
        same: frames by their digests, and scores on the frames on which both have a value. The table tells the scores \
        that differ, and what that comes to over all datasets; csv and json tell all. Whatever the studies do not share \
        is noted. Neither study need be finished.

        Examples:
          pinfold study compare Results/published Results/mine
          pinfold study compare Results/published Results/mine --output differences.csv
        """)

    @Argument(help: "The folder of a study.", completion: .directory)
    var first: String

    @Argument(help: "The folder of the study to compare it with.", completion: .directory)
    var second: String

    @OptionGroup(title: "Result") var result: ResultOptions<TableFormat>

    func run() throws {
      Interrupts.endProcess()
      let format = try result.chosen()
      let comparison = StudyComparison(
        try StudyStore(in: first).results(), try StudyStore(in: second).results(), names: (first, second))
      if format != .json { for note in comparison.notes { Console.note(note) } }
      try Output.deliver(
        StudyComparisonText(comparison).written(as: format), to: result.output.path)
    }
  }
}
