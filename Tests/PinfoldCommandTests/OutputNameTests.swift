import Foundation
import Testing

/// The name of a file decides what is in it.
@Suite("names of results")
struct OutputNameTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write("id,lon,lat\n1,2,48\n2,3,49\n", to: "p.csv")
    let frame = try tool("cluster", "p.csv", "--members", "--output", "frame.json")
    #expect(frame.status == 0, "\(frame.errors)")
  }

  private static let verbs = [
    "cluster p.csv", "diff p.csv --from 2,48,5 --to 2,48,6", "compare p.csv --strategy grid",
    "score p.csv --frames frame.json", "bench p.csv --strategy grid --builds 1", "info p.csv",
    "list strategies",
    "explain overlap", "plugin list",
  ]

  @Test("a file that a command reads is never replaced by its result")
  func inputs() throws {
    let file = tool.folder.appending(path: "p.csv")
    let before = try Data(contentsOf: file)
    try FileManager.default.createSymbolicLink(
      atPath: tool.folder.appending(path: "link.csv").path, withDestinationPath: "p.csv")
    for output in [["-o", "p.csv"], ["--output", "./p.csv"], ["--output=p.csv"], ["-o", "link.csv"]] {
      let outcome = try tool.run(["cluster", "p.csv"] + output)
      #expect(outcome.status == 64 && outcome.complaint.contains("the command reads this file"), "\(output)")
    }
    #expect(try Data(contentsOf: file) == before)
    #expect(
      try tool("index", "p.csv", "-o", "i.csv").complaint.contains("expected a name that ends in .pinfold"))
    #expect(try tool("cluster", "p.csv", "-o", "q.csv").status == 0)
    #expect(try tool("cluster", "p.csv", "-o", "q.csv").status == 0)
  }

  @Test("a result has the format of its name, or is refused before any work is done", arguments: verbs)
  func names(_ verb: String) throws {
    let words = verb.split(separator: " ").map(String.init)
    let json = try tool.run(words + ["-o", "r.json"])
    #expect(json.status == 0 && json.output.isEmpty, "\(json.errors)")
    _ = try JSONSerialization.jsonObject(with: try Data(contentsOf: tool.folder.appending(path: "r.json")))
    let text = try tool.run(words + ["-o", "r.TXT"])
    #expect(text.status == 0, "\(text.errors)")
    let table = try String(contentsOf: tool.folder.appending(path: "r.TXT"), encoding: .utf8)
    #expect(!table.isEmpty && !table.hasPrefix("{"))
    let others = words.map { $0 == "p.csv" ? "nosuch.csv" : $0 }
    for name in ["r.xyz", "r.parquet", "r.json.zip", "r.xyz.gz"] {
      let refused = try tool.run(others + ["-o", name])
      #expect(refused.status == 64)
      #expect(refused.complaint.hasPrefix("pinfold: --output '\(name)': expected a name that ends in .txt"))
    }
    #expect(try !tool.files.contains { $0.hasSuffix("xyz") || $0.hasSuffix("parquet") })
  }

  @Test("tables are CSV and Markdown too, and an option overrules the name")
  func tables() throws {
    for (name, beginning) in [("c.csv", "dataset,strategy,"), ("c.md", "```\n"), ("c.markdown", "```\n")] {
      #expect(try tool("compare", "p.csv", "--strategy", "grid", "-o", name).status == 0)
      #expect(try String(contentsOf: tool.folder.appending(path: name), encoding: .utf8).hasPrefix(beginning))
    }
    #expect(try tool("compare", "p.csv", "--strategy", "grid", "--format", "csv", "-o", "c.data").status == 0)
    #expect(
      try String(contentsOf: tool.folder.appending(path: "c.data"), encoding: .utf8).hasPrefix("dataset,"))
  }

  @Test("a name that ends in .gz packs the result, which is read again")
  func packed() throws {
    #expect(try tool("cluster", "p.csv", "--strategy", "none", "-o", "c.geojson.gz").status == 0)
    #expect(try Data(contentsOf: tool.folder.appending(path: "c.geojson.gz")).starts(with: [0x1F, 0x8B]))
    let report = try tool("info", "c.geojson.gz")
    #expect(report.output.contains("GeoJSON, gzip'd"), "\(report.errors)")
    #expect(try tool("aggregate", "p.csv", "--zooms", "0-2", "-o", "cells.json").status == 64)
    #expect(try tool("aggregate", "p.csv", "--zooms", "0-2", "-o", "cells.csv.gz").status == 0)
    #expect(try tool("merge", "cells.csv.gz", "-o", "all.csv").status == 0)
  }
}
