/// Values over values: lines, steps and dots in one frame.
package struct XYChart: Hashable, Sendable {
  package var title: String
  package var x: ChartAxis
  package var y: ChartAxis

  /// The series, in the order of the legend.
  package var series: [Series]

  /// In screen points.
  package var width = 460.0
  package var height = 320.0

  package init(_ title: String, x: ChartAxis, y: ChartAxis, series: [Series]) {
    (self.title, self.x, self.y, self.series) = (title, x, y, series)
  }

  package var picture: Picture {
    let layout = ChartLayout(self)
    return Picture(width: width, height: height) { svg in
      svg.label(title, "title", x: 8, y: 20)
      layout.drawAxes(to: &svg)
      // Faint dots lie behind everything else.
      for series in series where series.form == .faintDots { layout.draw(series, to: &svg) }
      for series in series where series.form != .faintDots { layout.draw(series, to: &svg) }
      layout.drawLegend(to: &svg)
    }
  }

  /// One line or cloud of a chart.
  package struct Series: Hashable, Sendable {
    /// Its name in the legend; nil leaves it out there.
    package var name: String?

    /// The points of the line. Points that an axis cannot show interrupt it.
    package var points: [Point]
    package var form: Form

    /// The index in the order of colors: equal numbers look alike.
    package var color: Int

    package init(_ name: String?, _ points: [Point], as form: Form = .line, color: Int) {
      (self.name, self.points, self.form, self.color) = (name, points, form, color)
    }
  }

  package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  package enum Form: Hashable, Sendable {
    /// Straight lines from value to value.
    case line

    /// A line that keeps each value until the next one's x, as a distribution does.
    case steps

    /// A dot for each value.
    case dots

    /// A faint dot for each value, behind the others.
    case faintDots
  }
}

extension XYChart.Series {
  /// The share of values up to each value: an empirical distribution.
  package static func distribution(_ name: String?, of values: [Double], color: Int) -> Self {
    let sorted = values.sorted()
    let count = Double(sorted.count)
    return Self(
      name, sorted.enumerated().map { XYChart.Point(x: $0.element, y: Double($0.offset + 1) / count) },
      as: .steps,
      color: color)
  }
}

private struct ChartLayout {
  private let chart: XYChart
  private let x: AxisLayout
  private let y: AxisLayout
  private let named: [XYChart.Series]
  private let (left, right, top, bottom): (Double, Double, Double, Double)

  /// The colors of the lines along each stretch, and of the dots at each position, in the order of series.
  private var stretches: [Stretch: [Int]] = [:]
  private var dots: [Stretch: [Int]] = [:]

  init(_ chart: XYChart) {
    self.chart = chart
    let points = chart.series.flatMap(\.points)
    x = AxisLayout(chart.x, values: points.lazy.map(\.x))
    y = AxisLayout(chart.y, values: points.lazy.map(\.y))
    named = chart.series.filter { $0.name != nil }
    let numbers = y.ticks.map { Theme.width(of: $0.text, size: 11) }.max() ?? 0
    left = 30 + numbers
    let names = named.map { Theme.width(of: $0.name ?? "", size: 11) }.max() ?? 0
    right = chart.width - (named.isEmpty ? 14 : 44 + min(names, chart.width / 3))
    top = 34
    bottom = chart.height - 42
    for series in chart.series {
      switch series.form {
      case .line, .steps:
        for stretch in Set(corners(of: series).flatMap { zip($0, $0.dropFirst()).map { Stretch($0, $1) } }) {
          stretches[stretch, default: []].append(series.color)
        }
      case .dots, .faintDots:
        for dot in Set(series.points.compactMap(place).map { Stretch($0, $0) }) {
          if dots[dot]?.contains(series.color) != true { dots[dot, default: []].append(series.color) }
        }
      }
    }
  }

  private func place(_ point: XYChart.Point) -> (x: Double, y: Double)? {
    guard let east = x.share(of: point.x), let north = y.share(of: point.y) else { return nil }
    return (left + east * (right - left), bottom - north * (bottom - top))
  }

  func drawAxes(to svg: inout SVGWriter) {
    for tick in y.ticks {
      guard let share = y.share(of: tick.value) else { continue }
      let at = bottom - share * (bottom - top)
      svg.rule("rule", x: (left, right), y: (at, at))
      svg.label(tick.text, "soft end", x: left - 5, y: at + 4)
    }
    for tick in x.ticks {
      guard let share = x.share(of: tick.value) else { continue }
      let at = left + share * (right - left)
      svg.rule("frame", x: (at, at), y: (bottom, bottom + 4))
      svg.label(tick.text, "soft middle", x: at, y: bottom + 16)
    }
    svg.rule("frame", x: (left, right), y: (bottom, bottom))
    svg.label(chart.x.label, "soft middle", x: (left + right) / 2, y: chart.height - 8)
    let middle = SVGWriter.number((top + bottom) / 2)
    svg.element(
      "text", ["class": "soft middle", "transform": .text("translate(14 \(middle)) rotate(-90)")],
      text: chart.y.label)
  }

