import TestSupport
import Testing

@testable import Pinfold

@Suite struct RadiusStrategyTests {
  /// The canonical order by looking at every pair, with lists for clusters.
  private struct Naive {
    struct Item {
      var members: [(point: Int, x: Int64)]
    }

    let points: PointSet
    let strategy: RadiusStrategy
    private let units: [UInt128]?

    init(_ points: PointSet, _ strategy: RadiusStrategy) {
      self.points = points
      self.strategy = strategy
      units = points.order.scale.flatMap { scale in points.weight.map { $0.map(scale.units) } }
    }

    /// The clusters of a level, the deepest first; levels are so many a zoom.
    func clusters(down lowest: Int) -> [[Int]] {
      LinearScan(points).mergeableGroups.flatMap { group in
        var items = Dictionary(grouping: group) { points.position($0) }.values
          .map { Item(members: $0.sorted().map { ($0, Int64(points.x[$0])) }) }
        let perZoom = strategy.levelsPerZoom
        let (first, last) = (strategy.minZoom * perZoom, (strategy.maxZoom + 1) * perZoom - 1)
        for level in (max(lowest, first)...max(lowest, last)).reversed() {
          if level <= last { merge(&items, at: Double(level) / Double(perZoom)) }
        }
        return items.map { $0.members.map(\.point).sorted() }
      }
    }

    private func mean(_ item: Item) -> (x: Int64, y: Int64) {
      var weights = item.members.map { Int128(units?[$0.point] ?? 1) }
      if weights.allSatisfy({ $0 == 0 }) { weights = weights.map { _ in 1 } }
      func mean(_ values: [Int64]) -> Int64 {
        let total = weights.reduce(0, +)
        var sum = zip(values, weights).reduce(0) { $0 + Int128($1.0) * $1.1 } + total / 2
        var turns: Int64 = 0
        while sum < 0 {
          sum += total << 32
          turns -= 1
        }
        return Int64(sum / total) + turns << 32
      }
      return (mean(item.members.map(\.x)), mean(item.members.map { Int64(points.y[$0.point]) }))
    }

    private var phase: UInt32 { points.projection.gridPhase }

    /// A Z-order key, bit by bit.
    private func key(_ x: UInt32, _ y: UInt32) -> UInt64 {
      (0..<32 as Range<UInt64>).reduce(0) { key, bit in
        key | (UInt64(x) >> bit & 1) << (2 * bit) | (UInt64(y) >> bit & 1) << (2 * bit + 1)
      }
    }

    private func east(_ a: Int64, _ b: Int64) -> Int64 {
      guard points.projection.wraps else { return b - a }
      let turn = Int64(1) << 32
      let offset = ((b - a) % turn + turn) % turn
      return offset < turn / 2 ? offset : offset - turn
    }

    private func merge(_ items: inout [Item], at zoom: Double) {
      let radius = min(strategy.radius.at(zoom: zoom) / (256 * .exp2(zoom)) * 0x1p32, 0x1p31)
      guard radius >= 1 else { return }
      var side = Int64(1)
      while side < 2 * Int64(radius) { side *= 2 }
      var fresh = Array(repeating: true, count: items.count)
      while fresh.contains(true) {
        let means = items.map(mean)
        let keys = means.map { key(UInt32($0.x & 0xFFFF_FFFF) &+ phase, UInt32($0.y)) }
        var taken = Array(repeating: false, count: items.count)
        var formed: [Item] = []
        for color in 0..<4 as Range<Int64> {
          for seed in items.indices.sorted(by: { keys[$0] < keys[$1] }) where fresh[seed] {
            let column = Int64(UInt32(means[seed].x & 0xFFFF_FFFF) &+ phase) / side
            let row = means[seed].y / side
            guard !taken[seed], column % 2 + row % 2 * 2 == color else { continue }
            let near = items.indices.filter {
              let (dx, dy) = (east(means[seed].x, means[$0].x), means[$0].y - means[seed].y)
              return $0 != seed && !taken[$0]
                && Double(dx * dx) + Double(dy) * Double(dy) <= radius * radius
            }
            let count = ([seed] + near).reduce(0) { $0 + items[$1].members.count }
            guard !near.isEmpty, count >= strategy.minPoints else { continue }
            var cluster = items[seed]
            for other in near {
              let image = means[seed].x + east(means[seed].x, means[other].x) - means[other].x
              cluster.members += items[other].members.map { ($0.point, $0.x + image) }
            }
            for member in [seed] + near { taken[member] = true }
            formed.append(cluster)
          }
        }
        let left = items.indices.filter { !taken[$0] }.map { items[$0] }
        fresh = Array(repeating: false, count: left.count) + Array(repeating: true, count: formed.count)
        items = left + formed
      }
    }
  }

