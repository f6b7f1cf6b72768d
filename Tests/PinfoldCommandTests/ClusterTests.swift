import Foundation
import Pinfold
import PinfoldData
import TestSupport
import Testing

@Suite("pinfold cluster")
struct ClusterTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// Rows of a CSV file with text ids, weights, and a seeded order.
  private func rows(seed: UInt64) -> String {
    let columns = SamplePoints.clusters.columns(count: 400, seed: 3)
    let rows = (0..<columns.count).map {
      "p\($0),\(columns.longitude[$0].remainder(dividingBy: 360)),\(columns.latitude[$0]),\($0 % 7)"
    }
    var random = SplitMix64(seed: seed)
    return (["name,lon,lat,mass"] + random.shuffled(rows)).joined(separator: "\n") + "\n"
  }

  @Test("the JSON document has the shape that is promised")
  func shape() throws {
    try tool.write("id,lon,lat\n7,2.35,48.86\n9,2.351,48.861\n11,-3.7,40.4\n12,,\n", to: "a.csv")
    let outcome = try tool(
      "cluster", "a.csv", "--strategy", "grid(cellSize=40)", "--view", "-3.7,40.4,6,800x600", "--margin",
      "0.5",
      "--members", "--format", "json")
    #expect(outcome.status == 0)
    let document = try json(outcome.output)
    #expect(
      Set(document.keys) == ["strategy", "parameters", "viewport", "effectiveSize", "points", "clusters"])
    #expect(document["strategy"] as? String == "grid")
    let parameters = try #require(document["parameters"] as? [String: Any])
    #expect(parameters["cellSize"] as? Double == 40)
    #expect(parameters["anchor"] as? String == "world")
    #expect(document["points"] as? [String: Int] == ["total": 4, "usable": 3, "skipped": 1])
    var viewport = try #require(document["viewport"] as? [String: Any])
    let bounds = try #require(viewport.removeValue(forKey: "bounds") as? [Double])
    #expect(
      viewport as? [String: Double]
        == ["lon": -3.7, "lat": 40.4, "zoom": 6, "width": 800, "height": 600, "tileSize": 256, "margin": 0.5])
    #expect(bounds.count == 4 && bounds[0] < -3.7 && bounds[1] < 40.4 && bounds[2] > -3.7 && bounds[3] > 40.4)
    let clusters = try #require(document["clusters"] as? [[String: Any]])
    for cluster in clusters {
      let own: Set<String> = cluster["count"] as? Int == 1 ? ["point"] : []
      #expect(Set(cluster.keys) == own.union(["id", "lon", "lat", "count", "weight", "members"]))
    }
    #expect(clusters.allSatisfy { ($0["id"] as? String)?.wholeMatch(of: /[0-9a-f]{16}/) != nil })
    #expect(clusters.compactMap { $0["count"] as? Int }.sorted() == [1, 2])
    #expect(Set(clusters.compactMap { $0["members"] as? [Int] }) == [[7, 9], [11]])
  }

  @Test("planar data speak of x and y")
  func planar() throws {
    try tool.write("x,y\n100000,5\n100010,6\n", to: "plan.csv")
    let outcome = try tool("cluster", "plan.csv", "--planar", "--format", "json")
    let document = try json(outcome.output)
    let viewport = try #require(document["viewport"] as? [String: Any])
    #expect(viewport["x"] as? Double == 100005 && viewport["lon"] == nil)
    let clusters = try #require(document["clusters"] as? [[String: Any]])
    #expect(
      clusters.allSatisfy { Set($0.keys).subtracting(["point"]) == ["id", "x", "y", "count", "weight"] })
  }

  @Test("ids keep their type")
  func idTypes() throws {
    try tool.write(#"[{"id":"7","lon":1,"lat":1},{"id":8,"lon":1,"lat":1}]"#, to: "mixed.json")
    let outcome = try tool("cluster", "mixed.json", "--members", "--format", "json")
    #expect(outcome.output.contains(#""members":["7",8]"#))
  }

  @Test("shuffled input gives the same bytes", arguments: ["grid", "quadtree", "pca", "none"])
  func shuffled(strategy: String) throws {
    try tool.write(rows(seed: 1), to: "one.csv")
    try tool.write(rows(seed: 2), to: "two.csv")
    let options = [
      "--strategy", strategy, "--id", "name", "--weight", "mass", "--members", "--format", "json",
    ]
    let one = try tool.run(["cluster", "one.csv"] + options + ["--threads", "1"])
    let two = try tool.run(["cluster", "two.csv"] + options + ["--threads", "4"])
    #expect(one.status == 0)
    #expect(!one.output.isEmpty && one.output == two.output)
  }

  @Test("the view is taken with and without an equals sign")
  func negativeView() throws {
    try tool.write(rows(seed: 1), to: "a.csv")
    let joined = try tool("cluster", "a.csv", "--view=-3.7,40.4,6", "--format", "json")
    let apart = try tool("cluster", "a.csv", "--view", "-3.7,40.4,6", "--format", "json")
    #expect(joined.status == 0 && joined.output == apart.output)
  }

  @Test("without a view all points are in view")
  func fitted() throws {
    try tool.write(rows(seed: 1), to: "a.csv")
    let document = try json(try tool("cluster", "a.csv", "--format", "json").output)
    let clusters = try #require(document["clusters"] as? [[String: Any]])
    #expect(clusters.compactMap { $0["count"] as? Int }.reduce(0, +) == 400)
  }

  @Test("GeoJSON is a collection of points that reads back")
  func geoJSON() throws {
    try tool.write(rows(seed: 1), to: "a.csv")
    let arguments = ["cluster", "a.csv", "--format", "geojson", "--weight", "mass", "--output", "b.geojson"]
    #expect(try tool.run(arguments).output.isEmpty)
    let text = try String(contentsOf: tool.folder.appending(path: "b.geojson"), encoding: .utf8)
    let document = try json(text)
    #expect(document["type"] as? String == "FeatureCollection")
    let features = try #require(document["features"] as? [[String: Any]])
    for feature in features {
      let properties = try #require(feature["properties"] as? [String: Any])
      let own: Set<String> = properties["count"] as? Int == 1 ? ["point", "name"] : []
      #expect(Set(properties.keys) == own.union(["id", "count", "weight"]))
      let geometry = try #require(feature["geometry"] as? [String: Any])
      let place = try #require(geometry["coordinates"] as? [Double])
      #expect(abs(place[0]) <= 180 && abs(place[1]) <= 90)
    }
    let read = try PointReader.read(path: tool.folder.appending(path: "b.geojson").path)
    #expect(read.columns.count == features.count)
  }

  @Test(
    "the format is that of the file's name, and binary ones read back",
    arguments: ["gpkg", "FGB", "json", "csv"])
  func ending(_ ending: String) throws {
    try tool.write(rows(seed: 1), to: "a.csv")
    let outcome = try tool("cluster", "a.csv", "--strategy", "none", "-o", "b.\(ending)")
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    if ending == "json" {
      let text = try String(contentsOf: tool.folder.appending(path: "b.json"), encoding: .utf8)
      #expect(try json(text)["clusters"] != nil)
    } else {
      let info = try tool("info", "b.\(ending)").output
      #expect(info.contains("usable     400\n"), "\(info)")
      let part = try tool("cluster", "b.\(ending)", "--within", "0,0,90,60", "--strategy", "none")
      let whole = try tool("cluster", "a.csv", "--within", "0,0,90,60", "--strategy", "none")
      // The clusters have other ids, as their points do.
      #expect(part.output.split(separator: "\n").first == whole.output.split(separator: "\n").first)
      #expect(!part.output.contains("400"))
    }
  }

  @Test("rows that cannot be used are told in scripts as they are in commands")
  func lostRows() throws {
    try tool.write("lon,lat\n1,2\nx,3\n", to: "a.csv")
    let note = "pinfold: note: a.csv: 1 of 2 rows unusable: coordinates that are no numbers (first: line 3"
    let script = try tool("run", "-e", "print(dataset('a.csv').skipped)")
    #expect(script.output == "1\n" && script.errors.hasPrefix(note), "\(script.errors)")
    #expect(try tool("info", "a.csv").output.hasSuffix("first rows\nid  lon  lat\n 0    1    2\n"))
    #expect(try tool("cluster", "a.csv").errors.hasPrefix(note))
  }

  @Test("CSV has a row for each cluster, with members as JSON")
  func csv() throws {
    try tool.write("name,lon,lat\n\"a,b\",1,1\nc,1,1\n", to: "a.csv")
    let outcome = try tool("cluster", "a.csv", "--id", "name", "--members", "--format", "csv")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0] == "id,lon,lat,count,weight,point,members")
    #expect(lines[1].hasSuffix(#",1,1,2,2,,"[""a,b"",""c""]""#))
  }

  @Test("the table shows the largest and tells how many more there are")
  func table() throws {
    try tool.write(rows(seed: 1), to: "a.csv")
    let lines = try tool("cluster", "a.csv", "--strategy", "none").output.split(separator: "\n")
    #expect(lines[0] == "none: 400 clusters of 400 points, 0 out of view")
    #expect(lines.last == "… and 380 more (--all shows them)")
    let all = try tool("cluster", "a.csv", "--strategy", "none", "--all").output
    #expect(all.split(separator: "\n").count == 403)
    #expect(!all.contains("more"))
  }

  @Test("data come from standard input")
  func standardInput() throws {
    let outcome = try tool("cluster", "-", "--format", "csv", input: "lon,lat\n1,2\n")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasSuffix(",1,2,1,1,0\n"))
  }

  @Test("a time limit ends it")
  func timeout() throws {
    try tool.write(rows(seed: 1), to: "a.csv")
    let outcome = try tool("cluster", "a.csv", "--timeout", "1e-9", "--strategy", "pca")
    #expect(outcome.status == 1)
    #expect(outcome.complaint == "pinfold: the time limit was exceeded")
  }
}
