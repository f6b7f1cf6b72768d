import Pinfold
import PinfoldData
import Testing

@Suite("gzip")
struct GzipTests {
  private let text = "lon,lat\n1,2\n3,4\n"

  // What gzip makes of thirty lines "1.5,2.5": a compressed block, not a stored one.
  private let compressed: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x33, 0xD4, 0x33, 0xD5, 0x31, 0xD2, 0x33,
    0xE5, 0x32, 0x1C, 0x21, 0x34, 0x00, 0x71, 0xBA, 0x85, 0xE7, 0xF0, 0x00, 0x00, 0x00,
  ]

  @Test("is seen by its first bytes and unpacked")
  func roundTrip() throws {
    let data = try PointReader.read(bytes: gzip(Array(text.utf8)))
    #expect(data.columns.longitude == [1, 3])
    #expect(data.report.isGzipped)
    #expect(data.report.bytes == text.utf8.count)
  }

  @Test("is unpacked where it is compressed, and cut short is an error")
  func compressedBlock() throws {
    let options = ReadOptions(longitude: "1", latitude: "2")
    #expect(try PointReader.read(bytes: compressed, options: options).columns.count == 30)
    for count in 2..<compressed.count {
      #expect(failure(Array(compressed.prefix(count))) == .truncatedGzip("data"), "\(count) bytes")
    }
  }

  @Test("may come in several members, with zeros behind")
  func members() throws {
    let bytes = gzip(Array("lon,lat\n1,".utf8)) + gzip([]) + gzip(Array("2\n3,4\n".utf8)) + [0, 0, 0]
    #expect(try PointReader.read(bytes: bytes).columns.latitude == [2, 4])
  }

  @Test("larger than any buffer")
  func large() throws {
    let rows = "lon,lat\n" + String(repeating: "1.25,2.5\n", count: 300_000)
    #expect(try PointReader.read(bytes: gzip(Array(rows.utf8))).columns.count == 300_000)
  }

  @Test("that unpacks to more than is allowed is an error that names the option")
  func limit() throws {
    let header = "lon,lat\n1,2\n"
    let whole = Array((header + String(repeating: "\n", count: 1 << 20 - header.utf8.count)).utf8)
    let options = ReadOptions(maxUnpacked: 1)
    #expect(try PointReader.read(bytes: gzip(whole), options: options).columns.count == 1)
    for members in [gzip(whole + [.init(ascii: "\n")]), gzip(whole) + gzip(whole)] {
      let error = failure(members, options)
      #expect(error?.description.contains("more than 1 MB") == true)
      #expect(error?.description.contains("--max-unpacked") == true)
    }
    guard case .badOption = failure(gzip(whole), ReadOptions(maxUnpacked: 0)) else {
      Issue.record("a limit of nothing passed")
      return
    }
  }

  @Test("cut short anywhere is an error that says so")
  func truncation() {
    let bytes = gzip(Array(text.utf8))
    for count in 2..<bytes.count {
      #expect(failure(Array(bytes.prefix(count))) == .truncatedGzip("data"), "\(count) bytes")
    }
    let two = bytes + bytes
    for count in bytes.count + 1..<two.count {
      #expect(failure(Array(two.prefix(count))) == .truncatedGzip("data"), "\(count) bytes")
    }
  }

  @Test("with any byte changed is an error or is read, and never crashes")
  func damage() {
    let bytes = gzip(Array(text.utf8))
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x55
      _ = failure(damaged)
    }
    var wrong = bytes
    wrong[bytes.count - 6] ^= 1
    guard case .damagedGzip = failure(wrong) else {
      Issue.record("a wrong checksum passed")
      return
    }
  }
}
