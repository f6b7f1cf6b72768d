import TestSupport
import Testing

@testable import Pinfold

@Suite struct WeightScaleTests {
  /// A marker's weight in a map of points on one spot.
  private func total(_ weights: [Double]) throws -> Double {
    var columns = PointColumns(
      longitude: weights.map { _ in 5 }, latitude: weights.map { _ in 5 },
      ids: .integers(weights.indices.map(Int64.init)))
    columns.weight = weights
    let points = try PointSet(columns)
    return points.order.weight(of: 0..<points.count)
  }

  @Test("no weights need no scale")
  func none() throws {
    #expect(try WeightScale(nil) == nil)
    #expect(try WeightScale([])?.units(0) == 0)
    #expect(try WeightScale([0, 0])?.weight(of: 0) == 0)
  }

  @Test(
    "a weight comes back to the last digit, whatever is beside it",
    arguments: [
      [0.1, 0.7, 12.3, 331_002_651], [0.0000003, 1e9], [1, 0],
      [.leastNonzeroMagnitude, 7 * .leastNonzeroMagnitude, .leastNormalMagnitude],
      [1.7e308, 1e300], [3.141592653589793, 9_007_199_254_740_991],
    ] as [[Double]])
  func exact(weights: [Double]) throws {
    let scale = try #require(try WeightScale(weights))
    for weight in weights { #expect(scale.weight(of: scale.units(weight)) == weight) }
  }

  @Test("sums are those of all digits, rounded once")
  func sums() throws {
    // Added from left to right as doubles these are 0.30000000000000004 and 9007199254740992.
    #expect(try total([0.25, 0.0625, 1e-9]) == 0.312500001)
    #expect(try total([9_007_199_254_740_992, 0.5, 0.5, 0.5, 0.5]) == 9_007_199_254_740_994)
    #expect(try total([Double](repeating: 0.1, count: 10)) == 1)
    // Ten of the number that 0.1 stands for are above 1 by less than half of the last place.
    #expect([Double](repeating: 0.1, count: 10).reduce(0, +) != 1)
    #expect(try total([.leastNonzeroMagnitude, .leastNonzeroMagnitude]) == 2 * .leastNonzeroMagnitude)
  }

  @Test("weights without an exact sum, and a sum beyond all numbers, are refused")
  func refused() {
    #expect(throws: PointSetError.unequalWeights(1e-30, 1e30)) { try total([1, 1e-30, 1e30]) }
    #expect(throws: PointSetError.infiniteWeight(1.7e308)) { try total([1.7e308, 1e308, 1e308]) }
    #expect(throws: PointSetError.infiniteWeight(1.7e308)) { try total([1.7e308, 1.7e308]) }
    #expect(throws: Never.self) { try total([8e307, 8e307]) }
  }

  @Test("an edited set refuses what a fresh one refuses, and has the same sums")
  func edits() throws {
    var columns = PointColumns(
      longitude: [1, 2, 3], latitude: [0, 0, 0], ids: .integers([1, 2, 3]))
    columns.weight = [0.5, 2, 1e15]
    let points = try PointSet(columns)
    func with(_ weight: Double) throws -> PointSet {
      var more = PointColumns(longitude: [4], latitude: [0], ids: .integers([4]))
      more.weight = [weight]
      return try points.inserting(more)
    }
    for weight in [0.1, 7, 1e-6, 1e18, 0] {
      let edited = try with(weight)
      for index in 0..<4 {
        let own = try #require([1: 0.5, 2: 2, 3: 1e15, 4: weight][edited.longitude[index]])
        #expect(edited.order.weight(of: index..<index + 1) == own)
      }
      let undone = try edited.removing([.integer(4)])
      #expect(undone.order.weight(of: 0..<3) == points.order.weight(of: 0..<3))
      #expect(undone.order.mean(of: 0..<3) == points.order.mean(of: 0..<3))
    }
    #expect(throws: PointSetError.unequalWeights(1e-60, 1e15)) { try with(1e-60) }
    #expect(throws: PointSetError.unequalWeights(0.5, 1e60)) { try with(1e60) }
    var heavy = PointColumns(longitude: [1, 2], latitude: [0, 0], ids: .integers([1, 2]))
    heavy.weight = [1.7e308, 1e307]
    var heavier = PointColumns(longitude: [3], latitude: [0], ids: .integers([3]))
    heavier.weight = [1e308]
    #expect(throws: PointSetError.infiniteWeight(1.7e308)) { try PointSet(heavy).inserting(heavier) }
  }

  @Test("means do not depend on the unit, which a point far away decides")
  func means() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<200 {
      let count = 1 + random.below(6)
      let x = (0..<count).map { _ in UInt32(truncatingIfNeeded: random.next()) }
      let weights = (0..<count).map { _ in random.unit() * [1, 1e-3, 1e9][random.below(3)] }
      func mean(_ other: [Double]) throws -> WorldPoint {
        PointOrder(
          permutation: nil, x: x, y: x, idHashes: x.map(UInt64.init), weights: weights,
          scale: try WeightScale(weights + other),
          cuts: [PointOrder.Cut(range: 0..<count, origin: 0 as UInt32)]
        ).mean(of: 0..<count)
      }
      let alone = try mean([])
      #expect(try mean([1e-7, 0x1p-75]) == alone)
      #expect(try mean([1e12]) == alone)
      // The mean in plain numbers, to a unit.
      let plain = zip(x, weights).reduce(0) { $0 + Double($1.0) * $1.1 } / weights.reduce(0, +)
      #expect(abs(plain - Double(alone.x)) < 2)
    }
  }
}
