import ArgumentParser

/// `pinfold plugin`: the tools of plugin authors.
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin",
    abstract: "Write, check, test, list and install plugins.",
    usage: "pinfold plugin <subcommand>",
    discussion: """
      A plugin is a Lua file that returns a table: a strategy, a representative, a metric or a diff. \
      'pinfold plugin new' writes one to begin with.
      """,
    subcommands: [
      NewCommand.self, CheckCommand.self, TestCommand.self, ListCommand.self, InstallCommand.self,
      TypesCommand.self,
    ])
}
