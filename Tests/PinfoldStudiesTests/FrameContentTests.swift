import Pinfold
import PinfoldEvaluation
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("Stored frames")
struct FrameContentTests {
  private func check(_ points: PointSet, _ strategy: Clusterer) throws {
    let map = try strategy.build(points)
    for viewport in Viewport.samples(of: points) {
      let frame = try map.frame(for: viewport)
      let content = try #require(FrameContent.bytes(of: frame))
      let restored = try #require(FrameContent.frame(of: content, points: points, view: frame.view))
      #expect(restored.bytes == frame.bytes)
      #expect(restored.canonicalText == frame.canonicalText)
      #expect((0..<frame.count).allSatisfy { restored.isStack($0) == frame.isStack($0) })
    }
  }

  @Test(
    "come back byte for byte, with weights, groups and points that never merge",
    arguments: [SamplePoints.clusters, .coincident, .dateLine, .poles, .empty, .one],
    StrategyVariant.all().filter { $0.values.isEmpty })
  func restored(sample: SamplePoints, strategy: StrategyVariant) throws {
    let columns = sample.columns(count: 120).decorated(seed: 5)
    try check(try PointSet(columns), Clusterer(try strategy()))
  }

  @Test("come back byte for byte on the plane, and with markers kept apart")
  func planar() throws {
    let columns = SamplePoints.clusters.columns(count: 150).decorated(seed: 6)
    let plane = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    try check(try PointSet(columns, projection: .planar(plane)), Clusterer(PCAStrategy()))
    try check(try PointSet(columns), Clusterer(GridStrategy(), separation: Separation()))
  }

  @Test("are small where clusters are runs of the canonical order")
  func size() throws {
    let points = try makeHeaps(20_000, seed: 4)
    let map = try Clusterer(GridStrategy()).build(points)
    let frame = try map.frame(for: Viewport(center: Coordinate(longitude: 2.35, latitude: 48.86), zoom: 9))
    let content = try #require(FrameContent.bytes(of: frame))
    #expect(content.count < 40 * frame.count)
  }

  @Test("that are damaged are refused, whatever byte is wrong")
  func damaged() throws {
    let points = try makeHeaps(80, seed: 4)
    let map = try Clusterer(GridStrategy()).build(points)
    let frame = try map.frame(for: Viewport(center: Coordinate(longitude: 2.35, latitude: 48.86), zoom: 6))
    let content = try #require(FrameContent.bytes(of: frame))
    for place in content.indices {
      var wrong = content
      wrong[place] ^= 0x15
      // zlib's checksum knows; the length is checked against it.
      #expect(FrameContent.frame(of: wrong, points: points, view: frame.view) == nil)
      #expect(FrameContent.frame(of: content.prefix(place), points: points, view: frame.view) == nil)
    }
    let fewer = try makeHeaps(40, seed: 4)
    #expect(FrameContent.frame(of: content, points: fewer, view: frame.view) == nil)
  }
}
