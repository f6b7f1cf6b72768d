import Foundation
import Pinfold
import PinfoldData
import TestSupport
import Testing

/// Files that GDAL wrote, as `Tests/Fixtures/Formats/make.py` says.
@Suite("Binary formats")
struct BinaryFormatTests {
  private func load(_ file: String, _ options: ReadOptions = ReadOptions(attributes: .all)) throws
    -> PointData
  {
    let path = Folders.package.appending(path: "Tests/Fixtures/Formats/" + file).path
    return try PointReader.read(path: path, options: options)
  }

  private func failure(_ file: String, _ options: ReadOptions = ReadOptions()) -> String {
    do {
      _ = try load(file, options)
      return "no error"
    } catch {
      return "\(error)".replacing(Folders.package.path + "/Tests/Fixtures/Formats/", with: "")
    }
  }

  private func layered(_ name: String?, _ shapes: OtherShapes = .skip) -> ReadOptions {
    var options = ReadOptions(attributes: .all)
    (options.layer, options.shapes) = (name, shapes)
    return options
  }

  @Test(
    "have every kind of geometry, whose points all count, and columns by their types",
    arguments: ["shapes.fgb", "shapes.gpkg.gz"])
  func shapes(_ file: String) throws {
    let data = try load(file, layered("shapes"))
    #expect(data.columns.longitude == [2.5, -1, -2, -3, 7])
    #expect(data.columns.latitude == [48.25, 10, 20, 30, 8])
    #expect(data.report.layer == "shapes")
    #expect(data.report.rows == 9)
    #expect(data.report.unusable.map(\.reason) == [.missingCoordinates, .notAPoint])
    #expect(data.report.unusable.map(\.count) == [1, 3])
    let places = data.report.unusable[1].examples.map { "\($0.place): \($0.text)" }
    #expect(places == ["feature 2: a line", "feature 3: a polygon", "feature 4: a polygon"])

    var attributes: [String: Attribute.Values] = [:]
    for attribute in data.columns.attributes { attributes[attribute.name] = attribute.values }
    guard case .texts(let names) = attributes["name"],
      let counts = attributes["count"]?.rounded,
      case .numbers(let heights) = attributes["height"],
      case .numbers(let singles) = attributes["single"],
      case .booleans(let flags) = attributes["flag"], case .texts(let days) = attributes["day"]
    else { throw TestFailure() }
    #expect((0..<names.count).map { names[$0] } == ["Paris", "трое", "трое", "трое", "mixed"])
    #expect(Array(counts) == [1, -2, -2, -2, 6])
    #expect(heights[0] == 0.1 && heights[1].isNaN && heights[4] == 6)
    #expect(singles[0] == Double(Float(0.1)))
    #expect(Array(flags) == [true, false, false, false, true])
    #expect(days[0]?.hasPrefix("2026-01-02") == true)
  }

  @Test(
    "give a point inside of every other shape where that is asked for",
    arguments: ["shapes.fgb", "shapes.gpkg.gz"])
  func inside(_ file: String) throws {
    let data = try load(file, layered("shapes", .inside))
    // Half-way along the line; beside the hole, where the square is widest; in the wider of two parts.
    #expect(data.columns.longitude == [2.5, -1, -2, -3, 6, 6.5, 33, 7])
    #expect(data.columns.latitude == [48.25, 10, 20, 30, 0, 4, 0.5, 8])
    #expect(data.report.unusable.map(\.reason) == [.missingCoordinates])
  }

