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
        pinfold plot stations.csv --strategy pca --view -3.7,40.4,6,900x600 \\
            --layers graticule,hulls,markers,scale -o madrid.png --theme dark
        pinfold plot stations.csv --strategy grid,pca,kmeans -o three.pdf
        pinfold plot stations.csv --by passengers:sum --names name -o passengers.svg
        pinfold plot stations.csv --diff --from 2.35,48.86,6 --to 2.35,48.86,7 -o zoom.svg

      Layers are coast, graticule, cells, hulls, legs, points, markers, spread, scale and legend; spread opens \
      stacks.       PNG and PDF need the program rsvg-convert, pictures on a terminal the program chafa.
      """)

  @OptionGroup(title: "Data") var data: DataOptions

  @OptionGroup(title: "Strategy and markers") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "View") var view: ViewOptions
  @OptionGroup(title: "Transition") var transition: TransitionOptions
  @OptionGroup(title: "Picture") var output: PictureOutputOptions
  @OptionGroup(title: "Picture") var drawing: Flags<DrawingDefinition>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func run() throws {
    Interrupts.endProcess()
    // Every mistake that the arguments alone show is reported before the data are read.
    try output.check()
    let registry = try plugins.workbench().registry
    let chosen = try choice.strategies(in: registry, usual: Registry.usualStrategy)
    let strategies = try chosen.map { try $0.named() }
    let drawing = try drawing.definition()
    let dataset = try data.one(reading, registry, with: chosen.flatMap(\.columns) + drawing.requests)
    let whole =
      if let diff = transition.diff {
        try drawTransition(diff, dataset, strategies, drawing, registry)
      } else {
        try drawMaps(dataset, strategies, drawing)
      }
    try output.deliver(whole, in: drawing.theme)
  }

  private func drawMaps(
    _ dataset: DatasetDefinition, _ strategies: [NamedClusterer], _ definition: DrawingDefinition
  ) throws -> Picture {
    let context = try running.context()
    try transition.checkAbsence()
    let wanted = try view.definition(planar: try reading.definition().planar)
    let screen = try view.screen.definition().viewport
    let (data, report) = try dataset.read(context: context)
    let points = data.points
    let viewport = try wanted?.viewport(on: points.projection) ?? screen.fitted(to: points)
    let maps = try strategies.map { named in
      let map = try named.clusterer.build(points, context: context)
      let frame = try map.frame(for: viewport, context: context)
      return try definition.picture(
        of: frame, on: map, title: "\(dataset.title) · \(named.name)", usual: named.style(in: frame.view),
        context: context
      ) { report?.column(named: $0) ?? $0 }
    }
    return Picture.grid(maps, columns: Picture.columns(for: maps.count))
  }

  private func drawTransition(
    _ text: String, _ dataset: DatasetDefinition, _ strategies: [NamedClusterer],
    _ definition: DrawingDefinition, _ registry: Registry
  ) throws -> Picture {
    let context = try running.context()
    guard !view.isGiven else {
      throw Failure.usage("--diff draws the views of --from and --to; leave out --view, --bbox and --zoom")
    }
    guard !definition.choosesLayers else {
      throw Failure.usage("--layers choose parts of a map; --diff has its own")
    }
    let way = try Choice.one(Node(.text(text), place: "--diff"), kind: .diff, in: registry)
    let diff = try way.make()
    let (from, to) = try transition.viewports(
      screen: view.screen, planar: try reading.definition().planar)
    let points = try dataset.reading(way.columns).read(context: context).points.points
    let pictures = try strategies.map { named in
      let map = try named.clusterer.build(points, context: context)
      let old = try map.frame(for: from, context: context)
      let new = try map.frame(for: to, after: old, context: context)
      var drawing = TransitionDrawing(title: "\(dataset.title) · \(way.label) of \(named.name)")
      drawing.style = definition.style(usual: named.style(in: new.view))
      drawing.hasCoast = definition.base.coast
      return drawing.picture(of: try diff.transition(from: old, to: new), from: old, to: new)
    }
    return Picture.grid(pictures, columns: Picture.columns(for: pictures.count))
  }
}

extension DatasetDefinition {
  /// The name above a map: that of the file without its folder, or the generator.
  fileprivate var title: String { path?.split(separator: "/").last.map(String.init) ?? name }
}

extension NamedClusterer {
  /// The size of its markers: separated markers are as large as the separation assumed.
  fileprivate func style(in view: ProjectedView) -> MarkerStyle {
    clusterer.separation?.style(atZoom: view.viewport.standardZoom) ?? MarkerStyle()
  }
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
