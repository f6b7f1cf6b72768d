import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDrawing
import PinfoldEvaluation
import PinfoldScripting
import PinfoldStudies

/// `pinfold plot`: the clusters of one view as a picture, of one strategy or of several side by side, or how they become
/// those of another view.
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
        pinfold plot stations.csv --compare 'grid,pca,kmeans' -o three.pdf
        pinfold plot stations.csv --diff --from 2.35,48.86,6 --to 2.35,48.86,7 -o zoom.svg

      Layers are graticule, cells, hulls, legs, points, markers, spread, scale and legend; spread opens stacks. \
      PNG and PDF need the program rsvg-convert, pictures on a terminal the program chafa.
      """)

  @Argument(
    help: "CSV, TSV, GeoJSON or JSON arrays, gzip'd or not; - for standard input.", completion: .file())
  var data: String

  @OptionGroup(title: "Strategy") var choice: ClusterCommand.StrategyOptions
  @OptionGroup(title: "Markers") var clustering: ClusteringOptions
  @OptionGroup(title: "View") var view: ViewOptions
  @OptionGroup(title: "Transition") var transition: TransitionOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions
  @OptionGroup(title: "Reading the data") var reading: DataOptions
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: RunOptions

  func run() throws {
    Interrupts.endProcess()
    // Everything that the arguments alone show to be wrong comes before the data are read.
    let layers = try picture.chosenLayers()
    try picture.output.check()
    let registry = try plugins.workbench().registry
    let clusterers = try clusterers(registry)
    let whole =
      if let diff = transition.diff {
        try drawTransition(diff, clusterers, registry)
      } else {
        try drawMaps(layers, clusterers)
      }
    try picture.output.deliver(whole)
  }

  private func drawMaps(_ layers: MapDrawing.Layers, _ clusterers: [NamedClusterer]) throws -> Picture {
    let context = running.context()
    try transition.checkAbsence()
    let wanted = try view.viewport(planar: reading.planar)
    let screen = try view.screen.somewhere()
    let (points, _) = try reading.load(data)
    let viewport = wanted ?? screen.fitted(to: points)
    let maps = try clusterers.map { named in
      let map = try named.clusterer.build(points, context: context)
      let frame = try map.frame(for: viewport, context: context)
      var drawing = MapDrawing(title: named.name, layers: layers)
      drawing.style = named.style
      let cells = layers.contains(.cells) ? try map.cells(in: frame.view, context: context) : nil
      return drawing.picture(of: frame, cells: cells ?? [])
    }
    return Picture.grid(maps, columns: Picture.columns(for: maps.count))
  }

  private func drawTransition(
    _ text: String, _ clusterers: [NamedClusterer], _ registry: Registry
  ) throws -> Picture {
    let context = running.context()
    guard view.view == nil else {
      throw Failure.usage("--diff draws the views of --from and --to; leave --view out")
    }
    guard picture.layers == nil else {
      throw Failure.usage("--layers choose parts of a map; --diff has its own")
    }
    let way = try Specification.one(text, option: "--diff")
    let (diff, _) = try registry.make(way, kind: .diff)
    let (from, to) = try transition.viewports(screen: view.screen, planar: reading.planar)
    let (points, _) = try reading.load(data)
    let pictures = try clusterers.map { named in
      let map = try named.clusterer.build(points, context: context)
      let old = try map.frame(for: from, context: context)
      let new = try map.frame(for: to, after: old, context: context)
      var drawing = TransitionDrawing(title: "\(way.label) of \(named.name)")
      drawing.style = named.style
      return drawing.picture(of: try diff.transition(from: old, to: new), from: old, to: new)
    }
    return Picture.grid(pictures, columns: Picture.columns(for: pictures.count))
  }

  private func clusterers(_ registry: Registry) throws -> [NamedClusterer] {
    let specification = try choice.specification()
    if let list = picture.compare {
      guard specification.label == "grid" else {
        throw Failure.usage("--compare takes the place of --strategy and --set; give one or the other")
      }
      return try registry.clusterers(list, option: "--compare", clustering)
    }
    let strategy = try registry.make(specification, kind: .strategy).product
    return [NamedClusterer(specification.label, try clustering.clusterer(strategy, registry: registry))]
  }
}

extension NamedClusterer {
  /// How large its markers are drawn: those that were kept apart as large as was reckoned with.
  fileprivate var style: MarkerStyle { clusterer.separation?.style ?? MarkerStyle() }
}

extension PlotCommand {
  /// Between which views to go, and how.
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

    /// Refuses views that nothing would be done with.
    func checkAbsence() throws(Failure) {
      if from != nil || to != nil {
        throw .usage("--from and --to are the views of --diff, which is missing")
      }
    }

    /// The views, checked.
    func viewports(screen: ScreenOptions, planar: Bool) throws -> (from: Viewport, to: Viewport) {
      guard let from, let to else { throw Failure.usage("--diff needs two views, --from and --to") }
      return (
        try screen.viewport(from, option: "--from", planar: planar),
        try screen.viewport(to, option: "--to", planar: planar)
      )
    }
  }

  /// What to draw, and where to write it.
  struct PictureOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "What to draw, as in points,hulls,markers. Without it: graticule, points, markers and scale.",
        valueName: "list"))
    var layers: String?

    @Option(
      help: ArgumentHelp(
        "Strategies to draw side by side, as in 'grid,pca(maximum=50)', instead of --strategy.",
        valueName: "list"), completion: .strategies)
    var compare: String?

    @OptionGroup var output: PictureOutputOptions

    /// The layers that were asked for.
    func chosenLayers() throws(Failure) -> MapDrawing.Layers {
      guard let layers else { return .standard }
      do {
        return try MapDrawing.Layers(names: layers.split(separator: ",").map(String.init))
      } catch {
        throw .usage("--layers '\(layers)': \(error)")
      }
    }
  }
}
