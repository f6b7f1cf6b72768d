import Pinfold
import PinfoldData
import TestSupport
import Testing

@Suite("frames from JSON")
struct FrameReaderTests {
  private let points: PointSet
  private let mixed: PointSet

  init() throws {
    var columns = PointColumns(longitude: [1, 2, 3, 4], latitude: [10, 20, 30, 40])
    columns.ids = .texts(["a", "b", "c", "d"])
    points = try PointSet(columns)
    columns.ids = .mixed([.integer(7), .text("7"), .text("é\n"), .integer(-9_000_000_000_000_000_000)])
    mixed = try PointSet(columns)
  }

  private func frame(_ clusters: String) -> String {
    #"{"viewport": {"lon": 2, "lat": 20, "zoom": 4}, "clusters": [\#(clusters)]}"#
  }

  private func read(_ text: String, of points: PointSet? = nil) throws(DataError) -> [DeclaredFrame] {
    try FrameReader.read(bytes: Array(text.utf8), points: points ?? self.points, source: "f.json")
  }

  private func complaint(_ text: String, of points: PointSet? = nil) -> String {
    do throws(DataError) {
      _ = try read(text, of: points)
      return "none"
    } catch {
      return error.description
    }
  }

  private func ids(_ frame: Frame) -> [[String]] {
    (0..<frame.count).map { frame.members(of: $0).map { frame.points.ids[$0].description } }
  }

