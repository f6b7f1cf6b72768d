import Pinfold
import Testing

@Suite struct KDTreeTests {
  /// Keeps all items that it meets, or the nearest alone.
  private struct Search: KDTreeSearch {
    var met: [(item: UInt32, squaredDistance: Double)] = []
    var takesAll: Bool

    func mayWant(_ squaredDistance: Double, from lowestItem: UInt32) -> Bool {
      takesAll || met.allSatisfy { squaredDistance <= $0.squaredDistance }
    }

    mutating func meet(_ item: UInt32, at squaredDistance: Double) -> Bool {
      met.append((item, squaredDistance))
      return takesAll
    }
  }

  /// Positions on a coarse grid, many of them coincident, near the edge of the world among others.
  private func positions(_ count: Int, _ random: inout SplitMix64) -> [WorldPoint] {
    (0..<count).map { _ in
      WorldPoint(x: UInt32(random.below(64)) << 26, y: UInt32(random.below(64)) << 26)
    }
  }

  @Test("finds what a look at every position finds, on the globe and on the plane", arguments: [true, false])
  func within(wraps: Bool) {
    var random = SplitMix64(seed: 11)
    for count in [0, 1, 2, 17, 400] {
      let positions = positions(count, &random)
      let tree = KDTree(positions, wraps: wraps) {}
      for _ in 0..<20 {
        let center = WorldPoint(x: UInt32(random.below(64)) << 26, y: UInt32(random.below(64)) << 26)
        let radius = Double(random.below(64)) * 0x1p26
        let near = positions.indices.filter {
          Double(positions[$0].squaredDistance(from: center, wraps: wraps)) <= radius * radius
        }
        var found: [Int] = []
        tree.forEach(within: radius, x: Double(center.x), y: Double(center.y)) { found.append(Int($0)) }
        #expect(found.sorted() == near)

        var all = Search(takesAll: true)
        tree.search(x: Double(center.x), y: Double(center.y), &all)
        #expect(all.met.map { Int($0.item) }.sorted() == Array(positions.indices), "each item is met once")

        var nearest = Search(takesAll: false)
        tree.search(x: Double(center.x), y: Double(center.y), &nearest)
        let least = positions.map { Double($0.squaredDistance(from: center, wraps: wraps)) }.min()
        #expect(nearest.met.map(\.squaredDistance).min() == least)
      }
    }
  }

  @Test("adds up what is within a radius of every item", arguments: [true, false])
  func totals(wraps: Bool) throws {
    var random = SplitMix64(seed: 12)
    for count in [0, 1, 2, 17, 400] {
      let positions = positions(count, &random)
      let tree = KDTree(positions, wraps: wraps) {}
      let values = positions.indices.map { Int64($0 * 7919 % 1009) - 300 }
      for radius in [0, 0x1p26, 0x1.8p28, 0x1p30, 0x1p31, 0x1p40] {
        let near = positions.map { center in
          positions.indices.filter {
            Double(positions[$0].squaredDistance(from: center, wraps: wraps)) <= radius * radius
          }
        }
        var sums = [Int](repeating: 0, count: count)
        var squares = [Int128](repeating: 0, count: count)
        var lowest = sums.map { _ in [Int]() }
        try RadiusTotals<SquareSum>.forEach(of: tree, within: radius, value: { values[$0] }, check: {}) {
          sums[$0] += Int($1.sum)
          squares[$0] = $1.squares
        }
        try RadiusTotals<LowestTwo>.forEach(
          of: tree, within: radius, value: { Int64($0 * 151 % 401) }, check: {}
        ) {
          lowest[$0] = [$1.first, $1.second].filter { $0 != .max }.map { Int($0) }
        }
        for item in positions.indices {
          #expect(sums[item] == near[item].reduce(0) { $0 + Int(values[$1]) })
          #expect(
            squares[item]
              == near[item].reduce(0 as Int128) {
                let distance = positions[$1].squaredDistance(from: positions[item], wraps: wraps)
                return $0 + Int128(values[$1]) * Int128(distance)
              })
          #expect(lowest[item] == Array(near[item].map { $0 * 151 % 401 }.sorted().prefix(2)))
        }
      }
    }
  }

  @Test("shows one of many coincident items to a search that needs no more")
  func coincident() {
    let positions = [WorldPoint](repeating: WorldPoint(x: 7, y: 9), count: 10_000)
    let tree = KDTree(positions, wraps: true) {}
    var search = Search(takesAll: false)
    tree.search(x: 7, y: 9, &search)
    #expect(search.met.map(\.item) == [0])
  }

  @Test("a build stops where its check throws")
  func stops() {
    struct Stop: Error {}
    var random = SplitMix64(seed: 3)
    let positions = (0..<5000).map { _ in
      WorldPoint(x: UInt32(truncatingIfNeeded: random.next()), y: UInt32(truncatingIfNeeded: random.next()))
    }
    #expect(throws: Stop.self) { try KDTree(positions, wraps: false) { () throws(Stop) in throw Stop() } }
  }
}