  @Test("and GeoJSON give the same points inside, also in sequences")
  func insideGeoJSON() throws {
    let geometries = [
      #""Point","coordinates":[2.5,48.25]"#, #""LineString","coordinates":[[0,0],[10,0,5],[12,0]]"#,
      #""Polygon","coordinates":[[[0,0],[8,0],[8,8],[0,8],[0,0]],[[1,1],[5,1],[5,7],[1,7],[1,1]]]"#,
      #""MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,1]]],[[[32,0],[34,0],[34,1],[32,1]]]]"#,
      #""MultiLineString","coordinates":[[[0,0],[0,1]],[["x",0],[0,1],[4,1]]]"#,
      #""GeometryCollection","geometries":[{"type":"LineString","coordinates":[[0,0],[2,0]]},{"type":"Point","coordinates":[7,8]}]"#,
      #""GeometryCollection","geometries":[{"type":"LineString","coordinates":[[0,0],[2,0]]},{"coordinates":[[[0,0],[4,0],[4,2],[0,2]]],"type":"Polygon"}]"#,
      #""Polygon","coordinates":[]"#, #""Polygon","coordinates":7"#,
    ].map { #"{"type":"Feature","properties":{"n":1},"geometry":{"type":\#($0)}}"# }
    var options = ReadOptions()
    options.shapes = .inside
    let collection = #"{"type":"FeatureCollection","features":[\#(geometries.joined(separator: ","))]}"#
    for text in [collection, geometries.joined(separator: "\n")] {
      let data = try read(text, options)
      // Half-way along the line; beside the hole; in the wider part; on the longest line; the point alone;
      // the area.
      #expect(data.columns.longitude == [2.5, 6, 6.5, 33, 2, 7, 2])
      #expect(data.columns.latitude == [48.25, 0, 4, 0.5, 1, 8, 1])
      #expect(data.report.unusable.map(\.reason) == [.notAPoint] && data.report.unusable[0].count == 4)
      #expect(try read(text).columns.count == 2)
    }
  }

  @Test(
    "of lines and areas too large to be measured the first corner is taken",
    arguments: [
      #""LineString","coordinates":[[-1e308,3],[1e308,3]]"#,
      #""Polygon","coordinates":[[[-1e308,3],[1e308,-1e308],[1e308,1e308]]]"#,
    ])
  func enormous(geometry: String) throws {
    var options = ReadOptions(planar: true)
    options.shapes = .inside
    let data = try read(#"{"type":"Feature","properties":{},"geometry":{"type":\#(geometry)}}"#, options)
    #expect(data.columns.longitude == [-1e308] && data.columns.latitude == [3])
  }

  @Test("have layers, of which one is named, in any case")
  func layers() throws {
    #expect(
      failure("shapes.gpkg.gz")
        == "shapes.gpkg.gz: 2 layers; choose one with --layer: 'shapes', 'towns'")
    #expect(
      failure("shapes.gpkg.gz", layered("twons"))
        == "shapes.gpkg.gz: no layer 'twons' (--layer) (did you mean 'towns'?)")
    #expect(failure("shapes.fgb", layered("towns")).contains("no layer 'towns'"))
    #expect(failure("towns.shp", layered("towns")).contains("a Shapefile has one layer"))
    #expect(try load("shapes.gpkg.gz", layered("TOWNS")).columns.count == 2)
  }

  @Test("have metres of Web Mercator, which become degrees")
  func mercator() throws {
    let towns = try load("shapes.gpkg.gz", layered("towns"))
    #expect(towns.report.system == .webMercator)
    #expect(
      towns.report.table.contains("crs         EPSG:3857")
        || towns.report.table.contains("EPSG:3857"))
    #expect(abs(towns.columns.longitude[0] - 2.352222) < 1e-7)
    #expect(abs(towns.columns.latitude[0] - 48.856614) < 1e-6)
    // The edge of the world is not past it.
    #expect(towns.columns.longitude[1] == 180 && towns.columns.latitude[1] == 0)
    #expect(towns.columns.ids == .integers([1, 2]), "the key of the table")

