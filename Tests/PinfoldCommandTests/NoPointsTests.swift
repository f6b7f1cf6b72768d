import Foundation
import Testing

/// No points are no error: every verb has an answer.
@Suite("commands on data without points")
struct NoPointsTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write("id,lon,lat,pop,kind\n", to: "none.csv")
    try tool.write("[]", to: "none.json")
    try tool.write("{\"type\":\"FeatureCollection\",\"features\":[]}", to: "none.geojson")
    try tool.write("id,lon,lat,pop,kind\n1,2,48,5,a\n2,3,49,6,b\n", to: "some.csv")
  }

  @Test(
    "write a valid document without clusters, and a note",
    arguments: [
      ["none.csv"], ["none.json"], ["none.geojson"], ["some.csv", "--where", "pop > 99"],
      ["some.csv", "--within", "50,50,60,60"],
      ["none.geojson", "--group", "kind", "--weight", "pop", "--where", "pop > 5"],
    ])
  func clusters(_ data: [String]) throws {
    let more = [
      "--aggregate", "pop:sum,median", "--aggregate", "kind:top(2)", "--keep", "pop", "--members", "--bounds",
    ]
    for format in ["geojson", "json", "csv", "table"] {
      let outcome = try tool.run(["cluster"] + data + more + ["--format", format])
      #expect(outcome.status == 0 && outcome.complaint.isEmpty, "\(outcome.errors)")
      #expect(
        outcome.errors.contains("no rows") || outcome.errors.contains("holds for none")
          || outcome.errors.contains("no points within"))
      switch format {
      case "geojson": #expect(outcome.output == "{\"type\":\"FeatureCollection\",\"features\":[]}\n")
      case "json": _ = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      case "csv": #expect(outcome.output.split(separator: "\n").count == 1)
      default: #expect(outcome.output.contains("0 clusters of 0 points"))
      }
    }
    let strict = try tool.run(["cluster"] + data + ["--strict"])
    #expect(strict.status == 1 && strict.complaint.split(separator: "\n").count == 1)
  }

  @Test(
    "all verbs have an answer",
    arguments: [
      "info none.csv", "info none.json --format json", "diff none.csv --from 2,48,5 --to 2,48,6",
      "plot none.csv -o none.svg", "plot none.csv -o none.html", "compare none.csv --strategy grid,pca",
      "compare none.csv some.csv --strategy grid --format json", "bench none.csv --strategy grid --builds 1",
      "tiles none.csv -o none.pmtiles", "tiles none.csv -o none.mbtiles", "tiles none.csv -o tiles",
      "aggregate none.csv --zooms 0-3 --aggregate pop:sum",
    ])
  func verbs(_ verb: String) throws {
    let outcome = try tool.run(verb.split(separator: " ").map(String.init))
    #expect(outcome.status == 0 && outcome.complaint.isEmpty, "\(outcome.errors)")
  }

  @Test("files without points that are written are read again")
  func roundTrip() throws {
    for name in ["c.gpkg", "c.fgb", "c.geojson", "c.csv", "c.json"] {
      #expect(try tool("cluster", "none.csv", "--keep", "kind", "-o", name).status == 0)
      if name == "c.json" {
        #expect(try tool("cluster", "none.csv", "--members", "-o", name).status == 0)
        #expect(try tool("score", "none.csv", "--frames", name).status == 0)
      } else {
        let again = try tool("cluster", name, "--format", "geojson")
        #expect(again.status == 0 && again.output.hasSuffix("\"features\":[]}\n"), "\(again.errors)")
      }
    }
    #expect(try tool("aggregate", "none.csv", "--zooms", "0-3", "-o", "none.cells.csv").status == 0)
    #expect(try tool("aggregate", "some.csv", "--zooms", "0-3", "-o", "some.cells.csv").status == 0)
    #expect(try tool("cluster", "none.cells.csv", "--format", "csv").status == 0)
    let merged = try tool("merge", "none.cells.csv", "some.cells.csv")
    #expect(
      merged.output
        == (try String(contentsOf: tool.folder.appending(path: "some.cells.csv"), encoding: .utf8)))
  }
}
