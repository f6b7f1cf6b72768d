import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldScripting
import PinfoldVerbs

struct CompareCommand: VerbCommand {
  static let configuration = CommandConfiguration("compare")

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "What to compare") var subject: Flags<ComparisonDefinition>
  @OptionGroup(title: "Result") var result: ResultOptions<TableFormat>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func verb(_ registry: Registry) throws -> ComparisonDefinition {
    _ = try result.chosen()
    let nodes = try data.nodes(reading)
    guard !nodes.isEmpty else {
      throw Failure.usage("nothing to compare on: name a data file, or say --generate cities")
    }
    let node = Node(
      .table([("datasets", Node(.list(nodes), place: "<data>"))] + subject.members), place: "compare")
    return try ComparisonDefinition(node, registry: registry)
  }

  func deliver(_ answer: ComparisonAnswer) throws {
    try result.deliver(answer)
    try Console.report(answer.failures)
  }
}

struct ScoreCommand: VerbCommand {
  static let configuration = CommandConfiguration("score")

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "What to judge") var subject: SubjectOptions
  @OptionGroup(title: "What to judge") var metrics: Flags<ScoreDefinition>
  @OptionGroup(title: "Result") var result: ResultOptions<TableFormat>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func validate() throws {
    if data.files.contains("-") && subject.frames == "-" {
      throw ValidationError("standard input holds either the data or the frames")
    }
  }

  func verb(_ registry: Registry) throws -> Score {
    _ = try result.chosen()
    let options = try metrics.definition(registry: registry)
    let frames = Score.Subject.file(
      subject.frames, of: try data.one(reading, registry),
      maxUnpacked: try reading.definition().maxUnpacked)
    return Score(frames, options)
  }

  func deliver(_ answer: ScoreAnswer) throws {
    try result.deliver(answer)
    try Console.report(answer.failures)
  }

  struct SubjectOptions: ParsableArguments {
    @Option(help: .value("file", "JSON of the frames, gzip'd or not; - for standard input."))
    var frames: String
  }
}

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration("bench")

  @OptionGroup(title: "Data") var data: DataOptions

  @OptionGroup(title: "What to time") var subject: Flags<BenchDefinition>
  @OptionGroup(title: "Result") var result: ResultOptions<TableFormat>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func run() throws {
    let format = try result.chosen()
    let registry = try plugins.workbench().registry
    let wanted = try subject.definition(registry: registry)
    let dataset = try data.one(
      reading, registry, usual: "cities(count=100000)", with: wanted.strategies.columns)
    let times = try running.answer(BenchStrategies(dataset, wanted), threads: 1)
    for named in try wanted.strategies.named() where named.clusterer.isGivenEveryPoint {
      Console.note(
        "\(named.name): declares no 'reach', so every query is given every point, which takes time")
    }
    try Output.deliver(times.written(as: format), to: result.output.path)
    try Console.report(times.failures)
  }
}
