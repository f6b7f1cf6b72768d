import Foundation
import Pinfold
import TestSupport
import Testing

/// Every command and snippet of the README and the manual works as it stands.
@Suite("The README and the manual")
struct ReadmeTests {
  private let tool: Tool
  private static let manual = "Documentation/Manual.md"
  private static let migration = "Documentation/Migration.md"

  /// A fenced block: what stands behind the opening fence, and the lines within.
  private struct Block {
    var label: String
    var text: String
  }

  init() throws { tool = try Tool() }

  /// The blocks of a page; its files are written.
  private func blocks(of path: String) throws -> [Block] {
    let text = try String(contentsOf: Folders.package.appending(path: path), encoding: .utf8)
    // Opening and closing fences take turns.
    let blocks = text.components(separatedBy: "\n```").enumerated().compactMap { index, part -> Block? in
      guard index % 2 == 1, let end = part.firstIndex(of: "\n") else { return nil }
      return Block(label: String(part[..<end]), text: String(part[part.index(after: end)...]) + "\n")
    }
    for block in blocks where block.label.hasPrefix("file ") {
      try tool.write(block.text, to: String(block.label.dropFirst(5)))
    }
    return blocks
  }

  @Test(
    "every command of a page runs in a shell as it stands",
    arguments: [
      ("README.md", 8), (manual, 46), (migration, 5),
      ("Sources/PinfoldStudies/PinfoldStudies.docc/TimingStrategies.md", 5),
    ])
  func commands(path: String, count: Int) throws {
    if path == Self.migration || path.hasSuffix("TimingStrategies.md") { _ = try blocks(of: Self.manual) }
    let commands = try blocks(of: path).filter { $0.label == "console" }.flatMap {
      $0.text.split(separator: "\n")
    }
    #expect(commands.count == count)
    for command in commands {
      #expect(command.hasPrefix("$ pinfold "))
      let outcome = try tool.shell(String(command.dropFirst(2)))
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      #expect(
        !outcome.output.isEmpty || !outcome.errors.isEmpty || command.contains("--output"), "\(command)")
      let files = command.components(separatedBy: "--output ").dropFirst()
      for file in files.compactMap({ $0.split(separator: " ").first }) {
        #expect(FileManager.default.fileExists(atPath: tool.folder.appending(path: file).path), "\(command)")
      }
    }
  }

  @Test("the study of the README finds what the README says")
  func finding() throws {
    _ = try blocks(of: "README.md")
    #expect(try tool("study", "run", "study.json", "--results", "out").status == 0)
    let report = try tool("study", "report", "out", "--format", "markdown")
    #expect(report.output.contains("By displacement.mean (lower is better) kmeans &lt; radius (N = 6)."))
  }

  @Test(
    "every file that a page refers to exists",
    arguments: ["README.md", manual, migration, "Documentation/README.md"])
  func links(path: String) throws {
    let page = Folders.package.appending(path: path)
    let text = try String(contentsOf: page, encoding: .utf8)
    let links = text.matches(of: #/\]\((?<target>[^)#\s]+)/#).map { String($0.target) }
    #expect(!links.isEmpty)
    for link in links where !link.hasPrefix("http") {
      let file = page.deletingLastPathComponent().appending(path: link)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
    }
  }

  @Test("every row of the page beside other libraries is shown by its command")
  func besideOtherLibraries() throws {
    _ = try blocks(of: Self.manual)
    let page = try String(
      contentsOf: Folders.package.appending(
        path: "Sources/Pinfold/Pinfold.docc/BesideOtherLibraries.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`pinfold ") }
    #expect(rows.count >= 73)
    try FileManager.default.copyItem(
      at: Folders.package.appending(path: "Plugins"), to: tool.folder.appending(path: "Plugins"))
    for row in rows {
      let parts = row.split(separator: "`pinfold ")
      let command = try #require(parts.count == 2 ? parts[1].split(separator: "`").first : nil, "\(row)")
      let outcome = try tool.shell("pinfold \(command)")
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      #expect(!outcome.output.isEmpty || command.contains("--output"), "\(command)")
    }
  }

  @Test("every line of Lua runs as a shell's input")
  func shell() throws {
    let lua = try #require(try blocks(of: Self.manual).first { $0.label == "lua" })
    // An expression on a line of its own is no statement; an error says in which line it is.
    let lines = lua.text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty || Self.isStatement($0) ? "\($0)" : "local _ = \($0)"
    }
    let outcome = try tool("run", "-e", lines.joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("the Swift example is the one that is compiled here")
  func library() throws {
    let swift = try #require(try blocks(of: "README.md").first { $0.label == "swift" })
    let source = try String(
      contentsOf: Folders.package.appending(path: "Tests/PinfoldCommandTests/ReadmeExample.swift"),
      encoding: .utf8)
    for line in swift.text.split(separator: "\n") where line != "import Pinfold" {
      #expect(source.contains(line), "\(line)")
    }
    #expect(try readmeExample().count == 2)
    let page = try blocks(of: "Sources/Pinfold/Pinfold.docc/Pinfold.md").filter { $0.label == "swift" }
    #expect(page.count == 3)
    for block in page.dropFirst() {
      for line in block.text.split(separator: "\n") { #expect(source.contains(line), "\(line)") }
    }
    #expect(try passengers().compactMap { $0 }.reduce(0, +) == 226 + 53 + 38)
    let points = try PointSet(
      PointColumns(longitude: [2.3553, 2.3590], latitude: [48.8809, 48.8768], ids: .integers([1, 2])))
    var map = try Clusterer(.radius()).build(points)
    let frame = try map.frame(for: Viewport(center: Coordinate(longitude: 3, latitude: 47), zoom: 6))
    try zoomIn(on: 0, in: frame, of: &map)
    #expect(map.points.count == 3)
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
}
