import Foundation
import Testing

@Suite("pinfold aggregate and merge")
struct AggregateCommandTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    let rows = (0..<400).map {
      "\($0),\(Double($0 * 37 % 360) - 180),\(Double($0 * 53 % 170) - 85),\($0 % 9)"
    }
    for part in 0..<4 {
      let own = rows.enumerated().filter { $0.offset % 4 == part }.map(\.element).reversed()
      try tool.write((["id,lon,lat,people"] + own).joined(separator: "\n"), to: "part\(part).csv")
    }
    try tool.write((["id,lon,lat,people"] + rows).joined(separator: "\n"), to: "all.csv")
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: tool.folder.appending(path: name))
  }

  private static let options = ["--zooms", "0-8", "--cell", "16", "--aggregate", "people:sum,max"]

  @Test("four parts merge to the bytes of one pass, and so do four data sets of one command")
  func parts() throws {
    func run(_ arguments: [String]) throws { #expect(try tool.run(arguments).complaint == "") }
    try run(["aggregate", "all.csv", "-o", "all-cells.csv"] + Self.options)
    for part in 0..<4 { try run(["aggregate", "part\(part).csv", "-o", "cells\(part).csv"] + Self.options) }
    try run(["merge", "cells2.csv", "cells0.csv", "cells3.csv", "cells1.csv", "-o", "merged.csv"])
    #expect(try bytes("merged.csv") == bytes("all-cells.csv"))
    try run(
      ["aggregate", "part3.csv", "part1.csv", "part0.csv", "part2.csv", "-o", "once.csv"] + Self.options)
    #expect(try bytes("once.csv") == bytes("all-cells.csv"))
  }

  @Test("a part whose points have no group adds up with others")
  func ungroupedPart() throws {
    try tool.write("id,lon,lat,g\n1,1,2,a\n2,3,4,\n", to: "both.csv")
    try tool.write("id,lon,lat,g\n1,1,2,a\n", to: "one.csv")
    try tool.write("id,lon,lat,g\n2,3,4,\n", to: "other.csv")
    let options = ["--group", "g", "--zooms", "0-2"]
    let whole = try tool.run(["aggregate", "both.csv"] + options)
    #expect(whole.status == 0 && whole.output.contains(",group\n"))
    #expect(try tool.run(["aggregate", "other.csv", "one.csv"] + options).output == whole.output)
  }

  @Test("a grid's clusters and tiles of cells say how many points they have")
  func counts() throws {
    #expect(try tool.run(["aggregate", "all.csv", "-o", "cells.csv"] + Self.options).complaint == "")
    func rows(_ data: String, _ aggregate: String) throws -> [String] {
      let outcome = try tool.run([
        "cluster", data, "--strategy", "grid", "--bbox", "-179,-85,179,85", "--zoom", "3", "--format", "csv",
        "--aggregate", aggregate,
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      // All but the stable id, the point of a cluster of one, and its columns.
      var rows: [String] = []
      for row in outcome.output.split(separator: "\n").dropFirst() {
        let fields = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var kept = [fields[3], fields[4], fields[fields.count - 1]]
        for field in fields[1...2] {
          let degrees = Double(field) ?? .nan
          kept.append(String((degrees * 1e6).rounded()))
        }
        rows.append(kept.joined(separator: " "))
      }
      return rows.sorted()
    }
    #expect(try rows("all.csv", "people:sum") == rows("cells.csv", "people_sum:sum"))
    let tiles = try tool(
      "tiles", "cells.csv", "-o", "t", "--zooms", "0-0", "--strategy", "grid(cellSize=512)")
    #expect(tiles.status == 0, "\(tiles.errors)")
    let text = String(decoding: try bytes("t/0/0/0.mvt"), as: UTF8.self)
    #expect(text.contains("point_count"))
  }

  @Test(
    "a condition keeps the counts and weights of the cells that meet it; scripts refuse to cut those with boxes",
    arguments: [[], ["--strategy", "quadtree"]])
  func selected(fit: [String]) throws {
    try tool.write("id,lon,lat,v\n1,2,48,5\n2,2.001,48,5\n3,10,50,1\n", to: "m.csv")
    let made = try tool.run(
      ["aggregate", "m.csv", "--zooms", "0-4", "--aggregate", "v:sum", "-o", "mc.csv"] + fit)
    #expect(made.status == 0)
    for condition in ["v_sum > 2", "cell_points >= 2", "v_sum != 1"] {
      let rows = try tool(
        "cluster", "mc.csv", "--strategy", "grid", "--view", "5,49,5", "--format", "csv", "--where", condition
      ).output.split(separator: "\n")
      #expect(rows.count == 2 && rows[1].contains(",2,2"), "\(condition): \(rows)")
    }
    let json = try tool("cluster", "mc.csv", "--strategy", "grid", "--view", "5,49,5", "--format", "json")
      .output
    #expect(json.contains(#""skipped":0"#), "\(json)")
    for call in ["where('v_sum > 2')", "filter(function() return true end)", "sample(1)"] {
      let outcome = try tool("run", "-e", "dataset('mc.csv'):\(call)")
      let isRefused = outcome.errors.contains("these points stand for cells, several for one")
      #expect(isRefused == !fit.isEmpty, "\(call): \(outcome)")
    }
    #expect(
      try tool("run", "-e", "print(#dataset('mc.csv', { where = 'v_sum > 2' }) > 0)").output == "true\n")
  }

  @Test("a file that comes twice is told, under another name too")
  func repeats() throws {
    #expect(try tool("aggregate", "all.csv", "-o", "cells.csv").status == 0)
    let cells = try bytes("cells.csv")
    try tool.write(String(decoding: cells, as: UTF8.self), to: "copy.csv")
    let merged = try tool("merge", "cells.csv", "copy.csv", "cells.csv", "-o", "merged.csv")
    #expect(merged.status == 0)
    #expect(merged.errors.contains("copy.csv has the same bytes as"), "\(merged.errors)")
    #expect(
      merged.errors.contains("cells.csv is given twice, and its points count twice"), "\(merged.errors)")
  }

  @Test(
    "mistakes are told before anything is written",
    arguments: [
      (["aggregate", "all.csv", "--cell", "12"], 64, "--cell '12': expected a power of two in 1…256"),
      (
        ["aggregate", "all.csv", "--aggregate", "people:mean"], 64, "kinds that add up: sum, count, min, max"
      ),
      (["aggregate", "all.csv", "--planar"], 64, "cells need coordinates on the globe"),
      (["aggregate", "all.csv", "--aggregate", "peple:sum"], 1, "did you mean 'people'?"),
      (["merge", "all.csv"], 1, "all.csv: cells expected, as 'pinfold aggregate' writes them"),
      (["aggregate"], 64, "no data: name a file"),
    ])
  func mistakes(arguments: [String], status: Int, message: String) throws {
    let outcome = try tool.run(arguments)
    #expect(outcome.status == status && outcome.output.isEmpty)
    #expect(outcome.complaint.contains(message), "\(outcome.complaint)")
  }
}
