import Pinfold
import TestSupport
import Testing

/// What every representative of the registry answers for every strategy, against a search through all members
/// that knows coordinates, priorities and ids alone.
@Suite struct RepresentativePropertyTests {
  private static let strategies = Registry.builtIn.all(.strategy).map(\.name)
  private static let all = Registry.builtIn.all(.representative).map(\.name)

  private func map(_ strategy: String, _ representative: String, _ points: PointSet) throws -> ClusterMap {
    let registry = Registry.builtIn
    return try Clusterer(
      try registry.find(strategy, kind: .strategy)(),
      representative: try registry.find(representative, kind: .representative)()
    ).build(points)
  }

  /// Frames of one view that differ in their representatives only.
  private struct Subject {
    let frame: Frame
    /// The cell centers and means of clusters, by id: a frame may list a cluster for its marker alone.
    let centers: [ClusterID: WorldPoint]
    let means: [ClusterID: WorldPoint]
    private let ids: [Int64]
    private let members: [[Int]]

    init(_ frame: Frame, centers: Frame, means: Frame) {
      self.frame = frame
      self.centers = Dictionary(uniqueKeysWithValues: zip(centers.ids, centers.positions))
      self.means = Dictionary(uniqueKeysWithValues: zip(means.ids, means.positions))
      members = frame.memberLists
      guard case .integers(let ids) = frame.points.ids else { preconditionFailure("samples have numbers") }
      self.ids = ids
    }

    /// The member for which a key is least, the lowest id winning ties.
    private func least<Key: Comparable>(_ members: [Int], _ key: (Int) -> Key) -> Int? {
      members.min { a, b in key(a) == key(b) ? ids[a] < ids[b] : key(a) < key(b) }
    }

    private func nearest(_ members: [Int], to target: WorldPoint) -> Int? {
      least(members) { member in
        let position = frame.points.position(member)
        let across = abs(Int64(position.x) - Int64(target.x))
        let east = frame.points.projection.wraps ? min(across, 1 << 32 - across) : across
        let south = abs(Int64(position.y) - Int64(target.y))
        return Int128(east) * Int128(east) + Int128(south) * Int128(south)
      }
    }

    /// Whether the cluster is in the frames of cell centers and means too.
    func isKnown(_ cluster: Int) -> Bool {
      centers[frame.ids[cluster]] != nil && means[frame.ids[cluster]] != nil
    }

    /// The member that a cluster's marker should speak for; nil for selections that choose none.
    func expected(_ representative: String, _ cluster: Int, before: Set<PointID>) -> Int? {
      let points = frame.points
      let members = members[cluster]
      if members.count == 1 { return members[0] }
      guard let center = centers[frame.ids[cluster]], let mean = means[frame.ids[cluster]] else { return nil }
      switch representative {
      case "first": return least(members) { _ in 0 }
      case "nearest-to-center": return nearest(members, to: center)
      case "central": return nearest(members, to: mean)
      case "priority":
        let priority = points.priority ?? []
        let highest = members.map { priority[$0] }.max()
        return nearest(members.filter { priority[$0] == highest }, to: center)
      case "sticky":
        let kept = members.filter { before.contains(points.ids[$0]) }
        return nearest(kept.isEmpty ? members : kept, to: center)
      default: return Set(members.map(points.position)).count == 1 ? least(members) { _ in 0 } : nil
      }
    }
  }

