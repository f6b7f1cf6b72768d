import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldScripting
import PinfoldServer
import Platform

/// `pinfold serve`: a map in the browser that moves, of one strategy or of several side by side.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show data on a map in the browser that can be moved, one strategy beside another.",
    discussion: """
      It prints the address of the page, and serves until Ctrl-C. One to four panes share one view; every parameter can \
      be changed, every transition played slowly, and what is selected in one pane lights up in the others.

      Maps of other programs read its clusters as vector tiles: tiles.json behind the address describes them, with \
      ?strategy=grid for another strategy than the first.

      Nobody finds the page without the token in the address, and nobody but this machine reaches it without --host.

      Examples:
        pinfold serve cities.csv
        pinfold serve cities.geojsonl.gz --strategy 'radius,grid(cellSize=80)'
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
    guard strategies.count <= LiveBeginning.mostPanes else {
      throw Failure.usage(
        "--strategy: a page shows \(LiveBeginning.mostPanes) strategies at most, not \(strategies.count)")
    }
    let definition = try server.definition()
    let host = try definition.host.map(Self.host)
    let token = try definition.token.map(Self.token) ?? AccessToken()
    let wanted = try view.definition(planar: try reading.definition().planar)
    let dataset = try data.one(reading, workbench.registry, attributes: .all)
    let (points, follower) = try Self.read(dataset, follows: definition.follow)
    let viewport = try wanted?.viewport(on: points.points.projection)
    guard viewport?.bearing ?? 0 == 0 else { throw Failure.usage("--bearing: the page has north up") }
    let subject = LiveSubject(
      points, registry: workbench.registry,
      beginning: LiveBeginning(
        view: viewport, strategies: strategies, words: Self.dataWords, lua: dataset.lua))
    do {
      let map = try LiveMap(
        subject, host: host, port: UInt16(definition.port), token: token,
        tileOrigins: definition.allowOrigin)
      try Console.write("\(map.address)\n")
      if definition.open { Browser.open(map.address) }
      Task { await Self.reload(workbench, for: subject) }
      Task { await follower?.run(for: subject) { Console.note($0) } }
      try map.wait()
    } catch let error as LiveServerError {
      throw Failure.failed("\(error)")
    }
  }

  /// Reads the points, and returns what takes up those that come later.
  private static func read(
    _ dataset: DatasetDefinition, follows: Bool
  ) throws -> (points: NamedPoints, follower: DataFollower?) {
    guard follows else { return (try dataset.read(context: RunContext()), nil) }
    guard let path = dataset.path else {
      throw Failure.usage("--follow: generated points do not grow; name a file, or - for standard input")
    }
    var follower =
      path == "-"
      ? DataFollower(dataset, FollowedStream(descriptor: STDIN_FILENO)) : DataFollower(dataset, path: path)
    let first = try follower.first()
    for warning in first.report?.warnings ?? [] { Console.note(warning) }
    return (first, follower)
  }

  /// Reads an address, and warns of one that other machines reach.
  private static func host(_ text: String) throws(Failure) -> LiveHost {
    guard let host = LiveHost(text) else {
      throw .usage("--host '\(text)': expected an address in numbers, as in 127.0.0.1 or ::1")
    }
    if host.isOpen {
      Console.note("other machines can reach \(text); whoever knows the address sees the data")
    }
    return host
  }

  private static func token(_ text: String) throws(Failure) -> AccessToken {
    guard let token = AccessToken(text) else {
      throw .usage("--token: expected 32 letters and digits or more")
    }
    return token
  }

  /// The words of the command line that name the data and the plugins.
  private static var dataWords: [String] {
    let flags =
      StrategiesDefinition.optionDescriptions + BoxDefinition.optionDescriptions
      + ScreenDefinition.optionDescriptions + ServeDefinition.optionDescriptions
    return DataWords.all(
      of: Array(CommandLine.arguments.dropFirst(2)), without: flags.flatMap(DefinedFlag.all),
      others: ["--view"])
  }

  /// Looks again and again whether plugins were saved, and tells the pages.
  private static func reload(_ workbench: Workbench, for subject: LiveSubject) async {
    var workbench = workbench
    while (try? await Task.sleep(for: .milliseconds(400))) != nil {
      let changes = workbench.reloadPlugins()
      guard !changes.isEmpty else { continue }
      var problems: [String: String] = [:]
      for entry in workbench.plugins {
        if let plugin = entry.plugin, let error = entry.error { problems[plugin.name] = "\(error)" }
      }
      await subject.replace(workbench.registry, changes: changes, problems: problems)
    }
  }
}
