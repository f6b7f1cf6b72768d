import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldScripting

extension PluginCommand {
  /// `pinfold plugin new`: writes a plugin to begin with.
  struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Write a new plugin, with comments and tests.",
      usage: "pinfold plugin new [<options>] <name>",
      discussion: """
        Writes a short file that keeps its contract as it is, for you to change. Without --output it goes to the \
        folder Plugins, where every command finds it. A file that is there is never overwritten.

        Examples:
          pinfold plugin new mine
          pinfold plugin new oldest --kind representative
          pinfold plugin new crowding --kind metric --output crowding.lua
        """)

    @Argument(help: "Its name: letters, digits, - and _.")
    var name: String

    @Option(
      help: ArgumentHelp(
        "What it is: \(PluginKind.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"),
      completion: .list(PluginKind.allCases.map(\.rawValue)))
    var kind = PluginKind.strategy.rawValue

    @Option(
      name: [.customShort("o"), .customLong("output")],
      help: ArgumentHelp("The file to write. Without it: Plugins/<name>.lua.", valueName: "file"),
      completion: .file(extensions: ["lua"]))
    var output: String?

    func run() throws {
      guard let kind = PluginKind(rawValue: kind) else {
        let kinds = PluginKind.allCases.map(\.rawValue)
        throw Failure.usage("--kind '\(kind)': unknown kind" + Suggestion.clause(for: kind, among: kinds))
      }
      let template: PluginTemplate
      do {
        template = try PluginTemplate(kind, name: name)
      } catch {
        throw Failure.usage("\(error)")
      }
      if let output, !output.hasSuffix(".lua") {
        throw Failure.usage("--output '\(output)': expected a file whose name ends in .lua")
      }
      let path = output ?? "\(Files.pluginFolder)/\(name).lua"
      if Files.exists(path) { throw Failure.failed("\(path) is there already; it is left as it is") }
      if output == nil { try Folder.make(Files.pluginFolder) }
      try Output.deliver(template.text, to: path)
      try Console.write(
        """
        \(path): a \(kind.rawValue) to begin with. Next:
          pinfold plugin check \(path)
          pinfold plugin test \(path)
          \(example(kind, path))

        """)
    }

    /// An example of its use; the folder need not be named.
    private func example(_ kind: PluginKind, _ path: String) -> String {
      let option = output == nil ? "" : " --plugin \(path)"
      return switch kind {
      case .strategy: "pinfold cluster DATA\(option) --strategy \(name)"
      case .representative: "pinfold cluster DATA\(option) --representative \(name)"
      case .metric: "pinfold compare DATA\(option) --metrics \(name)"
      case .diff: "pinfold diff DATA\(option) --diff \(name) --from LON,LAT,ZOOM --to LON,LAT,ZOOM"
      case .camera: "pinfold run\(option) -e 'print(#camera(\"\(name)\"):views(view(0,0,2)))'"
      case .generator: "pinfold cluster\(option) --generate \(name)"
      }
    }
  }
}
