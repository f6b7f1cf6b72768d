/// A covering array of strength two: any two levels of different factors share a row.
///
/// Greedy, row by row (D. M. Cohen et al., "The AETG System: An Approach to Testing Based on Combinatorial
/// Design", 1997), but without random numbers, so that equal factors give equal rows.
struct CoveringArray {
  /// The rows; each has one level, counted from 0, of each factor.
  private(set) var rows: [[Int]] = []

  /// - Parameter counts: the number of levels of each factor.
  init(levels counts: [Int]) {
    // A level of each of two factors, the lesser factor first.
    func pair(_ first: Int, _ level: Int, _ second: Int, _ other: Int) -> [Int] {
      first < second ? [first, level, second, other] : [second, other, first, level]
    }
    var all: [[Int]] = []
    for first in counts.indices {
      for second in counts.indices where second > first {
        for level in 0..<counts[first] {
          all += (0..<counts[second]).map { pair(first, level, second, $0) }
        }
      }
    }
    var uncovered = Set(all)
    for wanted in all where uncovered.contains(wanted) {
      var row = [wanted[0]: wanted[1], wanted[2]: wanted[3]]
      for factor in counts.indices where row[factor] == nil {
        let gains = (0..<counts[factor]).map { level in
          row.count { uncovered.contains(pair(factor, level, $0.key, $0.value)) }
        }
        row[factor] = gains.firstIndex(of: gains.max() ?? 0) ?? 0
      }
      for (first, level) in row {
        for (second, other) in row where second > first {
          uncovered.remove(pair(first, level, second, other))
        }
      }
      rows.append(counts.indices.map { row[$0] ?? 0 })
    }
  }
}
