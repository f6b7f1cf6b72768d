import Pinfold
import PinfoldEvaluation
import TestSupport
import Testing

@Suite("Digests of points")
struct PointDigestTests {
  private func bytes(_ number: Double) -> [UInt8] {
    withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) }
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  @Test("are over the bytes that the documentation tells")
  func layout() throws {
    var columns = PointColumns(longitude: [4, 1.5], latitude: [5, -2], ids: .texts(["b", "a"]))
    columns.weight = [2, 3]
    columns.group = [0, -1]
    columns.groupNames = ["red"]
    columns.mergeable = [true, false]
    columns.attributes = [
      Attribute(name: "open", values: .booleans([true, nil])),
      Attribute(name: "size", values: .numbers([7, 8])),
    ]
    var expected = bytes("mercator")
    expected += bytes(1.5) + bytes(-2) + bytes(3) + bytes(0) + [0] + bytes("") + bytes("a")
    expected += bytes(4) + bytes(5) + bytes(2) + bytes(0) + [1] + bytes("red") + bytes("b")
    // "a" is the first by id; it has no value for the first attribute.
    expected += bytes("open") + bytes(1) + bytes(1) + [1]
    expected += bytes("size") + bytes(2) + bytes(0) + bytes(8) + bytes(1) + bytes(7)
    #expect(try PointSet(columns).digest == Digest(of: expected))
    let plane = PlanarExtent(minX: 0, minY: -4, side: 16)
    let planar = bytes("planar") + bytes(0) + bytes(-4) + bytes(16) + expected.dropFirst(9)
    #expect(try PointSet(columns, projection: .planar(plane)).digest == Digest(of: planar))
  }

  @Test("do not depend on the order of rows, and change with every column")
  func order() throws {
    let columns = SamplePoints.clusters.columns(count: 80).decorated(seed: 2)
    let digest = try PointSet(columns).digest
    #expect(try PointSet(columns.shuffled(seed: 3)).digest == digest)
    for change in [
      { $0.longitude[3] += 1e-12 }, { $0.weight?[4] += 1 }, { $0.priority?[5] += 1 },
      { $0.mergeable?[6].toggle() }, { $0.groupNames[0] += "x" },
    ] as [(inout PointColumns) -> Void] {
      var changed = columns
      change(&changed)
      #expect(try PointSet(changed).digest != digest)
    }
  }

  @Test("read as they are written, and nothing else is a digest")
  func text() {
    let digest = Digest(of: Array("abc".utf8))
    #expect(digest.description == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(Digest(digest.description) == digest)
    #expect(Digest("") == nil)
    #expect(Digest(String(digest.description.dropLast())) == nil)
    #expect(Digest(digest.description + "0") == nil)
    #expect(Digest("g" + digest.description.dropFirst()) == nil)
  }
}
