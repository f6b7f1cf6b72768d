import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldScripting

extension PluginCommand {
  /// `pinfold plugin test`: runs the tests in plugins' files.
  struct TestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test",
      abstract: "Run the tests that plugins bring along.",
      usage: "pinfold plugin test [<options>] <path> ...",
      discussion: """
        A plugin's field 'tests' holds functions by name. Each runs in a fresh state and gets what makes points \
        and views, runs the plugin, and says what is expected. Exit code 1 when a test fails, or there is none.

        Examples:
          pinfold plugin test mine.lua
          pinfold plugin test Plugins
          pinfold plugin test Plugins --format json
        """)

    @Argument(
      help: ArgumentHelp("Lua files, and folders of them.", valueName: "path"),
      completion: .file(extensions: ["lua"]))
    var paths: [String]

    @OptionGroup var result: ResultOptions<ListFormat>

    func run() throws {
      let format = try result.chosen()
      Interrupts.endProcess()
      var reports: [PluginTestReport] = []
      var errors: [PluginError] = []
      for path in paths.flatMap(Files.plugins(at:)) {
        do {
          reports.append(try PluginTestReport(path: path))
        } catch {
          errors.append(error)
        }
      }
      let text = PluginTestText(reports: reports, errors: errors)
      switch format {
      case .table: try Output.deliver(text.table, to: result.output.path)
      case .json: try Output.deliver(to: result.output.path) { text.write(to: &$0) }
      }
      for error in errors { Console.error("\(error)") }
      if reports.allSatisfy(\.results.isEmpty), errors.isEmpty {
        throw Failure.failed("no tests in \(paths.joined(separator: ", "))")
      }
      if !errors.isEmpty || !reports.allSatisfy(\.isPassed) { throw Failure.reported }
    }
  }
}
