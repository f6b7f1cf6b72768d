import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldEvaluation
import PinfoldScripting
import PinfoldStudies

/// `pinfold plot`: the clusters of one view as a picture, of one strategy or of several side by side, or how
/// they become those of another view.
struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw the clusters of one view, or how they become those of another.",
    discussion: """
      Examples:
        pinfold plot stations.csv
        pinfold plot stations.csv --output map.svg
        pinfold plot stations.csv --output map.html --zooms 4-9
        pinfold plot stations.csv --strategy pca --view -3.7,40.4,6,900x600 \\
            --layers graticule,hulls,markers,scale -o madrid.png --theme dark
        pinfold plot stations.csv --strategy grid,pca,kmeans -o three.pdf
        pinfold plot stations.csv --by passengers:sum --names name -o passengers.svg
        pinfold plot stations.csv --diff --from 2.35,48.86,6 --to 2.35,48.86,7 -o zoom.svg
        pinfold plot stations.csv --diff --moves --from 2.35,48.86,6 --to 2.35,48.86,7 -o moves.svg

      Layers are coast, graticule, cells, hulls, legs, points, markers, spread, scale and legend; spread opens \
      stacks.       PNG and PDF need the program rsvg-convert, pictures on a terminal the program chafa.
      """)

  @OptionGroup(title: "Data") var data: DataOptions

  @OptionGroup(title: "Strategy and markers") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "View") var view: ViewOptions
  @OptionGroup(title: "Transition") var transition: TransitionOptions
  @OptionGroup(title: "Transition") var motion: Flags<MotionDefinition>
  @OptionGroup(title: "Picture") var output: PictureOutputOptions
  @OptionGroup(title: "Picture") var drawing: Flags<DrawingDefinition>
  @OptionGroup(title: "Picture") var page: Flags<PageDefinition>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func run() throws {
    Interrupts.endProcess()
    // Every mistake that the arguments alone show is reported before the data are read.
    let moves = try motion.definition().moves
    if moves, transition.diff == nil { throw Failure.usage("--moves plays a transition; give --diff") }
    try output.check(isMoving: moves)
    let registry = try plugins.workbench().registry
    let chosen = try choice.strategies(in: registry, usual: Registry.usualStrategy)
    let strategies = try chosen.map { try $0.named() }
    let drawing = try drawing.definition()
    if try output.isPage {
      let dataset = try data.one(reading, registry, with: chosen.flatMap(\.columns))
      return try writePage(dataset, strategies, drawing)
    }
    guard page.members.isEmpty else {
      throw Failure.usage("--zooms are those of a page; give --output a name that ends in .html")
    }
    let shapes = try drawing.base.shapes(isPlanar: try reading.definition().planar)
    let dataset = try data.one(reading, registry, with: chosen.flatMap(\.columns) + drawing.requests)
    let whole =
      if let diff = transition.diff {
        try drawTransition(diff, dataset, strategies, drawing, shapes, registry)
      } else {
        try drawMaps(dataset, strategies, drawing, shapes)
      }
    try output.deliver(whole, in: drawing.theme)
  }

  private func drawMaps(
    _ dataset: DatasetDefinition, _ strategies: [NamedClusterer], _ definition: DrawingDefinition,
    _ shapes: [MapShapes]
  ) throws -> Picture {
    let context = try running.context()
    try transition.checkAbsence()
    let wanted = try view.definition(planar: try reading.definition().planar)
    let screen = try view.screen.definition().viewport
    let (data, report) = try dataset.read(context: context)
    let points = data.points
    var viewport = try wanted?.viewport(on: points.projection) ?? screen.fitted(to: points)
    // A picture shows more than a box that it is fitted around.
    viewport.clip = .members
    let maps = try strategies.enumerated().map { index, named in
      let map = try named.clusterer.build(points, context: context)
      let frame = try map.frame(for: viewport, context: context)
      if index == 0 { Console.note(viewOf: frame) }
      return try definition.picture(
        of: frame, on: map, shapes: shapes, title: "\(dataset.title) · \(named.name)",
        context: context
      ) { report?.column(named: $0) ?? $0 }
    }
    return Picture.grid(maps, columns: Picture.columns(for: maps.count))
  }

  /// Writes a page that is panned, zoomed and played.
  private func writePage(
    _ dataset: DatasetDefinition, _ strategies: [NamedClusterer], _ definition: DrawingDefinition
  ) throws {
    let context = try running.context()
    guard strategies.count == 1 else {
      throw Failure.usage(
        "a page shows one strategy, not \(strategies.count); name one with --strategy, or write a picture (.svg, .png)"
      )
    }
    guard transition.diff == nil else {
      throw Failure.usage("a page plays its transitions by itself; leave --diff out")
    }
    if let option = definition.onlyForPictures {
      throw Failure.usage("--\(option) is for pictures; a page has none")
    }
    try transition.checkAbsence()
    let choice = try page.definition()
    let wanted = try view.definition(planar: try reading.definition().planar)
    let screen = try view.screen.definition().viewport
    let points = try dataset.read(context: context).points.points
    let start = try wanted?.viewport(on: points.projection) ?? screen.fitted(to: points)
    let map = try strategies[0].clusterer.build(points, context: context)
    Console.note(viewOf: try map.frame(for: start, context: context))
    var html = MapPage(title: "\(dataset.title) · \(strategies[0].name)")
    html.hasCoast = definition.base.coast
    try Output.deliver(
      try choice.html(
        of: map, on: html, opening: start, style: definition.style, theme: definition.theme, context: context),
      to: output.path)
  }

  private func drawTransition(
    _ text: String, _ dataset: DatasetDefinition, _ strategies: [NamedClusterer],
    _ definition: DrawingDefinition, _ shapes: [MapShapes], _ registry: Registry
  ) throws -> Picture {
    let context = try running.context()
    if let given = view.given {
      throw Failure.usage("--diff draws the views of --from and --to; leave out \(given)")
    }
    guard !definition.choosesLayers else {
      throw Failure.usage("--layers choose parts of a map; --diff has its own")
    }
    let way = try Choice.one(Node(.text(text), place: "--diff"), kind: .diff, in: registry)
    let diff = try way.make()
    let (from, to) = try transition.viewports(
      screen: view.screen, planar: try reading.definition().planar)
    let points = try dataset.reading(way.columns).read(context: context).points.points
    let pictures = try strategies.enumerated().map { index, named in
      let map = try named.clusterer.build(points, context: context)
      let old = try map.frame(for: from, context: context)
      let new = definition.style.applied(to: try map.frame(for: to, after: old, context: context))
      if index == 0 {
        Console.note(viewOf: old, "--from")
        Console.note(viewOf: new, "--to")
      }
      var drawing = TransitionDrawing(title: "\(dataset.title) · \(way.label) of \(named.name)")
      drawing.hasCoast = definition.base.coast
      drawing.shapes = shapes
      let transition = try diff.transition(from: old, to: new)
      return try drawing.picture(of: transition, from: old, to: new, moves: try motion.definition().moves)
    }
    return Picture.grid(pictures, columns: Picture.columns(for: pictures.count))
  }
}

