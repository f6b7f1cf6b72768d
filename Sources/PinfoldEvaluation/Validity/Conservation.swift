public import Pinfold

/// The gate: whether a frame shows every point that it should, once, and no other.
///
/// A strategy that fails is invalid, whatever its other values.
package struct Conservation: Hashable, Sendable {
  /// The share of the wanted points that are in some cluster; 1 where none is wanted.
  package var coverage: Double

  /// Members beyond the first occurrence of a point.
  package var duplicates: Int

  /// Members, repeats counted, that are no point of the data.
  package var aliens: Int

  /// The sum of the errors of the clusters' declared counts.
  package var countError: Int
  package var isFinite: Bool

  package var passes: Bool { coverage == 1 && duplicates == 0 && aliens == 0 && countError == 0 && isFinite }
}

/// Counts the members of one cluster after another.
struct ConservationTally {
  private var seen: [Bool]
  private var missing: [Bool]
  private var wantedCount = 0
  private var coveredCount = 0
  private var seenAliens: Set<Int> = []
  private var duplicates = 0
  private var aliens = 0
  private var countError = 0
  private var clusterCount = 0

  init(pointCount: Int, wanted: some Sequence<Int>) {
    seen = [Bool](repeating: false, count: pointCount)
    missing = seen
    for point in wanted where !missing[point] {
      missing[point] = true
      wantedCount += 1
    }
  }

  mutating func add(_ member: Int) {
    clusterCount += 1
    guard seen.indices.contains(member) else {
      aliens += 1
      if !seenAliens.insert(member).inserted { duplicates += 1 }
      return
    }
    if seen[member] { return duplicates += 1 }
    seen[member] = true
    if missing[member] { coveredCount += 1 }
  }

  mutating func endCluster(declared: Int) {
    countError += abs(declared - clusterCount)
    clusterCount = 0
  }

  func verdict(isFinite: Bool) -> Conservation {
    Conservation(
      coverage: wantedCount == 0 ? 1 : Double(coveredCount) / Double(wantedCount), duplicates: duplicates,
      aliens: aliens, countError: countError, isFinite: isFinite)
  }
}

/// V1: whether a frame shows every point of the view once, and nothing else; see ``Conservation``.
public struct ConservationMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "V1", name: "conservation",
    summary: "Whether every point in view is shown exactly once, and no other; a gate.",
    formula: """
      coverage = |U ∩ ∪C| / |U| for the points U in the view with its margin, 1 if U is empty or the view \
      lists clusters by their markers; duplicates \
      = Σ|C| − |∪C|; aliens = members that are no points; countError = Σ |declared − |C||; all numbers \
      finite. Passes at 1, 0, 0, 0.
      """,
    measures: [
      .share("passes", .higher, "1 if every check passes, otherwise 0."),
      .share("coverage", .higher, "Share of the points in view that are shown."),
      .amount("duplicates", unit: "members", .lower, "Repeated members."),
      .amount("aliens", unit: "members", .lower, "Members that are not in the data."),
      .amount("countError", unit: "points", .lower, "Error of declared counts."),
      .share("finite", .higher, "1 if every number is finite, otherwise 0."),
    ],
    cost: "O(n)", source: "Defined here; the defect is mapbox/supercluster issues 165 and 171.")

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    let verdict = Conservation(
      of: subject.frame, counts: subject.declared(of: subject.frames.count - 1).counts)
    return values(
      .flag(verdict.passes), .number(verdict.coverage), .count(verdict.duplicates), .count(verdict.aliens),
      .count(verdict.countError), .flag(verdict.isFinite))
  }
}

extension Conservation {
  /// Checks a frame against the points in its view with the margin; of a view that lists clusters by their
  /// markers, which may leave points out, only that each point is there once.
  ///
  /// - Parameter counts: the number of points that each cluster declares; nil for that of its members.
  package init(of frame: Frame, counts: [Int]? = nil) {
    let points = frame.points
    let (x, y, view) = (points.x, points.y, frame.view)
    let isWanted = view.viewport.clip == .members
    let wanted = (0..<points.count).lazy.filter { isWanted && view.contains(WorldPoint(x: x[$0], y: y[$0])) }
    var tally = ConservationTally(pointCount: points.count, wanted: wanted)
    // Positions are fixed-point and cannot be anything but finite.
    var isFinite = true
    for cluster in 0..<frame.count {
      frame.forEachMember(of: cluster) { tally.add($0) }
      // What is declared is the number of points, which is not that of members where these are cells.
      let members = frame.memberCount(of: cluster)
      tally.endCluster(
        declared: counts.map { members &+ $0[cluster] &- frame.pointCount(of: cluster) } ?? members)
      isFinite = isFinite && frame.weights[cluster].isFinite
    }
    self = tally.verdict(isFinite: isFinite)
  }
}
