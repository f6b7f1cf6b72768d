/// Values with intervals below each other, each on a line of its own: a forest plot.
package struct IntervalPlot: Hashable, Sendable {
  package var title: String
  package var axis: ChartAxis
  package var rows: [Row]

  /// The value at which a line is drawn across all rows, such as no difference.
  package var reference: Double?
  package var width = 640.0

  package init(_ title: String, axis: ChartAxis, rows: [Row], reference: Double? = nil) {
    (self.title, self.axis, self.rows, self.reference) = (title, axis, rows, reference)
  }

  package struct Row: Hashable, Sendable {
    package var name: String
    package var value: Double
    package var interval: ClosedRange<Double>?
    /// The text at the end of the line.
    package var note: String

    package init(_ name: String, _ value: Double, interval: ClosedRange<Double>?, note: String = "") {
      (self.name, self.value, self.interval, self.note) = (name, value, interval, note)
    }
  }

  package var picture: Picture {
    let ends = rows.flatMap { [$0.value] + ($0.interval.map { [$0.lowerBound, $0.upperBound] } ?? []) }
    let layout = AxisLayout(axis, values: ends + [reference].compactMap { $0 })
    let names = rows.map { Theme.width(of: $0.name, size: 11) }.max() ?? 0
    let notes = rows.map { Theme.width(of: $0.note, size: 11) }.max() ?? 0
    let (left, right) = (min(names, width / 3) + 20, width - min(notes, width / 3) - 24)
    let (top, step) = (38.0, 20.0)
    let bottom = top + Double(rows.count) * step + 4
    func at(_ value: Double) -> Double? { layout.share(of: value).map { left + $0 * (right - left) } }
    return Picture(width: width, height: bottom + 42) { svg in
      svg.label(title, "title", x: 8, y: 20)
      for tick in layout.ticks {
        guard let x = at(tick.value) else { continue }
        svg.line("rule", from: (x, top), to: (x, bottom))
        svg.label(tick.text, "soft middle", x: x, y: bottom + 16)
      }
      if let x = reference.flatMap(at) { svg.line("frame", from: (x, top), to: (x, bottom)) }
      svg.label(axis.label, "soft middle", x: (left + right) / 2, y: bottom + 34)
      for (place, row) in rows.enumerated() {
        let y = top + (Double(place) + 0.5) * step
        svg.label(row.name, "end", x: left - 10, y: y + 4)
        svg.label(row.note, "soft", x: right + 10, y: y + 4)
        if let interval = row.interval, let low = at(interval.lowerBound), let high = at(interval.upperBound)
        {
          svg.line("trace s0", from: (low, y), to: (high, y))
        }
        guard let x = at(row.value) else { continue }
        svg.circle("f0", x: x, y: y, radius: 4.5)
      }
    }
  }
}
