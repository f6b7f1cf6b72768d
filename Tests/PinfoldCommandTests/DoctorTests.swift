import Foundation
import TestSupport
import Testing

@Suite("The doctor of clusters")
struct DoctorTests {
  private let tool: Tool

  /// Heaps of points: two apart, one on both sides of 180°, and a point alone.
  private static let points: [(x: Double, y: Double)] = {
    var random = SplitMix(state: 7)
    var points = [(150.0, -40.0)]
    for (middle, count) in [(0.0, 400), (40.0, 300), (180.0, 500)] {
      for _ in 0..<count {
        let x = middle + random.unit() * 12 - 6
        points.append((x >= 180 ? x - 360 : x, random.unit() * 10 - 5))
      }
    }
    return points
  }()

  private struct SplitMix {
    var state: UInt64
    mutating func unit() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((z ^ (z >> 31)) >> 11) / 0x1p53
    }
  }

  init() throws {
    tool = try Tool()
    let rows = Self.points.enumerated().map { "\($0),\($1.x),\($1.y)" }
    try tool.write("id,lon,lat\n\(rows.joined(separator: "\n"))\n", to: "points.csv")
  }

  /// The clusters that a strategy makes of the world at zoom 4.
  private func clusters(_ strategy: String = "radius") throws -> [[String: Any]] {
    let arguments = ["--view", "0,0,4", "--width", "4096", "--height", "4096", "--format", "geojson"]
    let text = try tool.run(["cluster", "points.csv", "--strategy", strategy] + arguments).output
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(document?["features"] as? [[String: Any]])
  }

  private func examine(_ features: [[String: Any]], _ more: String...) throws -> Tool.Outcome {
    let document = ["type": "FeatureCollection", "features": features] as [String: Any]
    let bytes = try JSONSerialization.data(withJSONObject: document)
    try tool.write(String(decoding: bytes, as: UTF8.self), to: "clusters.geojson")
    let path = Folders.package.appending(path: "Scripts/doctor.lua").path
    return try tool.run(["run", path, "clusters.geojson", "--data", "points.csv", "--zoom", "4"] + more)
  }

  private func changed(
    _ features: [[String: Any]], at index: Int, count: Int
  ) -> [[String: Any]] {
    var features = features
    var properties = features[index]["properties"] as? [String: Any] ?? [:]
    properties["count"] = count
    features[index]["properties"] = properties
    return features
  }

  private func count(_ feature: [String: Any]) -> Int {
    (feature["properties"] as? [String: Any])?["count"] as? Int ?? 0
  }

  @Test(
    "finds nothing in clusters that are right, and says what it did not look at",
    arguments: ["radius", "grid", "separate"])
  func right(strategy: String) throws {
    let outcome = try examine(try clusters(strategy))
    #expect(outcome.status == 0 && !outcome.output.contains("FAULT"), "\(outcome.output)")
    #expect(outcome.output.contains("ok     the counts sum to the number of points"))
    #expect(outcome.output.contains("ok     each of 4 regions counts its own points"))
    #expect(outcome.output.contains("ok     clusters go on across 180 degrees"))
    #expect(outcome.output.contains("stability was not looked at"))
  }

  @Test("reads markers whose columns are named as members of a dataset")
  func names() throws {
    let features = try clusters().map { feature in
      var feature = feature
      var properties = feature["properties"] as? [String: Any] ?? [:]
      for name in ["columns", "rows", "skipped", "info", "column"] { properties[name] = "x" }
      feature["properties"] = properties
      return feature
    }
    let outcome = try examine(features)
    #expect(outcome.status == 0 && !outcome.output.contains("FAULT"), "\(outcome)")
  }

  @Test("says how to unpack an archive of tiles")
  func archive() throws {
    try tool.write("", to: "towns.mbtiles")
    let outcome = try tool.shell("pinfold doctor towns.mbtiles --data points.csv")
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("tile-join -e tiles --no-tile-compression towns.mbtiles"), "\(outcome)")
  }

  @Test("finds a lost point, a doubled cluster and a wrong count, with the place of each")
  func planted() throws {
    let right = try clusters()
    let alone = try #require(right.firstIndex { count($0) == 1 })
    var lost = right
    lost.remove(at: alone)
    let first = try examine(lost)
    #expect(first.status == 1 && first.complaint.contains("faults"))
    #expect(first.output.contains("FAULT  the counts sum to 1200, 1 fewer than there are points"))
    #expect(first.output.contains("FAULT  1 point has no marker within"))
    #expect(first.output.contains("as that at 150.00000, -40.00000"))
    #expect(
      first.output.contains(
        "1 point, markers count 0: the point farthest from a marker is at 150.00000, -40.00000"))

    let large = try #require(right.indices.max { count(right[$0]) < count(right[$1]) })
    let doubled = try examine(right + [right[large]])
    #expect(doubled.output.contains("\(count(right[large])) more than there are points"))
    #expect(doubled.output.contains("FAULT  two markers stand at "))
    #expect(doubled.output.contains("FAULT  1 region of 4 count other than they hold"))

    let wrong = try examine(changed(right, at: large, count: 5000))
    #expect(wrong.output.contains(" counts 5000, and only "))
    #expect(wrong.output.contains(" counts 5000, and is the nearest of "))
    let moved = try examine(
      changed(changed(right, at: large, count: count(right[large]) - 9), at: alone, count: 10))
    #expect(moved.output.contains("ok     the counts sum to the number of points"))
    #expect(
      moved.output.contains(
        "FAULT  2 regions of 4 count other than they hold; the smallest, around 150.00000, -40.00000: 1 point, of which the markers count 10"
      ))
    #expect(
      try examine(changed(right, at: large, count: 0)).output.contains(
        "counts 0, which is no number of points"))
  }

  @Test("calls clusters right whose points on both sides of 180 degrees are too far apart")
  func farAcross() throws {
    let rows = (0..<24).map { "\($0),\($0 % 2 == 0 ? 179.4 : -179.4),\($0 / 2 * 2)\n" }.joined()
    try tool.write("id,lon,lat\n" + rows, to: "far.csv")
    let made = try tool(
      "cluster", "far.csv", "--strategy", "none", "--bbox", "-180,-85,180,85", "--zoom", "5", "-o",
      "far.geojson")
    #expect(made.status == 0, "\(made)")
    let path = Folders.package.appending(path: "Scripts/doctor.lua").path
    let outcome = try tool("run", path, "far.geojson", "--data", "far.csv", "--zoom", "5")
    #expect(outcome.status == 0 && outcome.output.contains("too few points on both sides"), "\(outcome)")
  }

  @Test("finds a cut at 180 degrees, and other clusters after a shuffle")
  func cut() throws {
    // Clusters of the two sides by themselves.
    let all = Self.points
    var features: [[String: Any]] = []
    for side in [1.0, -1.0] {
      let rows = all.enumerated().filter { ($0.element.x < 0 ? -1.0 : 1.0) == side }
        .map { "\($0.offset),\($0.element.x),\($0.element.y)" }
      try tool.write("id,lon,lat\n\(rows.joined(separator: "\n"))\n", to: "side.csv")
      let text = try tool.run([
        "cluster", "side.csv", "--strategy", "radius", "--view", "0,0,4", "--width", "4096", "--height",
        "4096",
        "--format", "geojson",
      ]).output
      let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      features += try #require(document?["features"] as? [[String: Any]])
    }
    let outcome = try examine(features)
    #expect(outcome.output.contains("FAULT  clusters are cut at 180 degrees"), "\(outcome.output)")
    #expect(outcome.output.contains("ok     the counts sum to the number of points"))

    let right = try clusters()
    let document = ["type": "FeatureCollection", "features": Array(right.reversed())] as [String: Any]
    let bytes = try JSONSerialization.data(withJSONObject: document)
    try tool.write(String(decoding: bytes, as: UTF8.self), to: "again.geojson")
    #expect(
      try examine(right, "--again", "again.geojson").output.contains("ok     zoom 4: the same markers as in"))
    let other = try examine(features, "--again", "again.geojson")
    #expect(other.output.contains(" markers are not in again.geojson, as that of "))
  }

  @Test("looks no farther than 256 screen points where markers are few and far apart")
  func sparse() throws {
    // Twelve towns of five points each, hundreds of screen points apart.
    let towns = (0..<12).map { Double($0) * 12 - 66 }
    let rows = towns.enumerated().flatMap { town, x in
      (0..<5).map { "\(town * 5 + $0),\(x),\(Double($0) / 100)" }
    }
    try tool.write("id,lon,lat\n\(rows.joined(separator: "\n"))\n", to: "points.csv")
    func markers(_ change: (Int) -> (move: Double, count: Int)) -> [[String: Any]] {
      towns.enumerated().map { town, x in
        let (move, count) = change(town)
        return [
          "type": "Feature", "properties": ["count": count],
          "geometry": ["type": "Point", "coordinates": [x + move, 0.02]],
        ]
      }
    }
    let path = Folders.package.appending(path: "Scripts/doctor.lua").path
    func examined(_ change: (Int) -> (move: Double, count: Int)) throws -> String {
      let document = ["type": "FeatureCollection", "features": markers(change)] as [String: Any]
      let bytes = try JSONSerialization.data(withJSONObject: document)
      try tool.write(String(decoding: bytes, as: UTF8.self), to: "clusters.geojson")
      return try tool.run(["run", path, "clusters.geojson", "--data", "points.csv", "--zoom", "8"]).output
    }
    let right = try examined { _ in (0, 5) }
    #expect(
      !right.contains("FAULT") && right.contains("belong together within 256 screen points"), "\(right)")
    #expect(try examined { ($0 == 3 ? 4 : 0, 5) }.contains("where no point is within 256 screen points"))
    #expect(
      try examined { (0, $0 == 3 ? 8 : $0 == 9 ? 2 : 5) }.contains("FAULT  2 regions of 12 count other"))
  }

  @Test("examines a folder of vector tiles, whose points are rounded, as well as a file")
  func tiles() throws {
    #expect(
      try tool("tiles", "points.csv", "--strategy", "radius", "--zooms", "2-4", "-o", "tiles").status == 0)
    func examine(_ words: String = "tiles") throws -> Tool.Outcome {
      try tool.shell("pinfold doctor \(words) --data points.csv")
    }
    let outcome = try examine()
    #expect(outcome.status == 0 && !outcome.output.contains("FAULT"), "\(outcome)")
    for zoom in 2...4 { #expect(outcome.output.contains("tiles, zoom \(zoom): ")) }
    #expect(outcome.output.contains("ok     clusters go on across 180 degrees"))

    // The tile with the point alone.
    let alone = tool.folder.appending(path: "tiles/4/14/9.mvt")
    let bytes = try Data(contentsOf: alone)
    try FileManager.default.removeItem(at: alone)
    let lost = try examine("tiles --zoom 4")
    #expect(lost.output.contains("FAULT  the counts sum to 1200, 1 fewer than there are points"), "\(lost)")
    #expect(!lost.output.contains("zoom 3"))

    try bytes.dropLast(3).write(to: alone)
    #expect(try examine().complaint.contains("4/14/9: a tile ends too early"))
    try (Data([0x1F, 0x8B]) + bytes).write(to: alone)
    #expect(try examine().complaint.contains("4/14/9 is compressed"))
    #expect(try examine("tiles --zoom 9").complaint.contains("tiles has the zooms 2 to 4"))
    #expect(try examine(".").complaint.contains("has no tiles.json or metadata.json"))
  }

  @Test("finds counts that were exchanged, and shows a zoom with the markers of another")
  func exchanged() throws {
    // Heaps of 3 and 60 points, 40 screen points apart at zoom 4, and one of 60 far away.
    let heaps: [(x: Double, count: Int)] = [(0, 3), (3.5, 60), (60, 60)]
    var rows = "id,lon,lat\n"
    for (heap, (x, count)) in heaps.enumerated() {
      for place in 0..<count {
        rows += "\(heap * 100 + place),\(x + Double(place) / 300),\(Double(place % 7) / 10)\n"
      }
    }
    try tool.write(rows, to: "points.csv")
    func markers(_ counts: [Int], zoom: Int = 4) -> [[String: Any]] {
      zip(heaps, counts).map { heap, count in
        [
          "type": "Feature", "properties": ["count": count, "zoom": zoom],
          "geometry": ["type": "Point", "coordinates": [heap.x + 0.05, 0.3]],
        ]
      }
    }
    let right = try examine(markers([3, 60, 60]))
    #expect(right.status == 0, "\(right)")
    let wrong = try examine(markers([60, 3, 60]))
    #expect(wrong.output.contains("counts 60, and is the nearest of 3 points"), "\(wrong)")

    // Heaps that stay whole as a map is zoomed in look like a copy of a zoom, which is shown and no fault.
    let twice = try examine(markers([3, 60, 60], zoom: 4) + markers([3, 60, 60], zoom: 5))
    #expect(
      twice.status == 0 && twice.output.contains("-      zooms 4 and 5 have the same markers"), "\(twice)")
    #expect(twice.output.contains("is zoom 5 a copy?"))
  }

  @Test("says what it needs")
  func needs() throws {
    let path = Folders.package.appending(path: "Scripts/doctor.lua").path
    #expect(
      try tool.run(["run", path, "points.csv"]).complaint.contains(
        "missing option '--data'"))
    #expect(
      try tool.run(["run", path, "points.csv", "--data", "points.csv"]).complaint
        .contains("points.csv has no column 'zoom': say with --zoom which one it is of"))
  }
}
