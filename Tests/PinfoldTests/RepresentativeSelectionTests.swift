import Pinfold
import TestSupport
import Testing

/// A plane on which one fixed-point unit is one unit of the data, and at zoom 24 one point of the screen.
private let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 0x1p32))

/// The frame of points in the plane's north-west corner, in cells of 64 units.
private func frame(
  _ representative: any RepresentativeSelection, x: [Double], y: [Double], ids: PointIDs? = nil,
  weight: [Double]? = nil
) throws -> Frame {
  var columns = PointColumns(longitude: x, latitude: y.map { 0x1p32 - $0 }, ids: ids)
  columns.weight = weight
  let viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0x1p32), zoom: 24)
  return try Clusterer(.grid(cellSize: 64), representative: representative)
    .build(PointSet(columns, projection: plane)).frame(for: viewport)
}

/// The frame of points of the globe that all share one cell.
private func frame(
  _ representative: any RepresentativeSelection, longitude: [Double], latitude: [Double], zoom: Double = 3
) throws -> Frame {
  let viewport = Viewport(center: Coordinate(longitude: longitude[0], latitude: latitude[0]), zoom: zoom)
  return try Clusterer(.grid(), representative: representative)
    .build(PointSet(PointColumns(longitude: longitude, latitude: latitude))).frame(for: viewport)
}

@Suite struct CentroidRepresentativeTests {
  @Test("stands at the mean and speaks for nobody")
  func mean() throws {
    let frame = try frame(CentroidRepresentative(), x: [2, 4, 9], y: [10, 20, 33])
    #expect(frame.positions == [WorldPoint(x: 5, y: 21)])
    #expect(frame.representatives == [-1])
  }

  @Test("weights pull")
  func weighted() throws {
    let frame = try frame(CentroidRepresentative(), x: [0, 40], y: [0, 20], weight: [3, 1])
    #expect(frame.positions == [WorldPoint(x: 10, y: 5)])
  }

  @Test("a cluster across ±180° has its marker between its points")
  func wrap() throws {
    let frame = try frame(CentroidRepresentative(), longitude: [179.5, -179.25, 179], latitude: [3, 3, 3])
    #expect(frame.count == 1)
    #expect(abs(frame.coordinate(of: 0).longitude - 179.75) < 1e-6)
  }

  @Test("takes the mean on the Mercator square, not that of the degrees")
  func mercator() throws {
    let frame = try frame(CentroidRepresentative(), longitude: [20, 20], latitude: [60, 66], zoom: 1)
    try #require(frame.count == 1)
    // The degree halfway up the map between 60 and 66: gd((gd⁻¹ 60 + gd⁻¹ 66) / 2).
    #expect(abs(frame.coordinate(of: 0).latitude - 63.154_729_6) < 1e-6)
  }
}

@Suite struct CellCenterRepresentativeTests {
  @Test("stands in the middle of the cell, wherever the members are")
  func middle() throws {
    let frame = try frame(CellCenterRepresentative(), x: [65, 66], y: [1, 2])
    #expect(frame.positions == [WorldPoint(x: 96, y: 32)])
    #expect(frame.representatives == [-1])
  }

  @Test("stands in the middle of the bounds where there is no cell")
  func bounds() throws {
    let columns = PointColumns(longitude: [179, -179], latitude: [-5, -5])
    let map = try Clusterer(WholeWorld(), representative: CellCenterRepresentative()).build(PointSet(columns))
    let frame = try map.frame(for: Viewport(center: Coordinate(longitude: 180, latitude: 0), zoom: 4))
    #expect(frame.count == 1)
    #expect(frame.positions[0].x == 0)
  }

  /// One cluster without a cell.
  private struct WholeWorld: ClusteringStrategy, ClusterIndex {
    var order: PointOrder?
    var capabilities: Capabilities { [] }
    var byteCount: Int { 0 }

    func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
      WholeWorld(order: points.order)
    }

    func grouping(in view: ProjectedView, context: RunContext) -> Grouping {
      guard let order else { preconditionFailure("asked before it was built") }
      return Grouping(order: order, ranges: [0..<order.count])
    }
  }
}

@Suite struct NearestToCenterRepresentativeTests {
  @Test("stands on the member nearest to the middle of the cell")
  func nearest() throws {
    let frame = try frame(NearestToCenterRepresentative(), x: [1, 40, 60], y: [1, 20, 60])
    #expect(frame.positions == [WorldPoint(x: 40, y: 20)])
    #expect(frame.points.ids[Int(frame.representatives[0])] == .integer(1))
  }

