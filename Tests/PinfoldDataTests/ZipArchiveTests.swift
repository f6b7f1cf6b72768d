import Foundation
import Pinfold
import PinfoldData
import TestSupport
import Testing

@Suite("Zip archives")
struct ZipArchiveTests {
  private static let stops = "stop_id,stop_lat,stop_lon\n001,48.85,2.35\n002,40.4,-3.7\n"
  private static let kml =
    "<kml><Placemark><name>A</name><Point><coordinates>2.35,48.85</coordinates></Point></Placemark></kml>"

  /// The text of the stops, packed by deflate with the codes of the format itself.
  private struct Member {
    var name: String
    var bytes: [UInt8]
    var method: UInt16 = 0
    var size: Int?
    var checksum: UInt32?
    var flags: UInt16 = 0

    init(_ name: String, _ text: String) { (self.name, bytes) = (name, Array(text.utf8)) }
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(number >> (8 * $0) & 255) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private static func archive(_ members: [Member], comment: String = "") -> [UInt8] {
    var file: [UInt8] = []
    var list: [UInt8] = []
    for member in members {
      let place = file.count
      let name = Array(member.name.utf8)
      let size = member.size ?? member.bytes.count
      let sum = Int(member.checksum ?? checksum(member.bytes))
      let shared =
        bytes(20, 2) + bytes(Int(member.flags), 2) + bytes(Int(member.method), 2) + bytes(0, 4)
        + bytes(sum, 4)
        + bytes(member.bytes.count, 4) + bytes(size, 4) + bytes(name.count, 2) + bytes(0, 2)
      file += [0x50, 0x4B, 3, 4] + shared + name + member.bytes
      list += [0x50, 0x4B, 1, 2] + bytes(20, 2) + shared + bytes(0, 2) + bytes(0, 8) + bytes(place, 4) + name
    }
    let start = file.count
    return file + list + [0x50, 0x4B, 5, 6] + bytes(0, 4) + bytes(members.count, 2) + bytes(members.count, 2)
      + bytes(list.count, 4) + bytes(start, 4) + bytes(comment.utf8.count, 2) + Array(comment.utf8)
  }

  private func read(_ members: [Member], layer: String? = nil) throws(DataError) -> PointData {
    var options = ReadOptions(attributes: .all)
    options.layer = layer
    return try PointReader.read(bytes: Self.archive(members), options: options, source: "a.zip")
  }

  private func message(_ bytes: [UInt8], _ options: ReadOptions = ReadOptions()) -> String {
    failure(bytes, options)?.description ?? "no error"
  }

  @Test("the stops of GTFS, the placemarks of KMZ and the only table are read, as they are by themselves")
  func members() throws {
    let feed = try read([
      Member("agency.txt", "a\n1\n"), Member("stops.txt", Self.stops),
    ])
    #expect(feed.columns.longitude == [2.35, -3.7] && feed.columns.attributes.first?.name == "stop_id")
    #expect(feed.report.source == "a.zip")
    #expect(feed.report.table.contains("stops.txt"))
    #expect(
      feed.report.warnings.contains {
        $0.contains("read 'stops.txt'; --layer names another member: 'agency.txt'")
      })

    let earth = try read([Member("files/list.csv", "a,b\n"), Member("doc.kml", Self.kml)])
    #expect(earth.columns.latitude == [48.85] && earth.report.format == .kml)

    let table = try read([
      Member("README.txt", "hello"), Member("__MACOSX/._p.csv", "\0"), Member("data/p.csv", Self.stops),
    ])
    #expect(table.columns.count == 2)
  }

  @Test("of several tables one is named by the option, or the error lists them")
  func several() throws {
    let both = [Member("a.csv", Self.stops), Member("b/c.csv", "lon,lat\n1,2\n")]
    #expect(message(Self.archive(both)).contains("2 layers; choose one with --layer: 'a.csv', 'b/c.csv'"))
    #expect(try read(both, layer: "b/c.csv").columns.longitude == [1])
    #expect(try read(both, layer: "C.csv").columns.longitude == [1])
    var options = ReadOptions()
    options.layer = "d.csv"
    #expect(message(Self.archive(both), options).contains("no layer 'd.csv'"))
  }

  @Test("a place in an error is that of the member")
  func place() {
    let bad = Self.archive([Member("p.csv", "lon,lat\nx,y\n")])
    #expect(message(bad).contains("data/p.csv: none of 1 rows can be used; line 2"))
  }

