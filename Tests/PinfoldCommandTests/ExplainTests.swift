import Foundation
import Pinfold
import PinfoldEvaluation
import TestSupport
import Testing

@Suite("pinfold explain")
struct ExplainTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test("a metric goes by its name and by its id")
  func metric() throws {
    let outcome = try tool("explain", "overlap")
    #expect(outcome.status == 0)
    #expect(try Snapshot.difference(of: outcome.output, from: "explain-overlap.txt") == nil)
    for id in ["L2", "l2"] { #expect(try tool("explain", id).output == outcome.output) }
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("every metric of the list can be explained, those too that a bench measures")
  func all() throws {
    let listed =
      try json(try tool("list", "metrics", "--format", "json").output)["metrics"] as? [[String: Any]]
    let metrics = try #require(listed)
    #expect(metrics.count >= 34)
    let ids = metrics.compactMap { $0["id"] as? String }
    #expect(Set(ids).count == metrics.count)
    let catalogue = [
      "V1", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "L1", "L2", "L3", "L4", "L5", "G1", "G2",
      "G3",
      "S1", "S2", "S3", "S4", "S5", "S6", "A1", "A2", "A3", "A4", "A5", "C1", "C2",
    ]
    for id in catalogue { #expect(ids.contains(id), "\(id)") }
    for id in ["C1", "S4", "A1m"] {
      let outcome = try tool("explain", id)
      #expect(outcome.status == 0)
      for heading in ["Formula", "Measures", "Looks at", "Cost", "Source"] {
        #expect(outcome.output.contains("\n\(heading)\n"), "\(id): \(heading)")
      }
    }
  }

  @Test("what strategies guarantee is explained, and what their contract demands")
  func guarantees() throws {
    for name in Capabilities.names.map(\.name) + Contract.strategyRules.map(\.name) {
      #expect(try tool("explain", name).status == 0, "\(name)")
    }
    #expect(
      try tool("explain", "panInvariant").output
        == "guarantee of strategies: panInvariant\n  Panning changes no cluster that stays in view; nor do the view's size "
        + "and margin.\n")
    #expect(try tool("explain", "panInvariants").errors.contains("did you mean 'panInvariant'"))
  }

  @Test("a metric names the papers that ask for it, as the page does; a plugin's of its name does not")
  func literature() throws {
    for literature in Literature.all {
      for criterion in literature.criteria {
        #expect(!criterion.metrics.isEmpty || !criterion.remark.isEmpty)
        for metric in criterion.metrics {
          // Lines are wrapped.
          let words = try tool("explain", metric).output.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
          #expect(words.contains("Asked for by ") && words.contains(literature.papers), "\(metric)")
          #expect(words.contains(criterion.text), "\(metric)")
        }
      }
    }
    let printed = Literature.all.map { literature in
      let rows = literature.criteria.map { criterion in
        let metrics = criterion.metrics.map { "`\($0)`" }.joined(separator: ", ")
        return "| \(criterion.text) | \(metrics)\(criterion.remark) |\n"
      }
      return "\n### \(literature.title)\n\n\(literature.papers), \(literature.demand)\n\n"
        + "| criterion | here |\n|---|---|\n\(rows.joined())"
    }.joined()
    let part = PrintedPart(
      name: "MeasuresOfTheLiterature.md",
      start: "<!-- The tables are printed from the declarations of the metrics' literature. -->")
    #expect(
      try part.found(printed: printed) == printed,
      "the page is not as the declarations print it; RECORD_SNAPSHOTS=1 writes it")
    #expect(!(try tool("explain", "determinism").output.contains("Asked for by")))
    let document = try tool("explain", "ink", "--format", "json").output
    let value = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [[String: Any]]
    let papers = try #require(value?.first?["papers"] as? [[String: Any]])
    #expect(
      papers.count == 1 && papers[0]["criteria"] as? [String] == ["proximity of symbols, and their clutter"])
    try tool.write(
      """
      return { api = 1, name = "ink", kind = "metric", version = "1.0.0", replace = true, summary = "Mine.", better = "higher",
        measure = function() return 0.5 end }
      """, to: "ink.lua")
    let plugin = try tool("explain", "ink", "--plugin", "ink.lua")
    #expect(plugin.status == 0 && plugin.output.hasPrefix("ink\n  Mine.\n"))
    #expect(!plugin.output.contains("Asked for by"))
  }

  @Test("JSON has all of it")
  func document() throws {
    let outcome = try tool("explain", "G1", "--format", "json")
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    let metric = try #require(value?.first)
    #expect(metric["name"] as? String == "lattice")
    #expect(metric["scope"] as? String == "frame")
    let reasons = try #require(metric["undefined"] as? [[String: String]])
    #expect(reasons.contains { $0["reason"] == "too-few-markers" && $0["meaning"]?.isEmpty == false })
    #expect((metric["measures"] as? [[String: Any]])?.first?["better"] as? String == "lower")
  }

  @Test("anything else with a name is told as it is listed; of plugins too")
  func others() throws {
    #expect(try tool("explain", "pca").output.hasPrefix("strategy: pca\n"))
    #expect(try tool("explain", "pan-loop").output.hasPrefix("camera: pan-loop\n"))
    try tool.write(
      """
      return { api = 1, name = "half", kind = "metric", version = "1.0.0", summary = "A half.", formula = "1 / 2",
        better = "higher", range = { 0, 1 }, measure = function() return 0.5 end }
      """, to: "half.lua")
    let plugin = try tool("explain", "half", "--plugin", "half.lua")
    #expect(plugin.status == 0)
    #expect(
      plugin.output.hasPrefix(
        "half\n  A half.\n\nFormula\n  1 / 2\n\nMeasures\n  value: 0…1, higher is better\n"))
  }

  @Test("a slip is corrected")
  func slip() throws {
    let outcome = try tool("explain", "overlab")
    #expect(outcome.status == 64)
    #expect(outcome.complaint == "pinfold: unknown name 'overlab' (did you mean 'overlap'?)")
    #expect(
      try tool("explain", "quite something else").complaint.contains("'pinfold list' shows all names"))
  }
}
