import Pinfold
import TestSupport
import Testing

@Suite struct ClustererTests {
  private let middle = Coordinate(longitude: 0, latitude: 0)

  private func message(_ work: () throws(ClusteringError) -> Void) -> String? {
    do {
      try work()
      return nil
    } catch {
      return error.description
    }
  }

  @Test("a parameter out of bounds is refused before anything is built")
  func parameters() throws {
    let points = try PointSet(PointColumns())
    let message = message { () throws(ClusteringError) in
      _ = try Clusterer(.grid(cellSize: 0)).build(points)
    }
    #expect(
      message
        == "parameter 'cellSize' of strategy 'grid' is 0; it takes a number in 1…4096, or such by zoom that "
        + "grow no faster than the map, as in 0:80,12:40")
  }

  @Test("a viewport that cannot be shown is refused")
  func viewport() throws {
    let map = try Clusterer(.grid()).build(PointSet(PointColumns()))
    let message = message { () throws(ClusteringError) in
      _ = try map.frame(for: Viewport(center: middle, zoom: 99))
    }
    #expect(message == "the view's zoom is 99; it takes a number in -8…32")
  }

  @Test("a frame of many clusters can be stopped while it is put together", arguments: [true, false])
  func stops(mergeable: Bool) throws {
    var columns = SamplePoints.uniform.columns(count: 10_000)
    columns.mergeable = columns.longitude.map { _ in mergeable }
    let map = try Clusterer(.none).build(PointSet(columns))
    let view = Viewport(center: middle, zoom: 0)
    // The strategy looks once, at the start; the host every 4,096 clusters.
    for look in [2, 3] {
      let message = message { () throws(ClusteringError) in
        _ = try map.frame(for: view, context: RunContext(cancellation: Cancellation(atLook: look)))
      }
      #expect(message == "cancelled")
    }
    #expect(try map.frame(for: view).count == 10_000)
  }

  @Test("without a representative the marker stands at the mean")
  func mean() throws {
    let columns = PointColumns(longitude: [0, 0.001, 0.005], latitude: [-1, -1, -1])
    let frame = try Clusterer(.grid()).build(PointSet(columns)).frame(for: Viewport(center: middle, zoom: 5))
    try #require(frame.count == 1)
    #expect(abs(frame.coordinate(of: 0).longitude - 0.002) < 1e-7)
    #expect(frame.representatives == [-1])
  }

  @Test("a point alone is its own marker, with the coordinate as the data has it")
  func single() throws {
    let columns = PointColumns(longitude: [190.123_456_789], latitude: [88.5])
    let frame = try Clusterer(.grid()).build(PointSet(columns))
      .frame(for: Viewport(center: Coordinate(longitude: -170, latitude: 85), zoom: 2))
    #expect(frame[0].coordinate == Coordinate(longitude: 190.123_456_789, latitude: 88.5))
    #expect(frame[0].point == 0)
    #expect(frame[0].isStack)
  }

  @Test("a selection is asked once for each cluster of two or more, and its answer is kept")
  func custom() throws {
    struct Corner: RepresentativeSelection {
      func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
        Representative(position: WorldPoint(x: 7, y: UInt32(cluster.count)), point: cluster[0])
      }
    }
    let columns = PointColumns(longitude: [0.1, 0.2, 90], latitude: [-1, -1, 0])
    let frame = try Clusterer(.grid(), representative: Corner()).build(PointSet(columns))
      .frame(for: Viewport(center: middle, zoom: 1))
    try #require(frame.count == 2)
    let pair = try #require((0..<2).first { frame.memberCount(of: $0) == 2 })
    #expect(frame.positions[pair] == WorldPoint(x: 7, y: 2))
    #expect(frame.positions[1 - pair] == frame.points.position(frame.memberLists[1 - pair][0]))
  }
}
