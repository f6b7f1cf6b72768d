import Foundation
import TestSupport
import Testing

/// What a map asks of `pinfold cluster` about markers: which are hidden, and what is around and below them.
@Suite("pinfold cluster, asked about markers")
struct MarkerAnswerTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(
      """
      id,name,lon,lat
      1,Nord,2.3553,48.8809
      2,Est,2.3590,48.8768
      4,"Part, Dieu",4.8594,45.7606
      """ + "\n", to: "a.csv")
  }

  @Test("losers of collisions are hidden by priority, and every format says so")
  func hidden() throws {
    try tool.write(
      """
      id,lon,lat,kind,rank
      1,10,50,a,1
      2,10.1,50,b,7
      3,10.2,50,c,3
      4,60,50,a,1
      """, to: "h.csv")
    let base = [
      "cluster", "h.csv", "--group", "kind", "--priority", "rank", "--view", "20,50,2", "--separation",
      "hidesLosers=true",
    ]
    let document = try json(try tool.run(base + ["--format", "json"]).output)
    let clusters = try #require(document["clusters"] as? [[String: Any]])
    #expect(clusters.count == 4 && document["overlaps"] as? Int == 0)
    #expect(clusters.filter { $0["hidden"] as? Bool == true }.compactMap { $0["point"] as? Int } == [1, 3])
    let table = try tool.run(base).output
    #expect(table.contains("2 markers hidden under others of higher priority") && !table.contains("overlap"))
    let rows = try tool.run(base + ["--format", "csv"]).output.split(separator: "\n")
    #expect(rows[0].contains(",hidden") && rows.count { $0.contains("true") } == 2)
    for properties in ["pinfold", "supercluster"] {
      let features =
        try json(try tool.run(base + ["--format", "geojson", "--properties", properties]).output)["features"]
      let hidden = (features as? [[String: Any]])?.compactMap { feature in
        (feature["properties"] as? [String: Any])?["hidden"] as? Bool
      }
      #expect(hidden == [true, true], "\(properties)")
    }
    let picture = try tool.run(["plot"] + base.dropFirst() + ["--output", "h.svg"])
    #expect(picture.status == 0, "\(picture.errors)")
    let svg = try String(contentsOf: tool.folder.appending(path: "h.svg"), encoding: .utf8)
    #expect(svg.contains("4 clusters · 2 hidden") && svg.components(separatedBy: "class=\"pin\"").count == 3)
    let lua = try tool(
      "run", "-e",
      """
      local d = points { id = {"p", "q"}, lon = {10, 10.1}, lat = {50, 50}, group = {"a", "b"}, priority = {1, 2} }
      local f = strategy("none", { separate = { hidesLosers = true } })
        :frame(d, view { lon = 10, lat = 50, zoom = 2 })
      print(#f.hidden, f[f.hidden[1]].point, f[f.hidden[1]].hidden, f[3 - f.hidden[1]].hidden)
      """)
    #expect(lua.output == "1\tp\ttrue\tnil\n", "\(lua.errors)")
  }

  @Test("clusters say at which zoom they fall apart, and which polygon is around them")
  func expansionAndHull() throws {
    let base = ["cluster", "a.csv", "--strategy", "grid", "--bbox", "-5,41,10,51", "--zoom", "5"]
    let document = try json(
      try tool.run(base + ["--expansion-zoom", "--hull", "--members", "--format", "json"]).output)
    let clusters = try #require(document["clusters"] as? [[String: Any]])
    let pair = try #require(clusters.first { $0["count"] as? Int == 2 })
    let hull = try #require(pair["hull"] as? [[Double]])
    #expect(hull.count == 2 && hull[0][0] <= hull[1][0])
    let zoom = try #require(pair["expansionZoom"] as? Double)
    #expect(zoom > 5)
    #expect(clusters.allSatisfy { ($0["expansionZoom"] == nil) == ($0["count"] as? Int == 1) })
    let id = try #require(pair["id"] as? String)
    let children = try json(try tool.run(base + ["--of", id, "--format", "json"]).output)
    #expect((children["viewport"] as? [String: Any])?["zoom"] as? Double == zoom)
    for (properties, name) in [("pinfold", "expansionZoom"), ("supercluster", "expansion_zoom")] {
      let features =
        try json(
          try tool.run(
            base + ["--expansion-zoom", "--hull", "--format", "geojson", "--properties", properties]
          ).output)["features"] as? [[String: Any]]
      let found = features?.compactMap { $0["properties"] as? [String: Any] }.filter { $0[name] != nil } ?? []
      #expect(found.count == 1 && found[0][name] as? Double == zoom && found[0]["hull"] != nil)
    }
    let csv = try tool.run(base + ["--expansion-zoom", "--hull", "--format", "csv"]).output
    #expect(csv.hasPrefix("id,lon,lat,count,weight,point,expansionZoom,") && csv.contains("hull"))
    let table = try tool.run(base + ["--hull"])
    #expect(table.status == 64 && table.errors.contains("a table has no room for hulls"))
    let flat = try tool.run(["cluster", "a.csv", "--strategy", "kmeans", "--expansion-zoom"])
    #expect(flat.status == 1 && flat.complaint.contains("the clusters of strategy 'kmeans' do not nest"))
  }
}
