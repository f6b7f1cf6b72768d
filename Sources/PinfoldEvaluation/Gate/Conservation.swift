/// The gate: whether a frame shows every point that it should, once, and no other.
///
/// A strategy that fails is invalid, whatever its other values.
public struct Conservation: Hashable, Sendable {
  /// The share of the wanted points that are in some cluster; 1 where none is wanted.
  public var coverage: Double

  /// Members beyond the first time a point appears.
  public var duplicates: Int

  /// Members, repeats counted, that are no point of the data.
  public var aliens: Int

  /// How far the clusters' declared counts are off, summed.
  public var countError: Int

  /// Whether every position and radius is finite.
  public var isFinite: Bool

  /// Whether nothing is wrong.
  public var passes: Bool { coverage == 1 && duplicates == 0 && aliens == 0 && countError == 0 && isFinite }

  /// Judges clusters that are given as lists.
  ///
  /// - Parameters:
  ///   - clusters: the members of each cluster, as indices of points.
  ///   - counts: the count that each cluster declares.
  ///   - wanted: the points to be shown.
  ///   - pointCount: the number of points of the data; other indices are aliens.
  ///   - numbers: positions and radii, to be looked through for ones that are not finite.
  /// - Precondition: as many counts as clusters, and wanted points in 0..<`pointCount`.
  /// - Complexity: O(*n* + *m*), where *m* is the number of members.
  public init(
    clusters: [[Int]], counts: [Int], wanted: some Sequence<Int>, pointCount: Int,
    numbers: some Sequence<Double> = EmptyCollection()
  ) {
    precondition(clusters.count == counts.count, "a count for each cluster")
    var tally = ConservationTally(pointCount: pointCount, wanted: wanted)
    for (members, count) in zip(clusters, counts) {
      for member in members { tally.add(member) }
      tally.endCluster(declared: count)
    }
    self = tally.verdict(isFinite: numbers.allSatisfy { $0.isFinite })
  }

  init(coverage: Double, duplicates: Int, aliens: Int, countError: Int, isFinite: Bool) {
    self.coverage = coverage
    self.duplicates = duplicates
    self.aliens = aliens
    self.countError = countError
    self.isFinite = isFinite
  }
}

/// Counts members as they come by.
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
