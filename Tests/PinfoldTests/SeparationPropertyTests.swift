import Pinfold
import TestSupport
import Testing

/// What a separation must hold to after every strategy and with every representative.
@Suite struct SeparationPropertyTests {
  static let strategies = Registry.builtIn.all(.strategy).map(\.name)

  private static let separations: [Separation] = {
    var wide = Separation(.rectangle, displayPriority: .priority, padding: 3)
    wide.width = 90
    // Pins on their tips, with clusters that hang under their locations' left ends.
    var pins = Separation(.rectangle)
    (pins.width, pins.height, pins.anchor) = (30, 40, .topLeft)
    (pins.pointWidth, pins.pointHeight, pins.pointAnchor) = (24, 36, .bottom)
    var growing = Separation()
    (growing.smallest, growing.largest, growing.padding) = ([2: 8, 6: 14], [0: 20, 9: 40], [0: 6, 5: 0])
    return [Separation(), wide, pins, growing]
  }()

  private static let samples: [SamplePoints] = [.clusters, .lattice, .spots, .dateLine]

  private var representatives: [(any RepresentativeSelection)?] {
    get throws { [nil] + (try Registry.builtIn.all(.representative).map { try $0() }) }
  }

  private func clusterer(
    _ name: String, _ representative: (any RepresentativeSelection)?, _ separation: Separation
  ) throws -> Clusterer {
    let strategy = try Registry.builtIn.find(name, kind: .strategy)()
    return Clusterer(strategy, representative: representative, separation: separation)
  }

