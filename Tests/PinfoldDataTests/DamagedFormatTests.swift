import Foundation
import Pinfold
import PinfoldData
import TestSupport
import Testing

@Suite("Damaged binary formats")
struct DamagedFormatTests {
  private static func bytes(_ file: String) throws -> [UInt8] {
    let path = Folders.package.appending(path: "Tests/Fixtures/Formats/" + file)
    return Array(try Data(contentsOf: path))
  }

  /// What reading a file with other bytes in some places says.
  private func message(_ file: String, _ change: (inout [UInt8]) -> Void) throws -> String {
    var bytes = try Self.bytes(file)
    change(&bytes)
    return failure(bytes)?.description ?? "no error"
  }

  @Test("of FlatGeobuf are told by what is wrong")
  func flatGeobuf() throws {
    let cases: [(String, (inout [UInt8]) -> Void)] = [
      ("it ends within the header", { $0 = Array($0.prefix(10)) }),
      ("it ends within the header", { $0 = Array($0.prefix(200)) }),
      ("it ends within feature 6", { $0.removeLast() }),
      ("it ends within feature 0", { $0[Self.firstFeature($0) + 3] = 0x7F }),
      ("unreadable header", { $0[12] = 0xFF }),
    ]
    for (reason, change) in cases {
      #expect(try message("shapes.fgb", change) == "data: damaged FlatGeobuf: " + reason)
    }
    // A feature whose geometry leads nowhere is a row that cannot be used.
    var bytes = try Self.bytes("shapes.fgb")
    bytes[Self.firstFeature(bytes) + 4] = 0xF0
    let report = try PointReader.read(bytes: bytes).report
    #expect(report.unusable.last?.reason == .malformedRow)
    #expect(report.unusable.last?.examples.first?.text == "unreadable geometry")
  }

  /// The offset of the first feature of a file without an index: behind the magic bytes and the header.
  private static func firstFeature(_ bytes: [UInt8]) -> Int {
    12 + Int(bytes[8]) + Int(bytes[9]) << 8
  }

  @Test("of Shapefiles are told by what is wrong")
  func shapefile() throws {
    let cases: [(String, (inout [UInt8]) -> Void)] = [
      ("it ends before the length that its header tells", { $0.removeLast() }),
      ("it ends before the length that its header tells", { $0 = Array($0.prefix(50)) }),
      ("it ends within shape 1", { $0[105] = 0xFF }),
    ]
    for (reason, change) in cases {
      #expect(try message("towns.shp", change) == "data: damaged Shapefile: " + reason)
    }
    var bytes = try Self.bytes("towns.shp")
    bytes[108] = 99
    let report = try PointReader.read(bytes: bytes).report
    #expect(report.unusable.map(\.reason) == [.malformedRow] && report.usable == 1)
  }

  @Test(
    "beside a Shapefile are told too: columns that end early, an encoding that nobody knows, another system"
  )
  func companions() throws {
    let folder = TemporaryFolder()
    let cases: [(String, String, (inout [UInt8]) -> Void)] = [
      ("dbf", "the .dbf beside it has no header", { $0 = Array($0.prefix(20)) }),
      ("dbf", "the .dbf beside it ends before its 2 rows", { $0.removeLast(100) }),
      ("dbf", "2 shapes, but 1 rows in the .dbf beside it", { $0[4] = 1 }),
      (
        "cpg", "its texts are in 'CP99999', which is no known encoding",
        { $0 = Array("99999".utf8) }
      ),
      (
        "prj", "coordinates in 'Amersfoort_RD_New'; ",
        { $0 = Array("PROJCS[\"Amersfoort_RD_New\",".utf8) }
      ),
    ]
    for (ending, reason, change) in cases {
      for other in ["shp", "dbf", "cpg", "prj"] {
        var bytes = try Self.bytes("towns." + other)
        if other == ending { change(&bytes) }
        _ = folder.write("towns." + other, bytes)
      }
      #expect(throws: DataError.self) { try PointReader.read(path: folder.path + "/towns.shp") }
      do { _ = try PointReader.read(path: folder.path + "/towns.shp") } catch {
        #expect("\(error)".contains(reason), "\(error)")
      }
    }
  }

