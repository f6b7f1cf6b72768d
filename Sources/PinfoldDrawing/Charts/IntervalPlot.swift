/// Values with intervals below each other, each on a line of its own: a forest plot.
package struct IntervalPlot: Hashable, Sendable {
  /// The title.
  package var title: String

  /// The axis of the values.
  package var axis: ChartAxis

  /// The lines, from the top down.
  package var rows: [Row]

  /// The value at which a line is drawn across all rows, such as no difference; nil for none.
  package var reference: Double?

  /// The width in screen points.
  package var width = 640.0

  /// Describes a plot.
  package init(_ title: String, axis: ChartAxis, rows: [Row], reference: Double? = nil) {
    self.title = title
    self.axis = axis
    self.rows = rows
    self.reference = reference
  }

  /// One value with its interval.
  package struct Row: Hashable, Sendable {
    package var name: String
    package var value: Double
    /// The ends of the interval; nil where there is none.
    package var interval: ClosedRange<Double>?
    /// The text at the end of the line.
    package var note: String

    package init(_ name: String, _ value: Double, interval: ClosedRange<Double>?, note: String = "") {
      self.name = name
      self.value = value
      self.interval = interval
      self.note = note
    }
  }

  /// The plot as a picture.
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
      svg.element("text", ["class": "title", "x": 8, "y": 20], text: title)
      for tick in layout.ticks {
        guard let x = at(tick.value) else { continue }
        drawRule(&svg, "rule", from: (x, top), to: (x, bottom))
        svg.element(
          "text", ["class": "soft middle", "x": .number(x), "y": .number(bottom + 16)], text: tick.text)
      }
      if let x = reference.flatMap(at) { drawRule(&svg, "frame", from: (x, top), to: (x, bottom)) }
      svg.element(
        "text", ["class": "soft middle", "x": .number((left + right) / 2), "y": .number(bottom + 34)],
        text: axis.label)
      for (place, row) in rows.enumerated() {
        let y = top + (Double(place) + 0.5) * step
        svg.element("text", ["class": "end", "x": .number(left - 10), "y": .number(y + 4)], text: row.name)
        svg.element("text", ["class": "soft", "x": .number(right + 10), "y": .number(y + 4)], text: row.note)
        if let interval = row.interval, let low = at(interval.lowerBound), let high = at(interval.upperBound)
        {
          drawRule(&svg, "trace s0", from: (low, y), to: (high, y))
        }
        guard let x = at(row.value) else { continue }
        svg.element("circle", ["class": "f0", "cx": .number(x), "cy": .number(y), "r": 4.5])
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
