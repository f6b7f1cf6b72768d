import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldScripting
import PinfoldServer
import PinfoldVerbs

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Open a live map in the browser, with strategies side by side.",
    discussion: """
      Prints the address of the page, and serves until Ctrl-C. One to four panes share one view; every parameter can be \
      changed, every transition played slowly, and points selected in one pane are highlighted in the others.

      Other maps can read the clusters as vector tiles: tiles.json at the address describes them; ?strategy=grid \
      selects a strategy other than the first.

      The page cannot be opened without the token in its address, and only from this machine unless you give --host.

      Examples:
        pinfold serve cities.csv
        pinfold serve cities.geojsonl.gz --strategy 'radius,grid(cellSize=80)'
        pinfold serve towns --by population:sum
        pinfold serve --generate cities,count=100000 --port 8080 --no-open
      """)

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "Strategies and markers") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "View") var view: ViewOptions
  @OptionGroup(title: "Server") var server: Flags<ServeDefinition>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func run() throws {
    Interrupts.endProcess()
    // Every mistake that the arguments alone show is reported before the data are read.
    let workbench = try plugins.workbench()
    let strategies = try choice.strategies(in: workbench.registry, usual: Registry.usualStrategy)
    let options = try server.definition()
    let view = try view.definition(planar: try reading.definition().planar)
    var serve = Serve(
      try data.one(reading, workbench.registry, attributes: .all), by: strategies, options,
      in: workbench.registry)
    serve.view = view
    serve.words = Self.dataWords
    serve.recommend = Workbench.recommend
    let map = try serve.answer(.command(RunContext()))
    try Console.write("\(map.address)\n")
    if options.open { Browser.open(map.address) }
    Task { await map.subject.reloadPlugins(of: workbench) }
    try map.wait()
  }

  /// The words of the command line that name the data and the plugins.
  private static var dataWords: [String] {
    let flags =
      StrategiesDefinition.optionDescriptions + BoxDefinition.optionDescriptions
      + ScreenDefinition.optionDescriptions + ServeDefinition.optionDescriptions
    return DataWords.all(
      of: Array(ProgramStart.current.arguments.dropFirst()), without: flags.flatMap(DefinedFlag.all),
      others: ["--view"])
  }
}
