import Pinfold
import TestSupport
import Testing

@Suite struct NoneStrategyTests {
  @Test("shows each point in view by itself, in canonical order", arguments: SamplePoints.allCases)
  func oracle(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns().decorated(seed: 10))
    let scan = LinearScan(points)
    let map = try Clusterer(.none).build(points)
    for viewport in Viewport.samples(of: points) {
      let frame = try map.frame(for: viewport)
      let rect = frame.view.rect
      let expected = scan.points(in: rect, mergeable: true) + scan.points(in: rect, mergeable: false)
      #expect(frame.memberLists == expected.map { [$0] })
      #expect(frame.representatives == expected.map(Int32.init))
      #expect(frame.positions == expected.map(points.position))
    }
  }
}
