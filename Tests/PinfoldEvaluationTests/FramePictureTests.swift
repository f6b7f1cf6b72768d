import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Pictures of frames")
struct FramePictureTests {
  @Test("hold each member once, beside its marker")
  func members() throws {
    let points = try makeHeaps(300, seed: 2)
    let view = Viewport(center: Coordinate(longitude: 2, latitude: 50), zoom: 8, margin: 0.25)
    let frame = try Clusterer(.grid()).build(points).frame(for: view)
    let picture = FramePicture(of: frame)
    #expect(picture.count == (0..<frame.count).reduce(0) { $0 + frame.memberCount(of: $1) })
    #expect(picture.sizes == (0..<frame.count).map { frame.memberCount(of: $0) })
    #expect(picture.area == 1280 * 800 * 2.25)
    let shown = frame.labels.indices.filter { frame.labels[$0] >= 0 }
    for (row, point) in shown.enumerated() {
      let place = frame.view.screenPosition(of: points.position(point))
      #expect(isClose(picture.x[row], place.x) && isClose(picture.y[row], place.y))
    }
  }

  @Test("keep clusters together where the far side of the globe cuts them")
  func wrap() throws {
    // Seen from 0°, the pair at ±180° is on both edges; its marker stands at one of them.
    let points = try makePoints([(179.9, 0), (-179.8, 0), (0, 0)])
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 2, width: 1280)
    let frame = try Clusterer(.pca(budget: 2)).build(points).frame(for: view)
    let picture = FramePicture(of: frame)
    #expect(picture.sizes.sorted() == [1, 2])
    #expect(picture.markers.period == 1024)
    #expect(try #require(Displacement(of: picture)).largest < 1)
    #expect(try #require(CentroidOffset(of: picture)).largest < 1e-6)
  }

  @Test("of planar data have no period")
  func planar() throws {
    let projection = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 1024))
    let points = try makePoints([(100, 100), (104, 100), (900, 900)], projection: projection)
    let view = Viewport(center: Coordinate(longitude: 512, latitude: 512), zoom: 2, width: 1024, height: 1024)
    let picture = FramePicture(of: try Clusterer(.grid()).build(points).frame(for: view))
    #expect(picture.markers.period == nil)
    #expect(isClose(Displacement(of: picture)?.largest, 2, within: 1e-6))
  }
}
