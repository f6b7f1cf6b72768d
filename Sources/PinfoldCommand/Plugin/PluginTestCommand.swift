import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldScripting
import PinfoldVerbs

extension PluginCommand {
  struct TestCommand: ParsableCommand {
    static let configuration = CommandConfiguration("plugin test")

    @Argument(
      help: ArgumentHelp("Lua files, folders of them, and names of plugins.", valueName: "plugin"),
      completion: .file(extensions: ["lua"]))
    var paths: [String]

    @OptionGroup var result: ResultOptions<ListFormat>
    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    func run() throws {
      _ = try result.chosen()
      Interrupts.endProcess()
      var reports: [PluginTestReport] = []
      var errors: [PluginError] = []
      for path in try paths.flatMap(files) {
        do { reports.append(try PluginTestReport(path: path, limits: plugins.limits)) } catch {
          errors.append(error)
        }
      }
      try result.deliver(PluginTestText(reports: reports, errors: errors))
      for error in errors { Console.error("\(error)") }
      if reports.allSatisfy(\.results.isEmpty), errors.isEmpty {
        throw Failure.failed("no tests in \(paths.joined(separator: ", "))")
      }
      if !errors.isEmpty || !reports.allSatisfy(\.isPassed) { throw Failure.reported }
    }

    /// The files of an argument: what is there under that path, or else the plugins of that name that count.
    private func files(_ argument: String) throws -> [String] {
      if argument.hasSuffix(".lua") || Files.exists(argument) { return Files.plugins(at: argument) }
      let all = try plugins.workbench(isQuiet: true).plugins
      let named = all.filter { $0.plugin?.name == argument && $0.shadowedBy == nil }
      guard named.isEmpty else { return named.map(\.path) }
      throw Failure.usage(
        "there is no file or folder '\(argument)', and no plugin of that name"
          + Suggestion.clause(for: argument, among: all.compactMap { $0.plugin?.name }))
    }
  }
}

private struct PluginTestText: ListText {
  let reports: [PluginTestReport]
  let errors: [PluginError]

  var table: String {
    let all = reports.flatMap(\.results)
    let failed = all.count { $0.failure != nil }
    let total = "\(counted(all.count, "test")), \(failed == 0 ? "none" : "\(failed)") failed\n"
    return reports.map(text).joined(separator: "\n") + (reports.isEmpty ? "" : "\n") + total
  }

  private func text(of report: PluginTestReport) -> String {
    var text = "\(report.plugin.kind.rawValue) '\(report.plugin.name)' (\(report.plugin.path))\n"
    if report.results.isEmpty { text += "  no tests\n" }
    for result in report.results {
      text += "  \(result.failure == nil ? "passed" : "failed")  \(result.name)\n"
      guard let failure = result.failure else { continue }
      text += "          \(failure.place.map { "\($0): " } ?? "")\(failure.message)\n"
      if let line = failure.sourceLine { text += "            | \(line)\n" }
    }
    return text
  }

  func write(to json: inout JSONWriter) {
    json.member("plugins", objects: reports) { report, json in
      json.members([
        "kind": report.plugin.kind.rawValue, "name": report.plugin.name, "path": report.plugin.path,
      ])
      json.member("tests", objects: report.results) { result, json in
        json.member("name", result.name)
        json.member("passed", result.failure == nil)
        guard let failure = result.failure else { return }
        json.members(["message": failure.message, "place": failure.place, "line": failure.sourceLine])
      }
    }
    json.member("errors", errors.map { "\($0)" })
  }
}
