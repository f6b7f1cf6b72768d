import Pinfold
import PinfoldData
import TestSupport
import Testing

@Suite("Lines above the rows, and numbers as people write them")
struct PreambleTests {
  private func coordinates(_ data: PointData) -> [[Double]] {
    zip(data.columns.longitude, data.columns.latitude).map { [$0, $1] }
  }

  @Test(
    "titles, comments and separators above the header are passed over, and counted",
    arguments: [
      ("sep=;\nName;Latitude;Longitude\nA;63.4;13.1\n", 1), ("SEP=,\r\nlat,lon\r\n63.4,13.1\r\n", 1),
      ("sep=\t\nlat\tlon\n63.4\t13.1\n", 1), ("Bike stations 2024\n\nlat,lon\n63.4,13.1\n", 2),
      ("# exported, by a program\n# with, commas\nid,lat,lon\n7,63.4,13.1\n", 2),
      ("\"A title, in quotes\"\nid;lat;lon\n7;63.4;13.1\n", 1), ("lat,lon\n63.4,13.1\n", 0),
      ("id | x_lon | y_lat\nA | 1 | 2\n", 0),
    ])
  func preamble(text: String, lines: Int) throws {
    if text.contains("x_lon") {
      let data = try read(text, ReadOptions(longitude: "x_lon", latitude: "y_lat"))
      #expect(coordinates(data) == [[1, 2]] && data.report.columns == ["id", "x_lon", "y_lat"])
      return
    }
    let data = try read(text)
    #expect(coordinates(data) == [[13.1, 63.4]])
    let notes = data.report.warnings.filter { $0.contains("the header is below") }
    #expect(notes.count == (lines > 0 ? 1 : 0))
    if lines > 0 { #expect(notes[0].contains("below \(lines) line\(lines == 1 ? "" : "s"), not read")) }
    #expect(data.report.table.contains("is below") == (lines > 0))
    // Lines are counted as a text editor counts them.
    let last = try #require(text.split(whereSeparator: \.isNewline).last)
    let broken = text + last.replacing("63.4", with: "north") + "\n"
    let loss = try #require(try read(broken).report.losses.first)
    let row = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    #expect(loss.contains("line \(row)"), "\(loss)")
  }

  @Test("a first row of data, names that the options give, and no header are as they were")
  func others() throws {
    // Without a header nothing is passed over.
    #expect(try read("113.100,63.400\n113.200,63.500\n").columns.count == 2)
    #expect(try read("a,b\n1,2\n3,4\n", ReadOptions(longitude: "a", latitude: "b")).columns.count == 2)
    let named = try read("A title\n\na,b\n1,2\n3,4\n", ReadOptions(longitude: "a", latitude: "b"))
    #expect(coordinates(named) == [[1, 2], [3, 4]])
    // A later row that repeats the header is a row that cannot be used, not a header.
    let twice = try read("lat,lon\n1,2\nlat,lon\n3,4\n")
    #expect(twice.columns.count == 2 && twice.report.rows == 3)
    // Beyond the first lines nobody looks.
    let far = String(repeating: "note\n", count: 60) + "lat,lon\n1,2\n"
    #expect(throws: DataError.self) { try read(far) }
  }

  @Test("UTF-16 and UTF-32 with a byte order mark are read", arguments: [false, true])
  func marks(isBig: Bool) throws {
    let text = "sep=;\r\nName;Latitude;Longitude\r\nÅre;63.4;13.1\r\n"
    var bytes: [UInt8] = isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]
    for unit in text.utf16 {
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
      bytes += isBig ? [high, low] : [low, high]
    }
    let data = try PointReader.read(bytes: bytes, options: ReadOptions(attributes: .all))
    #expect(coordinates(data) == [[13.1, 63.4]])
    #expect(data.columns.attributes.first?.values.text(at: 0) == "Åre")
    #expect(data.report.encoding == "UTF-16")
  }

  @Test(
    "weights have separators of thousands where the column shows that they are some",
    arguments: [
      (["2,148,000", "1,000", "500"], [2_148_000, 1000, 500]), (["1,234.5", "12,000"], [1234.5, 12_000]),
      (["2.148.000", "1.000"], nil), (["1 234", "12"], [1234, 12]),
      (["1'234'567.25", "3"], [1_234_567.25, 3]), (["1\u{A0}234", "2"], [1234, 2]),
      (["2,148", "12,000"], nil), (["2,148,000", "1,23"], nil), (["1,234,567", "1.234.567"], nil),
      (["12,34,567", "1,234,567"], nil), (["1,,234", "5"], nil), (["1,234,", "5"], nil),
    ] as [([String], [Double]?)])
  func thousands(weights: [String], expected: [Double]?) throws {
    let rows = weights.enumerated().map { "\($0),\($0 + 1),2,\"\($1)\"\n" }.joined()
    var options = ReadOptions(id: "id", weight: "pop")
    options.unweighted = .skip
    let data = try read("id,lon,lat,pop\n" + rows + "99,9,9,7\n", options)
    if let expected {
      #expect(data.columns.weight == expected + [7])
    } else {
      #expect(
        data.columns.count < weights.count + 1 && data.report.unusable.contains { $0.reason == .badWeight })
    }
  }

  @Test(
    "Esri's JSON says its system",
    arguments: ["{\"wkid\": 102100, \"latestWkid\": 3857}", "{\"wkid\": 102100}"])
  func esri(system: String) throws {
    func text(_ system: String, _ x: Double, _ y: Double) -> String {
      #"{"geometryType": "esriGeometryPoint", "spatialReference": \#(system), "features": [{"attributes": {"a": 1}, "geometry": {"x": \#(x), "y": \#(y)}}]}"#
    }
    let data = try read(text(system, 1_367_705, 7_552_013))
    #expect(
      abs(data.columns.longitude[0] - 12.286) < 0.001 && abs(data.columns.latitude[0] - 55.9678) < 0.001)
    #expect(data.report.system == .webMercator)
    #expect(try coordinates(read(text(#"{"wkid": 4326}"#, 12.5, 55.5))) == [[12.5, 55.5]])
    let other = failure(text(#"{"wkid": 29999}"#, 500_000, 6_200_000))
    #expect(other.map { "\($0)" }?.contains("EPSG:29999") == true)
  }
}
