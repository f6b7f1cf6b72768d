import Pinfold
import PinfoldData
import Testing

/// The member "type" decides what an object is, so that it is read before all members are. simdjson unescapes
/// into a buffer that has room for every text once: a second reading of a long one must not go there.
@Suite("JSON texts that are read twice")
struct RepeatedTextTests {
  private static let lengths = [20, 100, 200, 400, 1000, 5000, 100_000]

  private func texts(_ data: PointData, _ name: String = "type") throws -> [String?] {
    let attribute = try #require(data.columns.attributes.first { $0.name == name })
    guard case .texts(let column) = attribute.values else { throw TestFailure() }
    return (0..<column.count).map { column[$0] }
  }

  private func read(_ text: String) throws -> PointData {
    try PinfoldDataTests.read(text, ReadOptions(attributes: .all))
  }

  @Test("a long type of one record", arguments: lengths)
  func record(length: Int) throws {
    let type = String(repeating: "e", count: length)
    #expect(try texts(read(#"{"type":"\#(type)","lon":1,"lat":2}"#)) == [type])
    #expect(try texts(read(#"{"lon":1,"lat":2,"type":"\#(type)"}"#)) == [type])
    #expect(try texts(read(#"[{"lon":1,"lat":2,"type":"\#(type)"}]"#)) == [type])
  }

  @Test("a type with escapes, which takes a buffer", arguments: lengths)
  func escapes(length: Int) throws {
    let escaped = String(repeating: #"\u00e9\n"#, count: length)
    let plain = String(repeating: "é\n", count: length)
    #expect(try texts(read(#"{"type":"\#(escaped)","lon":1,"lat":2,"b":"\#(escaped)"}"#)) == [plain])
    #expect(try texts(read(#"{"type":"\#(escaped)","lon":1,"lat":2,"b":"\#(escaped)"}"#), "b") == [plain])
  }

  @Test("types of many records, in a list and by line", arguments: [50, 150, 300])
  func records(length: Int) throws {
    let types = (0..<5000).map { String(repeating: "\($0 % 10)", count: length) }
    let lines = types.map { #"{"type":"\#($0)","lon":1,"lat":2}"# }
    #expect(try texts(read("[" + lines.joined(separator: ",") + "]")) == types)
    #expect(try texts(read(lines.joined(separator: "\n"))) == types)
  }

  @Test("the first of repeated types counts, however it is spelled", arguments: lengths)
  func duplicates(length: Int) throws {
    let (one, two) = (String(repeating: "a", count: length), String(repeating: "b", count: length))
    #expect(try texts(read(#"{"type":"\#(one)","type":"\#(two)","lon":1,"lat":2}"#)) == [one])
    #expect(try texts(read(#"{"type":"\#(one)","t\u0079pe":"\#(two)","lon":1,"lat":2}"#)) == [one])
  }

  @Test("long names of members", arguments: lengths)
  func names(length: Int) throws {
    let escaped = String(repeating: #"\u00e9"#, count: length)
    let plain = String(repeating: "é", count: length)
    let data = try read(#"[{"\#(escaped)":"x","lon":1,"lat":2},{"\#(escaped)":"y","lon":1,"lat":2}]"#)
    #expect(try texts(data, plain) == ["x", "y"])
  }

  @Test("long types in features, geometries and properties", arguments: lengths)
  func features(length: Int) throws {
    let type = String(repeating: "t", count: length)
    let point = #"{"type":"Point","coordinates":[1,2],"title":"\#(type)"}"#
    let feature = #"{"type":"Feature","geometry":\#(point),"properties":{"type":"\#(type)"}}"#
    #expect(try texts(read(feature)) == [type])
    #expect(
      try texts(read(#"{"type":"FeatureCollection","features":[\#(feature),\#(feature)]}"#)) == [type, type])
    let odd = #"{"type":"\#(type)","coordinates":[1,2]}"#
    let nested = #"{"type":"GeometryCollection","geometries":[\#(odd),\#(point),\#(odd)]}"#
    let data = try read(#"{"type":"Feature","geometry":\#(nested),"properties":{"type":"\#(type)"}}"#)
    #expect(data.report.rows == 3 && data.columns.count == 1)
    #expect(try texts(data) == [type])
    #expect(try read(nested).columns.longitude == [1])
  }

  @Test("a type in escapes is the same type")
  func escapedType() throws {
    let feature = #"{"type":"\u0046eature","geometry":{"type":"P\u006fint","coordinates":[1,2]}}"#
    #expect(try read(feature).report.format == .geoJSON)
  }

  @Test("long texts in frames and definitions", arguments: lengths)
  func frames(length: Int) throws {
    let id = String(repeating: "é", count: length)
    let escaped = String(repeating: #"\u00e9"#, count: length)
    let points = try PointSet(PointColumns(longitude: [1], latitude: [2], ids: .texts([id])))
    let frame =
      #"{"type":"\#(escaped)","viewport":{"lon":1,"lat":2,"zoom":3,"\#(escaped)":0},"#
      + #""clusters":[{"lon":1,"lat":2,"members":["\#(escaped)"],"type":"\#(escaped)"}]}"#
    let read = try FrameReader.read(bytes: Array("[\(frame),\(frame)]".utf8), points: points)
    #expect(read.count == 2)
    let node = try Node(json: Array(#"["\#(escaped)","\#(escaped)"]"#.utf8), source: "x")
    guard case .list(let nodes) = node.value else { throw TestFailure() }
    for node in nodes {
      guard case .text(let text) = node.value else { throw TestFailure() }
      #expect(text == id)
    }
  }
}
