import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldScripting

/// `pinfold diff`: shows how the markers of one view become those of another.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Tell how the markers of one view become those of another.",
    discussion: """
      Examples:
        pinfold diff stations.csv --from 2.35,48.86,6 --to 2.35,48.86,7
        pinfold diff stations.csv --strategy pca --diff 'ancestry(duration=0.4)' \\
            --from 2.35,48.86,6 --to 2.35,48.86,8 -o zoom.json
        pinfold diff stations.csv --from 2.35,48.86,6 --to 2.35,48.86,7 \\
            --interrupt 0.4 --then 3,48.5,7

      The JSON document holds both frames and, for every marker, where it starts and ends, how many points \
      it shows, and when to add and remove it, as a share of the duration; null for a marker that is there \
      before, or stays. A longitude may go past 180, so that a straight way is the short one.

      'pinfold list diffs' tells which diffs there are.
      """)

  @OptionGroup(title: "Data") var data: DataOptions

  @OptionGroup(title: "Strategy and markers") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "Views") var views: ViewPairOptions
  @OptionGroup(title: "Result") var result: ResultOptions<ListFormat>
  @OptionGroup(title: "Result") var telling: TellingOptions
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func run() throws {
    Interrupts.endProcess()
    let context = try running.context()
    // Every mistake that the arguments alone show is reported before the data are read.
    let format = try result.chosen()
    let registry = try plugins.workbench().registry
    let strategy = try choice.one(in: registry)
    let way = try Choice.one(Node(.text(telling.diff), place: "--diff"), kind: .diff, in: registry)
    let diff = try way.make()
    let planar = try reading.definition().planar
    let (from, to) = try views.viewports(planar: planar)
    let interruption = try views.interruption(planar: planar)

    let (named, report) = try data.one(reading, registry, with: strategy.columns + way.columns).read(
      context: context)
    let points = named.points
    let clusterer = try strategy.clusterer()
    let map = try clusterer.build(points, context: context)
    var old = try map.frame(for: from, context: context)
    var new = try map.frame(for: to, after: old, context: context)
    Console.note(viewOf: old, "--from")
    Console.note(viewOf: new, "--to")
    var transition = try diff.transition(from: old, to: new)
    if let (time, then) = interruption {
      (old, new) = (
        try transition.frame(at: time, from: old, to: new),
        try map.frame(for: then, after: new, context: context)
      )
      Console.note(viewOf: new, "--then")
      transition = try diff.transition(from: old, to: new)
    }
    let writer = TransitionWriter(transition, from: old, to: new)
    switch format {
    case .table:
      let label = "\(way.label) of \(strategy.label)"
      try Output.deliver(table(writer, label, old, new), to: result.output.path)
    case .json:
      let origin = strategy.origin(of: clusterer, totalRows: report?.rows ?? points.count)
      try Output.deliver(
        writer.json(origin, diff: (way.registration.name, way.parameters)), to: result.output.path)
    }
  }

  private func table(_ writer: TransitionWriter, _ label: String, _ old: Frame, _ new: Frame) -> String {
    func size(_ frame: Frame) -> String {
      let points = (0..<frame.count).reduce(0) { $0 + frame.memberCount(of: $1) }
      return "\(counted(frame.count, "cluster")) of \(counted(points, "point"))"
    }
    let transition = writer.transition
    var text = """
      \(label): \(Numeral.text(transition.duration)) s, \(transition.easing.rawValue)
      from: \(size(old)) at \(old.view.viewport.inWords)
      to: \(size(new)) at \(new.view.viewport.inWords)

      """
    guard !transition.markers.isEmpty else { return text }
    text += "\n" + writer.summary()
    let count = writer.changeCount
    guard count > 0 else { return text }
    let limit = telling.showsAll ? count : 20
    text += "\n" + writer.changes(limit: limit)
    if count > limit { text += "… and \(count - limit) more (--all shows them)\n" }
    return text
  }
}

extension DiffCommand {
  /// The two views.
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

    /// When the transition is interrupted, and the view that it goes to then; nil where it is not.
    func interruption(planar: Bool) throws -> (time: Double, then: Viewport)? {
      let interruption = try interruption.definition()
      guard let time = interruption.interrupt, let then = interruption.then else { return nil }
      return (time, try screen.viewport(then, option: "--then", planar: planar))
    }

    /// The views, checked.
    func viewports(planar: Bool) throws -> (from: Viewport, to: Viewport) {
      (
        try screen.viewport(from, option: "--from", planar: planar),
        try screen.viewport(to, option: "--to", planar: planar)
      )
    }
  }

  /// The content of the result.
  struct TellingOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp("How markers go over, as in 'membership(duration=0.5)'.", valueName: "diff"),
      completion: .diffs)
    var diff = "membership"

    @Flag(name: .customLong("all"), help: "Show every change in the table, not only the 20 largest.")
    var showsAll = false
  }
}