  @Test("members come in any order, and what is not asked for is passed over")
  func order() throws {
    let text = """
      [{"extra": [{"clusters": 1}], "clusters": [
        {"members": ["c", "a"], "deep": {"members": ["x"]}, "lat": -5.5, "lon": 181, "count": 3, "radius": 0},
        {"lon": 1, "lat": 2, "hidden": true, "members": ["d"]}
      ], "viewport": {"margin": 0.5, "lat": 20, "tileSize": 512, "lon": 2, "zoom": 4.5, "height": 90, "width": 80, "bearing": -30}}]
      """
    let declared = try #require(try read(text).first)
    #expect(ids(declared.frame) == [["a", "c"], ["d"]])
    #expect(declared.counts == [3, 1])
    #expect(declared.radii == [0, nil])
    #expect(declared.frame.hidden == [1])
    #expect(
      declared.frame.view.viewport
        == Viewport(
          center: Coordinate(longitude: 2, latitude: 20), zoom: 4.5, width: 80, height: 90, tileSize: 512,
          margin: 0.5, bearing: -30))
    let place = points.projection.project(Coordinate(longitude: -179, latitude: -5.5))
    #expect(declared.frame.positions[0] == place)
  }

  @Test("a lone frame, an empty one, and an empty list")
  func lone() throws {
    #expect(try read(frame("")).map(\.frame.count) == [0])
    #expect(try read("[]").isEmpty)
    let viewport = try #require(try read(frame("")).first).frame.view.viewport
    #expect(viewport == Viewport(center: Coordinate(longitude: 2, latitude: 20), zoom: 4))
  }

  @Test("ids keep their type, and texts their letters")
  func types() throws {
    let text = frame(#"{"lon": 1, "lat": 2, "members": ["7", -9000000000000000000, "\u00e9\n", 7]}"#)
    let declared = try #require(try read(text, of: mixed).first)
    #expect(declared.frame.memberCount(of: 0) == 4)
    let one = frame(#"{"lon": 1, "lat": 2, "members": ["7", "7"]}"#)
    #expect(complaint(one, of: mixed) == "f.json: clusters[0].members[1]: the cluster lists '7' twice")
    var columns = PointColumns(longitude: [1], latitude: [1])
    columns.ids = .integers([7])
    let number = frame(#"{"lon": 1, "lat": 2, "members": ["7"]}"#)
    #expect(
      complaint(number, of: try PointSet(columns))
        == "f.json: clusters[0].members[0]: no point has the id '7'; 7 there is: numbers and texts are different ids"
    )
  }

  @Test("a point of two clusters, and points of none, are no errors of the file")
  func conservation() throws {
    let text = frame(#"{"lon":1,"lat":2,"members":["a","b"]},{"lon":1,"lat":2,"members":["b"]}"#)
    #expect(ids(try #require(try read(text).first).frame) == [["a", "b"], ["b"]])
  }

  @Test("gzip'd documents, and those with a byte order mark, are read as well")
  func packed() throws {
    let text = frame(#"{"lon":1,"lat":2,"members":["a"]}"#)
    for bytes in [gzip(Array(text.utf8)), [0xEF, 0xBB, 0xBF] + Array(text.utf8)] {
      #expect(try FrameReader.read(bytes: bytes, points: points).count == 1)
    }
  }

  @Test(
    "what is wrong is told with its place",
    arguments: [
      (#""text""#, "f.json: expected a frame, or a list of frames"),
      (#"[3]"#, "f.json: [0]: expected a frame: an object"),
      (#"{"clusters": []}"#, "f.json: a frame without a viewport"),
      (#"{"viewport": {"lon": 1, "lat": 2, "zoom": 3}}"#, "f.json: a frame without clusters"),
      (
        #"{"type": "FeatureCollection", "features": []}"#,
        "f.json: GeoJSON does not have the view of a frame; write JSON, as 'pinfold cluster --members --format json' does"
      ),
      (#"{"viewport": {"lon": 1, "lat": 2}, "clusters": []}"#, "f.json: viewport: a viewport without zoom"),
      (#"{"viewport": {"x": 1, "y": 2, "zoom": 3}}"#, "f.json: viewport: a viewport without lon and lat"),
      (#"{"viewport": {"lon": "1"}}"#, "f.json: viewport.lon: expected a finite number"),
      (#"{"viewport": {"lon": 1e999}}"#, "f.json: viewport.lon: expected a finite number"),
      (
        #"[{"viewport": {"lon": 1, "lat": 2, "zoom": 99}, "clusters": []}]"#,
        "f.json: [0].viewport: the view's zoom is 99; it takes a number in -8…32"
      ),
    ])
  func views(text: String, expected: String) { #expect(complaint(text) == expected) }

  @Test(
    "what is wrong with a cluster is told with its place",
    arguments: [
      (#"{"lat": 2, "members": ["a"]}"#, "clusters[1]: a cluster without lon and lat"),
      (
        #"{"lon": 1, "lat": 2}"#,
        "clusters[1]: a cluster without members; pinfold cluster lists them with --members"
      ),
      (#"{"lon": 1, "lat": 2, "members": []}"#, "clusters[1]: a cluster of no members"),
      (#"{"lon": 1, "lat": 2, "members": "a"}"#, "clusters[1].members: expected a list of ids"),
      (
        #"{"lon": 1, "lat": 2, "members": ["a", 1.5]}"#,
        "clusters[1].members[1]: expected an id: a whole number or a text"
      ),
      (#"{"lon": 1, "lat": 2, "members": ["a", "e"]}"#, "clusters[1].members[1]: no point has the id 'e'"),
      (#"{"lon": 1, "lat": 91, "members": ["a"]}"#, "clusters[1].lat: expected a latitude in −90…90"),
      (#"{"lon": 1, "lat": null, "members": ["a"]}"#, "clusters[1].lat: expected a finite number"),
      (#"{"lon": 1, "radius": -1}"#, "clusters[1].radius: expected a radius of 0 or more"),
      (#"{"count": 1.5}"#, "clusters[1].count: expected a whole number of 0 or more"),
      ("[]", "clusters[1]: expected a cluster: an object"),
    ])
  func clusters(text: String, expected: String) {
    let first = #"{"lon": 1, "lat": 2, "members": ["d"]}, "#
    #expect(complaint(frame(first + text)) == "f.json: " + expected)
    #expect(complaint("[" + frame("") + "," + frame(first + text) + "]") == "f.json: [1]." + expected)
  }

  @Test(
    "what is no JSON is told with its line",
    arguments: ["", "{", "[{}}", "{} {}", "NaN", "{\"viewport\": NaN}"])
  func syntax(text: String) {
    let complaint = complaint("\n\n" + text)
    #expect(complaint.hasPrefix("f.json:") && complaint != "none")
  }

  @Test("any cut or changed byte gives frames or an error", arguments: 1...4 as ClosedRange<UInt64>)
  func fuzz(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let good = Array(
      ("[" + frame(#"{"lon":1,"lat":2,"count":2,"radius":3.5,"members":["a","b"]}"#) + "]").utf8)
    for _ in 0..<400 {
      var bytes = good
      for _ in 0...random.below(3) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = UInt8(random.below(256))
        default: bytes.insert(Array("[]{},\"0".utf8)[random.below(7)], at: place)
        }
      }
      _ = try? FrameReader.read(bytes: bytes, points: points)
      _ = try? FrameReader.read(bytes: Array(good.prefix(random.below(good.count))), points: points)
    }
  }

  @Test(
    "a frame comes back as it was written",
    arguments: [Projection.mercator, .planar(PlanarExtent(minX: -180, minY: -90, side: 512))])
  func roundTrip(projection: Projection) throws {
    var random = SplitMix64(seed: 8)
    var columns = PointColumns()
    for _ in 0..<500 {
      columns.longitude.append(360 * random.unit() - 180)
      columns.latitude.append(150 * random.unit() - 75)
    }
    let points = try PointSet(columns, projection: projection)
    let views = [0.0, 1.3, 3].map {
      Viewport(
        center: Coordinate(longitude: 170, latitude: 12.3), zoom: $0, width: 700.5, height: 300, margin: 0.2)
    }
    for representative in [nil, FirstRepresentative()] as [(any RepresentativeSelection)?] {
      let map = try Clusterer(GridStrategy(), representative: representative).build(points)
      let frames = try views.map { try map.frame(for: $0) }
      let documents = frames.map { frame in
        var json = JSONWriter()
        json.object { json in
          let writer = FrameWriter(frame, includesMembers: true)
          json.key("viewport")
          writer.writeViewport(to: &json)
          json.key("clusters")
          writer.writeClusters(to: &json)
        }
        return String(decoding: json.bytes, as: UTF8.self)
      }
      let back = try FrameReader.read(
        bytes: Array("[\(documents.joined(separator: ","))]".utf8), points: points)
      for (frame, declared) in zip(frames, back) {
        #expect(declared.frame.view.viewport == frame.view.viewport)
        #expect(ids(declared.frame) == ids(frame))
        #expect(declared.frame.positions == frame.positions)
        #expect(declared.frame.ids == frame.ids)
        #expect(declared.counts == (0..<frame.count).map { frame.memberCount(of: $0) })
        #expect(declared.radii.allSatisfy { $0 == nil })
      }
      #expect(back.count == 3)
    }
  }
}
