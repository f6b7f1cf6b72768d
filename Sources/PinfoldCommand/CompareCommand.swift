import ArgumentParser
import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import PinfoldStudies

/// `pinfold compare`: every strategy on every data set, judged by metrics on the same views.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Judge strategies by metrics on the same views of the same data.",
    discussion: """
      Every strategy sees the same views of each data set: all points at once, and crowded places, drawn with a \
      seed, at each zoom. The table tells the first measure of each metric, the median over all views; csv and \
      json tell all measures, and the worst view.

      Examples:
        pinfold compare stations.csv cities.geojsonl.gz
        pinfold compare stations.csv --zooms 6,10 \\
            --strategies 'grid,grid(cellSize=120),pca,kmeans' --metrics overlap
        pinfold compare --generate cities,count=20000,seed=7 --format csv
      """)

  @Argument(help: "Data files; - for standard input.", completion: .file())
  var data: [String] = []

  @OptionGroup(title: "What to compare") var subject: SubjectOptions
  @OptionGroup(title: "Markers") var clustering: ClusteringOptions
  @OptionGroup(title: "Views") var views: PlanOptions

  @OptionGroup(title: "Result") var result: ResultOptions
  @OptionGroup(title: "Reading the data") var reading: DataOptions
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: RunOptions

  func validate() throws {
    if data.isEmpty && subject.generate.isEmpty {
      throw ValidationError("nothing to compare on: name a data file, or say --generate cities")
    }
  }

  func run() throws {
    Interrupts.endProcess()
    let context = running.context()
    let registry = try plugins.workbench().registry
    let clusterers = try registry.clusterers(
      subject.strategies, option: "--strategies", clustering)
    let metrics = try registry.metrics(subject.metrics)
    let plan = try views.plan()
    let generators = try subject.generate.map { try registry.generated($0, option: "--generate") }

    var datasets: [NamedPoints] = []
    for path in data { datasets.append(NamedPoints(path, try reading.load(path).points)) }
    for generator in generators { datasets.append(try generator.points()) }
    var comparison = Comparison(datasets: datasets, strategies: clusterers, metrics: metrics, plan: plan)
    comparison.seed = views.seed
    let progress = ProgressBar()
    defer { progress.finish() }
    let outcome = try comparison.run(context: context) { progress.update($0, $1) }
    progress.finish()
    try Output.deliver(
      ComparisonText(result: outcome, datasets: datasets).written(as: result.format), to: result.output.path)
    try report(outcome)
  }

  // Whatever failed is told after the result, which holds what did not.
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

extension CompareCommand {
  /// What is compared, beside data files.
  struct SubjectOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Points to make up and compare on, as in cities,count=20000,seed=7; may be given more than once. "
          + "'pinfold list generators' tells what can be set.", valueName: "generator"),
      completion: .generators)
    var generate: [String] = []

    @Option(
      help: ArgumentHelp(
        "Strategies to compare, as in 'grid,pca(maximum=50)'. Without it: all but none and pairwise.",
        valueName: "list"), completion: .strategies)
    var strategies: String?

    @Option(
      help: ArgumentHelp(
        "Metrics to judge by, as in overlap,lattice. Without it: conservation, determinism, overlap and those of "
          + "plugins; 'pinfold list metrics' tells what there is.", valueName: "list"), completion: .metrics)
    var metrics: String?
  }

  /// What to write, and where.
  struct ResultOptions: ParsableArguments {
    @Option(help: "How to write the result.")
    var format = TableFormat.table

    @OptionGroup var output: OutputOptions
  }
}

extension Registry {
  /// The metrics of a list; where there is none, those that tell of defects on any data, and plugins' that look at
  /// single frames.
  fileprivate func metrics(_ text: String?) throws -> [any Metric] {
    if let text {
      return try Specification.list(text, option: "--metrics").map { try make($0, kind: .metric).product }
    }
    let telling = ["conservation", "determinism", "overlap"]
    return try all(.metric).filter { $0.origin != .builtIn || telling.contains($0.name) }
      .map { try $0() }.filter { $0.about.scope == .frame }
  }
}
