import Pinfold
import TestSupport
import Testing

@Suite("Tiles of any strategy that panning does not change")
struct MapTileTests {
  private static let invariant = StrategyVariant.all().filter {
    (try? $0().capabilities.contains(.panInvariant)) ?? false
  }

  @Test("have together every marker of a view that holds them all, each once", arguments: invariant)
  func cover(variant: StrategyVariant) throws {
    for sample in [SamplePoints.clusters, .dateLine, .uniform] {
      let points = try PointSet(sample.columns(count: 150).decorated(seed: 6))
      let map = try Clusterer(variant()).build(points)
      let world = try map.frame(
        for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 2, width: 1024, height: 1024))
      var ids: [ClusterID] = []
      for column in 0..<4 {
        for row in 0..<4 {
          let tile = try #require(try map.tile(zoom: 2, x: column, y: row, extent: 4096, buffer: 0))
          for marker in tile.markers {
            ids.append(tile.frame.ids[marker.cluster])
            let position = tile.frame.positions[marker.cluster]
            #expect(abs((Double(column) + marker.x / 4096) / 4 - position.unitX) < 1e-9)
            #expect(abs((Double(row) + marker.y / 4096) / 4 - position.unitY) < 1e-9)
          }
        }
      }
      #expect(ids.map(\.bits).sorted() == world.ids.map(\.bits).sorted())
    }
  }

  @Test("show a marker at both ends of a tile that goes around the globe, and none elsewhere")
  func ends() throws {
    let points = try PointSet(PointColumns(longitude: [179.5], latitude: [10]))
    let map = try Clusterer(.grid()).build(points)
    let tile = try #require(try map.tile(zoom: 0, x: 0, y: 0))
    #expect(tile.markers.map { ($0.x / 512 * 360 - 180).rounded() } == [180, -180])
    #expect(try map.tile(zoom: 0, x: 1, y: 0) == nil && map.tile(zoom: 33, x: 0, y: 0) == nil)
    #expect(try map.tile(zoom: 2, x: 1, y: 1)?.markers.isEmpty == true)
    let error = #expect(throws: ClusteringError.self) {
      try Clusterer(.grid(), separation: Separation()).build(points).tile(zoom: 0, x: 0, y: 0)
    }
    #expect(error?.description.contains("panning changes the clusters of strategy 'grid'") == true)
  }
}