  @Test(
    "every point in view is shown once, in its group, and no two markers of a group collide",
    arguments: strategies, SamplePoints.allCases)
  func separated(name: String, sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 50).decorated(seed: 71))
    for separation in Self.separations {
      let map = try clusterer(name, nil, separation).build(points)
      for viewport in Viewport.samples(of: points, random: 1) {
        try check(map.frame(for: viewport), separation)
      }
    }
  }

  @Test("it holds with every representative", arguments: strategies, samples)
  func everyRepresentative(name: String, sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 50).decorated(seed: 75))
    for representative in try representatives {
      let map = try clusterer(name, representative, Separation()).build(points)
      for viewport in Viewport.samples(of: points, random: 1) {
        try check(map.frame(for: viewport), Separation())
      }
    }
  }

  @Test("it holds on the plane too", arguments: strategies)
  func planar(name: String) throws {
    let columns = SamplePoints.clusters.columns(count: 80).decorated(seed: 72)
    let extent = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    let points = try PointSet(columns, projection: .planar(extent))
    for separation in Self.separations {
      let map = try clusterer(name, nil, separation).build(points)
      for zoom in [0.0, 1.5, 4] {
        try check(map.frame(for: Viewport(center: points.coordinate(7), zoom: zoom, width: 300)), separation)
      }
    }
  }

  private func check(_ frame: Frame, _ separation: Separation) throws {
    let points = frame.points
    let scan = LinearScan(points)
    let note = Comment(rawValue: "\(frame.view.viewport)")
    let nonMergeable = scan.points(in: frame.view.rect, mergeable: false)
    let lists = Array(frame.memberLists.prefix(frame.count - nonMergeable.count))
    #expect(Array(frame.memberLists.suffix(nonMergeable.count)) == nonMergeable.map { [$0] }, note)
    let shown = Array(lists.joined())
    #expect(Set(shown).count == shown.count, note)
    #expect(Set(shown).isSuperset(of: scan.points(in: frame.view.rect, mergeable: true)), note)
    #expect(lists == scan.visible(lists, in: .world), "not in canonical order, \(note)")
    for (cluster, members) in lists.enumerated() {
      #expect(Set(members.map(scan.group)).count == 1, "groups are mixed, \(note)")
      #expect(frame.memberCount(of: cluster) == members.count)
      #expect(frame.isStack(cluster) == (Set(members.map(points.position)).count == 1), note)
      let weight = members.reduce(0) { $0 + (points.weight?[$1] ?? 1) }
      #expect(abs(weight - frame.weights[cluster]) < 1e-9)
    }
    var pairs = 0
    for a in 0..<frame.count {
      for b in 0..<a where separation.overlap(of: a, b, in: frame) > 1e-9 {
        pairs += 1
        let merge = a < lists.count && b < lists.count
        #expect(!merge || scan.group(of: lists[a][0]) != scan.group(of: lists[b][0]), "collide, \(note)")
      }
    }
    #expect(try separation.collisions(in: frame) == pairs, note)
  }

  @Test(
    "losers are hidden as in the plain method, and stay in the frame", arguments: strategies, samples)
  func hidden(name: String, sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 60).decorated(seed: 77))
    let selected = [points.id(3), points.id(41)]
    for var separation in Self.separations {
      let plain = try clusterer(name, nil, separation).build(points).selecting(selected)
      separation.hidesLosers = true
      let hiding = try clusterer(name, nil, separation).build(points).selecting(selected)
      for viewport in Viewport.samples(of: points, random: 1) {
        let frame = try hiding.frame(for: viewport)
        let before = try plain.frame(for: viewport)
        #expect(frame.ids == before.ids && frame.positions == before.positions && before.hidden.isEmpty)
        #expect(frame.hidden == separation.losers(in: frame, selected: selected), "\(viewport)")
        #expect((0..<frame.count).filter(frame.isHidden) == frame.hidden)
        let shown = (0..<frame.count).filter { !frame.isHidden($0) }
        let collisions = shown.indices.reduce(0) { sum, a in
          sum + (0..<a).count { separation.overlap(of: shown[a], shown[$0], in: frame) > 1e-9 }
        }
        #expect(try separation.collisions(in: frame) == collisions)
        // Only selected points, which are never hidden, may still collide.
        #expect(collisions <= 1)
      }
    }
  }

  @Test(
    "a shuffled input, a second time and threads give the same frame", arguments: strategies, samples)
  func sameBits(name: String, sample: SamplePoints) throws {
    let columns = sample.columns(count: 60).decorated(seed: 73)
    let points = try PointSet(columns)
    let shuffled = try PointSet(columns.shuffled(seed: 74))
    let threads = RunContext(threads: 2)
    for separation in Self.separations {
      for representative in try representatives {
        let clusterer = try clusterer(name, representative, separation)
        let map = try clusterer.build(points)
        let other = try clusterer.build(shuffled, context: threads)
        for viewport in Viewport.samples(of: points, random: 1) {
          let bytes = try map.frame(for: viewport).bytes
          #expect(try map.frame(for: viewport).bytes == bytes, "\(viewport)")
          #expect(try other.frame(for: viewport, context: threads).bytes == bytes, "\(viewport)")
        }
      }
    }
  }

  @Test(
    "merges what the plain method of all pairs does", arguments: SamplePoints.allCases, [0.0, 2.3, 6, 11])
  func oracle(sample: SamplePoints, zoom: Double) throws {
    let points = try PointSet(sample.columns(count: 60))
    guard points.count > 0 else { return }
    for separation in Self.separations {
      let viewport = Viewport(
        center: Coordinate(longitude: 180, latitude: points.latitude[0]), zoom: zoom, width: 50_000,
        height: 50_000)
      let frame = try Clusterer(.none).build(points).frame(for: viewport)
      let separated = try Clusterer(.none, separation: separation).build(points).frame(for: viewport)
      var oracle = SeparationOracle(
        points, separation, clusters: frame.memberLists, positions: frame.positions)
      oracle.run(frame.view)
      #expect(Set(separated.memberLists) == Set(oracle.clusters))
    }
  }

  @Test("a hundred thousand points on one spot, or in one pixel, are one marker")
  func crowd() throws {
    for spread in [0.0, 1e-6] {
      let count = 100_000
      var columns = PointColumns()
      columns.longitude = (0..<count).map { 13 + Double($0 % 317) / 317 * spread }
      columns.latitude = (0..<count).map { 52 + Double($0 / 317) / 317 * spread }
      let points = try PointSet(columns)
      let viewport = Viewport(center: Coordinate(longitude: 13, latitude: 52), zoom: 3)
      for representative in [nil, NearestToCenterRepresentative()] {
        let map = try Clusterer(.none, representative: representative, separation: Separation()).build(points)
        let frame = try map.frame(for: viewport)
        #expect(frame.count == 1 && frame.memberCount(of: 0) == count)
      }
    }
  }

  @Test("two markers on both sides of ±180° merge as they do elsewhere", arguments: [10.0, 180, 60])
  func dateLine(longitude: Double) throws {
    // 60° east is where the canonical order begins and ends.
    let columns = PointColumns(longitude: [longitude - 1, longitude + 1], latitude: [0, 0])
    for zoom in [1.0, 3, 4.1, 6] {
      for center in [longitude, longitude - 170] {
        let viewport = Viewport(
          center: Coordinate(longitude: center, latitude: 0), zoom: zoom, width: 40_000, height: 400)
        let frame = try Clusterer(.none, separation: Separation()).build(PointSet(columns))
          .frame(for: viewport)
        let gap = 2.0 / 360 * 256 * Double.exp2(zoom)
        #expect(frame.count == (gap < 24 ? 1 : 2))
        guard frame.count == 1 else { continue }
        let distance = (frame.coordinate(of: 0).longitude - longitude).remainder(dividingBy: 360)
        #expect(abs(distance) < 1e-6)
      }
    }
  }
}

