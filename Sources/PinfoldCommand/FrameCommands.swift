import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldVerbs

struct ClusterCommand: VerbCommand {
  static let configuration = CommandConfiguration("cluster")

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "Strategy and markers") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "View") var view: ViewOptions
  @OptionGroup(title: "View") var clip: Flags<ClipDefinition>
  @OptionGroup(title: "Result") var result: ResultOptions<FrameFormat>
  @Flag(name: .customLong("all"), help: "Show every cluster in the table, not only the 20 largest.")
  var showsAll = false

  @OptionGroup(title: "Result") var writing: Flags<WritingDefinition>
  @OptionGroup(title: "Result") var parts: Flags<PartsDefinition>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func verb(_ registry: Registry) throws -> PinfoldVerbs.Cluster {
    let planar = try reading.definition().planar
    let strategy = try choice.one(in: registry)
    let writing = try writing.definition()
    var cluster = PinfoldVerbs.Cluster(.made([]), writing, as: try result.chosen())
    cluster.parts = try parts.definition()
    cluster.showsAll = showsAll
    var request = FrameRequest(
      try data.one(
        reading, registry, attributes: cluster.attributes, with: strategy.columns + writing.requests),
      by: [strategy])
    request.view = try view.definition(planar: planar)
    request.screen = try view.screen.definition().viewport
    request.clip = try clip.definition().clip ?? writing.clip
    cluster.frame = .asked(request)
    return cluster
  }

  func deliver(_ answer: [UInt8]) throws { try Output.deliver(answer, to: result.output.path) }
}

extension FrameFormat: FileFormat {
  static let usual = table

  var endings: [String] { self == .table ? ["txt"] : [rawValue] }

  var isText: Bool { self != .gpkg && self != .fgb }
}

struct DiffCommand: VerbCommand {
  static let configuration = CommandConfiguration("diff")

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "Strategy and markers") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "Views") var views: ViewPairOptions
  @OptionGroup(title: "Result") var result: ResultOptions<ListFormat>
  @OptionGroup(title: "Result") var telling: TellingOptions
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func verb(_ registry: Registry) throws -> Diff {
    _ = try result.chosen()
    let strategy = try choice.one(in: registry)
    let way = try Choice.one(Node(.text(telling.diff), place: "--diff"), kind: .diff, in: registry)
    let planar = try reading.definition().planar
    let (from, to) = try views.screen.viewports(from: views.from, to: views.to, planar: planar)
    let request = TransitionRequest(
      FrameRequest(try data.one(reading, registry, with: strategy.columns), by: [strategy]), way, from: from,
      to: to, interruption: try views.interruption(planar: planar))
    var diff = Diff(.asked(request))
    diff.showsAll = telling.showsAll
    return diff
  }

  func deliver(_ answer: DiffAnswer) throws {
    let bytes = try result.chosen() == .json ? answer.json : Array(answer.table.utf8)
    try Output.deliver(bytes, to: result.output.path)
  }
}

extension ArgumentHelp {
  static let viewBefore = value("view", "The view before: LON,LAT,ZOOM or LON,LAT,ZOOM,WxH.")
  static let viewAfter = value("view", "The view after, in the same form.")
}

extension DiffCommand {
  struct ViewPairOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: .viewBefore) var from: String
    @Option(parsing: .unconditional, help: .viewAfter) var to: String

    @OptionGroup var interruption: Flags<InterruptionDefinition>
    @OptionGroup var screen: Flags<ScreenDefinition>

    func interruption(planar: Bool) throws -> (time: Double, then: Viewport)? {
      let interruption = try interruption.definition()
      guard let time = interruption.interrupt, let then = interruption.then else { return nil }
      return (time, try screen.viewport(then, option: "--then", planar: planar))
    }
  }

  struct TellingOptions: ParsableArguments {
    @Option(
      help: .value("diff", "Kind of transition, as in 'membership(duration=0.5)'."), completion: .diffs)
    var diff = "membership"

    @Flag(name: .customLong("all"), help: "Show every change in the table, not only the 20 largest.")
    var showsAll = false
  }
}
