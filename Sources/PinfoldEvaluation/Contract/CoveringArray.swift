/// A covering array of strength two: any two levels of different factors share a row.
///
/// Greedy, row by row (D. M. Cohen et al., "The AETG System: An Approach to Testing Based on Combinatorial
/// Design", 1997), but without random numbers, so that equal factors give equal rows.
struct CoveringArray {
  /// The rows; each has one level, counted from 0, of each factor.
  private(set) var rows: [[Int]] = []

  /// - Parameter counts: the number of levels of each factor.
  init(levels counts: [Int]) {
    var uncovered: Set<Pair> = []
    var all: [Pair] = []
    for first in counts.indices {
      for second in counts.indices where second > first {
        for level in 0..<counts[first] {
          all += (0..<counts[second]).map { Pair(first: [first, level], second: [second, $0]) }
        }
      }
    }
    uncovered.formUnion(all)
    for pair in all where uncovered.contains(pair) {
      var row = [Int?](repeating: nil, count: counts.count)
      row[pair.first[0]] = pair.first[1]
      row[pair.second[0]] = pair.second[1]
      for factor in counts.indices where row[factor] == nil {
        func gain(_ level: Int) -> Int {
          counts.indices.count { other in
            row[other].map { uncovered.contains(Pair([factor, level], [other, $0])) } ?? false
          }
        }
        let gains = (0..<counts[factor]).map(gain)
        row[factor] = gains.firstIndex(of: gains.max() ?? 0) ?? 0
      }
      let levels = row.map { $0 ?? 0 }
      for first in levels.indices {
        for second in levels.indices where second > first {
          uncovered.remove(Pair(first: [first, levels[first]], second: [second, levels[second]]))
        }
      }
      rows.append(levels)
    }
  }

  /// Two levels, each with its factor before it, the lesser factor first.
  private struct Pair: Hashable {
    let first: [Int]
    let second: [Int]

    init(first: [Int], second: [Int]) { (self.first, self.second) = (first, second) }

    init(_ one: [Int], _ other: [Int]) {
      self = one[0] < other[0] ? Pair(first: one, second: other) : Pair(first: other, second: one)
    }
  }
}
