import ArgumentParser
import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import PinfoldStudies

/// `pinfold bench`: how long strategies take.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Time strategies: builds, queries, bytes per point.",
    discussion: """
      Builds and queries of all strategies are interleaved at random, so that whatever else the machine does \
      falls on all alike. The views are all points at once, and crowded places at each zoom. Use a release build.

      Examples:
        pinfold bench
        pinfold bench --strategy grid --strategy 'pca(maximum=100)' --points 1000000
        pinfold bench --data stations.csv --baseline grid --format json
      """)

  @Option(
    help: ArgumentHelp(
      "A strategy to time, as in 'grid(cellSize=80)'; may be given more than once. Without it: all but none.")
  )
  var strategy: [String] = []

  @Option(
    help: ArgumentHelp(
      "What makes up the points, as in cities; 'pinfold list generators' tells what can be set."))
  var generator = "cities"

  @Option(help: ArgumentHelp("How many points to make up.", valueName: "number"))
  var points = 100_000

  @Option(help: ArgumentHelp("A file to take the points from instead.", valueName: "file"))
  var data: String?

  @Option(help: ArgumentHelp("The strategy to whose times the others are related.", valueName: "strategy"))
  var baseline: String?

  @Option(help: "Timed builds of each strategy.")
  var builds = 5

  @Option(help: "Timed passes over the views.")
  var passes = 5

  @OptionGroup(title: "Views") var views: PlanOptions

  @Option(help: "How to write the result.")
  var format = ListFormat.table

  @OptionGroup var output: OutputOptions
  @OptionGroup(title: "Reading the data") var reading: DataOptions
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @OptionGroup(title: "Running") var running: RunOptions

  func validate() throws {
    for (option, value) in [("--builds", builds), ("--passes", passes)] where !(1...10_000).contains(value) {
      throw ValidationError("\(option) \(value): expected a whole number in 1…10000")
    }
  }

  func run() throws {
    Interrupts.endProcess()
    let context = running.context(threads: 1)
    let registry = try plugins.workbench().registry
    let clusterers = try registry.clusterers(
      strategy.isEmpty ? nil : strategy.joined(separator: ","), option: "--strategy")
    let generated = try registry.generated(generator, option: "--generator", count: points)
    let base = try baseline.map { try baselineName($0, among: clusterers) }

    let dataset = try data.map { NamedPoints($0, try reading.load($0).points) } ?? generated.points()
    var bench = Bench(datasets: [dataset], strategies: clusterers, plan: try views.plan())
    bench.builds = builds
    bench.passes = passes
    bench.baseline = base
    bench.seed = views.seed
    let progress = ProgressBar()
    defer { progress.finish() }
    let result = try bench.run(context: context) { progress.update($0, $1) }
    progress.finish()
    try Output.deliver(BenchText(result: result).written(as: format), to: output.output)

    let failures = result.rows.filter { $0.failure != nil }
    for row in failures { Console.error("\(row.strategy): \(row.failure ?? "")") }
    if !failures.isEmpty { throw Failure.reported }
  }

  private func baselineName(_ text: String, among clusterers: [NamedClusterer]) throws -> String {
    let label = try Specification.one(text, option: "--baseline").label
    let known = clusterers.map(\.name)
    guard known.contains(label) else {
      throw Failure.usage(
        "--baseline '\(label)' is not among the strategies timed"
          + Suggestion.clause(for: label, among: known))
    }
    return label
  }
}
