import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldVerbs

struct CompareCommand: VerbCommand {
  static let configuration = CommandConfiguration("compare")

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "What to compare") var subject: Flags<ComparisonDefinition>
  @OptionGroup(title: "Result") var result: ResultOptions<TableFormat>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func verb(_ registry: Registry) throws -> Compare {
    _ = try result.chosen()
    let nodes = try data.nodes(reading)
    guard !nodes.isEmpty else {
      throw Failure.usage("nothing to compare on: name a data file, or say --generate cities")
    }
    let node = Node(
      .table([("datasets", Node(.list(nodes), place: "<data>"))] + subject.members), place: "compare")
    return Compare(try ComparisonDefinition(node, registry: registry))
  }

  func deliver(_ answer: ComparisonAnswer) throws {
    try result.deliver(answer)
    try Console.report(answer.failures)
  }
}
