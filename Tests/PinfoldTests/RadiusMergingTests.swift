import TestSupport
import Testing

@testable import Pinfold

@Suite struct RadiusMergingTests {
  /// Radii of whole zooms, and some that grow slowly, so that drift catches up with points that sleep.
  private static let levels: [[RadiusMerging.Level]] = [
    zooms(radius: 40, 0...16), zooms(radius: 400, 2...12),
    [1.0, 1, 1, 1.05, 1.1, 2.3, 2.1, 2.2, 2.4, 9, 5, 400].enumerated().map {
      RadiusMerging.Level(radius: $0.element * 0x1p20, time: Int32($0.offset))
    },
  ]

  private static func zooms(radius: Double, _ zooms: ClosedRange<Int>) -> [RadiusMerging.Level] {
    zooms.reversed().map {
      RadiusMerging.Level(radius: radius / 256 * 0x1p32 / Double(1 << $0), time: -Int32($0))
    }
  }

  private func expectReference(
    _ points: PointSet, minPoints: Int, _ levels: [RadiusMerging.Level], threads: [Int]
  ) throws {
    let expected = try RadiusReference.dendrogram(of: points, minPoints: minPoints, levels)
    for threads in threads {
      let merging = RadiusMerging(points, minPoints: minPoints, context: RunContext(threads: threads))
      let found = try merging.dendrogram(of: levels)
      #expect(found.isSame(as: expected), "\(threads) threads")
    }
  }

  @Test("merges what the reference merges, in the same nodes", arguments: SamplePoints.allCases)
  func reference(sample: SamplePoints) throws {
    for (number, levels) in Self.levels.enumerated() {
      for (isDecorated, minPoints) in [(false, 2), (true, 2), (true, 4)] {
        var columns = sample.columns(count: isDecorated ? 250 : 600, seed: UInt64(number))
        if isDecorated { columns = columns.decorated(seed: UInt64(number)) }
        try expectReference(PointSet(columns), minPoints: minPoints, levels, threads: [1, 2])
        let plane = PlanarExtent(enclosing: columns.longitude, columns.latitude)
        try expectReference(
          PointSet(columns, projection: .planar(plane)), minPoints: minPoints, levels, threads: [1])
      }
    }
  }

  @Test("merges so many points that threads share each step as the reference does")
  func threads() throws {
    try expectReference(
      PointSet(.mixed(20_000)), minPoints: 2, Self.zooms(radius: 40, 0...9), threads: [1, 2, 3])
  }

  @Test("merges 10^5 coincident points and one more as two items")
  func coincident() throws {
    var columns = PointColumns()
    columns.longitude = [Double](repeating: 10, count: 100_000) + [10.1]
    columns.latitude = [Double](repeating: 50, count: 100_001)
    try expectReference(
      PointSet(columns), minPoints: 2, Self.zooms(radius: 40, 0...16), threads: [1, 2])
  }

  @Test("points that sleep wake up before a cluster comes near them")
  func sleepers() throws {
    // Pairs apart from each other, and in the middle a string of points that draw one another along.
    var columns = PointColumns()
    for column in 0..<24 {
      for row in 0..<24 {
        columns.longitude.append(Double(column) * 4 - 48)
        columns.latitude.append(Double(row) * 3 - 36)
      }
    }
    for step in 0..<30 {
      columns.longitude.append(-1.9 + Double(step * step) * 0.004)
      columns.latitude.append(0.1)
    }
    for growth in [1.01, 1.1, 1.4, 1.9] {
      var radius = 0.01 / 360 * 0x1p32
      let levels = (0..<100).map { time in
        radius *= growth
        return RadiusMerging.Level(radius: radius, time: Int32(time))
      }
      try expectReference(PointSet(columns), minPoints: 2, levels, threads: [1])
    }
  }
}
