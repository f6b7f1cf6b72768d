import Pinfold
import PinfoldData
import Testing

@Suite("JSON")
struct JSONReaderTests {
  private func feature(_ geometry: String, _ properties: String = "{}") -> String {
    #"{"type":"Feature","geometry":\#(geometry),"properties":\#(properties)}"#
  }

  private func point(_ x: Double, _ y: Double) -> String {
    #"{"type":"Point","coordinates":[\#(x),\#(y)]}"#
  }

  @Test("reads a feature collection whatever the order of members, with metadata and heights")
  func collection() throws {
    let data = try read(
      """
      {"metadata": {"features": [1]}, "bbox": [0,0,0,1,1,1],
       "features": [
         {"geometry": {"coordinates": [1.5, 2.5, -30], "type": "Point"}, "type": "Feature", "properties": null},
         {"type": "Feature", "bbox": [], "properties": {"a": {"b": [1, {"c": "}"}]}},
          "geometry": {"type": "Point", "coordinates": [3, 4]}}
       ], "type": "FeatureCollection"}
      """)
    #expect(data.columns.longitude == [1.5, 3])
    #expect(data.columns.latitude == [2.5, 4])
    #expect(data.report.format == .geoJSON)
    #expect(data.report.columns == ["a"])
  }

  @Test(
    "reads members of members by their paths",
    arguments: [
      (
        #"[{"position":{"lat":1,"lon":2},"n":9},{"position":{"lat":3,"lon":4}}]"#, "position.lon",
        "position.lat"
      ),
      (
        #"[{"position":{"lat":1,"lon":2}},{"position":{"lat":3,"lon":4}}]"#, "$.position.lon", ".position.lat"
      ),
      (
        #"{"rows":[{"location":{"coordinates":[2,1]}},{"location":{"coordinates":[4,3]}}]}"#,
        "location.coordinates[0]", "rows[].location.coordinates.1"
      ),
      (
        #"{"data":{"items":[{"attributes":{"geo":{"lat":"1","lon":"2"}}},{"attributes":{"geo":{"lat":"3","lon":"4"}}}]}}"#,
        "attributes.geo.lon", "geo.lat"
      ),
      (
        #"[{"a":{"lat":8,"lng":9},"b":{"home":{"lat":1,"lng":2}}},{"a":{"lat":8,"lng":9},"b":{"home":{"lat":3,"lng":4}}}]"#,
        "b.home.lng", "b.home.lat"
      ),
      ("{\"pos\":[2,1],\"s\":{\"v\":3}}\n{\"pos\":[4,3],\"s\":{\"v\":4}}\n", "pos[0]", "pos[1]"),
    ])
  func paths(text: String, longitude: String, latitude: String) throws {
    let data = try read(text, ReadOptions(longitude: longitude, latitude: latitude))
    #expect(data.columns.longitude == [2, 4] && data.columns.latitude == [1, 3])
  }

