import TestSupport
import Testing

@testable import Pinfold

/// The grids whose cells are not those of the world's halves.
@Suite struct GridAnchorTests {
  private let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 256))

  private func frame(
    _ points: PointSet, _ viewport: Viewport, _ strategy: GridStrategy,
    _ representative: (any RepresentativeSelection)? = nil
  ) throws -> Frame {
    try Clusterer(strategy, representative: representative).build(points).frame(for: viewport)
  }

  @Test("what is promised depends on the anchor")
  func capabilities() {
    #expect(
      GridStrategy.grid().capabilities == [.nested, .panInvariant, .permutationInvariant, .incremental])
    #expect(GridStrategy.grid(anchor: .viewport).capabilities == .permutationInvariant)
    #expect(
      GridStrategy.grid(anchor: .continuous).capabilities
        == [.nestedByZoom, .panInvariant, .permutationInvariant])
  }

  @Test("cells from the view's corner hold what is in them in view", arguments: SamplePoints.allCases)
  func viewportOracle(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 200).decorated(seed: 9))
    let scan = LinearScan(points)
    for viewport in Viewport.samples(of: points) {
      let frame = try frame(points, viewport, .grid(cellSize: 45, anchor: .viewport))
      let rect = frame.view.rect
      let world = 1 << 32
      let side = max(1, 45 / viewport.worldWidth * Double(world))
      let west = rect.width == world ? Int(frame.view.center.x) + world / 2 : Int(rect.west)
      let clusters = scan.mergeableGroups.flatMap { group in
        Dictionary(grouping: group.filter { scan.contains(rect, points.position($0)) }) { point in
          let east = (Int(points.x[point]) - west + 2 * world) % world
          let south = Int(points.y[point]) - Int(rect.north)
          return [Int(Double(east) / side), Int(Double(south) / side)]
        }.values
      }
      let nonMergeable = scan.points(in: rect, mergeable: false).map { [$0] }
      #expect(frame.memberListsInView == scan.visible(clusters, in: rect) + nonMergeable, "\(viewport)")
    }
  }

  @Test(
    "continuous cells have the wanted size and hold all that is in them, ±180° well inside one",
    arguments: SamplePoints.allCases, [45, 60, 85.3125])
  func continuousOracle(sample: SamplePoints, cellSize: Double) throws {
    let points = try PointSet(sample.columns(count: 200).decorated(seed: 9))
    let scan = LinearScan(points)
    let index = GridStrategy.grid(cellSize: cellSize, anchor: .continuous)
      .makeIndex(over: points, context: RunContext())
    // 60° east, where cells begin and end.
    let seam: UInt32 = 0 &- 0x5555_5555
    for viewport in Viewport.samples(of: points) {
      let view = try ProjectedView(viewport, on: .mercator)
      let grouping = try index.grouping(in: view, context: RunContext())
      #expect(grouping.effectiveSize == cellSize)
      let side = max(1, view.units(fromPoints: cellSize))
      for (cell, members) in zip(try #require(grouping.cells), grouping.allMembers) {
        let isCut = cell.west == seam || cell.west &+ UInt32(truncatingIfNeeded: cell.width) == seam
        #expect(isCut ? Double(cell.width) < side + 1 : abs(Double(cell.width) - side) <= 1, "\(viewport)")
        let group = scan.mergeableGroups.first { $0.contains(members[0]) }
        #expect(members == group?.filter { scan.contains(cell, points.position($0)) }, "\(viewport)")
        // How far ±180° is inside the cell from either edge: a third of it, but where cells are cut short.
        let inside = UInt64(0 &- cell.west)
        if inside < cell.width, side < 0x1p31 {
          #expect(Double(min(inside, cell.width - inside)) > side * 0.33 - 1, "\(viewport)")
        }
      }
      let shown = Set(grouping.members.joined())
      #expect(shown.isSuperset(of: scan.points(in: view.rect, mergeable: true)), "\(viewport)")
      #expect(shown.count == grouping.members.reduce(0) { $0 + $1.count }, "\(viewport)")
    }
  }

  @Test(
    "a whole step of the zoom divides continuous cells, so that no cluster has parts in two",
    arguments: [50.0, 60, 85.3, 100], [SamplePoints.uniform, .clusters, .dateLine, .lattice])
  func straddling(cellSize: Double, sample: SamplePoints) throws {
    let columns = sample.columns(count: 300, seed: 5)
    var random = SplitMix64(seed: 4)
    for projection in [Projection.mercator, .planar(PlanarExtent(minX: -180, minY: -180, side: 360))] {
      let points = try PointSet(columns, projection: projection)
      let map = try Clusterer(.grid(cellSize: cellSize, anchor: .continuous)).build(points)
      func clusters(_ zoom: Double) throws -> [[Int]] {
        try map.frame(
          for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: zoom, width: 1e9, height: 1e9)
        ).memberLists
      }
      for fraction in [0, 0.5, 0.3, random.unit()] {
        var parents = [Int](repeating: 0, count: points.count)
        for zoom in -3..<16 {
          let found = try clusters(Double(zoom) + fraction)
          let straddling = found.filter { cluster in Set(cluster.map { parents[$0] }).count > 1 }
          #expect(straddling.isEmpty, "\(straddling.count) of \(found.count) at zoom \(zoom) + \(fraction)")
          for (number, cluster) in found.enumerated() { for point in cluster { parents[point] = number } }
        }
      }
    }
  }

  @Test("cells from the view's corner have the wanted side, edges belonging to the east and the south")
  func handComputed() throws {
    // The plane is 256 screen points wide; the view shows 60…160 east and 50…130 south of its corner.
    let viewport = Viewport(
      center: Coordinate(longitude: 110, latitude: 256 - 90), zoom: 0, width: 100, height: 80)
    func at(_ x: Double, _ y: Double) -> Coordinate { Coordinate(longitude: x, latitude: 256 - y) }
    // In the first cell 60…90 × 50…80, on its east edge, on its south edge, on both, and out of view.
    let places = [at(60, 50), at(89, 79), at(90, 60), at(70, 80), at(90, 80), at(59, 50)]
    let points = try PointSet(
      PointColumns(longitude: places.map(\.longitude), latitude: places.map(\.latitude)), projection: plane)
    let strategy = GridStrategy.grid(cellSize: 30, anchor: .viewport)
    let frame = try frame(points, viewport, strategy, CellCenterRepresentative())
    let expected: Set<Set<PointID>> = [
      [.integer(0), .integer(1)], [.integer(2)], [.integer(3)], [.integer(4)],
    ]
    #expect(frame.partition == expected)
    #expect(try frame.coordinate(of: #require(frame.members(ofSize: 2))) == at(75, 65))
  }

  @Test("cells of the plane have exactly the wanted size, and end at its edge")
  func planar() throws {
    let points = try PointSet(
      PointColumns(longitude: [59, 60, 250], latitude: [255, 255, 255]), projection: plane)
    let whole = Viewport(center: Coordinate(longitude: 128, latitude: 128), zoom: 0)
    for anchor in [GridStrategy.Anchor.viewport, .continuous] {
      let view = try ProjectedView(whole, on: plane)
      let index = GridStrategy.grid(cellSize: 60, anchor: anchor).makeIndex(
        over: points, context: RunContext())
      let unit = WorldPoint.worldSize / 256
      let cells = try #require(index.grouping(in: view, context: RunContext()).cells)
      #expect(cells.map(\.west).sorted() == [0, UInt32(60 * unit), UInt32(240 * unit)])
      #expect(cells.map(\.width).sorted() == [UInt64(16 * unit), UInt64(60 * unit), UInt64(60 * unit)])
    }
  }

  @Test(
    "continuous cells hold neighbours across ±180° whatever their size",
    arguments: [1, 50, 64, 85.3125, 100, 128, 4096])
  func continuousDateLine(cellSize: Double) throws {
    let points = try PointSet(PointColumns(longitude: [179.999999, -179.999999], latitude: [-17, -17]))
    for zoom in stride(from: -8.0, through: 16, by: 0.125) {
      let viewport = Viewport(center: Coordinate(longitude: -180, latitude: -17), zoom: zoom)
      let frame = try frame(points, viewport, .grid(cellSize: cellSize, anchor: .continuous))
      #expect(frame.count == 1, "zoom \(zoom)")
    }
  }

  @Test(
    "two points at ±179.9999° share a cell at every zoom where they are near",
    arguments: [GridStrategy.Anchor.viewport, .continuous])
  func dateLine(anchor: GridStrategy.Anchor) throws {
    let points = try PointSet(PointColumns(longitude: [179.9999, -179.9999], latitude: [-17, -17]))
    for zoom in stride(from: 0.0, through: 16, by: 0.25) {
      let viewport = Viewport(center: Coordinate(longitude: -180, latitude: -17), zoom: zoom, height: 830)
      let frame = try frame(points, viewport, .grid(anchor: anchor))
      #expect(Set(frame.members(of: 0).map { points.x[$0] }).count == 2, "zoom \(zoom)")
      #expect(abs(abs(frame.coordinate(of: 0).longitude) - 180) < 1e-6, "zoom \(zoom)")
    }
  }

  @Test(
    "the smallest cells at the deepest zoom and the largest at the flattest are cells all the same",
    arguments: [GridStrategy.Anchor.viewport, .continuous], SamplePoints.allCases)
  func extremes(anchor: GridStrategy.Anchor, sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 60))
    guard points.count > 0 else { return }
    for (zoom, cellSize, tileSize) in [(-8.0, 4096.0, 16.0), (32, 1, 4096), (32, 4096, 16), (-8, 1, 4096)] {
      let viewport = Viewport(
        center: Coordinate(longitude: 10, latitude: 1), zoom: zoom, width: 1e9, height: 1e9,
        tileSize: tileSize)
      let frame = try frame(points, viewport, .grid(cellSize: cellSize, anchor: anchor))
      let members = frame.memberLists.joined()
      #expect(Set(members).count == members.count)
      #expect(Set(members).isSuperset(of: LinearScan(points).points(in: frame.view.rect, mergeable: true)))
      if zoom == -8, cellSize == 4096 { #expect(frame.count == 1) }
    }
  }
}

extension Frame {
  /// The first cluster with so many members.
  fileprivate func members(ofSize size: Int) -> Int? { (0..<count).first { memberCount(of: $0) == size } }
}
