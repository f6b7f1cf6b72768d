import TestSupport
import Testing

@testable import Pinfold

@Suite struct SeparateMergingTests {
  private static var variants: [SeparateStrategy] {
    var pins = SeparateStrategy(.rectangle)
    (pins.separation.width, pins.separation.height, pins.separation.anchor) = (30, 40, .topLeft)
    (pins.separation.pointWidth, pins.separation.pointHeight) = (24, 36)
    pins.separation.pointAnchor = .bottom
    var halves = SeparateStrategy(.circle, padding: 5)
    halves.levelsPerZoom = 2
    var growing = SeparateStrategy()
    (growing.separation.smallest, growing.separation.largest) = ([2: 8, 6: 14], [0: 20, 9: 90])
    growing.separation.saturation = 50
    return [SeparateStrategy(), pins, halves, growing]
  }

  private func dendrogram(
    _ strategy: SeparateStrategy, _ points: PointSet, threads: Int, bucketSize: Int = 1 << 12,
    roundLimit: Int = 8
  ) throws -> Dendrogram {
    try SeparateMerging(
      points, bucketSize: bucketSize, roundLimit: roundLimit, context: RunContext(threads: threads)
    ).dendrogram(of: strategy.steps(points.projection))
  }

  @Test(
    "merging bucket by bucket is merging the deepest collision of all first", arguments: SamplePoints.allCases
  )
  func reference(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 1500).decorated(seed: 91))
    for strategy in Self.variants {
      let reference = try strategy.referenceDendrogram(over: points)
      for (threads, bucketSize) in [(1, 1 << 12), (2, 40), (3, 1)] {
        let merged = try dendrogram(strategy, points, threads: threads, bucketSize: bucketSize)
        #expect(merged.isSame(as: reference), "\(strategy), \(threads) threads, buckets of \(bucketSize)")
      }
    }
  }

  @Test("threads that share the components of a bucket merge the same")
  func threads() throws {
    let points = try PointSet(.mixed(15_000))
    let reference = try SeparateStrategy().referenceDendrogram(over: points)
    for threads in 1...3 {
      let merged = try dendrogram(SeparateStrategy(), points, threads: threads, bucketSize: 1000)
      #expect(merged.isSame(as: reference), "\(threads) threads")
    }
  }

  @Test("components that are in conflict again and again are merged as one")
  func rounds() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 3000))
    let reference = try SeparateStrategy().referenceDendrogram(over: points)
    for roundLimit in 0...2 {
      let merged = try dendrogram(
        SeparateStrategy(), points, threads: 2, bucketSize: 20, roundLimit: roundLimit)
      #expect(merged.isSame(as: reference), "\(roundLimit) rounds")
    }
  }

  @Test("it is the same on the plane, and with weights of which some are none")
  func planes() throws {
    var columns = SamplePoints.clusters.columns(count: 2000)
    columns.weight = (0..<2000).map { Double($0 % 3) }
    let extent = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    let points = try PointSet(columns, projection: .planar(extent))
    for strategy in Self.variants {
      let merged = try dendrogram(strategy, points, threads: 2, bucketSize: 20)
      #expect(try merged.isSame(as: strategy.referenceDendrogram(over: points)), "\(strategy)")
    }
  }

  @Test("it stops at any step")
  func stops() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 2000))
    for look in 1...60 {
      var context = RunContext(threads: 2)
      context.cancellation = Cancellation(atLook: look)
      #expect(throws: ClusteringError.self, "look \(look)") {
        try SeparateMerging(points, bucketSize: 20, context: context)
          .dendrogram(of: SeparateStrategy().steps(points.projection))
      }
    }
  }
}
