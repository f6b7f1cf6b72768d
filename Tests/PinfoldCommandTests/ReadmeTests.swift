import Foundation
import Pinfold
import TestSupport
import Testing

/// Every command and snippet of the README works as it stands.
@Suite("The README")
struct ReadmeTests {
  private let tool: Tool
  private let blocks: [Block]

  /// A fenced block: what stands behind the opening fence, and the lines within.
  private struct Block {
    var label: String
    var text: String
  }

  init() throws {
    tool = try Tool()
    blocks = try Self.blocks(of: "README.md")
    for block in blocks where block.label.hasPrefix("file ") {
      try tool.write(block.text, to: String(block.label.dropFirst(5)))
    }
  }

  private static func blocks(of path: String) throws -> [Block] {
    let text = try String(contentsOf: Folders.package.appending(path: path), encoding: .utf8)
    // Opening and closing fences take turns.
    return text.components(separatedBy: "\n```").enumerated().compactMap { index, part in
      guard index % 2 == 1, let end = part.firstIndex(of: "\n") else { return nil }
      return Block(label: String(part[..<end]), text: String(part[part.index(after: end)...]) + "\n")
    }
  }

  @Test(
    "every command runs, and every one of an article",
    arguments: [("README.md", 42), ("Sources/PinfoldStudies/PinfoldStudies.docc/Timing.md", 5)])
  func commands(path: String, count: Int) throws {
    let blocks = try Self.blocks(of: path)
    let commands = blocks.filter { $0.label == "console" }.flatMap { $0.text.split(separator: "\n") }
    #expect(commands.count == count)
    for command in commands {
      #expect(command.hasPrefix("$ pinfold "))
      let outcome = try tool.run(Self.words(command.dropFirst("$ pinfold ".count)))
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      #expect(
        !outcome.output.isEmpty || !outcome.errors.isEmpty || command.contains("--output"), "\(command)")
      let files = command.components(separatedBy: "--output ").dropFirst()
      for file in files.compactMap({ $0.split(separator: " ").first }) {
        #expect(FileManager.default.fileExists(atPath: tool.folder.appending(path: file).path), "\(command)")
      }
    }
  }

  @Test("every row of the page beside other libraries is shown by its command")
  func besideOtherLibraries() throws {
    let page = try String(
      contentsOf: Folders.package.appending(
        path: "Sources/Pinfold/Pinfold.docc/BesideOtherLibraries.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| feature |") }
    #expect(rows.count >= 65)
    try FileManager.default.copyItem(
      at: Folders.package.appending(path: "Plugins"), to: tool.folder.appending(path: "Plugins"))
    for row in rows {
      let parts = row.split(separator: "`pinfold ")
      let command = try #require(parts.count == 2 ? parts[1].split(separator: "`").first : nil, "\(row)")
      let outcome = try tool.run(Self.words(command))
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      #expect(!outcome.output.isEmpty || command.contains("--output"), "\(command)")
    }
  }

  @Test("every line of Lua runs as a shell's input")
  func shell() throws {
    let lua = try #require(blocks.first { $0.label == "lua" })
    // An expression on a line of its own is no statement; an error says in which line it is.
    let lines = lua.text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty || Self.isStatement($0) ? "\($0)" : "local _ = \($0)"
    }
    let outcome = try tool("run", "-e", lines.joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("the Swift example is the one that is compiled here")
  func library() throws {
    let swift = try #require(blocks.first { $0.label == "swift" })
    let source = try String(
      contentsOf: Folders.package.appending(path: "Tests/PinfoldCommandTests/ReadmeExample.swift"),
      encoding: .utf8)
    for line in swift.text.split(separator: "\n") where line != "import Pinfold" {
      #expect(source.contains(line), "\(line)")
    }
    #expect(try readmeExample().count == 2)
  }

  @Test("make knows the two commands, and continuous integration calls the second")
  func make() throws {
    let makefile = try String(contentsOf: Folders.package.appending(path: "Makefile"), encoding: .utf8)
    #expect(makefile.contains("\nrun: ") && makefile.contains("\ntest: "))
    let script = try String(contentsOf: Folders.package.appending(path: ".ci/run"), encoding: .utf8)
    #expect(script.contains("\nmake test\n"))
  }

  private static func isStatement(_ line: Substring) -> Bool {
    line.contains(" = ") || line.hasPrefix("show(")
  }

  /// The words of a command, as a POSIX shell would split this much of its syntax: blanks and single quotes.
  private static func words(_ command: Substring) -> [String] {
    var words = [""]
    var isQuoted = false
    for character in command {
      switch character {
      case "'": isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }
}
