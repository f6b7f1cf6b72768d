import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting

/// `pinfold cluster`: the clusters of one view.
struct ClusterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cluster",
    abstract: "Cluster the points of a file for one view.",
    discussion: """
      Examples:
        pinfold cluster stations.csv
        pinfold cluster stations.csv --strategy 'pca(budget=50)' \\
            --view -3.7,40.4,6 --output madrid.geojson
        pinfold cluster cities.gpkg --within -10,35,30,60 --strategy none \\
            --output europe.fgb
        pinfold cluster cities.csv --bbox -10,35,30,60 --zoom 5 --format geojson \\
            --properties supercluster
        pinfold cluster cities.csv --aggregate population:sum,mean --find 2988507
        pinfold cluster cities.csv --of 05f2be6871e5a24c --show leaves --limit 100
        zcat cities.geojsonl.gz | pinfold cluster - --members --format json

      'pinfold list strategies' tells which strategies there are and what can be set.
      """)

  @OptionGroup(title: "Data") var data: DataOptions

  @OptionGroup(title: "Strategy and markers") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "View") var view: ViewOptions
  @OptionGroup(title: "View") var clip: Flags<ClipDefinition>

  @OptionGroup(title: "Result") var result: ResultOptions<Format>
  @Flag(name: .customLong("all"), help: "Show every cluster in the table, not only the 20 largest.")
  var showsAll = false

  @OptionGroup(title: "Result") var writing: Flags<WritingDefinition>
  @OptionGroup(title: "Result") var parts: Flags<PartsDefinition>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func run() throws {
    Interrupts.endProcess()
    let context = try running.context()
    // Every mistake that the arguments alone show is reported before the data are read.
    let read = try reading.definition()
    let format = try result.chosen()
    if read.planar && format == .geojson {
      throw Failure.usage(
        "--format geojson holds longitudes and latitudes only; use json or csv with --planar")
    }
    let registry = try plugins.workbench().registry
    let strategy = try choice.one(in: registry)
    let clusterer = try strategy.clusterer()
    let writing = try writing.definition()
    if writing.hull, format == .table {
      throw Failure.usage("--hull: a table has no room for hulls; use --format json, geojson or csv")
    }
    let parts = try parts.definition()
    let wanted = try view.definition(planar: read.planar)
    let screen = try view.screen.definition().viewport

    let usual: AttributeChoice = format == .table ? .none : .all
    let dataset = try data.one(
      reading, registry, attributes: writing.keep == AttributeChoice.none ? .none : usual,
      with: strategy.columns + writing.requests)
    let (named, report) = try dataset.read(context: context)
    let points = named.points
    let map = try clusterer.build(points, context: context)
    var viewport = try wanted?.viewport(on: points.projection) ?? screen.fitted(to: points)
    if let clip = try clip.definition().clip ?? writing.clip { viewport.clip = clip }
    let frame = try map.frame(for: viewport, context: context)
    Console.note(viewOf: frame)
    let overlaps = try clusterer.separation?.collisions(in: frame, context: context)
    let shown = try parts.parts(of: frame, on: map, context: context) ?? frame
    var writer = try writing.writer(of: shown, on: map, keeping: usual, context: context) { name in
      report?.column(named: name) ?? name
    }
    writer.onlyCluster = try parts.foundCluster(in: writer.frame)
    var origin = strategy.origin(
      of: clusterer, overlaps: overlaps, totalRows: report?.rows ?? points.count)
    origin.selected = clusterer.selected
    let bytes =
      switch format {
      case .table: Array(table(writer, label: strategy.label, overlaps: overlaps ?? 0).utf8)
      case .json: writer.json(origin)
      case .geojson: writer.geoJSON()
      case .csv: writer.csv()
      case .gpkg: try writer.geoPackage()
      case .fgb: try writer.flatGeobuf()
      }
    try Output.deliver(bytes, to: result.output.path)
  }

  private func table(_ writer: FrameWriter, label: String, overlaps: Int) -> String {
    let frame = writer.frame
    let shown = (0..<frame.count).reduce(0) { $0 + writer.pointCounts[$1] }
    var text = """
      \(label): \(counted(frame.count, "cluster")) of \(counted(shown, "point")), \
      \(writer.pointCounts.total - shown) out of view
      view: \(frame.view.viewport.inWords)

      """
    if let size = frame.effectiveSize { text += "effective size: \(short(size)) screen points\n" }
    if !frame.hidden.isEmpty {
      text += "\(counted(frame.hidden.count, "marker")) hidden under others of higher priority\n"
    }
    if overlaps > 0 {
      text +=
        "markers of different groups, or of points that never merge, overlap in \(counted(overlaps, "pair"))\n"
    }
    guard frame.count > 0 else { return text }
    if writer.onlyCluster != nil {
      return text + "only the cluster of the point that was asked for:\n\n" + writer.table()
    }
    let limit = showsAll ? frame.count : 20
    text += "\n" + writer.table(limit: limit)
    if frame.count > limit { text += "… and \(frame.count - limit) more (--all shows them)\n" }
    return text
  }
}

extension ClusterCommand {
  enum Format: String, FileFormat {
    case table, json, geojson, csv, gpkg, fgb

    static let usual = table

    var endings: [String] { self == .table ? ["txt"] : [rawValue] }

    var isText: Bool { self != .gpkg && self != .fgb }
  }
}
