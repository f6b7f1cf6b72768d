import Foundation
import Pinfold
import PinfoldData
import TestSupport
import Testing

/// The binary formats in which frames are written, and that they are read by.
enum FeatureFormat: CaseIterable {
  case geoPackage, flatGeobuf

  func bytes(_ writer: FrameWriter) throws -> [UInt8] {
    switch self {
    case .geoPackage: try writer.geoPackage()
    case .flatGeobuf: try writer.flatGeobuf()
    }
  }
}

/// A frame in which every point is by itself, with columns of every type.
func scattered(_ count: Int, seed: UInt64 = 1, isPlanar: Bool = false) throws -> FrameWriter {
  var random = SplitMix64(seed: seed)
  var columns = PointColumns()
  var names = TextColumn()
  var sizes: [Double] = []
  var flags: [Bool?] = []
  for row in 0..<count {
    columns.longitude.append(Double(random.below(360_000_000)) / 1e6 - 180)
    columns.latitude.append(Double(random.below(170_000_000)) / 1e6 - 85)
    if row % 3 == 0 { names.appendMissing() } else { names.append("№ \(row) \"ö\"") }
    sizes.append(row % 4 == 0 ? .nan : Double(row) / 8)
    flags.append(row % 5 == 0 ? nil : row.isMultiple(of: 2))
  }
  // Next to the edge of the world, past which the numbers of an index may be rounded.
  if count > 1 { (columns.longitude[0], columns.longitude[1]) = (179.99999, -179.99999) }
  columns.ids = .texts((0..<count).map { "p\($0)" })
  columns.attributes = [
    Attribute(name: "name", values: .texts(names)), Attribute(name: "Size", values: .numbers(sizes)),
    Attribute(name: "flag", values: .booleans(flags)), Attribute(name: "FID", values: .numbers(sizes)),
  ]
  let points = try PointSet(columns, isPlanar: isPlanar, context: RunContext())
  let map = try Clusterer(NoneStrategy()).build(points)
  var writer = FrameWriter(
    try map.frame(for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0)))
  writer.attributes = points.attributes
  return writer
}

@Suite("Frames in binary formats")
struct FeatureFormatTests {
  /// What a file says of each point, by the point's id.
  private func rows(_ bytes: [UInt8], _ options: ReadOptions) throws -> [String: [String]] {
    let columns = try PointReader.read(bytes: bytes, options: options).columns
    let point = try #require(columns.attributes.first { $0.name == "point" })
    return Dictionary(
      uniqueKeysWithValues: (0..<columns.count).map { row in
        let values = columns.attributes.map { "\($0.name)=\($0.values.text(at: row) ?? "-")" }
        return (
          point.values.text(at: row) ?? "",
          ["\(columns.longitude[row])", "\(columns.latitude[row])"] + values.sorted()
        )
      })
  }