  @Test("of GeoPackages are told by what is wrong, as are other databases")
  func geoPackage() throws {
    let folder = TemporaryFolder()
    let path = folder.write("shapes.gpkg.gz", try Self.bytes("shapes.gpkg.gz"))
    var options = ReadOptions()
    options.layer = "shapes"
    // Cut short or zeroed anywhere, it is told, or some rows are; nothing else happens.
    let whole = try Unpacked.bytes(path)
    for length in stride(from: 16, to: whole.count, by: 4096) {
      #expect(
        failure(Array(whole.prefix(length)), options)?.description.contains("damaged GeoPackage")
          == true)
    }
    let empty = Unpacked.replacing("gpkg_contents", with: "gpkg_context_", in: whole)
    #expect(
      failure(empty, options)?.description.contains("an SQLite database that is no GeoPackage")
        == true)
    let other = Unpacked.replacing(
      "gpkg_geometry_columns", with: "gpkg_geometry_column_", in: whole)
    #expect(
      failure(other, options)?.description
        == "data: damaged GeoPackage: layer 'shapes' is not among gpkg_geometry_columns")
    // Geometries without their first letters are rows that cannot be used.
    let blob = Unpacked.replacing("GP\0\u{1}", with: "GQ\0\u{1}", in: whole)
    let report = try PointReader.read(bytes: blob, options: options).report
    let malformed = report.unusable.first { $0.reason == .malformedRow }
    #expect(malformed?.examples.first?.text == "unreadable geometry")
  }

  @Test("never crash a reader by what an index says", arguments: FeatureFormat.allCases, [1, 2, 3])
  func indexMutations(_ format: FeatureFormat, _ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let whole = try format.bytes(try scattered(60))
    var options = ReadOptions(attributes: .all)
    let box = CoordinateBounds(west: 20, south: -60, east: -20, north: 60)
    options.bounds = box
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      guard let data = try? PointReader.read(bytes: bytes, options: options) else { continue }
      #expect(data.columns.longitude.allSatisfy { $0 >= 20 || $0 <= -20 })
      #expect(data.report.selection?.count == data.columns.count)
    }
  }

  @Test(
    "never crash a reader", arguments: ["shapes.fgb", "towns.shp", "several.shp", "areas.shp"],
    [1, 2, 3])
  func mutations(_ file: String, _ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let whole = try Self.bytes(file)
    for round in 0..<1000 {
      var bytes = whole
      for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      if round.isMultiple(of: 5) { bytes.removeLast(random.below(bytes.count)) }
      var options = ReadOptions(attributes: .all)
      options.shapes = .inside
      guard let data = try? PointReader.read(bytes: bytes, options: options) else { continue }
      #expect(data.columns.attributes.allSatisfy { $0.values.count == data.columns.count })
      #expect(data.report.usable == data.columns.count)
    }
  }
}

/// A packed fixture as it was, and with other text in it.
private enum Unpacked {
  static func bytes(_ path: String) throws -> [UInt8] {
    let process = Process()
    let places = ["/usr/bin/gzip", "/bin/gzip"]
    process.executableURL = places.first { FileManager.default.isExecutableFile(atPath: $0) }.map {
      URL(filePath: $0)
    }
    process.arguments = ["-dc", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(data)
  }

  static func replacing(_ text: String, with other: String, in bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    let (text, other) = (Array(text.utf8), Array(other.utf8))
    var start = 0
    while let found = result[start...].firstRange(of: text) {
      result.replaceSubrange(found, with: other)
      start = found.upperBound
    }
    return result
  }
}