  func draw(_ series: XYChart.Series, to svg: inout SVGWriter) {
    switch series.form {
    case .line, .steps:
      for part in parts(of: series) { draw(part, of: series, to: &svg) }
    case .dots, .faintDots:
      let look = Theme.fill(series.color) + (series.form == .faintDots ? " faint" : "")
      for place in series.points.compactMap(place) {
        // Earlier dots at one position are larger, so that each shows a rim.
        let colors = dots[Stretch(place, place)] ?? []
        let above = colors.count - 1 - (colors.firstIndex(of: series.color) ?? 0)
        drawDot(series.color, look, at: place, size: 4 + 2 * Double(min(max(above, 0), 4)), to: &svg)
      }
    }
  }

  /// A run of a line along which the same lines coincide.
  private struct Part {
    var corners: [(x: Double, y: Double)]
    var colors: [Int]
  }

  private func parts(of series: XYChart.Series) -> [Part] {
    corners(of: series).flatMap { corners -> [Part] in
      // Round ends make a dot of a value that stands alone.
      guard corners.count > 1 else { return [Part(corners: corners + corners, colors: [])] }
      var parts: [Part] = []
      for (start, end) in zip(corners, corners.dropFirst()) {
        let colors = stretches[Stretch(start, end)] ?? []
        if let last = parts.last, last.colors == colors {
          parts[parts.count - 1].corners.append(end)
        } else {
          parts.append(Part(corners: [start, end], colors: colors))
        }
      }
      return parts
    }
  }

  /// Lines that coincide take turns in dashes of their colors.
  private func draw(_ part: Part, of series: XYChart.Series, to svg: inout SVGWriter) {
    var path = SVGPath()
    path.move(to: part.corners[0].x, part.corners[0].y)
    for corner in part.corners.dropFirst() { path.line(to: corner.x, corner.y) }
    let look = "trace \(Theme.series(series.color))"
    guard part.colors.count > 1 else {
      svg.path(look, path, ["stroke-dasharray": .text(Theme.dashes(series.color))])
      return
    }
    let dash = 7.0
    let (count, turn) = (Double(part.colors.count), Double(part.colors.firstIndex(of: series.color) ?? 0))
    svg.path(
      "\(look) turns", path,
      [
        "stroke-dasharray": .text("\(SVGWriter.number(dash)) \(SVGWriter.number(dash * (count - 1)))"),
        "stroke-dashoffset": .number(-dash * turn),
      ])
  }

  /// The corners of a series' line, from interruption to interruption.
  private func corners(of series: XYChart.Series) -> [[(x: Double, y: Double)]] {
    series.points.map(place).split { $0 == nil }.map { run in
      var corners: [(x: Double, y: Double)] = []
      for place in run.compactMap(\.self) {
        if series.form == .steps, let last = corners.last { corners.append((place.x, last.y)) }
        corners.append(place)
      }
      return corners
    }
  }

  /// A dot whose shape differs by series too.
  private func drawDot(
    _ series: Int, _ look: String, at place: (x: Double, y: Double), size: Double = 4,
    to svg: inout SVGWriter
  ) {
    switch series % 3 {
    case 0:
      svg.circle(look, x: place.x, y: place.y, radius: size)
    case 1:
      svg.rect(
        look, x: place.x - size * 0.88, y: place.y - size * 0.88, width: size * 1.76, height: size * 1.76)
    default:
      var path = SVGPath(
        (place.x, place.y - size * 1.2), (place.x + size * 1.15, place.y + size * 0.8),
        (place.x - size * 1.15, place.y + size * 0.8))
      path.close()
      svg.path(look, path)
    }
  }

  func drawLegend(to svg: inout SVGWriter) {
    for (row, series) in named.enumerated() {
      let at = top + 6 + Double(row) * 17
      switch series.form {
      case .line, .steps:
        svg.rule(
          "trace \(Theme.series(series.color))", dashes: Theme.dashes(series.color),
          x: (right + 10, right + 32), y: (at, at))
      case .dots, .faintDots:
        drawDot(series.color, Theme.fill(series.color), at: (right + 21, at), to: &svg)
      }
      svg.label(series.name ?? "", x: right + 38, y: at + 4)
    }
  }
}

/// A stretch between two corners of lines, or a position where both are one, to a hundredth of a point.
private struct Stretch: Hashable {
  private let ends: [Double]

  init(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double)) {
    ends = [start.x, start.y, end.x, end.y].map { ($0 * 100).rounded() }
  }
}
