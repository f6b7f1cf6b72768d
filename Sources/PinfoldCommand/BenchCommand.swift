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
      falls on all alike. The views are all points at once, and crowded places at each zoom. Use a release build.

      With --lua it times instead what Lua costs: calls between Lua and Swift, operations on columns \
      against a loop in Swift, and a strategy as a plugin against the same one built in.

      Examples:
        pinfold bench
        pinfold bench --lua --generate cities,count=1000000
        pinfold bench --strategy 'grid,pca(budget=100)' --generate cities,count=1000000
        pinfold bench stations.csv --baseline grid --format json
      """)

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "What to time") var subject: SubjectOptions
  @OptionGroup(title: "Strategies and markers") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "Views") var views: Flags<ViewsDefinition>

  @OptionGroup(title: "Result") var result: ResultOptions
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @OptionGroup(title: "Running") var running: RunOptions

  func validate() throws {
    let counts = [
      ("--builds", subject.builds, 10_000),
      ("--passes", subject.passes, 10_000),
    ]
    for (option, value, most) in counts where !(1...most).contains(value) {
      throw ValidationError("\(option) \(value): expected a whole number in 1…\(most)")
    }
  }

  func run() throws {
    Interrupts.endProcess()
    let context = running.context(threads: 1)
    let registry = try plugins.workbench().registry
    let clusterers = try choice.strategies(in: registry).map { try $0.named() }
    let views = try views.definition()
    let base = try subject.baseline.map { try baselineName($0, among: clusterers, registry) }

    let dataset = try data.one(reading, registry, usual: "cities(count=100000)").read(context: context).points
    var bench = Bench(datasets: [dataset], strategies: clusterers, plan: views.plan)
    bench.builds = subject.builds
    bench.passes = subject.passes
    bench.baseline = base
    bench.seed = views.seed
    let progress = ProgressBar()
    defer { progress.finish() }
    if subject.lua {
      var bench = ScriptingBench(points: dataset.points)
      bench.trials = subject.builds
      let outcome = try bench.run(context: context) { progress.update($0, $1) }
      progress.finish()
      let text = ScriptingBenchText(points: dataset.points.count, result: outcome)
      return try Output.deliver(text.written(as: result.format), to: result.output.path)
    }
    let outcome = try bench.run(context: context) { progress.update($0, $1) }
    progress.finish()
    try Output.deliver(BenchText(result: outcome).written(as: result.format), to: result.output.path)

    let failures = outcome.rows.filter { $0.failure != nil }
    for row in failures { Console.error("\(row.strategy): \(row.failure ?? "")") }
    if !failures.isEmpty { throw Failure.reported }
  }

  private func baselineName(_ text: String, among clusterers: [NamedClusterer], _ registry: Registry) throws
    -> String
  {
    let node = Node(.text(text), place: "--baseline")
    let label = try ClustererDefinition.one(node, in: registry).label
    let known = clusterers.map(\.name)
    guard known.contains(label) else {
      throw Failure.usage(
        "--baseline '\(label)' is not among the strategies timed"
          + Suggestion.clause(for: label, among: known))
    }
    return label
  }
}

extension BenchCommand {
  /// The things to time, and how often.
  struct SubjectOptions: ParsableArguments {
    @Flag(help: "Time the Lua bridge, operations on columns, and plugins instead.")
    var lua = false

    @Option(
      help: ArgumentHelp("The strategy to whose times the others are related.", valueName: "strategy"),
      completion: .strategies)
    var baseline: String?

    @Option(
      parsing: .unconditional, help: ArgumentHelp("Timed builds of each strategy.", valueName: "number"))
    var builds = 5

    @Option(parsing: .unconditional, help: ArgumentHelp("Timed passes over the views.", valueName: "number"))
    var passes = 5
  }

  /// The form of the result, and its destination.
  struct ResultOptions: ParsableArguments {
    @Option(help: "How to write the result.")
    var format = ListFormat.table

    @OptionGroup var output: OutputOptions
  }
}
