import Pinfold

/// Which point sets have points in common, by their positions.
///
/// A sample of a file, a later edition of it, or another program's cut of the same source repeats its points,
/// often under other ids, or a little moved. Positions are in common that differ by less than ``reach``.
enum PointOverlap {
  /// The share of the smaller set's positions from which two sets are one source.
  static let oneSource = 0.5

  /// The share from which an overlap is worth a word.
  private static let least = 0.05

  /// The distance in either direction, in 2³²nds of the world, within which positions are one: 1.2 m at the
  /// equator, which no zoom up to 17 shows.
  private static let reach: UInt64 = 128

  /// The number of positions of the smaller set to look up in the other: those with the least hashes, so that
  /// they do not depend on the order of points.
  private static let most = 4096

  /// The pairs of sets that have positions in common, in the order of the sets.
  ///
  /// - Complexity: O(*n* log *n*) for *n* points in all, and O(log *n*) for each of at most 4,096 positions
  ///   of each pair and each column of positions within ``reach`` of it.
  static func found(in sets: [(name: String, points: PointSet)]) -> [StudyManifest.Overlap] {
    let positions = sets.map { distinctPositions(of: $0.points) }
    let samples = positions.map { positions in
      Array(positions.sorted { (hash($0), $0) < (hash($1), $1) }.prefix(most))
    }
    var overlaps: [StudyManifest.Overlap] = []
    for first in sets.indices {
      for second in sets.indices.dropFirst(first + 1)
      where sets[first].points.projection.wraps == sets[second].points.projection.wraps {
        let isFirstSmaller = positions[first].count <= positions[second].count
        let (small, large) = isFirstSmaller ? (first, second) : (second, first)
        guard !samples[small].isEmpty else { continue }
        let shared = samples[small].count { contains($0, in: positions[large]) }
        let share = Double(shared) / Double(samples[small].count)
        guard share >= least else { continue }
        overlaps.append(
          StudyManifest.Overlap(first: sets[first].name, second: sets[second].name, share: share))
      }
    }
    return overlaps
  }

  /// The positions of a set, each once, in ascending order.
  private static func distinctPositions(of points: PointSet) -> [UInt64] {
    let all = (0..<points.count).map { UInt64(points.x[$0]) << 32 | UInt64(points.y[$0]) }.sorted()
    return all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
  }

  /// Whether positions in ascending order have one within ``reach``, column by column.
  private static func contains(_ position: UInt64, in sorted: [UInt64]) -> Bool {
    let (x, y) = (position >> 32, position & 0xffff_ffff)
    var next = x < reach ? 0 : (x - reach) << 32
    while true {
      let index = sorted.indices.partitioningIndex { sorted[$0] >= next }
      guard index < sorted.count, sorted[index] >> 32 <= x + reach else { return false }
      let found = sorted[index] & 0xffff_ffff
      let column = (sorted[index] >> 32) << 32
      if found > y + reach {
        let (other, isBeyond) = column.addingReportingOverflow(1 << 32)
        if isBeyond { return false }
        next = other
      } else if found + reach < y {
        next = column + (y - reach)
      } else {
        return true
      }
    }
  }

  /// SplitMix64's mixing function.
  private static func hash(_ position: UInt64) -> UInt64 {
    var random = SplitMix64(seed: position)
    return random.next()
  }
}

extension StudyManifest.Overlap {
  /// Whether the sets are one source.
  var isOneSource: Bool { share >= PointOverlap.oneSource }

  /// "data sets 'a' and 'b' share 81 % of the smaller one's positions, exactly or nearly".
  var inWords: String {
    "data sets '\(first)' and '\(second)' share \(ReportNumber.percent(share)) of the smaller one's positions, "
      + "exactly or nearly"
  }
}