  @Test("ties go to the lowest id", arguments: [[5, 3, 9, 4], [3, 4, 5, 9], [9, 5, 4, 3]] as [[Int64]])
  func ties(ids: [Int64]) throws {
    // Four members as far from the middle of the cell as each other.
    let frame = try frame(
      NearestToCenterRepresentative(), x: [22, 42, 32, 32], y: [32, 32, 22, 42], ids: .integers(ids))
    #expect(frame.count == 1)
    #expect(frame.points.ids[Int(frame.representatives[0])] == .integer(3))
  }

  @Test("measures across ±180°")
  func wrap() throws {
    // On zoom 3 the cell over ±180° is 11.25° wide and starts two thirds of that west of it.
    let frame = try frame(
      NearestToCenterRepresentative(), longitude: [175, -179.5, -177], latitude: [3, 3, 3])
    try #require(frame.count == 1)
    // Its middle is at 178.125°: 3.125° from the first, 2.375° from the second, 4.875° from the third.
    #expect(frame.coordinate(of: 0).longitude == -179.5)
  }

  @Test("a latitude past the map's edge is kept")
  func pastTheEdge() throws {
    let frame = try frame(NearestToCenterRepresentative(), longitude: [20, 20.5], latitude: [89, 87])
    try #require(frame.count == 1)
    #expect([89, 87].contains(frame.coordinate(of: 0).latitude))
  }
}

@Suite struct StackTests {
  @Test(
    "every selection puts a stack's marker on its spot, speaking for the lowest id",
    arguments: Registry.builtIn.all(.representative).map(\.name))
  func stacks(name: String) throws {
    let selection = try Registry.builtIn.find(name, kind: .representative)()
    let frame = try frame(selection, x: [7, 7, 7], y: [9, 9, 9], ids: .texts(["b", "a", "c"]))
    #expect(frame.positions == [WorldPoint(x: 7, y: 9)])
    #expect(frame.points.ids[Int(frame.representatives[0])] == .text("a"))
    #expect(frame.isStack(0))
  }

  @Test("a stack keeps the coordinate that the data gives")
  func coordinate() throws {
    let frame = try frame(
      CentroidRepresentative(), longitude: [2.352_2, 2.352_2], latitude: [48.856_6, 48.856_6])
    #expect(frame.coordinate(of: 0) == Coordinate(longitude: 2.352_2, latitude: 48.856_6))
  }
}

@Suite struct SquaredDistanceTests {
  @Test("goes the short way around the globe and the only way on the plane")
  func distance() {
    let a = WorldPoint(x: .max, y: 0)
    let b = WorldPoint(x: 2, y: 4)
    #expect(Projection.mercator.squaredDistance(a, b) == 25)
    #expect(Projection.mercator.squaredDistance(b, a) == 25)
    #expect(
      plane.squaredDistance(a, b) == UInt128(UInt64(UInt32.max - 2)) * UInt128(UInt64(UInt32.max - 2)) + 16)
  }

  @Test("does not overflow between opposite corners")
  func overflow() {
    let side = UInt128(UInt32.max)
    #expect(plane.squaredDistance(WorldPoint(x: 0, y: 0), WorldPoint(x: .max, y: .max)) == 2 * side * side)
  }
}

@Suite struct CentralRepresentativeTests {
  @Test("stands on the member nearest to the weighted mean, wherever the cell's middle is")
  func nearest() throws {
    // The mean is (6, 4): 5 from the first, √5 from the second; the cell's middle is (32, 32).
    let frame = try frame(CentralRepresentative(), x: [3, 8, 7], y: [0, 3, 9])
    #expect(frame.positions == [WorldPoint(x: 8, y: 3)])
    #expect(frame.points.ids[Int(frame.representatives[0])] == .integer(1))
  }

  @Test("weights pull")
  func weighted() throws {
    let frame = try frame(CentralRepresentative(), x: [0, 10, 60], y: [5, 5, 5], weight: [1, 1, 8])
    #expect(frame.positions == [WorldPoint(x: 60, y: 5)])
  }
}

@Suite struct FirstRepresentativeTests {
  @Test("numbers go by value, texts by their bytes")
  func order() throws {
    let numbers = try frame(FirstRepresentative(), x: [1, 2, 3], y: [1, 2, 3], ids: .integers([10, -2, 9]))
    #expect(numbers.positions == [WorldPoint(x: 2, y: 2)])
    let texts = try frame(FirstRepresentative(), x: [1, 2, 3], y: [1, 2, 3], ids: .texts(["b", "é", "Z"]))
    #expect(texts.positions == [WorldPoint(x: 3, y: 3)])
  }
}

