import Foundation
import TestSupport
import Testing

@Suite("the steps after the strategy")
struct ClusteringOptionTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    // At zoom 0 a degree is 0.71 screen points: markers 10 apart overlap, those 90 apart do not.
    try tool.write(
      "id,lon,lat,kind\n1,0,0,a\n2,10,0,a\n3,0,1,b\n4,100,0,a\n", to: "a.csv")
  }

  private func document(_ arguments: String...) throws -> [String: Any] {
    let strategy = arguments.contains("--strategy") ? [] : ["--strategy", "none"]
    let command = ["cluster", "a.csv", "--view", "0,0,0", "--members", "--format", "json"] + strategy
    let outcome = try tool.run(command + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  private func members(_ document: [String: Any]) throws -> Set<[Int]> {
    Set(try #require(document["clusters"] as? [[String: Any]]).compactMap { $0["members"] as? [Int] })
  }

  @Test("the size that cells have is shown wherever the wanted one is")
  func effectiveSize() throws {
    let strategy = ["--strategy", "grid(cellSize=50)"]
    #expect(try document("--strategy", "grid(cellSize=50)")["effectiveSize"] as? Int == 64)
    #expect(try document("--strategy", "grid(cellSize=50,finer=true)")["effectiveSize"] as? Double == 51.2)
    #expect(try document("--strategy", "none")["effectiveSize"] == nil)
    let table = try tool.run(["cluster", "a.csv", "--view", "0,0,3"] + strategy).output
    #expect(table.contains("\neffective size: 64 screen points\n"))
    let picture = try tool.run(["plot", "a.csv", "--view", "0,0,3", "--output", "a.svg"] + strategy)
    #expect(picture.status == 0, "\(picture.errors)")
    let svg = try String(contentsOf: tool.folder.appending(path: "a.svg"), encoding: .utf8)
    #expect(svg.contains("grid(cellSize=50)<") && svg.contains(" · effective size 64<"))
    let compared = ["compare", "a.csv", "--zooms", "3", "--metrics", "markers"] + strategy
    #expect(try tool.run(compared).output.contains("size"))
    let csv = try tool.run(compared + ["--format", "csv"]).output
    #expect(csv.contains("effectiveSize") && csv.contains(",64,"))
    #expect(try tool.run(["explain", "grid"]).output.contains("effective size: 64 points at whole zooms"))
  }

  @Test("--separate merges markers that overlap, and the document tells how")
  func separate() throws {
    let document = try document("--separate", "--group", "kind")
    #expect(try members(document) == [[1, 2], [3], [4]])
    let separation = try #require(document["separation"] as? [String: Any])
    #expect(separation["collisionMode"] as? String == "circle" && separation["largest"] as? Int == 32)
    #expect(document["overlaps"] as? Int == 1)
    #expect(document["limits"] == nil)
  }

  @Test("--separation sets its parameters, and implies --separate")
  func separation() throws {
    let document = try document(
      "--separation", "smallest=1", "--separation", "largest=1", "--separation", "padding=3")
    #expect(try members(document) == [[1, 3], [2], [4]])
    #expect((document["separation"] as? [String: Any])?["padding"] as? Int == 3)
    #expect(document["overlaps"] as? Int == 0)
  }

  @Test("--min-points and --max-zoom dissolve clusters")
  func limits() throws {
    let document = try document("--strategy", "grid", "--min-points", "3", "--max-zoom", "14")
    #expect(document["limits"] as? [String: Int] == ["minPoints": 3, "minLocations": 2, "maxZoom": 14])
    let whole = try members(try self.document("--strategy", "grid(cellSize=4000)"))
    let none = try members(
      try self.document("--strategy", "grid(cellSize=4000)", "--min-points", "5"))
    let deep = try members(
      try self.document("--strategy", "grid(cellSize=4000)", "--max-zoom", "-1"))
    #expect(whole == [[1, 2, 3, 4]])
    #expect(none == [[1], [2], [3], [4]] && deep == none)
  }

  @Test("the table says what overlaps all the same")
  func table() throws {
    let arguments = ["cluster", "a.csv", "--view", "0,0,0", "--strategy", "none", "--separate"]
    let apart = "markers of different groups, or of points that never merge, overlap in 1 pair\n"
    #expect(try tool.run(arguments + ["--group", "kind"]).output.contains(apart))
    #expect(try !tool.run(arguments).output.contains("overlap in"))
  }

  @Test("compare and bench take them too")
  func others() throws {
    let compared = try tool(
      "compare", "a.csv", "--strategy", "grid(cellSize=20)", "--zooms", "0", "--locations", "1", "--metrics",
      "overlap", "--separate", "--format", "csv")
    #expect(compared.status == 0)
    let timed = try tool(
      "bench", "--generate", "cities,count=100", "--builds", "1", "--passes", "1", "--strategy", "grid",
      "--separate",
      "--representative", "centroid", "--min-points", "2")
    #expect(timed.status == 0, "\(timed.errors)")
  }

  @Test("the room that markers take may be stated by zoom")
  func sizesByZoom() throws {
    func count(_ zoom: Int, _ settings: String...) throws -> Int {
      let outcome = try tool.run(
        ["cluster", "--generate", "cities,count=400", "--strategy", "none", "--view", "10,48,\(zoom)"]
          + ["--format", "csv"] + settings.flatMap { ["--separation", $0] })
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output.split(separator: "\n").count
    }
    for (zoom, size) in [(3, 40), (5, 30), (7, 20)] {
      let byZoom = try count(zoom, "smallest=3:40,7:20,largest=3:40,7:20", "padding=5")
      #expect(try byZoom == count(zoom, "smallest=\(size),largest=\(size),padding=5"), "zoom \(zoom)")
    }
    let fast = try tool("cluster", "a.csv", "--separation", "padding=0:1,1:9")
    #expect(fast.status == 64 && fast.errors.contains("grow no faster than the map"), "\(fast.errors)")
  }

  @Test(
    "mistakes name the option",
    arguments: [
      ("--min-points 0", "--min-points '0': expected a whole number in 1…1000000000"),
      (
        "--strategy separate(maxZoom=14)",
        "strategy 'separate' has no 'maxZoom'; every strategy takes it as --max-zoom 14, and in Lua and JSON as limits = { maxZoom = 14 }"
      ),
      ("--max-zoom 99", "--max-zoom '99': expected a whole number in -8…32"),
      ("--separation pading=3", "--separation: 'separate' has no 'pading' (did you mean 'padding'?)"),
      (
        "--separation collisionMode=oval",
        "--separation: 'collisionMode' is 'oval'; it takes one of circle, rectangle"
      ),
      ("--separation padding", "--separation: 'padding' is ''; it takes a number in 0…1000"),
      (
        "--separation padding=1 --separation padding=2",
        "--separation: 'padding' is given twice"
      ),
      ("--representative centre", "--representative: unknown representative 'centre'"),
    ])
  func mistakes(arguments: String, message: String) throws {
    let outcome = try tool.run(["cluster", "a.csv"] + arguments.split(separator: " ").map(String.init))
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
