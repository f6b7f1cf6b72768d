import Pinfold
import TestSupport
import Testing

/// The markers of a box from a hierarchy's nodes, against those of frames.
@Suite struct BoxMarkersTests {
  private static let boxes = [
    CoordinateBounds(west: -180, south: -90, east: 180, north: 90),
    CoordinateBounds(west: -30, south: -20, east: 40, north: 50),
    CoordinateBounds(west: 150, south: -60, east: -150, north: 60),
  ]

  private func described(_ markers: [BoxMarker]) -> [String] {
    markers.map { "\($0.id) \($0.count) \($0.coordinate) \($0.point ?? -1) \($0.expansionZoom)" }
  }

  @Test(
    "nodes have the markers of frames, at every zoom and for coincident points",
    arguments: [RadiusStrategy.Order.canonical, .input])
  func nodes(order: RadiusStrategy.Order) throws {
    for sample in [SamplePoints.clusters, .dateLine] {
      var columns = sample.columns(count: 300)
      columns.ids = nil
      columns.longitude += columns.longitude.prefix(40)
      columns.latitude += columns.latitude.prefix(40)
      let map = try Clusterer(.radius(minZoom: 1, maxZoom: 8, order: order)).build(PointSet(columns))
      for zoom in [0, 2.5, 5, 8] {
        for box in Self.boxes {
          let nodes = try #require(try map.nodeMarkers(in: box, zoom: zoom))
          let markers = try map.markers(in: box, zoom: zoom).markers
          #expect(described(nodes) == described(markers))
        }
      }
    }
  }

  @Test("an edited map has the nodes of its frames too")
  func edited() throws {
    var map = try Clusterer(.radius(maxZoom: 8)).build(PointSet(SamplePoints.clusters.columns(count: 300)))
    try map.remove((0..<9).map { map.points.id(17 * $0) })
    try map.move(map.points.id(5), to: Coordinate(longitude: -179.9, latitude: 20))
    try map.insert(PointColumns(longitude: [1, 1], latitude: [2, 2], ids: .integers([-1, -2])))
    #expect("\(type(of: map.index))".contains("Edited"), "an edit in place")
    for zoom in [0, 2.5, 5, 8, 12] {
      for box in Self.boxes {
        let nodes = try #require(try map.nodeMarkers(in: box, zoom: zoom))
        #expect(described(nodes) == described(try map.markers(in: box, zoom: zoom).markers))
      }
    }
  }

  @Test("at an infinite zoom every point is by itself")
  func points() throws {
    let columns = PointColumns(longitude: [1, 1, 2, 50], latitude: [3, 3, 4, 60])
    let box = CoordinateBounds(west: 1, south: 3, east: 2, north: 4)
    let strategies: [any ClusteringStrategy] = [
      NoneStrategy(), RadiusStrategy(), RadiusStrategy(order: .input),
    ]
    for strategy in strategies {
      let map = try Clusterer(strategy).build(PointSet(columns))
      let markers = try #require(try map.nodeMarkers(in: box, zoom: .infinity))
      #expect(markers.map { $0.coordinate.longitude }.sorted() == [1, 1, 2])
      #expect(markers.allSatisfy { $0.count == 1 && $0.point != nil })
    }
  }

  @Test("a map with steps, or of a strategy without a hierarchy, has frames alone")
  func others() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 30))
    for clusterer in [
      Clusterer(.grid(cellSize: 60)), Clusterer(.radius(), limits: MergeLimits(minPoints: 5)),
    ] {
      let markers = try clusterer.build(points).nodeMarkers(in: Self.boxes[0], zoom: 2)
      #expect(markers == nil)
    }
  }
}
