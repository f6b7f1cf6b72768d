import Lua
import PinfoldScripting

/// The reference as an article of the documentation.
enum LuaReferencePage {
  static var text: String {
    var text = """
      # Lua reference

      Everything that scripts, the shell and plugins find in Lua beside Lua's own.

      ## Overview

      Types are in the notation of LuaCATS: `options?` may be left out, `"a"|"b"` is one of two words, `T[]` a list. Objects have
      methods, as in `frame:plot()`; tables go in as options or come out as rows. Places of points, clusters and groups are counted
      from 1. Plugins have the functions \(names(APIReference.pluginFunctions)); scripts and the shell have all but
      \(names(APIReference.pluginOnlyFunctions)).

      ## Functions

      """
    for entry in APIReference.functions + APIReference.pluginOnlyFunctions {
      text += "\n### \(entry.name)\n\n" + described(entry)
    }
    text += "\n## Objects\n"
    for entry in APIReference.objects { text += "\n### \(entry.name)\n\n" + listed(entry) }
    text += "\n## Tables\n"
    for entry in APIReference.tables { text += "\n### \(entry.name)\n\n" + listed(entry) }
    return text
  }

  private static func names(_ entries: [LuaEntry]) -> String {
    entries.map { "`\($0.name)`" }.joined(separator: ", ")
  }

  private static func described(_ entry: LuaEntry) -> String {
    "`\(entry.name)\(entry.type)`\n\n\(entry.summary)\n" + example(entry)
  }

  private static func listed(_ entry: LuaEntry) -> String {
    var text = "\(entry.summary)\n" + example(entry) + "\n"
    for member in entry.members { text += "- `\(signature(member, of: entry.name))`: \(member.summary)\n" }
    return text
  }

  private static func signature(_ member: LuaEntry, of owner: String) -> String {
    member.kind == .method ? "\(owner):\(member.name)\(member.type)" : member.signature(of: owner)
  }

  private static func example(_ entry: LuaEntry) -> String {
    entry.example.map { "\n```\n\($0)\n```\n" } ?? ""
  }
}
