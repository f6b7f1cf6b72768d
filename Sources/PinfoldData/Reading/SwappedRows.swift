/// Single rows whose longitude and latitude seem exchanged: far from the other rows as they are, and among
/// them the other way around.
struct SwappedRows {
  private(set) var count = 0

  /// The first such row.
  private(set) var first = 0

  /// Finds such rows among degrees; nil without any, where they are more than a quarter of the rows, and
  /// among fewer than five rows.
  ///
  /// - Complexity: O(*n*).
  init?(_ table: Table) {
    let rows = (0..<table.count).filter { table.problems[$0] == nil }
    guard rows.count > 4, let x = Self.range(rows, of: { table.x[$0] }),
      let y = Self.range(rows, of: { table.y[$0] }), !x.overlaps(y)
    else { return nil }
    for row in rows where y.contains(table.x[row]) && x.contains(table.y[row]) {
      if count == 0 { first = row }
      count += 1
    }
    guard count > 0, count * 4 <= rows.count else { return nil }
  }

  /// The middle half of some degrees and as much on both sides of it, at least one degree; nil where numbers
  /// are no degrees.
  private static func range(_ rows: [Int], of degrees: (Int) -> Double) -> ClosedRange<Double>? {
    // Half degrees are counted rather than sorted, which takes less time and depends on no order.
    var counts = [Int](repeating: 0, count: 721)
    for row in rows {
      let bin = (degrees(row) + 180) * 2
      guard bin >= 0, bin < 721 else { return nil }
      counts[Int(bin)] += 1
    }
    func quartile(_ share: Int) -> Double {
      var rest = rows.count * share / 4
      let bin = counts.firstIndex { count in
        rest -= count
        return rest < 0
      }
      return Double(bin ?? 720) / 2 - 180
    }
    let (low, high) = (quartile(1), quartile(3) + 0.5)
    let margin = max(1, high - low)
    return low - margin...high + margin
  }
}
