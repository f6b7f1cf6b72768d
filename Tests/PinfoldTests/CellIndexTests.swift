import Testing

@testable import Pinfold

@Suite struct CellIndexTests {
  @Test("finds the items of the cells in reach, and no others", arguments: [true, false], [1, 3])
  func runs(wraps: Bool, threads: Int) {
    var random = SplitMix64(seed: 1)
    let samples = [(1, 0), (300, 0), (300, 6), (3000, 12), (40_000, 10), (3000, 32)] as [(Int, UInt64)]
    for (count, spread) in samples {
      // Near the corner where all sides of the world meet.
      let keys = (0..<count).map { _ in
        let x = UInt32(random.next() >> (64 - spread)) &- UInt32(((1 as UInt64) << spread) >> 1)
        return Morton.key(x: x, y: UInt32(random.next() >> (64 - spread)))
      }.sorted()
      let scratch = Scratch()
      var index = CellIndex(capacity: count, in: scratch)
      for radius in [1, 3, 40, 1000, 1 << 20, 1 << 29, 1 << 30, 1 << 31] as [UInt32] {
        let reach = CellReach(radius: radius, wraps: wraps)
        keys.withColumn { index.fill($0, sideBits: reach.sideBits, threads: threads) }
        var block = 0
        for item in stride(from: 0, to: count, by: max(1, count / (count > 10_000 ? 6 : 20))) {
          let position = WorldPoint(x: Morton.x(keys[item]), y: Morton.y(keys[item]))
          var found: Set<Int> = []
          index.forEachRun(around: position, keys[item], reach, near: &block) { start, end in
            #expect(start < end && found.isDisjoint(with: start..<end))
            found.formUnion(start..<end)
          }
          var cells: Set<UInt64> = []
          reach.forEachCell(around: position) { cells.insert($0) }
          let expected = keys.indices.filter { cells.contains(keys[$0] >> UInt64(2 * reach.sideBits)) }
          #expect(found == Set(expected), "radius \(radius)")
        }
      }
    }
  }

  @Test("finds every item in a square of any size, and each once", arguments: [true, false])
  func squares(wraps: Bool) {
    var random = SplitMix64(seed: 3)
    for (count, spread) in [(1, 0), (300, 6), (2000, 12), (2000, 32)] as [(Int, UInt64)] {
      let keys = (0..<count).map { _ in
        let x = UInt32(random.next() >> (64 - spread)) &- UInt32(((1 as UInt64) << spread) >> 1)
        return Morton.key(x: x, y: UInt32(random.next() >> (64 - spread)))
      }.sorted()
      let positions = keys.map { WorldPoint(x: Morton.x($0), y: Morton.y($0)) }
      let scratch = Scratch()
      var index = CellIndex(capacity: count, in: scratch)
      for sideBits in [3, 8, 27, 30, 31, 32] as [UInt32] {
        keys.withColumn { index.fill($0, sideBits: sideBits, threads: 1) }
        let side = UInt64(1) << sideBits
        for share in [0, 0.4, 1, 3.7] {
          let radius = UInt32(min(share * Double(side), 0x1p31))
          var block = 0
          for middle in [0, count / 3, count - 1].map({ positions[$0] }) {
            var found: [Int] = []
            index.forEachRun(around: middle, within: radius, wraps: wraps, near: &block) { start, end in
              found += start..<end
            }
            func isWithin(_ distance: UInt64, _ item: Int) -> Bool {
              let (east, south) = positions[item].offsets(from: middle, wraps: wraps)
              return UInt64(max(east, south)) <= distance
            }
            #expect(Set(found).count == found.count)
            #expect(Set(found).isSuperset(of: keys.indices.filter { isWithin(UInt64(radius), $0) }))
            // Not a whole cell beyond it.
            #expect(found.allSatisfy { isWithin(UInt64(radius) + side, $0) })
          }
        }
      }
    }
  }

  @Test("reaches every position within the radius", arguments: [true, false])
  func reach(wraps: Bool) {
    var random = SplitMix64(seed: 2)
    for radius in [1, 3, 40, 1000, 1 << 20, 1 << 29, 1 << 31] as [UInt32] {
      let reach = CellReach(radius: radius, wraps: wraps)
      for _ in 0..<100 {
        let bits = random.next()
        // Half of them at the edge of the world.
        let x = bits & 1 == 0 ? UInt32(truncatingIfNeeded: bits >> 32) : bits & 2 == 0 ? 0 : .max
        let position = WorldPoint(x: x, y: UInt32(truncatingIfNeeded: bits >> 16))
        var cells: Set<UInt64> = []
        reach.forEachCell(around: position) { cells.insert($0) }
        for _ in 0..<20 {
          let other = WorldPoint(
            x: position.x &+ UInt32(random.below(Int(radius))) &- radius / 2,
            y: position.y &+ UInt32(random.below(Int(radius))) &- radius / 2)
          let (east, south) = other.offsets(from: position, wraps: wraps)
          guard east <= radius, south <= radius else { continue }
          #expect(cells.contains(Morton.key(x: other.x, y: other.y) >> UInt64(2 * reach.sideBits)))
        }
      }
    }
  }
}
