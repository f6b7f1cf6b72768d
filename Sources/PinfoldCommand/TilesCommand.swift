import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldScripting
import PinfoldTiles

/// `pinfold tiles`: the clusters of all zooms as vector tiles.
struct TilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tiles",
    abstract: "Write the clusters of all zooms as vector tiles.",
    discussion: """
      Examples:
        pinfold tiles stations.csv --output stations.pmtiles
        pinfold tiles cities.csv -o cities.mbtiles --zooms 0-10 --strategy 'radius(radius=50)' \\
            --layer-name cities --aggregate population:sum --keep name
        pinfold tiles cities.csv -o tiles --expansion-zoom

      Features have the properties that supercluster gives them, but for --properties pinfold: cluster, \
      cluster_id, point_count, and so on; a single point has its own columns. Every cluster is on one tile, and on \
      those in whose buffer it stands. No strategy is taken whose clusters change as a map is panned, such as pca.
      """)

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "Strategy and markers") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "Tiles") var tiles: Flags<TilesDefinition>
  @OptionGroup(title: "Tiles") var output: TilesOutput
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func run() throws {
    Interrupts.endProcess()
    let context = try running.context()
    guard let archive = TileArchive(named: output.path) else {
      throw Failure.usage("--output '\(output.path)': expected \(TileArchive.expectation)")
    }
    if try reading.definition().planar {
      throw Failure.usage("tiles show the globe; leave --planar out")
    }
    let registry = try plugins.workbench().registry
    let strategy = try choice.one(in: registry)
    let clusterer = try strategy.clusterer()
    let tiles = try tiles.definition()
    let writing = tiles.writing

    let dataset = try data.one(
      reading, registry, attributes: writing.keep == AttributeChoice.none ? .none : .all,
      with: strategy.columns + writing.requests)
    let (named, report) = try dataset.read(context: context)
    let map = try clusterer.build(named.points, context: context)
    let plan = tiles.plan(packsTiles: archive.packsTiles)
    let set = try TilePyramid(of: map, plan, context: context).tiles { frame in
      try writing.writer(of: frame, on: nil, keeping: .all, context: context) { name in
        report?.column(named: name) ?? name
      }
    }
    try Interrupts.shielded { () throws(DataError) in try archive.write(set, to: output.path) }
    Console.note(
      "\(output.path): \(counted(set.tiles.count, "tile")) of zooms \(plan.zooms.lowerBound) to "
        + "\(plan.zooms.upperBound), \(short(Double(set.byteCount) / 1e6)) MB")
  }
}

extension TilesCommand {
  /// The destination of tiles.
  struct TilesOutput: ParsableArguments {
    @Option(
      name: [.customShort("o"), .customLong("output")],
      help: ArgumentHelp(
        "What to write, which appears only when complete: \(TileArchive.expectation) that is not there yet.",
        valueName: "file"),
      completion: .file())
    var path: String
  }
}
