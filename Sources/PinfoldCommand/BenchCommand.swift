import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldScripting
import PinfoldVerbs

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Time strategies: builds, queries, bytes per point.",
    usage: "pinfold bench [<options>]",
    discussion: """
      Builds and queries of all strategies are interleaved at random, so that other load on the machine affects all \
      alike. The views are all points at once, and crowded locations at each zoom. Use a release build.

      With --lua it times Lua instead: calls between Lua and Swift, operations on columns against a loop in Swift, and a \
      strategy as a plugin against the same one built in.

      With --scale it times builds, and the first frame after each, on growing parts of the points, and fits the exponent \
      with which time grows. --output NAME.svg, .png or .pdf also draws the times.

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
    try checkScale()
    let format = try result.chosen(or: scale ? PictureFile.allCases.map(\.rawValue) : [])
    let registry = try plugins.workbench().registry
    let wanted = try subject.definition(registry: registry)
    let dataset = try data.one(
      reading, registry, usual: scale ? Self.usualScaleData : "cities(count=100000)",
      with: wanted.strategies.columns)
    func answer<Work: Verb>(_ verb: Work) throws -> Work.Answer { try running.answer(verb, threads: 1) }
    func deliver(_ text: some TableText, _ failures: [String] = []) throws {
      try Output.deliver(text.written(as: format), to: result.output.path)
      try Console.report(failures)
    }
    if lua { return try deliver(try answer(ScriptingBench(dataset, trials: wanted.timing.builds))) }
    guard scale else {
      let times = try answer(BenchStrategies(dataset, wanted))
      for named in try wanted.strategies.named() where named.clusterer.isGivenEveryPoint {
        Console.note(
          "\(named.name): declares no 'reach', so every query is given every point, "
            + "which takes most of its time")
      }
      return try deliver(times, times.failures)
    }
    let times = try answer(BenchSizes(dataset, wanted, try sizes.definition()))
    guard let path = result.output.path, let file = PictureFile(named: path) else {
      return try deliver(times, times.failures)
    }
    // The numbers are wanted with the picture.
    try Output.deliver(times.written(as: format), to: nil)
    try file.write(times.picture, to: path, in: .auto)
    try Console.report(times.failures)
  }

  /// The points where no data are named: enough for five sizes.
  private static let usualScaleData = "cities(count=10000000)"

  private func checkScale() throws {
    guard scale else {
      if let option = sizes.members.first { throw Failure.usage("--\(option.name) is for --scale") }
      return
    }
    if lua { throw Failure.usage("--lua and --scale time different things; leave one out") }
    let others = ["passes", "repetitions", "baseline", "zooms", "locations", "fit"]
    if let option = subject.members.first(where: { others.contains($0.name) }) {
      throw Failure.usage(
        "--scale times builds and the first frame of all points; leave --\(option.name) out")
    }
  }
}
