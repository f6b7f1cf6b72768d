/// Mean ranks on one line, with bars over those that do not differ: J. Demšar's picture of a comparison, JMLR
/// 2006.
package struct CriticalDifferenceDiagram: Hashable, Sendable {
  /// The title: what was compared, over how many datasets.
  package var title: String

  /// The names with their mean ranks, 1 being the best.
  package var ranks: [Rank]

  /// The difference of mean ranks from which two differ.
  package var criticalDifference: Double

  /// The groups within which no two differ, as indices of ``ranks``; nil for those that follow from the
  /// critical difference.
  package var cliques: [[Int]]?

  /// The width in screen points.
  package var width = 620.0

  /// Describes a diagram.
  package init(_ title: String, ranks: [Rank], criticalDifference: Double, cliques: [[Int]]? = nil) {
    self.title = title
    self.ranks = ranks
    self.criticalDifference = criticalDifference
    self.cliques = cliques
  }

  /// A name with its mean rank.
  package struct Rank: Hashable, Sendable {
    package var name: String
    package var value: Double

    package init(_ name: String, _ value: Double) {
      self.name = name
      self.value = value
    }
  }

  /// The widest groups of neighbours whose mean ranks are less than the critical difference apart, two or
  /// more each.
  var bars: [ClosedRange<Double>] {
    if let cliques {
      return cliques.compactMap { clique in
        let values = clique.map { ranks[$0].value }
        guard let low = values.min(), let high = values.max(), clique.count > 1 else { return nil }
        return low...high
      }
    }
    let values = ranks.map(\.value).sorted()
    var bars: [ClosedRange<Double>] = []
    for (place, low) in values.enumerated() {
      guard let last = values.lastIndex(where: { $0 - low < criticalDifference }), last > place else {
        continue
      }
      // A group that ends where the one before did lies within it.
      if let previous = bars.last, previous.upperBound >= values[last] { continue }
      bars.append(low...values[last])
    }
    return bars
  }

  /// The diagram as a picture.
  package var picture: Picture {
    let sorted = ranks.sorted { ($0.value, $0.name) < ($1.value, $1.name) }
    let half = (sorted.count + 1) / 2
    let bars = bars
    let names = sorted.map { Theme.width(of: $0.name, size: 11) }.max() ?? 0
    let (left, right) = (min(names, width / 3) + 24, width - min(names, width / 3) - 24)
    let highest = Double(max(2, sorted.count))
    func at(_ rank: Double) -> Double { left + (rank - 1) / (highest - 1) * (right - left) }
    let axis = 78.0
    let firstLabel = axis + 22 + Double(bars.count) * 7
    return Picture(width: width, height: firstLabel + Double(half) * 18) { svg in
      svg.element("text", ["class": "title", "x": 8, "y": 20], text: title)
      drawRule(
        &svg, "frame", from: (at(1), 44),
        to: (at(1) + criticalDifference / (highest - 1) * (right - left), 44))
      svg.element(
        "text", ["class": "soft", "x": .number(at(1)), "y": 39],
        text: "critical difference \(SVGWriter.number(criticalDifference))")
      drawRule(&svg, "frame", from: (left, axis), to: (right, axis))
      for rank in 1...Int(highest) {
        drawRule(&svg, "frame", from: (at(Double(rank)), axis - 5), to: (at(Double(rank)), axis))
        svg.element(
          "text", ["class": "soft middle", "x": .number(at(Double(rank))), "y": .number(axis - 9)],
          text: "\(rank)")
      }
      for (row, bar) in bars.enumerated() {
        let y = axis + 9 + Double(row) * 7
        svg.element(
          "line",
          [
            "class": "bar s0", "x1": .number(at(bar.lowerBound) - 3), "x2": .number(at(bar.upperBound) + 3),
            "y1": .number(y), "y2": .number(y),
          ])
      }
      for (place, rank) in sorted.enumerated() {
        // The better half is named on the left, the best on top; the others on the right, the worst on top.
        let isLeft = place < half
        let row = isLeft ? place : sorted.count - 1 - place
        let y = firstLabel + Double(row) * 18
        let edge = isLeft ? left - 6 : right + 6
        drawRule(&svg, "rule", from: (at(rank.value), axis), to: (at(rank.value), y))
        drawRule(&svg, "rule", from: (at(rank.value), y), to: (edge, y))
        svg.element(
          "text",
          ["class": isLeft ? "end" : "", "x": .number(isLeft ? edge - 4 : edge + 4), "y": .number(y + 4)],
          text: rank.name)
      }
    }
  }

  private func drawRule(
    _ svg: inout SVGWriter, _ look: String, from start: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) {
    svg.element(
      "line",
      [
        "class": .text(look), "x1": .number(start.x), "y1": .number(start.y), "x2": .number(end.x),
        "y2": .number(end.y),
      ])
  }
}
