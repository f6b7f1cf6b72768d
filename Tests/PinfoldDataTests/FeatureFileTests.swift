import Pinfold
import TestSupport
import Testing

@testable import PinfoldData

/// Files of features, which are never in memory as a whole, give what their bytes do.
@Suite("Files of features")
struct FeatureFileTests {
  private let folder = TemporaryFolder()

  /// What a reader makes of data, as text.
  private func outcome(_ read: () throws(DataError) -> PointData) -> String {
    do throws(DataError) {
      let data = try read()
      return "\(data.columns) \(data.report)"
    } catch {
      return error.description
    }
  }

  private static let features: [String] = (0..<9000).map { index in
    let kinds = [
      #"{"type":"Point","coordinates":[\#(Double(index % 360) - 180),5.5]}"#,
      #"{ "type": "Point", "coordinates": [ 1.25, -\#(index % 90) ] }"#,
      #"{"type":"MultiPoint","coordinates":[[\#(index % 180),1],[2,3]]}"#, "null",
      #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,\#(index % 80)],[0,0]]]}"#,
    ]
    // Fewer of the odd ones; a text that looks as if a feature began in it; names that come late.
    let text = index % 500 == 7 ? #",\n{\"type\":\"Feature\""# : "place \(index)"
    let late = index > 8900 ? #","late":"\#(String(repeating: "é", count: 60))""# : ""
    return #"{"type":"Feature","id":\#(index),"geometry":\#(kinds[index % 20 < 15 ? index % 2 : index % 5]),"#
      + #""properties":{"name":"\#(text)","n":\#(index)\#(late)}}"#
  }

  private static let head = #"{"type":"FeatureCollection","features":[\#n"#

  private static func collection(
    _ features: [String] = features, head: String = head, separator: String = ",\n", tail: String = "\n]}\n"
  ) -> String {
    head + features.joined(separator: separator) + tail
  }

  private static let line = #"{"type":"FeatureCollection","features":["#

  /// A backslash outside of texts turns the quotes behind it inside out for who takes it for a mistake, and
  /// all brackets of the line seem closed at its end.
  private static let oddlyQuoted = #"{"type":"Feature","x":\","y":"}]","z":"\""}"#

  /// Compares a file with its bytes, for some threads and options.
  private func compare(_ bytes: [UInt8], _ name: String, threads: [Int] = [1, 2, 3]) {
    let path = folder.write("\(name).geojson", bytes)
    var inside = ReadOptions(attributes: .all)
    inside.shapes = .inside
    for options in [ReadOptions(), ReadOptions(id: "n", attributes: .named(["late"])), inside] {
      let expected = outcome { () throws(DataError) in
        try PointReader.read(bytes: bytes, options: options, source: path)
      }
      for threads in threads {
        let read = outcome { () throws(DataError) in
          try PointReader.read(path: path, options: options, context: RunContext(threads: threads))
        }
        #expect(read == expected, "\(name), \(threads) threads")
      }
    }
  }

  /// The table of a file that is read piece by piece; nil where it is not.
  private func table(_ text: String) throws -> Table? {
    let file = try #require(PiecewiseFile(path: folder.write("pieces.geojson", text)))
    let head = try InputWindow(.file(file), at: 0)
    return try withExtendedLifetime(head) {
      try JSONReader.read(
        file, head: head.bytes,
        ReadRequest(options: ReadOptions(), source: "", context: RunContext(threads: 2)))
    }
  }