extension Double {
  fileprivate static func exp2(_ exponent: Double) -> Double {
    Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: exponent, tileSize: 1).worldWidth
  }
}

extension Separation {
  /// How deep two markers of a frame lie in one another on the screen, in screen points; not above 0 if they
  /// do not.
  func overlap(of a: Int, _ b: Int, in frame: Frame) -> Double {
    overlap(
      frame.positions[a], frame.memberCount(of: a), frame.positions[b], frame.memberCount(of: b),
      in: frame.view)
  }

  func overlap(
    _ a: WorldPoint, _ countA: Int, _ b: WorldPoint, _ countB: Int, in view: ProjectedView
  ) -> Double {
    var straight = Int64(a.x) - Int64(b.x)
    if view.projection.wraps, abs(straight) > 1 << 31 { straight -= (1 << 32) * straight.signum() }
    let east = Double(straight) / view.unitsPerPoint
    let south = Double(Int64(a.y) - Int64(b.y)) / view.unitsPerPoint
    let zoom = view.viewport.standardZoom
    let (style, padding) = (style(atZoom: zoom), padding.at(zoom: zoom))
    let (radiusA, radiusB) = (style.radius(count: countA), style.radius(count: countB))
    if collisionMode == .circle {
      return radiusA + radiusB + padding - (east * east + south * south).squareRoot()
    }
    let (boxA, boxB) = (box(countA, style), box(countB, style))
    let (wide, high) = (boxA.x.half + boxB.x.half, boxA.y.half + boxB.y.half)
    return min(
      wide - abs(east + (boxA.x.middle - boxB.x.middle)), high - abs(south + (boxA.y.middle - boxB.y.middle)))
      + padding
  }

  /// Half a marker's box, and its middle from the marker's location, to the right and down.
  private func box(
    _ count: Int, _ style: MarkerStyle
  ) -> (x: (half: Double, middle: Double), y: (half: Double, middle: Double)) {
    let diameter = 2 * style.radius(count: count)
    var (wide, high) = (width > 0 ? width : diameter, height > 0 ? height : diameter)
    if count == 1, pointWidth > 0 { wide = pointWidth }
    if count == 1, pointHeight > 0 { high = pointHeight }
    let isOwn = count == 1 && pointAnchor != .same
    let words = (isOwn ? pointAnchor.rawValue : anchor.rawValue).split(separator: "-")
    func side(_ size: Double, _ first: Substring, _ last: Substring) -> (half: Double, middle: Double) {
      (size / 2, words.contains(first) ? size / 2 : words.contains(last) ? -size / 2 : 0)
    }
    return (side(wide, "left", "right"), side(high, "top", "bottom"))
  }

