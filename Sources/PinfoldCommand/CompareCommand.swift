import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldVerbs

struct CompareCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare strategies by metrics on the same views of the same data.",
    discussion: """
      All strategies are measured on the same views of each data set: all points at once, and crowded locations at \
      each zoom. The table shows the first measure of each metric: the mean of a share or the median of a size, \
      over the views in which strategies can differ. ↓ means that lower is better, ↑ that higher is better. csv \
      and json have all measures, and the worst view. Strategies with equal clusters and values in every view \
      share a row; measures with one value for all strategies share a line. A line lists how many views of each \
      zoom count. That depends on all strategies of the comparison, so scores of two comparisons differ.

      The lines below the table name the leading strategies; "by construction" marks a lead that shows how a \
      strategy works rather than how well. One data set is one sample. To show that a strategy \
      is better in general, run a study on many data sets.

      --markers or --ink tunes the size of each strategy in each view; the table shows the sizes. If neither is \
      given, the table warns where numbers of markers differ by more than half.

      Examples:
        pinfold compare stations.csv --markers 200
        pinfold compare stations.csv cities.geojsonl.gz
        pinfold compare stations.csv --zooms 6,10 \\
            --strategy 'grid,grid(cellSize=120),pca,kmeans' --metrics overlap
        pinfold compare --generate cities,count=20000,seed=7 --format csv
      """)

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
