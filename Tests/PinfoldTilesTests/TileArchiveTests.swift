import Foundation
import Pinfold
import PinfoldData
import TestSupport
import Testing

@testable import PinfoldTiles

@Suite struct TileArchiveTests {
  private func set(_ count: Int = 2000, _ zooms: ClosedRange<Int> = 0...8, packs: Bool = true) throws
    -> TileSet
  {
    var plan = TilePlan()
    plan.zooms = zooms
    plan.packsTiles = packs
    plan.layer = "towns"
    plan.attribution = "© \"who\" counted"
    let points = try PointSet(SamplePoints.uniform.columns(count: count))
    let map = try Clusterer(GridStrategy(cellSize: 60)).build(points)
    return try TilePyramid(of: map, plan, context: RunContext()).tiles { FrameWriter($0) }
  }

  @Test(arguments: [(100, 0...3), (5000, 0...10)])
  func `a PMTiles file leads to each tile, through leaves where there are many`(
    _ count: Int, _ zooms: ClosedRange<Int>
  ) throws {
    let set = try set(count, zooms)
    let file = try ReadPMTiles(set.pmtiles)
    #expect(file.hasLeaves == (count > 1000))
    #expect(file.tiles.map(\.index) == set.tiles.map(\.address.hilbertIndex))
    #expect(file.tiles.map(\.bytes) == set.tiles.map(\.bytes))
    #expect(file.rootEnd <= 16_384)
    #expect(file.counts == [set.tiles.count, set.tiles.count, set.tiles.count])
    // Clustered, gzip, gzip, vector tiles, zooms.
    #expect(file.kinds == [1, 2, 2, 1, UInt8(zooms.lowerBound), UInt8(zooms.upperBound)])
    let edges = set.description.bounds.edges
    #expect(file.degrees.prefix(4).elementsEqual(edges.map { Int32(($0 * 1e7).rounded()) }))
    #expect(file.metadata.contains(#""vector_layers":[{"id":"towns""#))
    #expect(file.metadata.contains(#""attribution":"© \"who\" counted""#))
  }