  private func index(_ points: PointSet, _ strategy: RadiusStrategy) throws -> any ClusterIndex {
    try strategy.makeIndex(over: points, context: RunContext(threads: 2))
  }

  @Test("agrees with looking at every pair", arguments: SamplePoints.allCases)
  func oracle(sample: SamplePoints) throws {
    for (seed, strategy) in [
      (1, RadiusStrategy.radius()), (2, .radius(60, maxZoom: 7, minPoints: 4)),
      (3, .radius(500, minZoom: 2, maxZoom: 12)),
    ] {
      let points = try PointSet(sample.columns(count: 70).decorated(seed: UInt64(seed)))
      let scan = LinearScan(points)
      let index = try index(points, strategy)
      let expected = (0...17).map { Naive(points, strategy).clusters(down: $0) }
      for viewport in Viewport.samples(of: points) {
        let view = try ProjectedView(viewport, on: .mercator)
        let zoom = min(max(0, Int(view.viewport.standardZoom.rounded(.down))), 17)
        let found = try index.grouping(in: view, context: RunContext()).members
        #expect(found == scan.visible(expected[zoom], in: view.rect), "\(strategy), \(viewport)")
      }
    }
  }

  @Test(
    "levels of parts of a zoom, and a radius by zoom, are what looking at every pair gives",
    arguments: [2, 4])
  func levels(perZoom: Int) throws {
    var strategy = RadiusStrategy(minZoom: 1, maxZoom: 8)
    (strategy.radius, strategy.levelsPerZoom) = ([2: 90, 6: 30], perZoom)
    let points = try PointSet(SamplePoints.clusters.columns(count: 100).decorated(seed: 4))
    let scan = LinearScan(points)
    let index = try index(points, strategy)
    for level in 0...perZoom * 9 {
      for (offset, tileSize) in [(0.0, 256.0), (0.99 / Double(perZoom), 256), (-1, 512)] {
        var viewport = world(Double(level) / Double(perZoom) + offset)
        viewport.tileSize = tileSize
        viewport.width = min(viewport.worldWidth, Viewport.sizeRange.upperBound)
        viewport.height = viewport.width
        // The zooms of the view decide where merging begins and ends, whatever its tiles.
        let isDeep = viewport.zoom >= 9
        let zoom = max(viewport.zoom, 1) + (tileSize == 512 ? 1 : 0)
        let shown = isDeep ? perZoom * 9 : Int(zoom * Double(perZoom))
        // Below the deepest level, which wide tiles show, parts of its clusters; see `RadiusTileTests`.
        let isPart = !isDeep && shown >= perZoom * 9
        let expected = Naive(points, strategy).clusters(down: isPart ? perZoom * 9 - 1 : shown)
        let grouping = try index.grouping(
          in: ProjectedView(viewport, on: .mercator), context: RunContext())
        let wholes = scan.visible(expected, in: .world)
        if isPart {
          #expect(grouping.members.allSatisfy { part in wholes.contains { Set(part).isSubset(of: $0) } })
        } else {
          #expect(Set(grouping.members) == Set(wholes), "level \(level)")
        }
        let begin = Double(shown) / Double(perZoom)
        let size = strategy.radius.at(zoom: begin) * Double.exp2(viewport.standardZoom - begin)
        #expect(
          isDeep ? grouping.effectiveSize == nil : abs((grouping.effectiveSize ?? 0) - size) < 1e-9)
      }
    }
  }

  @Test("agrees with looking at every pair on the plane")
  func plane() throws {
    let columns = SamplePoints.clusters.columns(count: 100)
    let plane = Projection.planar(PlanarExtent(enclosing: columns.longitude, columns.latitude))
    let points = try PointSet(columns, projection: plane)
    let index = try index(points, .radius())
    for zoom in 0...10 {
      let viewport = Viewport(center: points.coordinate(3), zoom: Double(zoom), width: 5000, height: 5000)
      let view = try ProjectedView(viewport, on: plane)
      let expected = Naive(points, .radius()).clusters(down: zoom)
      #expect(
        try index.grouping(in: view, context: RunContext()).members
          == LinearScan(points).visible(expected, in: view.rect))
    }
  }

  /// The number of pairs of a zoom's markers that are within the radius.
  private func nearPairs(_ map: ClusterMap, zoom: Int) throws -> Int {
    let frame = try map.frame(for: world(Double(zoom)))
    let radius = 40.0 / 256 * 0x1p32 / Double(1 << zoom)
    let positions = frame.positions
    return positions.indices.reduce(0) { pairs, a in
      pairs
        + positions[..<a].count {
          let east = Double(positions[a].eastward(from: $0.x))
          let south = Double(positions[a].y) - Double($0.y)
          return east * east + south * south <= radius * radius
        }
    }
  }

  private func world(_ zoom: Double) -> Viewport {
    var viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: zoom)
    // A view's size has its limits: at zoom 32 this is 36 km.
    let side = min(viewport.worldWidth, Viewport.sizeRange.upperBound)
    (viewport.width, viewport.height) = (side, side)
    return viewport
  }

  @Test("no two clusters are within the radius of each other, at any zoom")
  func separation() throws {
    var leftByInputOrder = 0
    for sample in SamplePoints.allCases {
      var columns = sample.columns(count: 120)
      columns.weight = (0..<columns.count).map { Double($0 % 4) }
      let points = try PointSet(columns)
      let canonical = try Clusterer(.radius()).build(points)
      let input = try Clusterer(.radius(order: .input)).build(points)
      for zoom in 0...16 {
        #expect(try nearPairs(canonical, zoom: zoom) == 0, "\(sample), zoom \(zoom)")
        leftByInputOrder += try nearPairs(input, zoom: zoom)
      }
    }
    // So there was something to be found.
    #expect(leftByInputOrder > 0)
  }

  @Test("points a metre apart do not merge where the radius is shorter, down to zoom 32")
  func deepZooms() throws {
    // At zoom 21 the radius is 1.49 m on the equator, at zoom 22 it is 0.75 m, at zoom 28 1.2 cm.
    let metre = 360 / 40_075_016.7
    let points = try PointSet(
      PointColumns(longitude: [0.1, 0.1 + metre, 0.1 + 1.01 * metre], latitude: [0, 0, 0]))
    func count(_ zoom: Double, _ strategy: RadiusStrategy) throws -> Int {
      try Clusterer(strategy).build(points).frame(for: world(zoom)).count
    }
    for order in RadiusStrategy.Order.allCases {
      // In the order of the input a tile is twice as many units wide.
      let strategy = RadiusStrategy.radius(order == .input ? 40 : 20, maxZoom: 32, order: order)
      #expect(try count(21, strategy) == 1)
      #expect(try count(22.9, strategy) == 2)
      #expect(try count(28.5, strategy) == 2)
      #expect(try count(29, strategy) == 3)
      #expect(try count(32, strategy) == 3)
    }
  }

  @Test("views between zooms have the clusters of the one above; past the ends, those of the ends")
  func zooms() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 300))
    let map = try Clusterer(.radius(minZoom: 3, maxZoom: 9)).build(points)
    func partition(_ zoom: Double) throws -> Set<Set<PointID>> {
      try map.frame(for: world(zoom)).partition
    }
    #expect(try partition(6.99) == partition(6))
    #expect(try partition(6.99) != partition(7))
    #expect(try partition(0) == partition(3))
    #expect(try partition(-3) == partition(3))
    #expect(try partition(4) != partition(3))
    #expect(try partition(9.9) != partition(10))
    #expect(try partition(10).count == 300)
  }

  @Test("merges across ±180° as elsewhere, and not in the order of the input")
  func dateLine() throws {
    let points = try PointSet(PointColumns(longitude: [179.9, -179.9], latitude: [-17, -17]))
    let viewport = Viewport(center: Coordinate(longitude: 180, latitude: -17), zoom: 3)
    let frame = try Clusterer(.radius()).build(points).frame(for: viewport)
    #expect(frame.memberLists == [[0, 1]])
    #expect(abs(frame.coordinate(of: 0).longitude) > 179.999)
    #expect(try Clusterer(.radius(order: .input)).build(points).frame(for: viewport).count == 2)
  }

  @Test("fewer points than minPoints stay apart")
  func minPoints() throws {
    // Three near each other, two near each other.
    let points = try PointSet(
      PointColumns(longitude: [0, 0.1, 0.2, 90, 90.1], latitude: [0, 0, 0, 0, 0]))
    let viewport = Viewport(center: Coordinate(longitude: 45, latitude: 0), zoom: 1)
    for order in RadiusStrategy.Order.allCases {
      func counts(_ minPoints: Int) throws -> [Int] {
        let frame = try Clusterer(.radius(minPoints: minPoints, order: order)).build(points).frame(
          for: viewport)
        return (0..<frame.count).map(frame.memberCount).sorted()
      }
      #expect(try counts(2) == [2, 3])
      #expect(try counts(3) == [1, 1, 3])
      #expect(try counts(4) == [1, 1, 1, 1, 1])
    }
  }

  @Test("many points on one spot, or in one pixel, are no danger", arguments: RadiusStrategy.Order.allCases)
  func crowds(order: RadiusStrategy.Order) throws {
    for sample in [SamplePoints.coincident, .onePixel] {
      let points = try PointSet(sample.columns(count: 30_000))
      let map = try Clusterer(.radius(order: order)).build(points)
      let frame = try map.frame(for: Viewport(center: points.coordinate(0), zoom: 16))
      #expect(frame.count == 1)
    }
  }

  @Test(
    "beyond maxZoom coincident points are one stack, in either order",
    arguments: RadiusStrategy.Order.allCases)
  func stacks(order: RadiusStrategy.Order) throws {
    let columns = PointColumns(longitude: [5, 5.5, 5, 5, 5.5, 6], latitude: [1, 1, 1, 2, 1, 1])
    let map = try Clusterer(.radius(maxZoom: 3, order: order)).build(PointSet(columns))
    let viewport = Viewport(
      center: Coordinate(longitude: 5.5, latitude: 1.5), zoom: 4, width: 900, height: 900)
    let frame = try map.frame(for: viewport)
    #expect((0..<frame.count).map(frame.memberCount).sorted() == [1, 1, 2, 2])
    #expect((0..<frame.count).allSatisfy(frame.isStack))
  }

  @Test("the order of the input counts only where it is asked for")
  func orders() throws {
    #expect(RadiusStrategy.radius().capabilities.contains(.permutationInvariant))
    #expect(!RadiusStrategy.radius(order: .input).capabilities.contains(.permutationInvariant))
    let columns = SamplePoints.uniform.columns(count: 400)
    let viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1)
    func partition(_ columns: PointColumns) throws -> Set<Set<PointID>> {
      try Clusterer(.radius(order: .input)).build(PointSet(columns)).frame(for: viewport).partition
    }
    #expect(try partition(columns) != partition(columns.shuffled(seed: 2)))
  }

  @Test("zooms that end before they begin are refused")
  func badZooms() throws {
    let points = try PointSet(PointColumns())
    #expect {
      try Clusterer(.radius(minZoom: 9, maxZoom: 8)).build(points)
    } throws: {
      "\($0)".contains(
        "parameter 'minZoom' of strategy 'radius' is 9; it takes a whole number up to maxZoom, which is 8")
    }
  }
}
