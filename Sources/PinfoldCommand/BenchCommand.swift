import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import PinfoldStudies

/// `pinfold bench`: times strategies.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Time strategies: builds, queries, bytes per point.",
    usage: "pinfold bench [<options>]",
    discussion: """
      Builds and queries of all strategies are interleaved at random, so that whatever else the machine does \
      falls on all alike. The views are all points at once, and crowded locations at each zoom. Use a release build.

      With --lua it times instead what Lua costs: calls between Lua and Swift, operations on columns \
      against a loop in Swift, and a strategy as a plugin against the same one built in.

      With --scale it times builds, and the first frame of all points after each, on ever larger parts of the points, \
      and fits the power of their number that the time grows with. --output NAME.svg, .png or .pdf then draws \
      the times, beside the table.

      Examples:
        pinfold bench
        pinfold bench --scale --strategy grid,pca,radius --output scale.svg
        pinfold bench --lua --generate cities,count=1000000
        pinfold bench --strategy 'grid,pca(budget=100)' --generate cities,count=1000000
        pinfold bench stations.csv --baseline grid --format json
      """)

  @OptionGroup(title: "Data") var data: DataOptions

  @Flag(help: "Time the Lua bridge, operations on columns, and plugins instead.")
  var lua = false

  @Flag(help: "Time ever larger parts of the points instead, and fit how times grow.")
  var scale = false

  @OptionGroup(title: "What to time") var subject: Flags<BenchDefinition>

  @OptionGroup(title: "With --scale") var sizes: Flags<ScaleDefinition>

  @OptionGroup(title: "Result") var result: ResultOptions<TableFormat>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func run() throws {
    Interrupts.endProcess()
    try checkScale()
    let format = try result.chosen(or: scale ? PictureFile.allCases.map(\.rawValue) : [])
    let context = try running.context(threads: 1)
    let registry = try plugins.workbench().registry
    let wanted = try subject.definition(registry: registry)
    let clusterers = try wanted.strategies.named()

    let dataset = try data.one(
      reading, registry, usual: scale ? Self.usualScaleData : "cities(count=100000)",
      with: wanted.strategies.columns
    )
    .read(context: context)
    if scale { return try runScale(dataset, wanted, clusterers, format, context) }
    var bench = Bench(datasets: [dataset], strategies: clusterers, plan: wanted.views.plan)
    bench.builds = wanted.timing.builds
    bench.passes = wanted.timing.passes
    bench.repetitions = wanted.repetitions
    bench.baseline = wanted.baseline
    bench.seed = wanted.views.seed
    let progress = ProgressBar()
    defer { progress.finish() }
    if lua {
      var bench = ScriptingBench(points: dataset.points)
      bench.trials = wanted.timing.builds
      let outcome = try bench.run(context: context) { progress.update($0, $1) }
      progress.finish()
      let text = ScriptingBenchText(points: dataset.points.count, result: outcome)
      return try Output.deliver(text.written(as: format), to: result.output.path)
    }
    let outcome = try bench.run(context: context) { progress.update($0, $1) }
    progress.finish()
    try Output.deliver(BenchText(result: outcome).written(as: format), to: result.output.path)

    for named in clusterers where named.clusterer.isGivenEveryPoint {
      Console.note(
        "\(named.name): declares no 'reach', so every query is given every point, which takes most of its time"
      )
    }
    try report(outcome.rows.compactMap { row in row.failure.map { (row.strategy, $0) } })
  }

  /// Reports failures, if there are any.
  func report(_ failures: [(strategy: String, message: String)]) throws {
    for failure in failures { Console.error("\(failure.strategy): \(failure.message)") }
    if !failures.isEmpty { throw Failure.reported }
  }
}
