import Foundation
import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import TestSupport
import Testing

@Suite("The articles on the shell and on plugins")
struct ArticleTests {
  private static let catalogue = "Sources/PinfoldScripting/PinfoldScripting.docc"

  private func snippets(_ article: String) throws -> [String] {
    let file = Folders.package.appending(path: "\(Self.catalogue)/\(article).md")
    return try String(contentsOf: file, encoding: .utf8).matches(of: /(?s)\n```lua\n(.*?)```/)
      .map { String($0.output.1) }
  }

  @Test("show lines of the shell that work")
  func shell() throws {
    let lines = try snippets("TheShell").flatMap { $0.split(separator: "\n") }
    #expect(lines.count > 5)
    let shell = try RecordedSession()
    for line in lines {
      let answer = shell.answer(String(line))
      #expect(!answer.hasPrefix("error"), "\(line): \(answer)")
    }
    #expect(shell.answer(String(try #require(lines.last))) == "true\n")
  }

  @Test("show plugins that keep their contract and pass their tests")
  func plugins() throws {
    let plugins = try snippets("WritingAPlugin")
    let folder = TemporaryFolder()
    #expect(plugins.count == 2)
    for source in plugins {
      let path = folder.write("plugin.lua", source)
      let report = try PluginTestReport(path: path)
      #expect(report.results.compactMap(\.failure?.message).isEmpty)
      var workbench = Workbench()
      try workbench.addPlugin(at: path)
      let clusterer = Clusterer(try workbench.registry.find(report.plugin.name, kind: .strategy)())
      #expect(try StrategyContract.violations(of: clusterer, on: ShippedPlugin.samples()).isEmpty)
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
    let violations = try StrategyContract.violations(
      of: clusterer, on: [ContractSample("towns", HardPoints.clusters.columns(count: 40), views: 2, seed: 1)])
    #expect(violations.map(\.rule.name) == ["nested"])
  }

  @Test("have the reference as the API has it")
  func reference() throws {
    #expect(
      try Snapshot.difference(of: LuaReferencePage.text, from: "../../\(Self.catalogue)/LuaReference.md")
        == nil)
  }
}
