import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
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
      name: [.customShort("o"), .customLong("output")],
      help: ArgumentHelp(
        "File to write, which appears only when complete; its name ends in .pinfold.",
        valueName: "file"),
      completion: .file())
    var path: String
  }
}
