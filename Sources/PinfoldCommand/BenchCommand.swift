import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldScripting
import PinfoldVerbs

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration("bench")

  @OptionGroup(title: "Data") var data: DataOptions

  @OptionGroup(title: "What to time") var subject: Flags<BenchDefinition>
  @OptionGroup(title: "Result") var result: ResultOptions<TableFormat>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func run() throws {
    let format = try result.chosen()
    let registry = try plugins.workbench().registry
    let wanted = try subject.definition(registry: registry)
    let dataset = try data.one(
      reading, registry, usual: "cities(count=100000)", with: wanted.strategies.columns)
    let times = try running.answer(BenchStrategies(dataset, wanted), threads: 1)
    for named in try wanted.strategies.named() where named.clusterer.isGivenEveryPoint {
      Console.note(
        "\(named.name): declares no 'reach', so every query is given every point, "
          + "which takes most of its time")
    }
    try Output.deliver(times.written(as: format), to: result.output.path)
    try Console.report(times.failures)
  }
}