  @Test(
    "read back point for point with the types of their columns, as GeoJSON does",
    arguments: FeatureFormat.allCases)
  func readBack(_ format: FeatureFormat) throws {
    let writer = try scattered(500)
    let options = ReadOptions(attributes: .all)
    var expected = try rows(writer.geoJSON(), options)
    #expect(expected.count == 500)
    // The key of a GeoPackage has that name.
    if format == .geoPackage {
      expected = expected.mapValues { $0.map { $0.replacing(/^FID=/, with: "FID_=") } }
    }
    let read = try rows(try format.bytes(writer), options)
    let ignored = ["fid"]
    #expect(
      read.mapValues { $0.filter { row in !ignored.contains { row.hasPrefix($0 + "=") } }.sorted() }
        == expected.mapValues { $0.sorted() })
    let report = try PointReader.read(bytes: try format.bytes(writer), options: options).report
    #expect(report.layer == "clusters" && report.usable == 500 && report.system == .degrees)
  }

  @Test("are the same bytes for the same points", arguments: FeatureFormat.allCases)
  func sameBytes(_ format: FeatureFormat) throws {
    let bytes = try format.bytes(try scattered(300))
    #expect(try format.bytes(try scattered(300)) == bytes)
  }

  @Test(
    "may have no features, one, or as many as fill nodes of the index", arguments: FeatureFormat.allCases,
    [0, 1, 2, 16, 17, 256, 257])
  func sizes(_ format: FeatureFormat, _ count: Int) throws {
    let whole = try scattered(max(count, 1))
    var writer = whole
    if count == 0 {
      let map = try Clusterer(NoneStrategy()).build(whole.frame.points)
      // Far from the only point.
      let place = whole.frame.points.coordinate(0)
      let other = Coordinate(longitude: place.longitude > 0 ? -90 : 90, latitude: 0)
      writer = FrameWriter(try map.frame(for: Viewport(center: other, zoom: 12)))
    }
    let bytes = try format.bytes(writer)
    #expect(try PointReader.read(bytes: bytes).columns.count == count)
  }

  @Test("hold points of a plane, without a system", arguments: FeatureFormat.allCases)
  func planar(_ format: FeatureFormat) throws {
    let bytes = try format.bytes(try scattered(50, isPlanar: true))
    let columns = try PointReader.read(bytes: bytes, options: ReadOptions(planar: true)).columns
    let expected = try scattered(50, isPlanar: true).frame.points
    #expect(columns.longitude.sorted() == expected.longitude.sorted())
    #expect(columns.latitude.sorted() == expected.latitude.sorted())
  }
}

@Suite("Reading a part of a file")
struct BoundsTests {
  private static let boxes = [
    CoordinateBounds(west: -10, south: 35, east: 30, north: 60),
    CoordinateBounds(west: 170, south: -40, east: -160, north: 40),
    CoordinateBounds(west: -180, south: -90, east: 180, north: 90),
    CoordinateBounds(west: 0, south: 0, east: 12, north: 9),
  ]

  private static func options(_ bounds: CoordinateBounds?) -> ReadOptions {
    var options = ReadOptions(attributes: .all)
    options.bounds = bounds
    return options
  }

  /// Ids, locations and values of what lies in a box, by a look at every point.
  private func scanned(_ bytes: [UInt8], _ box: CoordinateBounds) throws -> [String] {
    try lines(bytes, nil) { x, y in
      let across = box.west > box.east
      let isBetween = across ? x >= box.west || x <= box.east : x >= box.west && x <= box.east
      return isBetween && y >= box.south && y <= box.north
    }
  }

  private func lines(
    _ bytes: [UInt8], _ bounds: CoordinateBounds?, where isWanted: (Double, Double) -> Bool = { _, _ in true }
  ) throws -> [String] {
    let columns = try PointReader.read(bytes: bytes, options: Self.options(bounds)).columns
    return (0..<columns.count).filter { isWanted(columns.longitude[$0], columns.latitude[$0]) }.map { row in
      let values = columns.attributes.map { "\($0.name)=\($0.values.text(at: row) ?? "-")" }
      return "\(columns.ids?[row].description ?? "\(row)") \(columns.longitude[row]) \(values.sorted())"
    }
  }

  @Test(
    "gives the points of a look at all, across ±180° too, from an index or without one",
    arguments: boxes)
  func box(_ box: CoordinateBounds) throws {
    let writer = try scattered(3000)
    for bytes in [writer.geoJSON(), writer.csv(), try writer.geoPackage(), try writer.flatGeobuf()] {
      let expected = try scanned(bytes, box)
      #expect(expected.count > 5)
      #expect(try lines(bytes, box) == expected)
    }
  }

