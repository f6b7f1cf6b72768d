import Foundation
import TestSupport
import Testing

@Suite("pinfold diff")
struct DiffTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(
      "id,lon,lat\na,2.30,48.85\nb,2.3001,48.85\nc,2.5,48.9\nd,2.7,48.7\ne,-120,40\n", to: "a.csv")
  }

  private let zoomIn = ["diff", "a.csv", "--from", "2.5,48.8,4", "--to", "2.5,48.8,11"]

  @Test("the table tells what splits and what is left behind")
  func table() throws {
    let outcome = try tool.run(zoomIn)
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "membership of separate: 0.3 s, smooth")
    #expect(lines[1] == "from: 1 cluster of 4 points at 2.50000, 48.80000 at zoom 4.00, 1280 × 800")
    #expect(lines[2] == "to: 3 clusters of 4 points at 2.50000, 48.80000 at zoom 11.00, 1280 × 800")
    #expect(lines[4...5] == ["change  old  new  points", "split     1    3       4"])
    #expect(lines.count == 12)
  }

  @Test("points far from the others are noted where the view depends on them, and nowhere else")
  func outliers() throws {
    let widens = { (outcome: Tool.Outcome) in outcome.errors.contains("far from the others") }
    #expect(try widens(tool("cluster", "towns")))
    #expect(try !widens(tool("cluster", "towns", "--view", "10,48,4")))
    #expect(try !widens(tool("diff", "towns", "--from", "10,48,4", "--to", "10,48,5")))
    #expect(try !widens(tool("tiles", "towns", "--zooms", "0-1", "--output", "a.pmtiles")))
  }

  @Test("counts in the JSON add up at every time, and are those of the frames at the ends")
  func json() throws {
    for (from, to) in [("2.5,48.8,6", "2.5,48.8,11"), ("2.5,48.8,11", "-20,45,3"), ("2,49,9", "2,49,9")] {
      let outcome = try tool(
        "diff", "a.csv", "--from", from, "--to", to, "--diff", "membership(duration=1.5)", "--format", "json")
      #expect(outcome.status == 0)
      let document = try PinfoldCommandTests.json(outcome.output)
      #expect(document["duration"] as? Double == 1.5)
      let markers = try #require(document["markers"] as? [[String: Any]])
      func shown(at time: Double) -> Int {
        markers.filter { marker in
          let added = marker["addedAt"] as? Double ?? -.infinity
          let removed = marker["removedAt"] as? Double ?? .infinity
          return added <= time && time < removed
        }.compactMap { $0["count"] as? Int }.reduce(0, +)
      }
      func points(_ name: String) -> Int {
        let clusters = (document[name] as? [String: Any])?["clusters"] as? [[String: Any]] ?? []
        return clusters.compactMap { $0["count"] as? Int }.reduce(0, +)
      }
      let flows = try #require(document["flows"] as? [[String: Int]])
      let common = flows.compactMap { $0["count"] }.reduce(0, +)
      #expect(common > 0)
      #expect(shown(at: -1) == points("old") && shown(at: 1) == points("new"))
      for time in [0, 0.5, 0.99] { #expect(shown(at: time) == points("old") + points("new") - common) }
    }
  }

  @Test("shuffled rows give the same bytes, and the result may go to a file")
  func shuffled() throws {
    try tool.write(
      "id,lon,lat\ne,-120,40\nc,2.5,48.9\nd,2.7,48.7\nb,2.3001,48.85\na,2.30,48.85\n", to: "b.csv")
    let one = try tool.run(zoomIn + ["--format", "json"])
    let two = try tool.run(
      zoomIn.map { $0 == "a.csv" ? "b.csv" : $0 } + ["--format", "json", "-o", "out.json"])
    #expect(two.status == 0 && two.output.isEmpty)
    #expect(
      try String(contentsOf: tool.folder.appending(path: "out.json"), encoding: .utf8) == one.output)
  }

  @Test("ancestry takes trees, and says what does not nest")
  func ancestry() throws {
    let tree = try tool.run(zoomIn + ["--strategy", "quadtree", "--diff", "ancestry"])
    #expect(tree.status == 0 && tree.output.hasPrefix("ancestry of quadtree: 0.5 s, smooth\n"))
    let rows = (0..<200).map { "\($0),\(Double($0 * 37 % 101) / 10),\(Double($0 * 53 % 97) / 10)" }
    try tool.write((["id,lon,lat"] + rows).joined(separator: "\n") + "\n", to: "many.csv")
    let tangle = try tool(
      "diff", "many.csv", "--strategy", "kmeans(k=5)", "--diff", "ancestry", "--from", "4,4,6", "--to",
      "6,5,7", "-o", "out.json")
    #expect(tangle.status == 1)
    #expect(
      tangle.complaint.contains(
        /pinfold: the old cluster [0-9a-f]{16} and the new cluster [0-9a-f]{16} overlap, but neither holds/))
    #expect(try !tool.files.contains("out.json"))
  }

  @Test("planar data speak of x and y")
  func planar() throws {
    try tool.write("x,y\n0,5\n10,6\n100000,3\n", to: "plan.csv")
    let outcome = try tool(
      "diff", "plan.csv", "--planar", "--from", "50000,5,0", "--to", "50000,5,6,20000x800", "--format", "json"
    )
    #expect(outcome.status == 0)
    let document = try PinfoldCommandTests.json(outcome.output)
    let markers = try #require(document["markers"] as? [[String: Any]])
    #expect(markers.contains { ($0["to"] as? [String: Double]) == ["x": 100000, "y": 3] })
  }
}
