import Foundation
import Pinfold
import PinfoldData
import Testing

/// What is written and read again is what it was; what stands in another order or encoding is the same.
@Suite("Points that are written and read again")
struct RoundTripTests {
  /// A format that can be written and read.
  enum Format: CaseIterable {
    case csv, geoJSON, geoPackage, flatGeobuf

    func bytes(_ writer: FrameWriter) throws -> [UInt8] {
      switch self {
      case .csv: writer.csv()
      case .geoJSON: writer.geoJSON()
      case .geoPackage: try writer.geoPackage()
      case .flatGeobuf: try writer.flatGeobuf()
      }
    }
  }

  /// Points with what reading could change: codes, wide whole numbers, letters in two forms, quotes, gaps.
  private static let rows:
    [(id: String, group: String, zip: String, cell: Int64, share: Double, open: Bool?)] = [
      ("001", "caf\u{E9}", "02134", 617_700_169_958_293_503, 12.3, true),
      ("1", "cafe\u{301}", "00501", 617_700_169_958_293_504, .nan, nil),
      ("e\u{301}", "a, \"b\"\nc", "+4912", .missing, 1e-7, false),
      ("\u{E9}", "", "1e10", -.max, 5, true),
      ("#0", "Länge", "90210", .max, -0.1, nil),
      (" x ", "NA", "18446744073709551615", 0, 1e16, false),
    ]

  private static let names = ["zip", "cell", "share", "open"]

  private static func points() throws -> PointSet {
    var columns = PointColumns(
      longitude: rows.indices.map { Double($0) * 10.1 }, latitude: rows.indices.map { Double($0) - 2.3 },
      ids: .texts(rows.map(\.id)))
    columns.groupNames = rows.map(\.group)
    columns.group = rows.indices.map { rows[$0].group.isEmpty ? -1 : Int32($0) }
    columns.weight = rows.indices.map { Double($0) + 0.5 }
    var zips = TextColumn()
    for row in rows { zips.append(row.zip) }
    columns.attributes = [
      Attribute(name: "zip", values: .texts(zips)),
      Attribute(name: "cell", values: .integers(rows.map(\.cell))),
      Attribute(name: "share", values: .numbers(rows.map(\.share))),
      Attribute(name: "open", values: .booleans(rows.map(\.open))),
    ]
    return try PointSet(columns)
  }

  private static func written(_ points: PointSet, _ format: Format) throws -> [UInt8] {
    let map = try Clusterer(NoneStrategy()).build(points)
    var writer = FrameWriter(try map.frame(for: .world(atZoom: 0, of: points.projection)))
    // Reading finds more columns in a file of markers: their counts and ids.
    writer.attributes = names.compactMap { name in points.attributes.first { $0.name == name } }
    return try format.bytes(writer)
  }

  private static func read(_ bytes: [UInt8], _ encoding: String? = nil) throws -> PointData {
    var options = ReadOptions(id: "point", group: "group", attributes: .all)
    options.encoding = encoding
    return try PointReader.read(bytes: bytes, options: options)
  }

  /// All that is known of each point, and the types of columns.
  private static func facts(_ points: PointSet) -> [[UInt8]] {
    let columns = names.compactMap { name in points.attributes.first { $0.name == name } }
    let types = columns.map { column in
      switch column.values {
      case .numbers: "numbers"
      case .integers: "integers"
      case .booleans: "booleans"
      case .texts: "texts"
      }
    }
    return (0..<points.count).map { point in
      let place = points.coordinate(point)
      let values = columns.map { $0.values.text(at: point) ?? "-" }
      let group = points.groupName(of: point) ?? "-"
      return
        ([points.ids[point].description, group, "\(place)", "\(points.weight?[point] ?? 1)"] + values + types)
        .joined(separator: "|")
    }.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test("keep ids, groups, weights, columns with their types, and counts", arguments: Format.allCases)
  func same(format: Format) throws {
    let points = try Self.points()
    let data = try Self.read(try Self.written(points, format))
    #expect(data.columns.count == points.count && data.report.idDefect == nil)
    let again = try PointSet(data.columns)
    #expect(Self.facts(again) == Self.facts(points))
    // And the same bytes once more.
    #expect(try Self.written(again, format) == Self.written(points, format))
  }

  @Test("are the same in another encoding and with columns in another order")
  func unchanged() throws {
    let text = "id,lon,lat,größe,plz\nLéa,1,1,café,01067\nLèa,2,2,cafè,00501\nLea,3,3,\"a, b\",90210\n"
    func points(_ bytes: [UInt8], _ encoding: String? = nil) throws -> [String] {
      var options = ReadOptions(group: "größe", attributes: .all)
      options.encoding = encoding
      let points = try PointSet(try PointReader.read(bytes: bytes, options: options).columns)
      return (0..<points.count).map { point in
        let zip = points.attributes.first { $0.name == "plz" }?.values.text(at: point)
        return
          "\(points.ids[point]) \(points.coordinate(point)) \(points.groupName(of: point) ?? "") \(zip ?? "")"
      }
    }
    let expected = try points(Array(text.utf8))
    #expect(expected.count == 3 && expected.contains { $0.hasSuffix("café 01067") })
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    #expect(try points(latin) == expected)
    #expect(try points(latin, "latin1") == expected)
    let wide: [UInt8] =
      [0xFF, 0xFE] + Array(text.utf16).flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
    #expect(try points(wide, "utf-16") == expected)
    let turned = "plz,größe,lat,lon,id\n01067,café,1,1,Léa\n90210,\"a, b\",3,3,Lea\n00501,cafè,2,2,Lèa\n"
    #expect(try points(Array(turned.utf8)) == expected)
    #expect(try points(turned.unicodeScalars.map { UInt8($0.value) }) == expected)
  }
}
