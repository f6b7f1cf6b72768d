import Foundation
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import TestSupport
import Testing

@Suite("The articles on the shell and on plugins")
struct ArticleTests {
  private static let catalogue = "Sources/PinfoldScripting/PinfoldScripting.docc"

  private func text(_ article: String) throws -> String {
    try String(
      contentsOf: Folders.package.appending(path: "\(Self.catalogue)/\(article).md"), encoding: .utf8)
  }

  private func snippets(_ article: String) throws -> [String] {
    try text(article).matches(of: /(?s)\n```lua\n(.*?)```/).map { String($0.output.1) }
  }

  @Test("show lines of the shell that work")
  func shell() async throws {
    // The live map waits for its server.
    try await onThread { try checkShell() }
  }

  private func checkShell() throws {
    let lines = try snippets("TheShell").flatMap { $0.split(separator: "\n") }
    #expect(lines.count > 5)
    let shell = try RecordedSession()
    for line in lines {
      let answer = shell.answer(String(line))
      #expect(!answer.hasPrefix("error"), "\(line): \(answer)")
    }
    #expect(shell.answer(String(try #require(lines.last))) == "true\n")
  }

  @Test("show how the members of a cluster are folded")
  func reduction() throws {
    let snippets = try snippets("UsingLua")
    #expect(snippets.count == 5)
    let folder = TemporaryFolder()
    let path = folder.write("ranks.csv", "lon,lat,scalerank\n1,2,3\n1,2,8\n50,2,5\n")
    let shell = try RecordedSession(unsafe: true)
    _ = shell.answer("data = dataset('\(path)')")
    _ = shell.answer("frame = strategy('grid'):frame(data, data:fit())")
    #expect(shell.answer("table.concat(\(snippets[3]), ' ')") == "\"8 5\"\n")
  }

  @Test("show how rows are made, cut and written")
  func rows() throws {
    let shell = try RecordedSession()
    _ = shell.answer(
      """
      plants = points { lon = { 1, 2 }, lat = { 1, 2 }, fuel = { "a", "b" }, capacity = { 5, 6 }, owner = { "x", "y" } }
      frame = strategy("none"):frame(plants, plants:fit())
      """)
    for line in try snippets("UsingLua")[1...2].flatMap({ $0.split(separator: "\n") }) {
      let answer = shell.answer(String(line))
      #expect(!answer.hasPrefix("error"), "\(line): \(answer)")
    }
    #expect(shell.answer("_[1].sum") == "6.0\n")
  }

  @Test("show a script that is a subcommand")
  func command() throws {
    let run = try RecordedSession(arguments: ["--count", "2"])
    try run.session.run(text: try #require(try snippets("UsingLua").last), name: "largest.lua")
    #expect(run.output.split(separator: "\n").count == 3)
    #expect(run.output.contains("Tokyo") && run.output.contains("New York"))
  }

  @Test("show how rows are selected")
  func selection() throws {
    let snippets = try snippets("UsingLua")
    let shell = try RecordedSession()
    _ = shell.answer(
      """
      quakes = points { lon = { 1, 2, 3 }, lat = { 1, 2, 3 }, mag = { 6, 6, 2 }, place = { "Alaska", "Fiji", "Alaska" } }
      """)
    for line in try #require(snippets.first).split(separator: "\n") {
      #expect(shell.answer(String(line)) == "")
      #expect(shell.answer("#strong") == "1\n")
    }
  }

  @Test("name the contract's rules in their words")
  func rules() throws {
    let rows = try text("WritingAPlugin").split(separator: "\n").map { line in
      line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }.joined(separator: ": ")
    }
    for rule in Contract.strategyRules { #expect(rows.contains(rule.description)) }
  }

  @Test(
    "show plugins that keep their contract and pass their tests",
    arguments: [("WritingAPlugin", 2), ("Recipes", 12)])
  func plugins(article: String, count: Int) throws {
    let plugins = try snippets(article)
    let folder = TemporaryFolder()
    #expect(plugins.count == count)
    for source in plugins {
      let path = folder.write("plugin.lua", source)
      let report = try PluginTestReport(path: path)
      #expect(report.results.compactMap(\.failure?.message).isEmpty)
      var workbench = Workbench()
      try workbench.addPlugin(at: path)
      let subject = try ContractSubject.find(
        report.plugin.name, kind: report.plugin.kind.rawValue, in: workbench.registry)
      let violations = try subject.report(on: ShippedPlugin.samples()).violations
      #expect(violations.isEmpty, "\(report.plugin.name): \(violations)")
    }
  }

  @Test("tell what becomes of the first plugin when it promises too much")
  func promise() throws {
    let source = try #require(try snippets("WritingAPlugin").first)
    let lying = source.replacing("capabilities = {", with: "capabilities = { nested = true,")
    #expect(lying != source)
    let folder = TemporaryFolder()
    var workbench = Workbench()
    try workbench.addPlugin(at: folder.write("lying.lua", lying))
    let clusterer = Clusterer(try workbench.registry.find("rows", kind: .strategy)())
    let violations = try Contract(of: clusterer).violations(on: [
      ContractSample("towns", HardPoints.clusters.columns(count: 40), views: 2, seed: 1)
    ])
    #expect(violations.map(\.rule.name) == ["nested"])
  }

  @Test("have the reference as the API has it")
  func reference() throws {
    #expect(
      try Snapshot.difference(of: LuaReferencePage.text, from: "../../\(Self.catalogue)/LuaReference.md")
        == nil)
  }
}
