/// Mean ranks on one line, with bars over those that do not differ (J. Demšar, JMLR 2006).
package struct CriticalDifferenceDiagram: Hashable, Sendable {
  /// The compared measure and the number of data sets.
  package var title: String

  /// The names with their mean ranks, 1 being the best.
  package var ranks: [Rank]

  /// The difference of mean ranks from which two differ.
  package var criticalDifference: Double

  /// Groups within which no two differ, as indices of ``ranks``.
  package var cliques: [[Int]]
  package var width = 620.0

  package init(_ title: String, ranks: [Rank], criticalDifference: Double, cliques: [[Int]]) {
    (self.title, self.ranks, self.criticalDifference, self.cliques) =
      (title, ranks, criticalDifference, cliques)
  }

  package struct Rank: Hashable, Sendable {
    package var name: String
    package var value: Double

    package init(_ name: String, _ value: Double) { (self.name, self.value) = (name, value) }
  }

  /// The mean ranks from the best to the worst of each group of two or more.
  private var bars: [ClosedRange<Double>] {
    cliques.compactMap { clique in
      let values = clique.map { ranks[$0].value }
      guard let low = values.min(), let high = values.max(), clique.count > 1 else { return nil }
      return low...high
    }
  }

  package var picture: Picture {
    let sorted = ranks.sorted { ($0.value, $0.name) < ($1.value, $1.name) }
    let half = (sorted.count + 1) / 2
    let bars = bars
    let names = sorted.map { Theme.width(of: $0.name, size: 11) }.max() ?? 0
    let (left, right) = (min(names, width / 3) + 24, width - min(names, width / 3) - 24)
    let highest = Double(max(2, sorted.count))
    func at(_ rank: Double) -> Double { left + (rank - 1) / (highest - 1) * (right - left) }
    // A measure's name with its camera may be longer than a line.
    let parts =
      Theme.width(of: title, size: 14) > width - 16
      ? title.split(separator: ": ", maxSplits: 1) : [title[...]]
    let top = Double(parts.count - 1) * 18
    let axis = top + 78.0
    let firstLabel = axis + 22 + Double(bars.count) * 7
    return Picture(width: width, height: firstLabel + Double(half) * 18) { svg in
      for (line, part) in parts.enumerated() {
        svg.label(String(part), "title", x: 8, y: 20 + Double(line) * 18)
      }
      svg.line(
        "frame", from: (at(1), top + 44),
        to: (at(1) + criticalDifference / (highest - 1) * (right - left), top + 44))
      svg.label("critical difference \(SVGWriter.number(criticalDifference))", "soft", x: at(1), y: top + 39)
      svg.line("frame", from: (left, axis), to: (right, axis))
      for rank in 1...Int(highest) {
        svg.line("frame", from: (at(Double(rank)), axis - 5), to: (at(Double(rank)), axis))
        svg.label("\(rank)", "soft middle", x: at(Double(rank)), y: axis - 9)
      }
      for (row, bar) in bars.enumerated() {
        let y = axis + 9 + Double(row) * 7
        svg.rule("bar s0", x: (at(bar.lowerBound) - 3, at(bar.upperBound) + 3), y: (y, y))
      }
      for (place, rank) in sorted.enumerated() {
        // The better half is named on the left, the best on top; the others on the right, the worst on top.
        let isLeft = place < half
        let row = isLeft ? place : sorted.count - 1 - place
        let y = firstLabel + Double(row) * 18
        let edge = isLeft ? left - 6 : right + 6
        svg.line("rule", from: (at(rank.value), axis), to: (at(rank.value), y))
        svg.line("rule", from: (at(rank.value), y), to: (edge, y))
        svg.label(rank.name, isLeft ? "end" : "", x: isLeft ? edge - 4 : edge + 4, y: y + 4)
      }
    }
  }
}