  @Test("reads a weight of a member, and names the paths where one is unknown")
  func unknownPaths() throws {
    let text = #"[{"position":{"lat":1,"lon":2},"stats":{"speed":7}}]"#
    #expect(try read(text, ReadOptions(weight: "stats.speed")).columns.weight == [7])
    #expect(
      failure(text, ReadOptions(longitude: "position.longitude", latitude: "position.lat"))?.description
        .contains("no column 'position.longitude' (--lon) (did you mean 'position.lon'?)") == true)
    #expect(
      failure(text, ReadOptions(weight: "zzzzzzzz"))?.description
        .contains("it has 'position.lat', 'position.lon', 'stats.speed'") == true)
  }

  @Test("reads a lone feature, a bare geometry and a collection of geometries")
  func bare() throws {
    #expect(try read(feature(point(1, 2))).columns.longitude == [1])
    #expect(try read(point(1, 2)).columns.latitude == [2])
    let nested =
      #"{"type":"GeometryCollection","geometries":[\#(point(1, 2)),{"type":"GeometryCollection","geometries":[\#(point(3, 4))]}]}"#
    #expect(try read(nested).columns.longitude == [1, 3])
    #expect(try read(feature(nested)).columns.latitude == [2, 4])
  }

  @Test("gives every point of a MultiPoint the properties of its feature")
  func multiPoint() throws {
    let text = feature(#"{"type":"MultiPoint","coordinates":[[1,2],[3,4],[5,6]]}"#, #"{"n":7,"s":"x"}"#)
    let data = try read(text + "\n" + feature(point(8, 9), #"{"s":"y"}"#), ReadOptions(attributes: .all))
    #expect(data.columns.longitude == [1, 3, 5, 8])
    guard case .texts(let texts) = data.columns.attributes[1].values else { throw TestFailure() }
    #expect((0..<4).map { texts[$0] } == ["x", "x", "x", "y"])
    guard let numbers = data.columns.attributes[0].values.rounded else { throw TestFailure() }
    #expect(numbers[2] == 7)
    #expect(numbers[3].isNaN)
  }

  @Test("counts what is no point, with the feature's index")
  func unusable() throws {
    let geometries = [
      point(1, 2), "null", #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#,
      #"{"type":"Point","coordinates":[]}"#,
      #"{"type":"Point","coordinates":["1","2"]}"#, #"{"type":"Point","coordinates":[1,99]}"#,
      #"{"type":"Point","coordinates":[null,1]}"#, #"{"type":"Point"}"#,
    ]
    let list = geometries.map { feature($0) }.joined(separator: ",\n")
    let data = try read(#"{"type":"FeatureCollection","features":[\#(list)]}"#)
    #expect(data.report.usable == 1)
    func features(_ reason: UnusableReason) -> [Int?]? {
      data.report.unusable.first { $0.reason == reason }?.examples.map(\.feature)
    }
    #expect(features(.missingCoordinates) == [1, 3, 6])
    #expect(features(.notAPoint) == [2])
    #expect(features(.unparsable) == [4])
    #expect(features(.latitudeOutOfRange) == [5])
    #expect(data.report.unusable.first { $0.reason == .missingCoordinates }?.count == 4)
    let range = data.report.unusable.first { $0.reason == .latitudeOutOfRange }
    #expect(range?.examples.first?.text == "[1,99]")
    #expect(range?.examples.first?.line == 6)
  }

  @Test("reads sequences by line and by record separator")
  func sequences() throws {
    let lines = try read(feature(point(1, 2)) + "\n\n" + feature(point(3, 4)) + "\r\n")
    #expect(lines.columns.longitude == [1, 3])
    #expect(lines.report.format == .geoJSONSequence)
    let records = try read("\u{1E}{\"type\":\n\"Point\",\"coordinates\":[1,2]}\n\u{1E}" + point(3, 4))
    #expect(records.columns.longitude == [1, 3])
    #expect(records.report.format == .geoJSONSequence)
  }

  @Test("counts a broken line of a sequence and reads on")
  func brokenLine() throws {
    let data = try read(feature(point(1, 2)) + "\n{\"type\":\"Feature\",\n7\n" + feature(point(3, 4)) + "\n")
    #expect(data.columns.longitude == [1, 3])
    #expect(data.report.unusable.map(\.reason) == [.malformedRow])
    #expect(data.report.unusable[0].examples.map(\.line) == [2, 3])
  }

  @Test("reads arrays of objects by the names of their members")
  func objects() throws {
    let text =
      #"[{"name":"a","lat":2,"lng":1,"w":5},{"lng":"3.5","lat":"4","name":"b"},{"lat":null,"lng":1}]"#
    let data = try read(text, ReadOptions(attributes: .all))
    #expect(data.columns.longitude == [1, 3.5])
    #expect(data.columns.latitude == [2, 4])
    #expect(data.columns.attributes.map(\.name) == ["name", "w"])
    #expect(data.report.format == .json)
    #expect(data.report.unusable.map(\.reason) == [.missingCoordinates])
  }

  @Test("reads objects and arrays one a line")
  func recordLines() throws {
    #expect(try read("{\"x\":1,\"y\":2}\n{\"x\":3,\"y\":4}\n").columns.longitude == [1, 3])
    #expect(try read("[100,2]\n[103,4]\n").columns.latitude == [2, 4])
  }

  @Test("reads past the records that were looked at for names")
  func manyRecords() throws {
    let text =
      "[" + (0..<2500).map { "{\"lon\":1,\"lat\":\($0 % 90),\"c\($0)\":1}" }.joined(separator: ",") + "]"
    let data = try read(text)
    #expect(data.columns.count == 2500)
    #expect(data.report.columns.count == 2502)
  }

  @Test("takes coordinates from properties where columns are named")
  func properties() throws {
    let text = feature("null", #"{"a":1,"b":2}"#) + "\n" + feature(point(8, 9), #"{"a":3,"b":4}"#)
    let data = try read(text, ReadOptions(longitude: "a", latitude: "b"))
    #expect(data.columns.longitude == [1, 3])
  }

  @Test("finds columns with escaped names and names in another case")
  func escapedNames() throws {
    let text = feature(point(1, 2), #"{"gr\u00f6\u00dfe":3,"Kind":"x"}"#)
    let data = try read(text, ReadOptions(weight: "größe", group: "kind"))
    #expect(data.columns.weight == [3])
    #expect(data.columns.groupNames == ["x"])
  }

  @Test("tells escaped texts, nested values and large numbers in attributes")
  func attributes() throws {
    let text = feature(
      point(1, 2),
      #"{"t":"a\n\u00e9\ud83d\ude00","o":{"k":[1, 2]},"n":1e999,"b":true,"i":12345678901234567890}"#)
    let values = try read(text, ReadOptions(attributes: .all)).columns.attributes
    #expect(values.map(\.name) == ["t", "o", "n", "b", "i"])
    func value(_ index: Int) -> String? {
      if case .texts(let texts) = values[index].values { texts[0] } else { nil }
    }
    #expect(value(0) == "a\né😀")
    #expect(value(1) == #"{"k":[1, 2]}"#)
    #expect(value(2) == "1e999")
    #expect(value(4) == "12345678901234567890")
    if case .booleans(let truths) = values[3].values {
      #expect(truths == [true])
    } else {
      Issue.record("no truth value")
    }
  }
}

extension JSONReaderTests {
  @Test("the rows are the list in an object, though the object has a location too, which a note says")
  func listBesideLocation() throws {
    let text = #"{"center":{"lat":50,"lon":10},"results":[{"lon":1,"lat":2},{"lon":5,"lat":6}]}"#
    let data = try PointReader.read(bytes: Array(text.utf8), source: "a.json")
    #expect(data.columns.longitude == [1, 5] && data.columns.latitude == [2, 6])
    #expect(data.report.notes == ["a.json: the rows are a list in an object, whose own location is not read"])
    // A list without coordinates is about the object.
    let one = #"{"lat":50,"lon":10,"hours":[{"t":1},{"t":2}]}"#
    #expect(try PointReader.read(bytes: Array(one.utf8), source: "a.json").columns.longitude == [10])
  }
}
