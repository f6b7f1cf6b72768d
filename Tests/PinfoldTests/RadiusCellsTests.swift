import Testing

@testable import Pinfold

@Suite("Cells of a radius find what a comparison of all pairs finds")
struct RadiusCellsTests {
  /// Positions in a square with a corner on the seam of the world or elsewhere, some of them coincident.
  private func positions(_ count: Int, _ random: inout SplitMix64) -> [WorldPoint] {
    let side = UInt64(1) << UInt64(random.below(32))
    let corner: UInt32 = [0, 0xFFFF_FF00, 0x7FFF_0000][random.below(3)]
    return (0..<count).map { _ in
      WorldPoint(
        x: corner &+ UInt32(truncatingIfNeeded: random.next() % side),
        y: UInt32(truncatingIfNeeded: random.next() % side))
    }
  }

  private func neighbors(_ positions: [WorldPoint], _ radius: Double, wraps: Bool) -> [[Int]] {
    positions.map { position in
      positions.indices.filter {
        Double(position.squaredDistance(from: positions[$0], wraps: wraps)) <= radius * radius
      }
    }
  }

  /// The lowest index that each is linked with, by passing lower ones on until nothing changes.
  private func lowest(_ neighbors: [[Int]]) -> [UInt32] {
    var lowest = neighbors.indices.map(UInt32.init)
    var changes = true
    while changes {
      changes = false
      for (index, near) in neighbors.enumerated() {
        guard let least = near.map({ lowest[$0] }).min(), least < lowest[index] else { continue }
        lowest[index] = least
        changes = true
      }
    }
    return lowest
  }

  @Test("on the globe and on the plane, for radii from one unit to the world", arguments: [true, false])
  func search(wraps: Bool) {
    var random = SplitMix64(seed: 5)
    for trial in 0..<200 {
      let positions = positions(1 + random.below(50), &random)
      let radius = Double(random.below(1 << (trial % 33)))
      let neighbors = neighbors(positions, radius, wraps: wraps)
      var cells = RadiusCells(positions, radius: radius, wraps: wraps)
      for most in [1, 3, 100] {
        let counts = cells.counts(ofItems: positions.count, most: most) {}
        #expect(counts == neighbors.map { min($0.count, most) })
      }
      #expect(cells.components(ofItems: positions.count) {} == lowest(neighbors))
    }
  }

  @Test("among some of the positions, each of the others is alone")
  func some() {
    let positions = (0..<6).map { WorldPoint(x: $0 * 10, y: 0) }
    var cells = RadiusCells(positions, of: [0, 1, 4, 5], radius: 10, wraps: true)
    #expect(cells.components(ofItems: 6) {} == [0, 0, 2, 3, 4, 4])
    #expect(cells.counts(ofItems: 6, most: 9) {} == [2, 2, 0, 0, 2, 2])
  }

  @Test("crowds in cells beside each other are one where a single pair is near, and two where none is")
  func crowds() {
    // Two columns of positions, a cell each, whose nearest two are a given distance apart.
    func components(gap: UInt32) -> Int {
      let column = (0..<2000).map { WorldPoint(x: 1 << 20, y: $0 << 4) }
      let other = (0..<2000).map { WorldPoint(x: 1 << 20 + 60_000, y: 1999 << 4 + gap + $0 << 4) }
      var cells = RadiusCells(column + other, radius: 65_000, wraps: true)
      return Set(cells.components(ofItems: 4000) {}).count
    }
    // The two are 60,000 apart to the east; 25,000 to the south makes 65,000.
    #expect(components(gap: 25_000) == 1)
    #expect(components(gap: 25_001) == 2)
  }

  @Test("what is cancelled stops")
  func cancelled() {
    struct Stop: Error {}
    let positions = (0..<2000).map { WorldPoint(x: $0 << 8, y: 0) }
    var cells = RadiusCells(positions, radius: 1000, wraps: true)
    #expect(throws: Stop.self) { try cells.components(ofItems: 2000) { () throws(Stop) in throw Stop() } }
    #expect(throws: Stop.self) {
      try RadiusCells(positions, radius: 60_000, wraps: true)
        .counts(ofItems: 2000, most: 1000) { () throws(Stop) in throw Stop() }
    }
  }
}
