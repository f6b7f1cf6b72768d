import ArgumentParser
import PinfoldData
import PinfoldScripting

extension PluginCommand {
  /// `pinfold plugin types`: writes descriptions of the API for editors and checkers of Lua code.
  struct TypesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "types",
      abstract: "Write what editors and luacheck want to know.",
      usage: "pinfold plugin types [<options>]",
      discussion: """
        Writes pinfold.lua, the API and every strategy's parameters as LuaCATS definitions, with .luarc.json for \
        the Lua language server and .luacheckrc for luacheck. Write them to the folder that holds Plugins and \
        Scripts, and anew when plugins change. Settings that you wrote yourself are left alone.

        Examples:
          pinfold plugin types
          pinfold plugin types --output lab && luacheck lab/Plugins
        """)

    @Option(
      name: [.customShort("o"), .customLong("output")],
      help: ArgumentHelp("The folder to write to. Without it: the working directory.", valueName: "folder"),
      completion: .directory)
    var output: String?

    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    func run() throws {
      let files = try EditorFiles(try plugins.workbench().registry)
      let folder = output ?? "."
      if output != nil { try Folder.make(folder) }
      for file in files.files {
        let path = folder == "." ? file.name : "\(folder)/\(file.name)"
        if Files.exists(path), try !file.mayReplace(path) {
          Console.note("\(path) is left as it is; delete it to have it written")
        } else {
          try Output.deliver(file.text, to: path)
          try Console.write("\(path)\n")
        }
      }
    }
  }
}
