import ArgumentParser
import PinfoldScripting

extension CommandConfiguration {
  /// Makes the configuration of a command whose texts are on its page of `help.txt`.
  ///
  /// A page has the abstract, then lines of `usage:` where the parser's own usage is not the best, an empty
  /// line, and the discussion. Lines of a paragraph are joined; indented lines are kept.
  ///
  /// - Parameters:
  ///   - page: the command with those above it, as in `study run`.
  ///   - members: the names to list in place of the word `MEMBERS`.
  init(
    _ page: String, version: String = "", shouldDisplay: Bool = true, members: [String] = [],
    subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    guard let lines = helpPages[page] else { preconditionFailure("help.txt has no page '\(page)'") }
    let usage = lines.dropFirst().prefix { $0.hasPrefix("usage: ") }
    var discussion: [String] = []
    var isParagraph = false
    for line in lines.dropFirst(2 + usage.count) {
      let isText = !line.isEmpty && !line.hasPrefix(" ")
      if isText, isParagraph {
        discussion[discussion.count - 1] += " " + line
      } else {
        discussion.append(line)
      }
      isParagraph = isText
    }
    self.init(
      commandName: page.split(separator: " ").last.map(String.init), abstract: lines[0],
      usage: usage.isEmpty ? nil : usage.map { $0.dropFirst("usage: ".count) }.joined(separator: "\n"),
      discussion: discussion.joined(separator: "\n")
        .replacing("MEMBERS", with: members.joined(separator: ", ")),
      version: version, shouldDisplay: shouldDisplay, subcommands: subcommands,
      defaultSubcommand: defaultSubcommand)
  }
}

/// The lines of each page, by its name.
private let helpPages: [String: [String]] = {
  var pages: [String: [String]] = [:]
  var name = ""
  for line in EmbeddedFile.text("help").split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("# ") {
      name = String(line.dropFirst(2))
    } else {
      pages[name, default: []].append(String(line))
    }
  }
  return pages.mapValues { lines in Array(lines.reversed().drop(while: \.isEmpty).reversed()) }
}()
