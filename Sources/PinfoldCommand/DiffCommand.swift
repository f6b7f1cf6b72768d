import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldVerbs

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

extension DiffCommand {
  struct ViewPairOptions: ParsableArguments {
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("The view before: LON,LAT,ZOOM or LON,LAT,ZOOM,WxH.", valueName: "view"))
    var from: String

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("The view after, in the same form.", valueName: "view"))
    var to: String

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
      help: ArgumentHelp("Kind of transition, as in 'membership(duration=0.5)'.", valueName: "diff"),
      completion: .diffs)
    var diff = "membership"

    @Flag(name: .customLong("all"), help: "Show every change in the table, not only the 20 largest.")
    var showsAll = false
  }
}
