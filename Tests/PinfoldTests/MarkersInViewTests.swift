import Pinfold
import TestSupport
import Testing

/// Which clusters a view lists, against all clusters of the world.
@Suite struct MarkersInViewTests {
  private static let invariant = StrategyVariant.all().filter {
    // Boxes that a strategy has separated are for views with north up.
    $0.values["collisionMode"] == nil && (try? $0().capabilities.contains(.panInvariant)) ?? false
  }

  private static let representatives: [(any RepresentativeSelection)?] = [nil, CellCenterRepresentative()]

  /// Small views at a zoom, many without a point in them.
  private func views(_ random: inout SplitMix64, zoom: Double) -> [Viewport] {
    (0..<12).map { number in
      var viewport = Viewport(
        center: Coordinate(longitude: random.unit() * 360 - 180, latitude: random.unit() * 140 - 70),
        zoom: zoom,
        width: 10 + random.unit() * 90, height: 10 + random.unit() * 90)
      viewport.bearing = number.isMultiple(of: 3) ? 30 : 0
      viewport.clip = number.isMultiple(of: 2) ? .members : .markers
      return viewport
    }
  }

  @Test(
    "a view lists the clusters with a member or their marker in it, or by their markers alone",
    arguments: invariant)
  func listed(variant: StrategyVariant) throws {
    var random = SplitMix64(seed: 5)
    for sample in [SamplePoints.clusters, .uniform, .dateLine] {
      for (representative, isEdited) in [(nil, false), (nil, true), (CellCenterRepresentative(), false)]
        as [((any RepresentativeSelection)?, Bool)]
      {
        let points = try PointSet(sample.columns(count: 60).decorated(seed: 3))
        var map = try Clusterer(variant(), representative: representative).build(points)
        if isEdited { try map.remove((0..<5).map(points.id)) }
        for zoom in [0.0, 1.5, 3] {
          let world = try map.frame(for: .world(atZoom: 5, of: .mercator).at(zoom: zoom))
          for viewport in views(&random, zoom: zoom) {
            let frame = try map.frame(for: viewport)
            let wanted = (0..<world.count).filter { cluster in
              frame.view.contains(world.positions[cluster])
                || viewport.clip == .members
                  && world.memberLists[cluster].contains { frame.view.contains(map.points.position($0)) }
            }
            #expect(frame.ids == wanted.map { world.ids[$0] }, "\(viewport)")
            #expect(frame.positions == wanted.map { world.positions[$0] }, "\(viewport)")
          }
        }
      }
    }
  }

  @Test("boxes list the clusters whose markers are in them, as supercluster's getClusters does")
  func boxes() throws {
    let points = try PointSet(PointColumns(longitude: [0.9, 3, -3, 3], latitude: [0, 0, 40, 40]))
    let map = try Clusterer(.radius(order: .input)).build(points)
    func count(_ box: [Double], _ clip: Viewport.Clip = .markers) throws -> Int {
      var view = try Viewport(
        bounds: CoordinateBounds(west: box[0], south: box[1], east: box[2], north: box[3]), zoom: 1,
        tileSize: 512)
      view.clip = clip
      return try map.frame(for: view).count
    }
    // The marker of the first two stands at 1.95, 0, that of the others at 0, 40.
    #expect(try count([-1, -1, 1, 1]) == 0 && count([-1, -1, 1, 1], .members) == 1)
    #expect(try count([-1, 39, 1, 41]) == 1 && count([-1, 39, 1, 41], .members) == 1)
  }

  @Test("boxes side by side count each point once, those on common edges and past the map's edges too")
  func division() throws {
    var columns = PointColumns(longitude: [], latitude: [])
    for longitude in stride(from: -180.0, through: 180, by: 30) {
      for latitude in [-90.0, -88, -60, -30, 0, 30, 60, 86, 90] {
        columns.longitude.append(longitude)
        columns.latitude.append(latitude)
      }
    }
    let points = try PointSet(columns)
    let cuts = [[-180.0, -30, 0, 30, 180], [-180, 180], [-170, -60, 90, 190]]
    for strategy in Registry.builtIn.all(.strategy) {
      let map = try Clusterer(try strategy()).build(points)
      for (longitudes, latitudes) in zip(
        cuts, [[-91.0, -30, 0, 86, 120], [-90, 0, 90], [-90, -86, 60, 84, 88, 90]])
      {
        for zoom in [0.0, 2] {
          var times = [Int](repeating: 0, count: points.count)
          for (west, east) in zip(longitudes, longitudes.dropFirst()) {
            for (south, north) in zip(latitudes, latitudes.dropFirst()) {
              let box = CoordinateBounds(west: west, south: south, east: east, north: north)
              let frame = try map.frame(for: Viewport(bounds: box, zoom: zoom))
              for member in frame.memberLists.joined() { times[member] += 1 }
            }
          }
          #expect(times.allSatisfy { $0 == 1 }, "\(strategy.name) \(longitudes) \(latitudes) at zoom \(zoom)")
        }
      }
    }
  }

  @Test("a box that a view is fitted around lists its own markers, until the view moves")
  func fitted() throws {
    let points = try PointSet(PointColumns(longitude: [0, 12], latitude: [0, 0]))
    let map = try Clusterer(.none).build(points)
    var view = try Viewport(fitting: CoordinateBounds(west: -10, south: -10, east: 10, north: 10))
    #expect(view.box?.edges == [-10, -10, 10, 10])
    #expect(try map.frame(for: view).count == 1)
    view.center.longitude += 1
    #expect(view.box == nil)
    #expect(try map.frame(for: view).count == 2)
  }

  @Test("a point that is taken out moves the marker of the others into view")
  func selection() throws {
    let columns = PointColumns(
      longitude: [-4, 4, 12], latitude: [0, 0, 0], ids: .texts(["a", "b", "c"]))
    let map = try Clusterer(.grid(cellSize: 250)).build(PointSet(columns))
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1, width: 4, height: 4)
    try #require(map.frame(for: Viewport(center: view.center, zoom: 1)).count == 1)
    #expect(try map.frame(for: view).count == 0)
    #expect(try map.selecting([.text("c")]).frame(for: view).memberLists.map(\.count) == [2])
  }
}

extension Viewport {
  /// The same screen at another zoom.
  fileprivate func at(zoom: Double) -> Viewport {
    var viewport = self
    viewport.zoom = zoom
    return viewport
  }
}