    var options = ReadOptions()
    options.shapes = .inside
    let area = try load("areas.shp", options)
    #expect(area.report.system == .webMercator)
    #expect(area.columns.longitude[0] == 6.5 / 6_378_137 * 180 / .pi)
    options.planar = true
    #expect(try load("areas.shp", options).columns.longitude == [6.5])
  }

  @Test("may be Shapefiles, with heights, dBase columns and a code page")
  func shapefile() throws {
    let data = try load("towns.shp")
    #expect(data.columns.longitude == [37.5, 30.25] && data.columns.latitude == [55.75, 60])
    #expect(data.report.columns == ["name", "people", "share", "flag", "day"])
    guard case .texts(let names) = data.columns.attributes[0].values,
      case .integers(let people) = data.columns.attributes[1].values,
      case .numbers(let shares) = data.columns.attributes[2].values,
      case .texts(let days) = data.columns.attributes[4].values
    else { throw TestFailure() }
    #expect(names[0] == "Москва" && names[1] == nil)
    #expect(Array(people) == [13_000_000, 5_600_000])
    #expect(shares[0] == 0.5 && shares[1].isNaN)
    #expect(days[0] == "2026-01-02")

    let several = try load("several.shp")
    #expect(several.columns.longitude == [1, 3, 5] && several.columns.latitude == [2, 4, 6])
    #expect(several.columns.ids == .texts(["#0", "#1", "#2"]), "two points share an id, so rows name them")
  }

  @Test("take coordinates from columns where options name them")
  func columns() throws {
    var options = layered("shapes")
    (options.longitude, options.latitude) = ("count", "height")
    let data = try load("shapes.fgb", options)
    #expect(data.columns.longitude.first == 1 && data.columns.latitude.first == 0.1)
  }

  @Test("are read the same packed, from bytes and from a file")
  func packed() throws {
    let path = Folders.package.appending(path: "Tests/Fixtures/Formats/shapes.fgb")
    let bytes = Array(try Data(contentsOf: path))
    let packed = try PointReader.read(bytes: gzip(bytes), options: ReadOptions(attributes: .all))
    #expect(packed.report.isGzipped)
    #expect(
      Self.texts(packed.columns.attributes) == Self.texts(try load("shapes.fgb").columns.attributes)
    )
  }

  /// Every value of columns, as a text.
  private static func texts(_ attributes: [Attribute]) -> [[String?]] {
    attributes.map { attribute in
      [attribute.name] + (0..<attribute.values.count).map { attribute.values.text(at: $0) }
    }
  }

  // MARK: Against GDAL

  @Test(
    "have the values that GDAL reads of them, to the bit",
    .enabled(if: Folders.data != nil, "\(Folders.dataIsMissing)"),
    arguments: ["world-cities-15000.fgb", "openflights-airports-extended.fgb"])
  func golden(_ file: String) throws {
    let path = try #require(Folders.data).appending(path: file).path
    let columns = try PointReader.read(path: path, options: ReadOptions(attributes: .all)).columns
    var found = [
      "\(file) x \(Self.digest(columns.longitude))", "\(file) y \(Self.digest(columns.latitude))",
    ]
    for attribute in columns.attributes {
      let digest: String
      switch attribute.values {
      case .numbers, .integers: digest = Self.digest(try #require(attribute.values.rounded))
      case .texts(let texts): digest = Self.digest((0..<texts.count).map { texts[$0] })
      case .booleans: throw TestFailure()
      }
      found.append("\(file) \(attribute.name) \(digest)")
    }
    let golden = try String(
      contentsOf: Folders.package.appending(path: "Tests/Golden/flatgeobuf.txt"), encoding: .utf8)
    #expect(found == golden.split(separator: "\n").map(String.init).filter { $0.hasPrefix(file) })
  }

  private static func digest(_ values: some Sequence<Double>) -> String {
    digest(
      values.map { $0.isNaN ? [255] : withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) })
  }

  private static func digest(_ values: [String?]) -> String {
    digest(values.map { $0.map { Array($0.utf8) + [0] } ?? [255] })
  }

  private static func digest(_ parts: [[UInt8]]) -> String {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in parts.joined() { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let text = String(state, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  @Test(
    "hold in a GeoPackage what a text of the same points holds",
    .enabled(if: Folders.data != nil, "\(Folders.dataIsMissing)"))
  func stations() throws {
    let folder = try #require(Folders.data)
    let options = ReadOptions(
      attributes: .named(["callSign", "frequency", "type", "city", "state", "name"]))
    let text = try PointReader.read(
      path: folder.appending(path: "radio-stations.tsv").path, options: options)
    let package = try PointReader.read(
      path: folder.appending(path: "radio-stations.gpkg").path, options: options)
    #expect(text.columns.longitude == package.columns.longitude)
    #expect(text.columns.latitude == package.columns.latitude)
    #expect(Self.texts(text.columns.attributes) == Self.texts(package.columns.attributes))
  }
}