  /// The losers by looking at every marker that prevails over another.
  fileprivate func losers(in frame: Frame, selected: [PointID]) -> [Int] {
    let points = frame.points
    let standings = frame.memberLists.map { members in
      (
        selected: members.count == 1 && selected.contains(points.id(members[0])) ? 1 : 0,
        priority: members.map { points.priority?[$0] ?? 0 }.max() ?? 0, count: members.count,
        lowest: members.map { Int(points.idRanks[$0]) }.min() ?? 0
      )
    }
    let order = standings.indices.sorted { a, b in
      let (a, b) = (standings[a], standings[b])
      return (b.selected, b.priority, b.count, -b.lowest) < (a.selected, a.priority, a.count, -a.lowest)
    }
    var shown: [Int] = []
    for marker in order {
      let collides = shown.contains { overlap(of: marker, $0, in: frame) > 1e-10 }
      if standings[marker].selected == 1 || !collides { shown.append(marker) }
    }
    return Set(order).subtracting(shown).sorted()
  }
}

/// Merging by looking at every pair of markers again and again; for data of one group without weights and
/// priorities.
struct SeparationOracle {
  /// The clusters that are left, and where their markers stand.
  private(set) var clusters: [[Int]] = []
  private var positions: [WorldPoint] = []

  private let points: PointSet
  private let separation: Separation

  init(_ points: PointSet, _ separation: Separation, clusters: [[Int]], positions: [WorldPoint]) {
    self.points = points
    self.separation = separation
    self.clusters = clusters
    self.positions = positions
  }

  /// Merges what collides in a view.
  mutating func run(_ view: ProjectedView) {
    // Crumbs of a quarter of what markers of one location have in common at least.
    let spot = view.center
    var tight = separation
    tight.padding = 0
    let depths = [(1, 1), (1, 2), (2, 2)].map { tight.overlap(spot, $0, spot, $1, in: view) }
    let side = UInt32(max(1, min((depths.min() ?? 0) / 4 * view.unitsPerPoint, 0x1p31)))
    var crumbs: [[UInt32]] = []
    while crumbs.count < clusters.count {
      let marker = crumbs.count
      let crumb = [positions[marker].x / side, positions[marker].y / side]
      if let home = crumbs.firstIndex(of: crumb) { merge(marker, into: home) } else { crumbs.append(crumb) }
    }
    while let (a, b) = deepest(view) { merge(a, into: b) }
  }

  private func lowest(_ marker: Int) -> UInt32 { clusters[marker].map { points.idRanks[$0] }.min() ?? 0 }

  private mutating func merge(_ a: Int, into b: Int) {
    let keepsFirst =
      clusters[a].count != clusters[b].count
      ? clusters[a].count > clusters[b].count : lowest(a) < lowest(b)
    let members = (clusters[a] + clusters[b]).sorted()
    if separation.displayPriority == .priority {
      positions[b] = positions[keepsFirst ? a : b]
    } else {
      positions[b] = Self.mean(members, from: positions[b], points)
    }
    clusters[b] = members
    clusters.remove(at: a)
    positions.remove(at: a)
  }

  /// The pair to merge next, the higher place first.
  private func deepest(_ view: ProjectedView) -> (Int, Int)? {
    var best: (depth: Double, low: UInt32, high: UInt32, a: Int, b: Int)?
    for a in clusters.indices {
      for b in 0..<a {
        let depth = separation.overlap(
          positions[a], clusters[a].count, positions[b], clusters[b].count, in: view)
        guard depth > 1e-10 else { continue }
        let (x, y) = (lowest(a), lowest(b))
        let pair = (depth, min(x, y), max(x, y), a, b)
        if let other = best, (-other.depth, other.low, other.high) < (-depth, pair.1, pair.2) { continue }
        best = pair
      }
    }
    return best.map { ($0.a, $0.b) }
  }

  /// The mean of points, x counted from opposite a position near them.
  private static func mean(_ members: [Int], from near: WorldPoint, _ points: PointSet) -> WorldPoint {
    let count = Int64(members.count)
    let x = members.reduce(Int64(0)) { $0 + Int64(points.position($1).eastward(from: near.x)) }
    let y = members.reduce(Int64(0)) { $0 + Int64(points.position($1).y) }
    let mean = Int64(near.x) + Int64((Double(x) / Double(count) + 0.5).rounded(.down))
    return WorldPoint(x: UInt32(truncatingIfNeeded: mean), y: UInt32((y + count / 2) / count))
  }
}
