import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDrawing
import PinfoldEvaluation
import PinfoldScripting
import PinfoldStudies

/// `pinfold plot`: the clusters of one view as a picture, of one strategy or of several side by side.
struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw the clusters of one view as an SVG map.",
    discussion: """
      Examples:
        pinfold plot stations.csv --output map.svg
        pinfold plot stations.csv --strategy pca --view -3.7,40.4,6,900x600 \\
            --layers graticule,hulls,markers,scale -o madrid.svg
        pinfold plot stations.csv --compare 'grid,pca,kmeans' -o three.svg

      Layers are graticule, hulls, legs, points, markers, scale and legend. The picture follows the reader's \
      preference for light or dark.
      """)

  @Argument(
    help: "CSV, TSV, GeoJSON or JSON arrays, gzip'd or not; - for standard input.", completion: .file())
  var data: String

  @OptionGroup(title: "Strategy") var choice: ClusterCommand.StrategyOptions
  @OptionGroup(title: "Markers") var clustering: ClusteringOptions
  @OptionGroup(title: "View") var view: ViewOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions
  @OptionGroup(title: "Reading the data") var reading: DataOptions
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: RunOptions

  func run() throws {
    Interrupts.endProcess()
    let context = running.context()
    // Everything that the arguments alone show to be wrong comes before the data are read.
    let layers = try picture.chosenLayers()
    try picture.checkOutput()
    let registry = try plugins.workbench().registry
    let clusterers = try clusterers(registry)
    let wanted = try view.viewport(planar: reading.planar)
    let screen = try view.screen.somewhere()

    let (points, _) = try reading.load(data)
    let viewport = wanted ?? screen.fitted(to: points)
    let maps = try clusterers.map { named in
      let frame = try named.clusterer.build(points, context: context).frame(for: viewport, context: context)
      var drawing = MapDrawing(title: named.name, layers: layers)
      // Markers that were kept apart are as large as was reckoned with.
      if let style = named.clusterer.separation?.style { drawing.style = style }
      return drawing.picture(of: frame)
    }
    let whole = Picture.grid(maps, columns: Picture.columns(for: maps.count))
    try Output.deliver(whole.svg, to: picture.output.path)
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

extension PlotCommand {
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

    @OptionGroup var output: OutputOptions

    /// The layers that were asked for.
    func chosenLayers() throws(Failure) -> MapDrawing.Layers {
      guard let layers else { return .standard }
      do {
        return try MapDrawing.Layers(names: layers.split(separator: ",").map(String.init))
      } catch {
        throw .usage("--layers '\(layers)': \(error)")
      }
    }

    /// Refuses names of files that promise another format.
    func checkOutput() throws(Failure) {
      guard let path = output.path, let dot = path.lastIndex(of: ".") else { return }
      let format = path[path.index(after: dot)...].lowercased()
      guard ["png", "pdf"].contains(format) else { return }
      let name = path[..<dot]
      throw .usage(
        "--output '\(path)': plot writes SVG; write '\(name).svg', which 'rsvg-convert -f \(format) \(name).svg "
          + "-o \(path)' of Debian's librsvg2-bin turns into \(format.uppercased())")
    }
  }
}
