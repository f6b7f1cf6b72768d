import Pinfold

struct Selection: Sendable {
  private(set) var points: [Int] = []
  private(set) var set: PointSet?

  /// The requested subject.
  private(set) var subject = SelectRequest.Subject.nothing

  /// The plan whose new frame has the selected cluster.
  private(set) var plan: Plan?

  /// Whether it is of a box that was drawn.
  var isBox: Bool { if case .box = subject { true } else { false } }

  init() {}

  init(_ points: [Int], in set: PointSet) { (self.points, self.set) = (points, set) }

  /// Selects what a page requests.
  ///
  /// - Parameter plan: the plan of a cluster; nil if it is no longer shown, and nothing is selected.
  init(_ subject: SelectRequest.Subject, in points: PointSet, plan: Plan?) {
    (self.subject, self.plan) = (subject, plan)
    set = points
    switch subject {
    case .nothing: break
    case .point(let point): if point < points.count { self.points = [point] }
    case .cluster(let cluster, _, _):
      guard let frame = plan?.new, cluster < frame.count else { return }
      set = frame.points
      frame.forEachMember(of: cluster) { self.points.append($0) }
    case .box(let west, let north, let east, let south):
      let rect = WorldRect(west: west, north: north, east: east, south: south, wraps: points.projection.wraps)
      for section in points.sections { self.points += points.indices(in: rect, of: section).map(Int.init) }
    }
  }

  /// The selection among points that changed: those in the box, else the same points by their ids.
  func again(in points: PointSet) -> Selection {
    guard let set, !set.isIdentical(to: points) else { return self }
    if isBox { return Selection(subject, in: points, plan: nil) }
    var next = self
    next.set = points
    next.points = self.points.compactMap { points.index(of: set.id($0)) }.sorted()
    return next
  }

  /// Whether it has the same points with the same values as another, as far as a look at some of them tells.
  func isSame(as other: Selection) -> Bool {
    guard let set, let old = other.set, points.count == other.points.count, points.count <= 1000,
      set.attributes.count == old.attributes.count
    else { return false }
    return zip(points, other.points).allSatisfy { new, was in
      set.id(new) == old.id(was) && set.longitude[new] == old.longitude[was]
        && set.latitude[new] == old.latitude[was]
        && zip(set.attributes, old.attributes).allSatisfy {
          $0.values.text(at: new) == $1.values.text(at: was)
        }
    }
  }

  /// The clusters of a frame that have selected points, and how many.
  ///
  /// Points of another set than the frame's are found by their ids.
  ///
  /// - Complexity: O(*n*), where *n* is the number of all points.
  func counts(in frame: Frame) -> [(cluster: Int, count: Int)] {
    guard let set else { return [] }
    let isOneSet = set.isIdentical(to: frame.points)
    let points = isOneSet ? points : points.compactMap { frame.points.index(of: set.id($0)) }
    let labels = frame.labels
    let shown = points.filter { labels[$0] >= 0 }
    if let tally = frame.points.tally {
      return Dictionary(grouping: shown) { Int(labels[$0]) }.sorted { $0.key < $1.key }
        .map { ($0.key, tally.count(of: $0.value)) }
    }
    var counts = [Int](repeating: 0, count: frame.count)
    for point in shown { counts[Int(labels[point])] += 1 }
    return counts.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
  }
}

extension WorldRect {
  /// The rectangle between two corners of the unit square, of which x may go on past its edges.
  fileprivate init(west: Double, north: Double, east: Double, south: Double, wraps: Bool) {
    let size = WorldPoint.worldSize
    func y(_ share: Double) -> UInt64 { UInt64((max(0, min(share, 1)) * size).rounded()) }
    let top = min(y(north), UInt64(UInt32.max))
    let clamp = { (share: Double) in wraps ? share : max(0, min(share, 1)) }
    let width = UInt64(max(0, min((clamp(east) - clamp(west)) * size, size)).rounded())
    let left = WorldPoint(unitX: min(clamp(west), wraps ? .infinity : 1 - 1 / size), unitY: 0)
    self.init(west: left.x, width: width, north: UInt32(top), height: max(y(south), top) - top)
  }
}
