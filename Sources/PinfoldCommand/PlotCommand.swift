import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldScripting
import PinfoldVerbs

struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration("plot")

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "Strategy and markers") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "View") var view: ViewOptions
  @OptionGroup(title: "Transition") var transition: TransitionOptions
  @OptionGroup(title: "Transition") var motion: Flags<MotionDefinition>
  @OptionGroup(title: "Picture") var output: PictureOutputOptions
  @OptionGroup(title: "Picture") var heading: Flags<TitleDefinition>
  @OptionGroup(title: "Picture") var drawing: Flags<DrawingDefinition>
  @OptionGroup(title: "Picture") var page: Flags<PageDefinition>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func run() throws {
    let motion = try motion.definition()
    if motion.moves, transition.diff == nil { throw Failure.usage("--moves needs --diff") }
    try output.check(isMoving: motion.moves)
    let registry = try plugins.workbench().registry
    let strategies = try choice.strategies(in: registry, usual: Registry.usualStrategy)
    let drawing = try drawing.definition()
    let title = try heading.definition().title
    func dataset(_ columns: [ColumnRequest]) throws -> DatasetDefinition {
      try data.one(reading, registry, with: strategies.flatMap(\.columns) + columns)
    }
    if try output.isPage { return try writePage(try dataset(drawing.requests), strategies, drawing, title) }
    guard page.members.isEmpty else {
      throw Failure.usage("--zooms applies to HTML pages; give --output a name that ends in .html")
    }
    let picture: DrawnPicture
    if let diff = transition.diff {
      // Before the data, whose name it may have taken: 'plot --diff towns'.
      let diff = try Choice.one(Node(.text(diff), place: "--diff"), kind: .diff, in: registry)
      let transition = try transitions(diff, try dataset(drawing.requests), strategies, drawing)
      picture = try running.answer(
        PlotTransition(.asked(transition), TransitionPictureOptions(drawing, motion, title: title)))
    } else {
      try transition.checkAbsence()
      var request = try request(try dataset(drawing.requests), strategies)
      // A picture shows more than a box that it is fitted around.
      request.clip = .members
      var options = PictureOptions(drawing)
      // Of several, each says which it is.
      if let title {
        options.titles = strategies.count == 1 ? [title] : strategies.map { "\(title): \($0.label)" }
      }
      picture = try running.answer(Plot(.asked(request), options, isTitled: true))
    }
    try output.deliver(picture.picture, in: picture.theme)
  }

  private func request(
    _ dataset: DatasetDefinition, _ strategies: [ClustererDefinition]
  ) throws -> FrameRequest {
    var request = FrameRequest(dataset, by: strategies)
    request.leavesOutliers = true
    request.view = try view.definition(planar: dataset.isPlanar)
    request.screen = try view.screen.definition().viewport
    return request
  }

  private func writePage(
    _ dataset: DatasetDefinition, _ strategies: [ClustererDefinition], _ drawing: DrawingDefinition,
    _ title: String?
  ) throws {
    guard strategies.count == 1 else {
      throw Failure.usage(
        "a page shows one strategy, not \(strategies.count); name one with --strategy, or write a picture (.svg, .png)"
      )
    }
    guard transition.diff == nil else {
      throw Failure.usage("an HTML page animates zooming by itself; leave out --diff")
    }
    if let problem = drawing.layerBeyondPages { throw Failure.usage("--layers: \(problem)") }
    try transition.checkAbsence()
    let options = PageOptions(drawing, try page.definition(), title: title)
    let request = try request(dataset, strategies)
    try Output.deliver(try running.answer(PlotPage(.asked(request), options)), to: output.path)
  }

  private func transitions(
    _ diff: Choice<any AnimationDiff>, _ dataset: DatasetDefinition, _ strategies: [ClustererDefinition],
    _ drawing: DrawingDefinition
  ) throws -> TransitionRequest {
    if let given = view.given {
      throw Failure.usage("--diff uses the views of --from and --to; leave out \(given)")
    }
    guard !drawing.choosesLayers else {
      throw Failure.usage("--layers does not apply to --diff; leave it out")
    }
    let (from, to) = try transition.viewports(screen: view.screen, planar: dataset.isPlanar)
    return TransitionRequest(FrameRequest(dataset, by: strategies), diff, from: from, to: to)
  }
}

extension PlotCommand {
  struct TransitionOptions: ParsableArguments {
    @Option(
      defaultAsFlag: "membership",
      help: .value(
        "diff", "Draw how the markers of one view become those of another, as in 'ancestry'."))
    var diff: String?

    @Option(parsing: .unconditional, help: .viewBefore) var from: String?
    @Option(parsing: .unconditional, help: .viewAfter) var to: String?

    func checkAbsence() throws(Failure) {
      if from != nil || to != nil { throw .usage("--from and --to need --diff") }
    }

    func viewports(screen: Flags<ScreenDefinition>, planar: Bool) throws -> (from: Viewport, to: Viewport) {
      guard let from, let to else { throw Failure.usage("--diff needs two views, --from and --to") }
      return try screen.viewports(from: from, to: to, planar: planar)
    }
  }
}
