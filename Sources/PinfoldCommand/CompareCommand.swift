import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import PinfoldStudies

/// `pinfold compare`: every strategy on every data set, judged by metrics on the same views.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Judge strategies by metrics on the same views of the same data.",
    discussion: """
      Every strategy sees the same views of each data set: all points at once, and crowded locations, drawn with a \
      seed, at each zoom. The table tells the first measure of each metric, the median over all views, and of how many \
      of them where not of all; csv and json tell all measures, and the worst view. Strategies whose clusters and \
      values are equal in every view share a row.

      With --markers or --ink each strategy's size is tuned, view by view, until it shows about as much; the sizes \
      that were found stand beside. Without it the table says where numbers of markers differ by more than half.

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

  func run() throws {
    Interrupts.endProcess()
    let context = try running.context()
    let format = try result.chosen()
    let registry = try plugins.workbench().registry
    let nodes = try data.nodes(reading)
    guard !nodes.isEmpty else {
      throw Failure.usage("nothing to compare on: name a data file, or say --generate cities")
    }
    let node = Node(
      .table([("datasets", Node(.list(nodes), place: "<data>"))] + subject.members), place: "compare")
    let definition = try ComparisonDefinition(node, registry: registry)
    let comparison = try Comparison(definition, context: context) { Console.note($0) }
    let datasets = comparison.datasets
    let progress = ProgressBar()
    defer { progress.finish() }
    let outcome = try comparison.run(context: context) { progress.update($0, $1) }
    progress.finish()
    try Output.deliver(
      ComparisonText(result: outcome, datasets: datasets).written(as: format), to: result.output.path)
    try report(outcome)
  }

  // Failures are reported after the result, which holds everything that did not fail.
  private func report(_ result: ComparisonOutcome) throws(Failure) {
    for row in result.rows {
      for message in row.messages { Console.error("\(row.dataset), \(row.strategy): \(message)") }
      if row.verdict == .invalid {
        Console.error("\(row.dataset), \(row.strategy): some view loses, repeats or invents points")
      }
    }
    if result.rows.contains(where: { $0.verdict != .valid || !$0.messages.isEmpty }) { throw .reported }
  }
}