@Suite struct PriorityRepresentativeTests {
  private func marker(_ priority: [Double]?, x: [Double], y: [Double]) throws -> PointID {
    var columns = PointColumns(longitude: x, latitude: y.map { 0x1p32 - $0 })
    columns.priority = priority
    let viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0x1p32), zoom: 24)
    let frame = try Clusterer(.grid(cellSize: 64), representative: PriorityRepresentative())
      .build(PointSet(columns, projection: plane)).frame(for: viewport)
    try #require(frame.count == 1)
    return frame.points.ids[Int(frame.representatives[0])]
  }

  @Test("the highest wins, then the nearest to the middle, then the lowest id")
  func order() throws {
    #expect(try marker([1, 5, 2], x: [32, 1, 33], y: [32, 1, 32]) == .integer(1))
    #expect(try marker([5, 5, 2], x: [1, 30, 32], y: [1, 32, 32]) == .integer(1))
    #expect(try marker([-3, -3, -7], x: [30, 34, 32], y: [32, 32, 32]) == .integer(0))
    #expect(try marker([-.infinity, -.infinity], x: [1, 32], y: [1, 32]) == .integer(1))
  }

  @Test("without priorities all are equal")
  func none() throws {
    #expect(try marker(nil, x: [1, 33, 60], y: [1, 31, 60]) == .integer(1))
  }

  @Test("a stack speaks for its highest priority")
  func stack() throws {
    #expect(try marker([1, 2, 2], x: [7, 7, 7], y: [9, 9, 9]) == .integer(1))
  }
}

@Suite struct StickyRepresentativeTests {
  private func map(_ x: [Double], ids: [Int64]? = nil, _ selection: any RepresentativeSelection) throws
    -> ClusterMap
  {
    let columns = PointColumns(
      longitude: x, latitude: x.map { _ in 0x1p32 - 5 }, ids: ids.map { .integers($0) })
    return try Clusterer(.grid(cellSize: 64), representative: selection)
      .build(PointSet(columns, projection: plane))
  }

  private func point(_ frame: Frame) -> PointID? { frame[0].point.map { frame.points.ids[$0] } }

  private func ids(_ frame: Frame) -> Set<PointID> {
    Set((0..<frame.count).compactMap { frame[$0].point.map { frame.points.ids[$0] } })
  }

  private func view(zoom: Double) -> Viewport {
    Viewport(center: Coordinate(longitude: 0, latitude: 0x1p32), zoom: zoom, width: 500, height: 100)
  }

  @Test("of several that were representatives before, the nearest to the middle stays")
  func merge() throws {
    // At zoom 24 three cells of 64; at zoom 22 one of 256, whose middle is 128.
    let map = try map([10, 30, 100, 170, 140], StickyRepresentative())
    let apart = try map.frame(for: view(zoom: 24))
    #expect(ids(apart) == [.integer(1), .integer(2), .integer(3)])
    let together = try map.frame(for: view(zoom: 22), after: apart)
    #expect(point(together) == .integer(2))
    #expect(try point(map.frame(for: view(zoom: 22))) == .integer(4))
    // And when they come apart again, only the cell of that point has one to keep.
    let again = try map.frame(for: view(zoom: 24), after: together)
    #expect(ids(again) == [.integer(1), .integer(2), .integer(3)])
  }

  @Test("a point is known by its id after an edit, and forgotten once it is gone")
  func edited() throws {
    let before = try map([10, 40], ids: [7, 8], StickyRepresentative()).frame(for: view(zoom: 24))
    #expect(point(before) == .integer(8))
    let moved = try map([33, 34, 20, 1], ids: [3, 4, 8, 7], StickyRepresentative())
    #expect(try point(moved.frame(for: view(zoom: 24), after: before)) == .integer(8))
    let gone = try map([33, 34, 1], ids: [3, 4, 7], StickyRepresentative())
    #expect(try point(gone.frame(for: view(zoom: 24), after: before)) == .integer(3))
  }

  @Test("a stack goes on speaking for the point it spoke for")
  func stack() throws {
    let loose = try map([40, 33], ids: [2, 9], StickyRepresentative()).frame(for: view(zoom: 24))
    #expect(point(loose) == .integer(9))
    let stack = try map([33, 33], ids: [2, 9], StickyRepresentative())
    #expect(try point(stack.frame(for: view(zoom: 24), after: loose)) == .integer(9))
    #expect(try point(stack.frame(for: view(zoom: 24))) == .integer(2))
  }

  @Test("markers that spoke for nobody leave nothing to keep")
  func centroids() throws {
    let before = try map([10, 40], CentroidRepresentative()).frame(for: view(zoom: 24))
    let after = try map([10, 40], StickyRepresentative()).frame(for: view(zoom: 24), after: before)
    #expect(point(after) == .integer(1))
  }
}