  @Test("what is cut short, damaged, encrypted or packed otherwise is told, and never crashes")
  func hostile() {
    let good = Self.archive([Member("p.csv", Self.stops)], comment: "made by hand")
    #expect(message(good) == "no error")
    for count in 4..<good.count { #expect(message(Array(good.prefix(count))) != "no error") }
    for place in good.indices.dropFirst(4) {
      var other = good
      other[place] ^= 0x55
      _ = message(other)
    }
    func told(_ change: (inout Member) -> Void) -> String {
      var member = Member("p.csv", Self.stops)
      change(&member)
      return message(Self.archive([member]))
    }
    #expect(told { $0.checksum = 1 }.contains("'p.csv' is not what its checksum says"))
    #expect(told { $0.flags = 1 }.contains("'p.csv' is encrypted"))
    #expect(told { $0.method = 14 }.contains("packed by method 14"))
    #expect(told { $0.method = 8 }.contains("damaged zip archive: 'p.csv'"))
    #expect(message(Self.archive([Member("p.bin", "x")])).contains("no member that is read here"))
    // An archive within itself ends.
    let inner = String(decoding: Self.archive([Member("p.csv", "x")]), as: UTF8.self)
    #expect(message(Self.archive([Member("p.csv", inner)])).contains("no member that is read here"))
  }

  @Test("a member that unpacks to more than is allowed is refused, whatever size it says")
  func bomb() {
    // Blocks of deflate that repeat one byte: a header, the byte once, and copies of 258 bytes from one
    // before.
    var options = ReadOptions()
    options.maxUnpacked = 1
    var honest = Member("p.csv", "x")
    honest.size = 2 << 20
    #expect(message(Self.archive([honest]), options).contains("unpacks to more than 1 MB"))
    var liar = Member("p.csv", "")
    (liar.method, liar.size) = (8, 10)
    liar.bytes = Self.zeros(copies: 8200)
    #expect(message(Self.archive([liar]), options).contains("unpacks to more than 1 MB"))
  }

  /// A stream of deflate with fixed codes (RFC 1951, 3.2.6) that stands for a zero and as many copies of 258
  /// more.
  private static func zeros(copies: Int) -> [UInt8] {
    var (bits, bytes): ([Bool], [UInt8]) = ([], [])
    func put(_ code: Int, _ count: Int, reversed: Bool = false) {
      for place in 0..<count { bits.append(code >> (reversed ? count - 1 - place : place) & 1 == 1) }
    }
    put(1, 1)
    put(1, 2)
    put(0b00110000, 8, reversed: true)
    for _ in 0..<copies {
      // Length 258 is code 285, 11000101; distance 1 is code 0.
      put(0b11000101, 8, reversed: true)
      put(0, 5, reversed: true)
    }
    put(0, 7)
    for start in stride(from: 0, to: bits.count, by: 8) {
      bytes.append(
        bits[start..<min(bits.count, start + 8)].enumerated().reduce(0) {
          $0 | ($1.element ? 1 << $1.offset : 0)
        })
    }
    return bytes
  }

  @Test("what is packed by deflate, and a Shapefile with the files beside it, are read from a file")
  func packed() throws {
    let folder = TemporaryFolder()
    var member = Member("p.csv", "lon,lat\n" + String(repeating: "0", count: 259) + ",1\n")
    // A header and the row's start as a stored block, then copies, then the end as a stored block.
    let whole = member.bytes
    member.method = 8
    member.size = whole.count
    member.checksum = Self.checksum(whole)
    func stored(_ part: [UInt8], last: Bool) -> [UInt8] {
      [last ? 1 : 0] + Self.bytes(part.count, 2) + Self.bytes(~part.count & 0xFFFF, 2) + part
    }
    member.bytes =
      stored(Array(whole.prefix(100)), last: false) + stored(Array(whole.dropFirst(100)), last: true)
    let path = folder.write("p.zip", Self.archive([member]))
    #expect(try PointReader.read(path: path).columns.latitude == [1])

    let fixtures = Folders.package.appending(path: "Tests/Fixtures/Formats")
    let parts = try ["shp", "dbf", "prj", "cpg"].map { ending in
      var part = Member("x/towns.\(ending)", "")
      part.bytes = Array(try Data(contentsOf: fixtures.appending(path: "towns.\(ending)")))
      return part
    }
    let zipped = try PointReader.read(
      path: folder.write("t.zip", Self.archive(parts)), options: ReadOptions(attributes: .all))
    let plain = try PointReader.read(
      path: fixtures.appending(path: "towns.shp").path, options: ReadOptions(attributes: .all))
    #expect(zipped.columns.longitude == plain.columns.longitude && zipped.report.format == .shapefile)
    #expect(zipped.columns.attributes.map(\.name) == plain.columns.attributes.map(\.name))
  }
}
