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
    #expect(GridStrategy.grid(anchor: .continuous).capabilities == [.panInvariant, .permutationInvariant])
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
      #expect(frame.memberLists == scan.visible(clusters, in: rect) + nonMergeable, "\(viewport)")
    }
  }

  @Test("cells of exactly the wanted size hold all that is in them", arguments: SamplePoints.allCases)
  func continuousOracle(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 200).decorated(seed: 9))
    let scan = LinearScan(points)
    for viewport in Viewport.samples(of: points) {
      let frame = try frame(points, viewport, .grid(cellSize: 45, anchor: .continuous))
      let world = 1 << 32
      let around = max(1, min(Int((viewport.worldWidth / 45).rounded()), world))
      let expected = scan.clusters(in: frame.view.rect) { position in
        let east = (Int(position.x) + world / around / 2) % world
        return [east, Int(position.y)].map { Int(Int128($0) * Int128(around) / Int128(world)) }
      }
      let nonMergeable = scan.points(in: frame.view.rect, mergeable: false).map { [$0] }
      #expect(frame.memberLists == expected + nonMergeable, "\(viewport)")
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

  @Test("continuous cells go around the globe a whole number of times, ±180° in the middle of one")
  func wholeNumber() throws {
    let points = try PointSet(PointColumns(longitude: [180, 37, -100], latitude: [10, 50, -70]))
    for zoom in stride(from: 0.0, through: 20, by: 0.37) {
      let view = try ProjectedView(Viewport(center: points.coordinate(0), zoom: zoom), on: .mercator)
      let index = GridStrategy.grid(anchor: .continuous).makeIndex(over: points, context: RunContext())
      let grouping = try index.grouping(in: view, context: RunContext())
      let cells = try #require(grouping.cells)
      let count = (view.viewport.worldWidth / 60).rounded()
      for (cell, range) in zip(cells, grouping.ranges) {
        #expect(abs(Double(cell.width) - WorldPoint.worldSize / count) <= 1)
        let member = points.position(grouping.order.index(at: range.lowerBound))
        #expect(cell.contains(member))
        if member.x == 0 { #expect(abs(Int64(cell.center.x) - Int64(cell.center.x > 9 ? 1 << 32 : 0)) <= 1) }
      }
    }
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
