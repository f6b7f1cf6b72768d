import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldTiles
import PinfoldVerbs

struct IndexCommand: VerbCommand {
  static let configuration = CommandConfiguration("index")

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "Strategies") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "Result") var output: IndexOutput
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func verb(_ registry: Registry) throws -> PinfoldVerbs.Index {
    guard output.path.lowercased().hasSuffix(".pinfold") else {
      throw Failure.usage("--output '\(output.path)': expected a name that ends in .pinfold")
    }
    let strategies = try choice.strategies(in: registry, usual: Registry.usualStrategy)
    let dataset = try data.one(
      reading, registry, attributes: .all, with: strategies.flatMap(\.columns))
    return PinfoldVerbs.Index(dataset, by: strategies)
  }

  func deliver(_ answer: IndexContent) throws {
    let size = try Interrupts.shielded { try answer.write(to: output.path) }
    let strategies = answer.maps.map { "by \($0.strategy.label)" }
    let parts = ([counted(answer.data.points.count, "point")] + strategies).joined(separator: ", ")
    Console.note("\(output.path): \(parts), \(short(Double(size) / 1e6)) MB")
  }

  struct IndexOutput: ParsableArguments {
    @Option(
      name: .output,
      help: .value("file", "File to write, which appears only when complete; its name ends in .pinfold."),
      completion: .file())
    var path: String
  }
}

struct TilesCommand: VerbCommand {
  static let configuration = CommandConfiguration("tiles")

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "Strategy and markers") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "Tiles") var tiles: Flags<TilesDefinition>
  @OptionGroup(title: "Tiles") var output: TilesOutput
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  private var archive: TileArchive {
    get throws(Failure) {
      guard let archive = TileArchive(named: output.path) else {
        throw .usage("--output '\(output.path)': expected \(TileArchive.expectation)")
      }
      return archive
    }
  }

  func verb(_ registry: Registry) throws -> Tiles {
    let isPacked = try archive.packsTiles
    let strategy = try choice.one(in: registry)
    let options = try tiles.definition()
    let dataset = try data.one(
      reading, registry, attributes: options.writing.keep == AttributeChoice.none ? .none : .all,
      with: strategy.columns + options.writing.requests)
    return Tiles(.asked(FrameRequest(dataset, by: [strategy])), options, isPacked: isPacked)
  }

  func deliver(_ answer: TileSet) throws {
    let archive = try archive
    try Interrupts.shielded { () throws(DataError) in try archive.write(answer, to: output.path) }
    let zooms = try tiles.definition().plan(packsTiles: archive.packsTiles).zooms
    Console.note(
      "\(output.path): \(counted(answer.tiles.count, "tile")) of zooms \(zooms.lowerBound) to "
        + "\(zooms.upperBound), \(short(Double(answer.byteCount) / 1e6)) MB")
  }

  struct TilesOutput: ParsableArguments {
    @Option(
      name: .output,
      help: .value(
        "file",
        "What to write, which appears only when complete: \(TileArchive.expectation) that is not there yet."),
      completion: .file())
    var path: String
  }
}