  @Test(
    "however they are written",
    arguments: [
      ("lines", collection()), ("spaces", collection(separator: " , ")),
      (
        "line", collection(head: #"{"type": "FeatureCollection", "features": ["#, separator: ", ", tail: "]}")
      ),
      ("mark", "\u{FEFF}" + collection()),
      (
        "names",
        collection(head: "\n{ \"name\": \"n\",\n\"type\": \"FeatureCollection\",\r\n\"features\" :\n[ ")
      ),
      ("blanks", collection(tail: "\n ] } \n" + String(repeating: " ", count: 1000))),
    ])
  func styles(name: String, text: String) throws {
    #expect(try table(text)?.count == 9450)
    compare(Array(text.utf8), name)
  }

  @Test(
    "where they are no plain collection",
    arguments: [
      ("box", collection(tail: "],\"bbox\":[0,0,0,0]}")),
      ("sequence", collection(head: "", separator: "\n", tail: "\n")),
      ("twice", collection() + collection()), ("open", collection(tail: "\n]")),
      ("more", collection(tail: "\n]}x")), ("zero", collection(tail: "\n]}\0")),
      ("records", collection(["{\"lon\":1,\"lat\":2}"] + features)),
      ("array", collection(head: "[", tail: "]")),
      ("two", collection(head: #"{"features":[{"type":"Feature"}],"type":"FeatureCollection","features":["#)),
      (
        "lines of collections",
        collection(separator: ",", tail: "]}\n").replacing("[\n", with: "[") + collection()
      ),
      (
        "quotes",
        collection(features + [oddlyQuoted], head: line, separator: ", ", tail: ",\n{\"type\":\"Feature\"}]}")
      ),
      (
        "break", collection(head: line, separator: ", ", tail: "\n]}")
      ),
    ])
  func others(name: String, text: String) { compare(Array(text.utf8), name, threads: [2]) }

  @Test("with damage, wherever it is")
  func damage() {
    var random = SplitMix64(seed: 9)
    let text = Array(Self.collection().utf8)
    var failures = 0
    for round in 0..<24 {
      var bytes = text
      let place = [random.below(text.count), random.below(60), text.count - 1 - random.below(60)][round % 3]
      bytes[place] = Array("{}[],:\"\\ x\n\0".utf8 + [0xFF])[random.below(13)]
      if round % 8 == 7 { bytes.removeLast(random.below(bytes.count - (1 << 20))) }
      compare(bytes, "damage \(round)", threads: [2])
      if failure(bytes) != nil { failures += 1 }
    }
    #expect(failures > 4)
  }

  @Test("with one feature that is larger than a piece")
  func large() throws {
    let large =
      #"{"type":"Feature","properties":{"t":"\#(String(repeating: "z", count: 700_000))"},"geometry":null}"#
    var features = Self.features
    features.insert(large, at: 4500)
    let text = Self.collection(features)
    #expect(try table(text)?.count == 9451)
    compare(Array(text.utf8), "large")
  }

  @Test("two names that are equal texts of different bytes have a column each")
  func equalNames() throws {
    let features = (0..<9000).map { index in
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"é":\#(index),"e\#u{301}":"x"}}"#
    }
    let path = folder.write("names.geojson", Self.collection(features))
    for threads in 1...3 {
      let data = try PointReader.read(
        path: path, options: ReadOptions(attributes: .all), context: RunContext(threads: threads))
      #expect(data.columns.attributes.count == 2)
    }
  }

  @Test("a row knows its feature, however many points those before have")
  func numbers() throws {
    for count in 1...8 {
      for pattern in 0..<1 << count {
        let points = (0..<count).map { pattern >> $0 & 1 + 1 }
        let features = points.map {
          let positions = [String](repeating: "[1,2]", count: $0).joined(separator: ",")
          return #"{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[\#(positions)]}}"#
        }
        let buffer = try #require(ByteBuffer(Array(Self.collection(features).utf8)))
        let table = try #require(
          try JSONReader.read(
            buffer, ReadRequest(options: ReadOptions(), source: "", context: RunContext(threads: 1))))
        let rows = (0..<table.count).map { table.features?[$0] ?? $0 }
        #expect(rows == points.enumerated().flatMap { [Int](repeating: $0.offset, count: $0.element) })
      }
    }
  }

  @Test("a file that was cut short meanwhile is not quoted")
  func changed() throws {
    let path = folder.write("changed.geojson", Self.collection())
    let input = InputBytes.file(try #require(PiecewiseFile(path: path)))
    let whole = try input.whole()
    #expect(withExtendedLifetime(whole) { whole.bytes.elementsEqual(Self.collection().utf8) })
    _ = folder.write("changed.geojson", Array(Self.collection().utf8.prefix(100_000)))
    #expect(throws: DataError.self) { try input.whole() }
    #expect(input.bytes(99_990..<100_010) == nil)
    #expect(input.bytes(99_990..<100_000)?.count == 10)
  }

  @Test("small files, folders and missing ones are not for pieces")
  func none() {
    #expect(PiecewiseFile(path: folder.write("small", "{}")) == nil)
    #expect(PiecewiseFile(path: folder.path) == nil)
    #expect(PiecewiseFile(path: folder.path + "/none") == nil)
  }

  @Test("coordinates are the doubles nearest to their decimals, however many digits they have")
  func decimals() throws {
    var random = SplitMix64(seed: 12)
    func digits(_ count: Int) -> String { (0..<count).map { _ in "\(random.below(10))" }.joined() }
    func number() -> String {
      let whole = String(Int(digits(1 + random.below(random.below(4) == 0 ? 12 : 3))) ?? 0)
      let most = random.below(4) > 0 ? 9 : 24
      let fraction = random.below(6) == 0 ? "" : "." + digits(1 + random.below(most))
      let power = random.below(12) == 0 ? "e\(random.below(9) - 4)" : ""
      return (random.below(2) == 0 ? "-" : "") + whole + fraction + power
    }
    let pairs =
      [("0", "-0"), ("-0.0", "9007199254740993"), ("90071992.54740993", "1.0")]
      + (0..<6000).map { _ in (number(), number()) }
    let styles = [
      #"{"type":"Point","coordinates":["#, #"{ "type" : "Point" , "coordinates" : [ "#,
      #"{"coordinates":["#,
    ]
    let features = pairs.enumerated().map { index, pair in
      let style = index % 3
      let end = style == 2 ? #"],"type":"Point"}"# : style == 1 ? " ]\n}" : "]}"
      return #"{"type":"Feature","geometry":"# + styles[style] + pair.0 + (style == 1 ? " , " : ",") + pair.1
        + end + "}"
    }
    var options = ReadOptions()
    options.planar = true
    let data = try read(Self.collection(features), options)
    for (row, pair) in pairs.enumerated() {
      let bits = (data.columns.longitude[row].bitPattern, data.columns.latitude[row].bitPattern)
      let expected = try (#require(Double(pair.0)).bitPattern, #require(Double(pair.1)).bitPattern)
      if bits != expected {
        Issue.record("\(pair) is \(data.columns.longitude[row]), \(data.columns.latitude[row])")
      }
    }
  }

  @Test(
    "what is almost a point is what it was",
    arguments: [
      "[01,2]", "[1.,2]", "[.5,2]", "[+1,2]", "[-,2]", "[1 2]", "[1,2", "[1,2,]", "[1e,2]", "[0x1,2]",
      "[1,2}", "[1,2,3]",
      "[]", "[1]", "[\"1\",2]", "[null,2]", "[1,2]]", "[1\u{A0},2]", "[--1,2]", "[1.2.3,4]",
      "[1,2],\"coordinates\":[3,4]",
    ])
  func almost(_ coordinates: String) {
    // A first member that nobody needs makes it an object like any other.
    func text(_ first: String) -> String {
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{\#(first)"type":"Point","coordinates":\#(coordinates)}}]}"#
    }
    let plain = outcome { () throws(DataError) in try read(text("")) }
    let other = outcome { () throws(DataError) in try read(text(#""a":0,"#)) }
    #expect(plain.replacing(/bytes: \d+/, with: "") == other.replacing(/bytes: \d+/, with: ""))
  }
}
