import ArgumentParser
import Dispatch
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import PinfoldServer
import PinfoldVerbs
import Synchronization

extension PluginCommand {
  struct LabCommand: ParsableCommand {
    static let configuration = CommandConfiguration("plugin lab")

    @Argument(help: "A Lua file with a strategy.", completion: .file(extensions: ["lua"]))
    var plugin: String

    @OptionGroup(title: "Data") var data: DataOptions

    @Option(help: "A strategy to show beside it.", completion: .strategies)
    var strategy: String?

    @OptionGroup(title: "Server") var server: Flags<LabDefinition>
    @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    func run() throws {
      Interrupts.endProcess()
      let workbench = try plugins.workbench().preferring([plugin])
      let options = try server.definition().server
      let registry = workbench.registry
      let lab = PluginLab(path: plugin)
      var strategies = [try lab.strategy(in: workbench)]
      if let strategy {
        strategies += try ClustererDefinition.all(Node(.word(strategy), place: "--strategy"), in: registry)
      }
      var data = data
      if data.files.isEmpty, data.generators.isEmpty { data.files = ["towns"] }
      let serve = Serve(
        try data.one(reading, registry, attributes: .all), by: strategies, options, in: registry)
      let map = try serve.answer(.command(RunContext()))
      try Console.write("\(map.address)\n")
      if options.open { Browser.open(map.address) }
      let judge: @Sendable (Workbench) -> Void = { lab.judge($0, for: map.subject) }
      judge(workbench)
      Task { await map.subject.reloadPlugins(of: workbench, changed: judge) }
      try map.wait()
    }
  }
}

/// The options of a live map that begins with the file's strategy.
struct LabDefinition: Definition {
  private(set) var server = ServeDefinition()

  static let owner = ServeDefinition.owner
  static let options = ServeDefinition.options(in: \Self.server).filter { $0.about.name != "suggest" }
}

/// The checks of one file, of which only the last counts.
private final class PluginLab: Sendable {
  private let path: String
  private let latest = Mutex(Cancellation())

  init(path: String) { self.path = path }

  func judge(_ workbench: Workbench, for subject: LiveSubject) {
    let cancellation = Cancellation()
    latest.withLock { latest in
      latest.cancel()
      latest = cancellation
    }
    subject.judge(LiveVerdict(.checking, "Checking the contract …"))
    DispatchQueue.global().async { [self] in
      let verdict = verdict(in: workbench, RunContext(cancellation: cancellation))
      if !cancellation.isCancelled { subject.judge(verdict) }
    }
  }

  /// The file's strategy.
  ///
  /// - Parameter setting: a parameter that it is given, as "cellSize=4096".
  func strategy(in workbench: Workbench, with setting: String? = nil) throws -> ClustererDefinition {
    let form = try name(in: workbench) + (setting.map { "(\($0))" } ?? "")
    return try ClustererDefinition.one(Node(.word(form), place: path), in: workbench.registry)
  }

  private func name(in workbench: Workbench) throws -> String {
    guard let entry = workbench.plugins.first(where: { $0.path == path }), let plugin = entry.plugin else {
      throw Failure.failed("\(path) is gone")
    }
    if let error = entry.error { throw error }
    guard plugin.kind == .strategy else {
      throw Failure.usage("\(path) is a \(plugin.kind.rawValue); 'pinfold plugin check \(path)' checks it")
    }
    return plugin.name
  }

  private func verdict(in workbench: Workbench, _ context: RunContext) -> LiveVerdict {
    do {
      let subject = try ContractSubject.find(
        try name(in: workbench), kind: PluginKind.strategy.rawValue, in: workbench.registry)
      let check = CheckDefinition()
      let report = try subject.report(on: check.samples(of: subject), context: check.limiting(context))
      guard let violation = report.violations.first else { return LiveVerdict(.held, report.held) }
      let points = try PointSet(violation.sample.columns, projection: violation.sample.projection)
      return LiveVerdict(
        .broken, violation.sentence,
        proof: LiveVerdict.Proof(
          "\(violation.rule.name) is broken", points, in: violation.viewports,
          by: try strategy(in: workbench, with: violation.setting)))
    } catch { return LiveVerdict(.broken, "\(error)") }
  }
}

extension ContractReport {
  fileprivate var held: String {
    let held = findings.count { if case .held(1..., _) = $0.verdict { true } else { false } }
    let rest =
      untried.isEmpty
      ? "" : "; not tried to the end, as the time was over: \(untried.joined(separator: ", "))"
    return "The contract held (\(counted(held, "rule")))\(rest)"
  }
}

extension Violation {
  fileprivate var sentence: String {
    let setting = setting.map { " with \($0)" } ?? ""
    return
      "\(rule.name) is broken\(setting) on \(counted(sample.columns.count, "point")): seen \(seen), expected \(expected)."
  }
}
