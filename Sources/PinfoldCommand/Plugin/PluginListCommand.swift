import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldScripting

extension PluginCommand {
  /// `pinfold plugin list`: every plugin that is found.
  struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List every plugin that is found, in the order of search.",
      usage: "pinfold plugin list [<options>] [<name>]",
      discussion: """
        Of several plugins with one kind and name the first is used; the others are listed as shadowed. Plugins are \
        looked for in --plugin, --plugins, ./Plugins, $XDG_DATA_HOME/pinfold/plugins, and where the command was \
        installed: ../share/pinfold/plugins beside it, or what $PINFOLD_PLUGINS names.

        Examples:
          pinfold plugin list
          pinfold plugin list hexgrid
          pinfold plugin list --format json
        """)

    @Argument(help: "Tell all of the plugins of this name: parameters and what they promise.")
    var name: String?

    @OptionGroup var result: ResultOptions<ListFormat>

    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    func run() throws {
      let format = try result.chosen()
      let workbench = try plugins.workbench(isQuiet: true)
      let all = workbench.plugins
      let chosen = all.filter { name == nil || $0.plugin?.name == name }
      if let name, chosen.isEmpty {
        let known = all.compactMap { $0.plugin?.name }
        throw Failure.usage("unknown plugin '\(name)'" + Suggestion.clause(for: name, among: known))
      }
      let list = PluginList(entries: chosen, workbench: workbench)
      switch format {
      case .table: try Output.deliver(name == nil ? list.table : list.details, to: result.output.path)
      case .json: try Output.deliver(to: result.output.path) { list.write(to: &$0) }
      }
    }
  }
}
