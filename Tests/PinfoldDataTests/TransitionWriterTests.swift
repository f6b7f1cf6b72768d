import Foundation
import Pinfold
import PinfoldData
import TestSupport
import Testing

@Suite("transitions as text")
struct TransitionWriterTests {
  private func writer(_ longitudes: [Double], at center: Double, from far: Double, to near: Double) throws
    -> TransitionWriter
  {
    let points = try PointSet(PointColumns(longitude: longitudes, latitude: longitudes.map { _ in 1 }))
    let map = try Clusterer(GridStrategy(cellSize: 40)).build(points)
    func frame(_ zoom: Double) throws -> Frame {
      try map.frame(for: Viewport(center: Coordinate(longitude: center, latitude: 0), zoom: zoom))
    }
    let (old, new) = (try frame(far), try frame(near))
    return try TransitionWriter(try MembershipDiff().transition(from: old, to: new), from: old, to: new)
  }

  private func document(_ writer: TransitionWriter) throws -> [String: Any] {
    let origin = FrameOrigin(strategy: "grid", parameters: [("cellSize", .number(40))], totalRows: 5)
    let bytes = writer.json(origin, diff: ("membership", [("duration", .number(0.3))]))
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test("the document stands alone: markers and flows name clusters by their places in the lists")
  func standsAlone() throws {
    let document = try document(try writer([10, 10.001, 14, 40], at: 10, from: 3, to: 7))
    #expect(
      Set(document.keys) == [
        "strategy", "parameters", "points", "diff", "old", "new", "duration", "easing", "markers", "flows",
      ])
    #expect(document["points"] as? [String: Int] == ["total": 5, "usable": 4, "skipped": 1])
    #expect((document["diff"] as? [String: Any])?["name"] as? String == "membership")
    #expect(document["duration"] as? Double == 0.3 && document["easing"] as? String == "smooth")
    func clusters(_ name: String) throws -> [[String: Any]] {
      let frame = try #require(document[name] as? [String: Any])
      #expect(frame["viewport"] != nil)
      return try #require(frame["clusters"] as? [[String: Any]])
    }
    let (old, new) = (try clusters("old"), try clusters("new"))
    let markers = try #require(document["markers"] as? [[String: Any]])
    let keys: Set = ["kind", "old", "new", "count", "from", "to", "addedAt", "removedAt"]
    #expect(markers.allSatisfy { Set($0.keys) == keys })
    // 40° is out of the later view.
    #expect(Set(markers.compactMap { $0["kind"] as? String }) == ["split", "disappear"])
    var shown = 0
    for marker in markers {
      func end(_ key: String) -> [String: Double]? { marker[key] as? [String: Double] }
      func place(_ cluster: [String: Any]) -> [String: Double] {
        ["lon": cluster["lon"] as? Double ?? .nan, "lat": cluster["lat"] as? Double ?? .nan]
      }
      if let cluster = marker["old"] as? Int { #expect(end("from") == place(old[cluster])) }
      if let cluster = marker["new"] as? Int { #expect(end("to") == place(new[cluster])) }
      if marker["addedAt"] is NSNull {
        let cluster = try #require(marker["old"] as? Int)
        #expect(marker["count"] as? Int == old[cluster]["count"] as? Int)
        shown += 1
      }
    }
    #expect(shown == old.count)
    let flows = try #require(document["flows"] as? [[String: Int]])
    #expect(
      flows.compactMap { $0["count"] }.reduce(0, +) == new.compactMap { $0["count"] as? Int }.reduce(0, +))
  }

  @Test("an end's longitude goes past ±180° rather than the long way around")
  func dateLine() throws {
    for (first, second) in [(2.0, 8.0), (8, 2)] {
      let document = try document(try writer([179, -177], at: 180, from: first, to: second))
      let markers = try #require(document["markers"] as? [[String: Any]])
      #expect(markers.count == 3)
      for marker in markers {
        let from = try #require((marker["from"] as? [String: Double])?["lon"])
        let to = try #require((marker["to"] as? [String: Double])?["lon"])
        #expect(abs(from) <= 180 && abs(to - from) < 2.001, "\(from) to \(to)")
      }
    }
  }

  @Test("the tables tell what becomes of how many clusters and points, the most points first")
  func tables() throws {
    let writer = try writer([10, 10.001, 14, 40, 40.001], at: 10, from: 3, to: 7)
    #expect(
      writer.summary() == """
        change     old  new  points
        disappear    1    -       2
        split        1    2       3

        """)
    let lines = writer.changes().split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(lines[0] == ["change", "old", "of", "new", "of", "points"])
    // Of equal numbers of points the first old cluster goes first.
    #expect(lines.dropFirst().map(\.first) == ["split", "disappear", "split"])
    #expect(lines[1][2] == "3" && lines[1].suffix(2) == ["2", "2"])
    #expect(lines[2].suffix(4) == ["2", "-", "-", "2"])
    #expect(lines[3].suffix(2) == ["1", "1"])
    #expect(writer.changeCount == 3)
    #expect(writer.changes(limit: 1).split(separator: "\n").count == 2)
    let still = try self.writer([10, 40], at: 10, from: 3, to: 3)
    #expect(still.changeCount == 0)
    #expect(still.summary() == "change  old  new  points\nkeep      2    2       2\n")
  }
}
