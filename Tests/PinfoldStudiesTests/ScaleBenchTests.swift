import Pinfold
import PinfoldDefinitions
import PinfoldDrawing
import Testing

@testable import PinfoldStudies

@Suite("Bench of sizes")
struct ScaleBenchTests {
  private func bench(_ strategies: [(String, any ClusteringStrategy)]) throws -> ScaleBench {
    var bench = ScaleBench(
      dataset: NamedPoints("heaps", try makeHeaps(300, seed: 1)),
      strategies: strategies.map { NamedClusterer($0.0, Clusterer($0.1)) },
      screen: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0))
    bench.smallest = 3
    bench.builds = 2
    return bench
  }

  private func row(_ times: [(count: Int, build: Double, frame: Double)]) -> ScaleRow {
    var row = ScaleRow(strategy: "made up")
    for time in times {
      row.sizes.append(ScaleRow.Size(count: time.count))
      row.record(build: time.build, frame: time.frame, clusters: 1)
    }
    return row
  }

  @Test("sizes are tenfold each, and all points at last")
  func sizes() throws {
    var bench = try bench([])
    #expect(bench.sizes == [3, 30, 300])
    bench.smallest = 7
    #expect(bench.sizes == [7, 70, 300])
    bench.smallest = 300
    #expect(bench.sizes == [300])
    bench.smallest = 1000
    #expect(bench.sizes == [300])
  }

  @Test("every strategy is timed at every size, on a part of the points")
  func samples() throws {
    let result = try bench([("none", .none), ("one", .kmeans(k: 1))]).run()
    #expect(result.sizes == [3, 30, 300] && result.dataset == "heaps")
    for row in result.rows {
      #expect(row.stop == nil && row.sizes.map(\.count) == [3, 30, 300])
      #expect(row.sizes.allSatisfy { $0.build.samples.count == 2 && $0.frame.samples.count == 2 })
      #expect(row.frameExponent.map { $0.range.contains($0.slope) } == true)
    }
    #expect(result.rows[0].sizes.map(\.clusters) == [3, 30, 300])
    #expect(result.rows[1].sizes.map(\.clusters) == [1, 1, 1])
    #expect(result.picture.svg.contains("Time of a first frame against the number of points"))
  }

  @Test("an exponent is the slope of logarithms, with those between neighbours, and wants three sizes")
  func exponent() throws {
    // Twentyfold, then fiftyfold, for ten times the points each.
    let row = row([(1000, 1, 2), (10_000, 20, 2), (100_000, 1000, 2)])
    let exponent = try #require(row.buildExponent)
    #expect(abs(exponent.slope - 1.5) < 1e-12)
    #expect(abs(exponent.range.lowerBound - 1.301_029_995_663_981) < 1e-12)
    #expect(abs(exponent.range.upperBound - 1.698_970_004_336_019) < 1e-12)
    #expect(row.frameExponent?.slope == 0)
    #expect(self.row([(1000, 1, 2), (10_000, 20, 2)]).buildExponent == nil)
  }

  @Test("the next size takes as much longer as the last did, and never less than in proportion")
  func expected() {
    #expect(row([]).expectedSeconds(at: 1000) == 0)
    #expect(abs(row([(1000, 1, 3)]).expectedSeconds(at: 10_000) - 30) < 1e-9)
    #expect(abs(row([(1000, 1, 0), (10_000, 40, 0)]).expectedSeconds(at: 100_000) - 1600) < 1e-9)
    #expect(abs(row([(1000, 9, 0), (10_000, 3, 0)]).expectedSeconds(at: 20_000) - 6) < 1e-9)
  }

  @Test("a strategy that takes too long stops, and one that fails; the others go on")
  func stops() throws {
    var bench = try bench([("pca", .pca()), ("broken", BrokenStrategy(failsBuild: true))])
    let broken = ScaleRow.Stop.failed(points: 3, message: "broken.lua:3: no index")
    #expect(try bench.run().rows.map(\.stop) == [nil, broken])
    bench.longest = 0
    let rows = try bench.run().rows
    #expect(rows[0].stop == .tookLonger(points: 3) && rows[0].sizes.isEmpty)
    #expect(rows[1].stop != nil)
  }

  @Test("cancellation stops it")
  func cancelled() throws {
    let context = RunContext(cancellation: Cancellation())
    let bench = try bench([("grid", .grid()), ("pca", .pca())])
    #expect(throws: ClusteringError.self) {
      try bench.run(context: context) { done, _ in if done == 2 { context.cancellation?.cancel() } }
    }
  }
}