  @Test(
    "the meridian of ±180° is one, from either side",
    arguments: [
      (180, 180, 3), (-180, -180, 3), (179, 180, 4), (-180, -179, 4), (170, -170, 5), (-10, 10, 1),
    ] as [(Double, Double, Int)])
  func meridian(west: Double, east: Double, count: Int) throws {
    let points = try PointSet(
      PointColumns(longitude: [180, -180, 180, 179.5, -179.5, 1], latitude: [0, 1, 2, 3, 4, 5]))
    let writer = FrameWriter(
      try Clusterer(.none).build(points).frame(
        for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0)))
    let box = CoordinateBounds(west: west, south: -10, east: east, north: 10)
    for bytes in [writer.geoJSON(), writer.csv(), try writer.geoPackage(), try writer.flatGeobuf()] {
      #expect(try lines(bytes, box).count == count)
    }
  }

  @Test("reads no more than the index says", arguments: FeatureFormat.allCases)
  func indexed(_ format: FeatureFormat) throws {
    let bytes = try format.bytes(try scattered(3000))
    let data = try PointReader.read(bytes: bytes, options: Self.options(Self.boxes[0]))
    // The edges of an R-tree are numbers of 32 bits.
    #expect(data.report.rows <= data.columns.count + 3, "of 3000 rows")
    #expect(data.report.selection?.condition == "within -10, 35, 30, 60")
    #expect(data.report.selection?.count == data.columns.count)
  }

  @Test("asks for the whole file where its bounds show longitudes that wrap or cannot be")
  func wrapping() throws {
    let text = "lon,lat,name\n190,10,a\n350,20,b\n10,30,c\n"
    let options = Self.options(CoordinateBounds(west: 160, south: 0, east: -160, north: 90))
    let data = try read(text, options)
    #expect(data.columns.longitude == [-170] && data.columns.ids?[0] == .integer(0))
  }

  @Test("of metres of Web Mercator takes a box of degrees")
  func mercator() throws {
    let path = Folders.package.appending(path: "Tests/Fixtures/Formats/shapes.gpkg.gz").path
    var options = Self.options(CoordinateBounds(west: 2, south: 48, east: 3, north: 49))
    options.layer = "towns"
    let data = try PointReader.read(path: path, options: options)
    #expect(data.columns.count == 1 && data.columns.ids?[0] == .integer(1))
  }

  @Test("says where nothing is, and what is no box")
  func mistakes() throws {
    func message(_ edges: [Double], isPlanar: Bool = false) throws -> [String] {
      var options = Self.options(
        CoordinateBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3]))
      options.planar = isPlanar
      let writer = try scattered(20)
      return try [writer.csv(), writer.geoPackage(), writer.flatGeobuf()].map {
        do throws(DataError) {
          return try PointReader.read(bytes: $0, options: options).report.warnings.first ?? "no note"
        } catch {
          return error.description
        }
      }
    }
    #expect(
      try Set(message([1, 88, 2, 89])) == ["data: no points within 1, 88, 2, 89 (--within)"])
    #expect(
      try message([1, 3, 2, 2])[0]
        == "--within 1,3,2,2: its south is greater than its north; the order is west, south, east, north")
    #expect(
      try message([1, 2, 190, 3])[0]
        == "--within 1,2,190,3: longitudes are from -180 to 180; a west greater than the east crosses ±180°")
    #expect(
      try message([3, 2, 1, 3], isPlanar: true)[0]
        == "--within 3,2,1,3: its west is greater than its east, on a plane that has ends")
  }

  @Test("tells an index that leads astray")
  func damaged() throws {
    var bytes = try scattered(200).flatGeobuf()
    let header = 12 + Int(bytes[8]) + Int(bytes[9]) << 8
    // The offset of the first leaf's feature, behind a root and 13 nodes.
    bytes[header + 14 * 40 + 32 + 6] = 0x7F
    let options = Self.options(CoordinateBounds(west: -180, south: -90, east: 180, north: 90))
    #expect(
      failure(bytes, options)?.description == "data: damaged FlatGeobuf: its index leads past the features")
  }
}
