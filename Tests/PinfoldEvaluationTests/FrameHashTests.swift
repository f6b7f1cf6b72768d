import Pinfold
import PinfoldEvaluation
import TestSupport
import Testing

@Suite("Canonical frames")
struct FrameHashTests {
  @Test("the reference text has the reference hash")
  func reference() {
    // Golden value H27.
    let text = "0,1,2|384,512\n3,4|2304,2304"
    #expect(
      Digest(of: text.utf8).description == "b4cf967d27cd818ddea6410affb736c070d622721b9f87c1775a6456b4988be8")
  }

  @Test("two equal runs of three are one equal pair of three")
  func identicalRate() {
    // Golden value H27: two equal hashes and one of a marker moved by a hundredth of a point.
    let texts = ["0|384,512", "0|384,512", "0|387,512"]
    #expect(Digest.identicalRate(of: texts.map { Digest(of: $0.utf8) }) == 1.0 / 3)
    #expect(Digest.identicalRate(of: [Digest(of: [])]) == nil)
  }

  @Test(
    "SHA-256 has the digests of the standard's test vectors",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func digests(text: String, digest: String) { #expect(Digest(of: text.utf8).description == digest) }

  @Test("SHA-256 does not depend on the pieces that bytes come in, at any length around one and two blocks")
  func pieces() {
    for length in 50...140 {
      let bytes = (0..<length).map { UInt8($0) }
      var hash = SHA256()
      for byte in bytes { hash.update([byte]) }
      var parts = SHA256()
      parts.update(bytes[..<37])
      parts.update(bytes[37...])
      let whole = Digest(of: bytes)
      #expect(hash.finish() == whole && parts.finish() == whole)
    }
  }

  @Test("a frame has the reference text, in whatever order its clusters come")
  func frame() throws {
    // The frame of H27: markers at (1.5, 2) and (9, 9), members 0…2 and 3, 4. At zoom 23 a screen point is
    // two fixed-point units, so half points can be stated.
    let points = try makePoints((0..<5).map { (Double($0) * 1e-7, 0) })
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 23, width: 200, height: 200)
    let place = try ProjectedView(view, on: .mercator)
    let center = place.center
    func position(_ x: Double, _ y: Double) -> WorldPoint {
      WorldPoint(
        x: center.x &+ UInt32(bitPattern: Int32((x - 100) * place.unitsPerPoint)),
        y: UInt32(Double(center.y) + (y - 100) * place.unitsPerPoint))
    }
    let lists = [[2, 0, 1], [4, 3]]
    let marks = [position(1.5, 2), position(9, 9)]
    for order in [[0, 1], [1, 0]] {
      let strategy = PlacedStrategy(clusters: order.map { lists[$0] }, positions: order.map { marks[$0] })
      let frame = try Clusterer(strategy).build(points).frame(for: view)
      #expect(frame.canonicalText == "0,1,2|384,512\n3,4|2304,2304")
      #expect(
        frame.canonicalHashes.screen.description
          == "b4cf967d27cd818ddea6410affb736c070d622721b9f87c1775a6456b4988be8")
    }
  }

  @Test("text ids are quoted, so that none can look like several")
  func texts() throws {
    var columns = PointColumns(longitude: [0, 0], latitude: [0, 0])
    columns.ids = .texts(["a,b", "\"|"])
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1, width: 100, height: 100)
    let frame = try Clusterer(.grid()).build(try PointSet(columns)).frame(for: view)
    #expect(frame.canonicalText == "\"\\\"|\",\"a,b\"|12800,12800")
  }

  @Test("the exact hash sees what the eye cannot")
  func precision() throws {
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1)
    let frames = try [0, 1e-7].map {
      try Clusterer(.none).build(try makePoints([($0, 0)])).frame(for: view)
    }
    #expect(frames[0].canonicalHashes.screen == frames[1].canonicalHashes.screen)
    #expect(frames[0].canonicalHashes.exact != frames[1].canonicalHashes.exact)
  }
}

/// Given clusters at given positions.
private struct PlacedStrategy: ClusteringStrategy, ClusterIndex {
  let clusters: [[Int]]
  let positions: [WorldPoint]
  var points: PointSet?

  var capabilities: Capabilities { [] }
  var byteCount: Int { 0 }

  func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    var index = self
    index.points = points
    return index
  }

  func grouping(in view: ProjectedView, context: RunContext) -> Grouping {
    var ranges: [Range<Int>] = []
    for list in clusters {
      let start = ranges.last?.upperBound ?? 0
      ranges.append(start..<start + list.count)
    }
    let ids = points?.ids
    // The lists are of ids, which count along the input.
    let places = clusters.flatMap { $0 }.map { wanted in
      UInt32((0..<(ids?.count ?? 0)).first { ids?[$0] == .integer(Int64(wanted)) } ?? 0)
    }
    guard let order = points?.order(places, origin: 0) else { preconditionFailure("no points") }
    return Grouping(order: order, ranges: ranges, positions: positions)
  }
}