  @Test func `an MBTiles file has each tile, counted from the south, and says what they are`() throws {
    let set = try set()
    let folder = TemporaryFolder()
    let path = "\(folder.path)/towns.mbtiles"
    try TileArchive.mbtiles.write(set, to: path)
    let database = try SQLiteDatabase(path: path, .reading)
    func rows(_ query: String) throws -> [[String]] {
      let statement = try database.statement(query)
      var rows: [[String]] = []
      while try statement.step() { rows.append(statement.columns.indices.map { statement.text($0) ?? "" }) }
      return rows
    }
    let written = try rows("SELECT zoom_level, tile_column, tile_row, hex(tile_data) FROM tiles")
    let expected = set.tiles.map { tile -> [String] in
      let address = tile.address
      let hex = tile.bytes.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
      }
      return [
        "\(address.zoom)", "\(address.column)", "\((1 << address.zoom) - 1 - address.row)", hex.joined(),
      ]
    }
    #expect(written == expected)
    let metadata = Dictionary(
      uniqueKeysWithValues: try rows("SELECT name, value FROM metadata").map { ($0[0], $0[1]) })
    #expect(metadata["format"] == "pbf" && metadata["minzoom"] == "0" && metadata["maxzoom"] == "8")
    #expect(metadata["name"] == "towns" && metadata["attribution"] == "© \"who\" counted")
    #expect(metadata["json"]?.contains(#""fields":{"count":"Number","id":"String""#) == true)
    #expect(try rows("PRAGMA integrity_check") == [["ok"]])
  }

  @Test func `a folder has a plain file for each tile, and a document that tells of them`() throws {
    let set = try set(300, 0...3, packs: false)
    let folder = TemporaryFolder()
    try TileArchive.folder.write(set, to: "\(folder.path)/towns/")
    #expect(folder.names == ["towns"])
    for tile in set.tiles {
      let address = tile.address
      let path = "\(folder.path)/towns/\(address.zoom)/\(address.column)/\(address.row).mvt"
      #expect(try bytes(of: path) == tile.bytes)
      #expect(try !ReadTile(tile.bytes).features.isEmpty)
    }
    let text = String(decoding: try bytes(of: "\(folder.path)/towns/tiles.json"), as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"tilejson":"3.0.0","name":"towns","attribution":"© \"who\" counted","tiles":["{z}/{x}/{y}.mvt"]"#))
    #expect(text.contains(#""minzoom":0,"maxzoom":3,"bounds":["#))
  }

  @Test func `a folder with something in it stays as it is`() throws {
    let set = try set(10, 0...1, packs: false)
    let folder = TemporaryFolder()
    let file = folder.write("mine.txt", "mine")
    #expect(throws: DataError.self) { try TileArchive.folder.write(set, to: folder.path) }
    #expect(folder.names == ["mine.txt"])
    #expect(try bytes(of: file) == Array("mine".utf8))
    #expect(throws: DataError.self) { try TileArchive.folder.write(set, to: "\(folder.path)/none/tiles") }
    #expect(throws: DataError.self) { try TileArchive.folder.write(set, to: file) }
    #expect(folder.names == ["mine.txt"])
  }

  @Test func `a name says what to write`() {
    #expect(TileArchive(named: "a/b.PMTiles") == .pmtiles)
    #expect(TileArchive(named: "b.mbtiles") == .mbtiles)
    #expect(TileArchive(named: "out.d/tiles") == .folder)
    #expect(TileArchive(named: "tiles.v2/") == .folder)
    #expect(TileArchive(named: "tiles.zip") == nil)
  }

  @Test func `of no points there are no tiles, and every form says so`() throws {
    let map = try Clusterer(GridStrategy(cellSize: 60)).build(
      PointSet(PointColumns(longitude: [], latitude: [])))
    let set = try TilePyramid(of: map, TilePlan(), context: RunContext()).tiles { FrameWriter($0) }
    #expect(set.tiles.isEmpty)
    #expect(try ReadPMTiles(set.pmtiles).tiles.isEmpty)
    #expect(try !set.mbtiles().isEmpty)
    #expect(set.description.bounds.edges[0] == -180 && set.description.bounds.edges[2] == 180)
  }

  @Test func `bounds have an area, and hold what is drawn on neighboring tiles`() throws {
    var plan = TilePlan()
    (plan.zooms, plan.buffer) = (2...4, 64)
    func description(_ longitude: [Double], _ latitude: [Double]) throws -> TileDescription {
      TileDescription(plan, of: try PointSet(PointColumns(longitude: longitude, latitude: latitude)))
    }
    // A buffer is 1/64 of a tile, which is 90° wide at the least zoom.
    let one = try description([13.4], [52.5])
    #expect(
      abs(one.bounds.east - one.bounds.west - 2 * 90.0 / 64) < 1e-6 && one.bounds.north > one.bounds.south)
    #expect(abs(one.center.longitude - 13.4) < 1e-6 && abs(one.center.latitude - 52.5) < 1e-6)
    let near = try description([100, 179.9], [10, 20])
    #expect(near.bounds.west == -180 && near.bounds.east == 180 && near.bounds.north < 23)
    let across = try description([170, -170], [10, 20])
    #expect(across.bounds.west == -180 && across.bounds.east == 180 && across.bounds.south > 8)
    #expect(abs(across.center.longitude.magnitude - 180) < 1e-6)
    plan.buffer = 0
    #expect(try description([13.4], [52.5]).bounds.west < 13.4)
    #expect(try description([0, 0], [90, -90]).bounds.north < 85.06)
  }
}

private func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

/// A PMTiles file as a reader of the specification sees it.
private struct ReadPMTiles {
  var tiles: [(index: UInt64, bytes: [UInt8])] = []
  var hasLeaves = false
  var rootEnd = 0
  var counts: [Int] = []
  var kinds: [UInt8] = []
  var degrees: [Int32] = []
  var metadata = ""

  init(_ bytes: [UInt8]) throws {
    func number(_ offset: Int, _ count: Int = 8) -> Int {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(Array(bytes.prefix(8)) == Array("PMTiles".utf8) + [3])
    func section(_ index: Int) -> (start: Int, bytes: [UInt8]) {
      let start = number(8 + 16 * index)
      return (start, Array(bytes[start..<start + number(16 + 16 * index)]))
    }
    let (root, leaves, data) = (section(0), section(2), section(3))
    rootEnd = root.start + root.bytes.count
    metadata = String(decoding: try unpacked(section(1).bytes), as: UTF8.self)
    counts = [number(72), number(80), number(88)]
    kinds = Array(bytes[96..<102])
    degrees = [102, 106, 110, 114, 119, 123].map { Int32(truncatingIfNeeded: number($0, 4)) }
    hasLeaves = !leaves.bytes.isEmpty
    func walk(_ packed: [UInt8]) throws {
      var reader = WireReader(try unpacked(packed))
      let numbers = try reader.varints().map(Int.init)
      let count = numbers[0]
      var (index, end) = (0, 0)
      for entry in 0..<count {
        index += numbers[1 + entry]
        let (run, length) = (numbers[1 + count + entry], numbers[1 + 2 * count + entry])
        let told = numbers[1 + 3 * count + entry]
        let offset = told == 0 ? end : told - 1
        end = offset + length
        if run == 0 {
          try walk(Array(leaves.bytes[offset..<end]))
        } else {
          tiles.append((UInt64(index), Array(data.bytes[offset..<end])))
        }
      }
    }
    try walk(root.bytes)
  }
}
