import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldScripting
import PinfoldServer
import PinfoldVerbs

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration("serve")

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

  /// The words of the command line that say which data to read, and how, for the line that reproduces a view:
  /// those behind the subcommand, but for other flags and their values.
  private static var dataWords: [String] {
    let flags = [
      StrategiesDefinition.optionDescriptions, BoxDefinition.optionDescriptions,
      ScreenDefinition.optionDescriptions, ServeDefinition.optionDescriptions,
    ].joined().flatMap(DefinedFlag.all)
    var words: [String] = []
    var rest = ProgramStart.current.arguments.dropFirst()
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let declared = flags.first { $0.flag == name || "--no-" + $0.flag.dropFirst(2) == name }
      guard declared != nil || name == "--view" else {
        words.append(word)
        continue
      }
      let takesValue = declared.map { $0.form == .value || $0.form == .values } ?? true
      if takesValue, parts.count == 1 { rest = rest.dropFirst() }
    }
    return words
  }
}

extension LiveSubject {
  /// Checks repeatedly whether plugins were saved, and notifies the pages.
  ///
  /// - Parameter changed: called after each change.
  func reloadPlugins(of workbench: Workbench, changed: (Workbench) -> Void = { _ in }) async {
    var workbench = workbench
    while (try? await Task.sleep(for: .milliseconds(400))) != nil {
      let changes = workbench.reloadPlugins()
      guard !changes.isEmpty else { continue }
      var problems: [String: String] = [:]
      for entry in workbench.plugins {
        if let plugin = entry.plugin, let error = entry.error { problems[plugin.name] = "\(error)" }
      }
      await replace(workbench.registry, changes: changes, problems: problems)
      changed(workbench)
    }
  }
}
