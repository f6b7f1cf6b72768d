import TestSupport
import Testing

@testable import Pinfold

@Suite struct PointOrderTests {
  private func order(
    x: [UInt32], y: [UInt32], weights: [Double]? = nil, origin: UInt32 = 0
  ) throws -> PointOrder {
    PointOrder(
      permutation: nil, x: x, y: y, idHashes: x.map(UInt64.init), weights: weights,
      scale: try WeightScale(weights),
      cuts: [PointOrder.Cut(range: 0..<x.count, origin: origin)])
  }

  @Test("means are rounded to the nearest unit, halves up")
  func means() throws {
    let order = try order(x: [0, 1, 5], y: [10, 10, 11])
    #expect(order.mean(of: 0..<1) == WorldPoint(x: 0, y: 10))
    #expect(order.mean(of: 0..<2) == WorldPoint(x: 1, y: 10))
    #expect(order.mean(of: 0..<3) == WorldPoint(x: 2, y: 10))
    #expect(order.mean(of: 1..<3) == WorldPoint(x: 3, y: 11))
  }

  @Test("means at the far edge of the world do not overflow")
  func edge() throws {
    let order = try order(x: [.max, .max, .max], y: [.max, .max, .max])
    #expect(order.mean(of: 0..<3) == WorldPoint(x: .max, y: .max))
    let weighted = try self.order(x: [.max, .max], y: [.max, .max], weights: [1e18, 3e18])
    #expect(weighted.mean(of: 0..<2) == WorldPoint(x: .max, y: .max))
  }

  @Test("means go the short way around where the circle is cut elsewhere")
  func wrap() throws {
    let order = try order(x: [.max - 1, 3], y: [0, 0], origin: 1 << 31)
    #expect(order.mean(of: 0..<2).x == 1)
  }

  @Test("a weight pulls the mean to its point")
  func weightedMeans() throws {
    let order = try order(x: [0, 100, 100], y: [0, 40, 0], weights: [3, 1, 0])
    #expect(order.mean(of: 0..<2) == WorldPoint(x: 25, y: 10))
    #expect(order.mean(of: 1..<3) == WorldPoint(x: 100, y: 40))
    #expect(order.weight(of: 0..<3) == 4)
  }

  @Test("points without weight count alike among themselves")
  func zeroWeights() throws {
    let order = try order(x: [0, 10, 99], y: [0, 20, 99], weights: [0, 0, 5])
    #expect(order.mean(of: 0..<2) == WorldPoint(x: 5, y: 10))
    #expect(order.weight(of: 0..<2) == 0)
    let nothing = try self.order(x: [0, 10], y: [0, 0], weights: [0, 0])
    #expect(nothing.mean(of: 0..<2).x == 5)
  }

  @Test("weights of a tenth add up exactly, in any order")
  func tenths() throws {
    let order = try order(x: Array(0..<10), y: Array(0..<10), weights: Array(repeating: 0.1, count: 10))
    // A running sum of doubles gives 0.9999999999999999.
    #expect(order.weight(of: 0..<10) == 1)
    #expect(order.weight(of: 3..<4) == 0.1)
  }

  @Test("every range agrees with adding up its points", arguments: [false, true])
  func ranges(weighted: Bool) throws {
    var columns = SamplePoints.clusters.columns(count: 60)
    if weighted { columns.weight = (0..<60).map { Double($0 % 7) * 0.1 } }
    let points = try PointSet(columns)
    var random = SplitMix64(seed: 6)
    let permutation = random.shuffled(0..<UInt32(60))
    for order in [points.order, points.order(permutation, origin: 0)] {
      let origin: UInt32 = order.permutation == nil ? 0 &- 0x5555_5555 : 0
      for low in 0..<60 {
        for high in low + 1...60 {
          let members = (low..<high).map { order.index(at: $0) }
          check(order, low..<high, points, members, origin: origin)
        }
      }
    }
  }

  private func check(
    _ order: PointOrder, _ range: Range<Int>, _ points: PointSet, _ members: [Int], origin: UInt32
  ) {
    let weights = members.map { points.weight?[$0] ?? 1 }
    let total = weights.reduce(0, +)
    let counts = total > 0 ? weights : weights.map { _ in 1 }
    func mean(_ value: (Int) -> UInt32) -> Double {
      zip(members, counts).reduce(0) { $0 + Double(value($1.0)) * $1.1 } / counts.reduce(0, +)
    }
    let found = order.mean(of: range)
    #expect(abs(Double(found.x &- origin) - mean { points.x[$0] &- origin }) < 0.501)
    #expect(abs(Double(found.y) - mean { points.y[$0] }) < 0.501)
    #expect(abs(order.weight(of: range) - total) < 1e-9)
    let sum = members.reduce(0 as UInt64) { $0 &+ points.idHashes[$1] }
    #expect(order.clusterID(of: range) == ClusterID(hashSum: sum, count: members.count))
  }

  @Test("an order of some points counts only those")
  func subset() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 20))
    let order = points.order([4, 7, 19], origin: 0)
    #expect(order.count == 3)
    #expect(order.weight(of: 0..<3) == 3)
    #expect(order.mean(of: 1..<2) == points.position(7))
    #expect(order.clusterID(of: 2..<3) == points.order.clusterID(of: 19..<20))
  }
}