  /// Checks representatives on a path of views, over one set of points or over several in turn.
  private func check(
    _ strategy: String, _ sets: [PointSet], _ views: [Viewport], representatives: [String] = all
  ) throws {
    let maps = try representatives.map { name in try sets.map { try map(strategy, name, $0) } }
    let centers = try sets.map { try map(strategy, "cell-center", $0) }
    let means = try sets.map { try map(strategy, "centroid", $0) }
    var previous: [Int: Frame] = [:]
    for (step, view) in views.enumerated() {
      let place = step % sets.count
      let (center, mean) = (try centers[place].frame(for: view), try means[place].frame(for: view))
      for (number, representative) in representatives.enumerated() {
        let frame = try maps[number][place].frame(for: view, after: previous[number])
        let subject = Subject(frame, centers: center, means: mean)
        let before = Set(
          previous[number].map { old in
            old.representatives.filter { $0 >= 0 }.map { old.points.ids[Int($0)] }
          } ?? [])
        for cluster in 0..<frame.count where subject.isKnown(cluster) {
          let found = frame[cluster].point
          let wanted = subject.expected(representative, cluster, before: before)
          #expect(found == wanted, "\(strategy) \(representative) cluster \(cluster) of \(view)")
          if let found { #expect(frame.positions[cluster] == frame.points.position(found)) }
        }
        previous[number] = frame
      }
    }
  }

  @Test("every representative is what a search through all members finds", arguments: strategies)
  func search(strategy: String) throws {
    for sample in [SamplePoints.clusters, .spots, .dateLine, .poles, .lattice, .coincident] {
      let points = try PointSet(sample.columns(count: 70).decorated(seed: 5))
      try check(strategy, [points], Viewport.samples(of: points, random: 3))
    }
  }

  @Test("so it is on a plane", arguments: strategies)
  func plane(strategy: String) throws {
    let columns = SamplePoints.clusters.columns(count: 80).decorated(seed: 6)
    let extent = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    let points = try PointSet(columns, projection: .planar(extent))
    let views = [0.0, 2, 5, 3, 1].map { Viewport(center: points.coordinate(7), zoom: $0, width: 400) }
    try check(strategy, [points], views)
  }

  @Test(
    "a sticky marker keeps its point along a path of the camera, whatever is edited meanwhile",
    arguments: strategies)
  func stickyPath(strategy: String) throws {
    let columns = SamplePoints.clusters.columns(count: 150).decorated(seed: 8)
    var random = SplitMix64(seed: 9)
    // The same ids at other indices: some points are gone, in two ways.
    let sets = try [1, 3, 5].map { step in
      let kept = (0..<columns.count).filter { step == 1 || ($0 * 7) % step > 0 }
      return try PointSet(columns.reordered(random.shuffled(kept)))
    }
    let path = (0..<12).map { step in
      Viewport(
        center: Coordinate(longitude: 179.9 - Double(step) * 0.7, latitude: -17), zoom: 2 + Double(step) * 0.4
      )
    }
    try check(strategy, sets, path + path.reversed(), representatives: ["sticky"])
  }

  @Test("markers across ±180° stand where the points are", arguments: strategies)
  func dateLine(strategy: String) throws {
    let points = try PointSet(SamplePoints.dateLine.columns(count: 60).decorated(seed: 7))
    for name in Self.all where name != "cell-center" {
      let map = try map(strategy, name, points)
      for view in Viewport.samples(of: points, random: 2) {
        let frame = try map.frame(for: view)
        for cluster in 0..<frame.count {
          let turn = frame.coordinate(of: cluster).longitude.remainder(dividingBy: 360)
          #expect(turn.magnitude > 179.98, "\(strategy) \(name) \(view)")
        }
      }
    }
  }

  @Test("a representative never changes the data")
  func data() throws {
    let columns = SamplePoints.clusters.columns(count: 100).decorated(seed: 4)
    let points = try PointSet(columns)
    for name in Self.all {
      let map = try map("grid", name, points)
      var frame: Frame?
      for view in Viewport.samples(of: points) { frame = try map.frame(for: view, after: frame) }
      let shown = try #require(frame).points
      for index in 0..<shown.count {
        let row = Int(shown.rows[index])
        #expect(shown.coordinate(index).longitude.bitPattern == columns.longitude[row].bitPattern)
        #expect(shown.coordinate(index).latitude.bitPattern == columns.latitude[row].bitPattern)
      }
    }
  }
}