extension DatasetDefinition {
  /// The name above a map: that of the file without its folder, or the generator.
  fileprivate var title: String { path?.split(separator: "/").last.map(String.init) ?? name }
}

extension PlotCommand {
  /// The two views, and the diff between them.
  struct TransitionOptions: ParsableArguments {
    @Option(
      defaultAsFlag: "membership",
      help: ArgumentHelp(
        "Draw how the markers of one view become those of another, as in 'ancestry'.", valueName: "diff"))
    var diff: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("The view before: LON,LAT,ZOOM or LON,LAT,ZOOM,WxH.", valueName: "view"))
    var from: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("The view after, in the same form.", valueName: "view"))
    var to: String?

    /// Throws for views that would have no effect.
    func checkAbsence() throws(Failure) {
      if from != nil || to != nil {
        throw .usage("--from and --to are the views of --diff, which is missing")
      }
    }

    /// The views, checked.
    func viewports(screen: Flags<ScreenDefinition>, planar: Bool) throws -> (from: Viewport, to: Viewport) {
      guard let from, let to else { throw Failure.usage("--diff needs two views, --from and --to") }
      return (
        try screen.viewport(from, option: "--from", planar: planar),
        try screen.viewport(to, option: "--to", planar: planar)
      )
    }
  }
}
