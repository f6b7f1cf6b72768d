import Pinfold
import TestSupport
import Testing

@Suite struct FrameListTests {
  @Test(
    "a frame made of another's lists and places says the same, over the date line too",
    arguments: [SamplePoints.dateLine, .clusters, .poles])
  func copies(_ sample: SamplePoints) throws {
    let points = try PointSet(sample.columns())
    for clusterer in [Clusterer(.grid()), Clusterer(.pca(), representative: CentralRepresentative())] {
      for viewport in Viewport.samples(of: points) {
        let frame = try clusterer.build(points).frame(for: viewport)
        let lists = (0..<frame.count).map { frame.members(of: $0).map { UInt32($0) } }
        let copy = Frame(
          listing: lists, positions: frame.positions, representatives: frame.representatives, of: points,
          in: frame.view)
        #expect(copy.ids == frame.ids && copy.weights == frame.weights)
        #expect(copy.memberLists == frame.memberLists)
        #expect(copy.positions == frame.positions && copy.representatives == frame.representatives)
        #expect((0..<copy.count).map(copy.isStack) == (0..<frame.count).map(frame.isStack))
      }
    }
  }

  @Test("a frame may lose points and show them twice, as it is told")
  func broken() throws {
    let points = try PointSet(PointColumns(longitude: [0, 1, 2], latitude: [0, 0, 0]))
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 3), on: points.projection)
    let frame = Frame(
      listing: [[0, 1], [1]], positions: [points.position(0), points.position(1)], of: points, in: view)
    #expect((0..<2).map(frame.memberCount) == [2, 1])
    #expect(frame.weights == [2, 1])
    #expect(frame.labels == [0, 1, -1])
    #expect(frame.representatives == [-1, -1])
  }
}
