extension XYChart {
  /// The chart as a picture.
  package var picture: Picture {
    let layout = ChartLayout(self)
    return Picture(width: width, height: height) { svg in
      svg.element("text", ["class": "title", "x": 8, "y": 20], text: title)
      layout.drawAxes(to: &svg)
      // Faint dots lie behind everything else.
      for series in series where series.form == .faintDots { layout.draw(series, to: &svg) }
      for series in series where series.form != .faintDots { layout.draw(series, to: &svg) }
      layout.drawLegend(to: &svg)
    }
  }
}

/// The positions of a chart's parts.
private struct ChartLayout {
  private let chart: XYChart
  private let x: AxisLayout
  private let y: AxisLayout
  private let named: [XYChart.Series]
  private let (left, right, top, bottom): (Double, Double, Double, Double)

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
  }

  private func place(_ point: XYChart.Point) -> (x: Double, y: Double)? {
    guard let east = x.share(of: point.x), let north = y.share(of: point.y) else { return nil }
    return (left + east * (right - left), bottom - north * (bottom - top))
  }

  func drawAxes(to svg: inout SVGWriter) {
    for tick in y.ticks {
      guard let share = y.share(of: tick.value) else { continue }
      let at = bottom - share * (bottom - top)
      svg.element(
        "line",
        ["class": "rule", "x1": .number(left), "x2": .number(right), "y1": .number(at), "y2": .number(at)])
      svg.element(
        "text", ["class": "soft end", "x": .number(left - 5), "y": .number(at + 4)], text: tick.text)
    }
    for tick in x.ticks {
      guard let share = x.share(of: tick.value) else { continue }
      let at = left + share * (right - left)
      svg.element(
        "line",
        [
          "class": "frame", "x1": .number(at), "x2": .number(at), "y1": .number(bottom),
          "y2": .number(bottom + 4),
        ])
      svg.element(
        "text", ["class": "soft middle", "x": .number(at), "y": .number(bottom + 16)], text: tick.text)
    }
    svg.element(
      "line",
      [
        "class": "frame", "x1": .number(left), "x2": .number(right), "y1": .number(bottom),
        "y2": .number(bottom),
      ])
    svg.element(
      "text", ["class": "soft middle", "x": .number((left + right) / 2), "y": .number(chart.height - 8)],
      text: chart.x.label)
    let middle = SVGWriter.number((top + bottom) / 2)
    svg.element(
      "text", ["class": "soft middle", "transform": .text("translate(14 \(middle)) rotate(-90)")],
      text: chart.y.label)
  }

  func draw(_ series: XYChart.Series, to svg: inout SVGWriter) {
    switch series.form {
    case .line, .steps:
      svg.element(
        "path",
        [
          "class": .text("trace \(Theme.series(series.color))"),
          "stroke-dasharray": .text(Theme.dashes(series.color)), "d": .text(line(series)),
        ])
    case .dots, .faintDots:
      let look = Theme.fill(series.color) + (series.form == .faintDots ? " faint" : "")
      for place in series.points.compactMap(place) {
        drawDot(series.color, look, at: place, to: &svg)
      }
    }
  }

  private func line(_ series: XYChart.Series) -> String {
    var path = SVGPath()
    var previous: (x: Double, y: Double)?
    for point in series.points {
      guard let place = place(point) else {
        previous = nil
        continue
      }
      if let previous {
        if series.form == .steps { path.line(to: place.x, previous.y) }
        path.line(to: place.x, place.y)
      } else {
        path.move(to: place.x, place.y)
        // Round ends make a dot of a value that stands alone.
        path.line(to: place.x, place.y)
      }
      previous = place
    }
    return path.commands
  }

  /// A dot whose shape differs by series too.
  private func drawDot(
    _ series: Int, _ look: String, at place: (x: Double, y: Double), to svg: inout SVGWriter
  ) {
    let size = 4.0
    switch series % 3 {
    case 0:
      svg.element(
        "circle",
        ["class": .text(look), "cx": .number(place.x), "cy": .number(place.y), "r": .number(size)])
    case 1:
      svg.element(
        "rect",
        [
          "class": .text(look), "x": .number(place.x - size * 0.88), "y": .number(place.y - size * 0.88),
          "width": .number(size * 1.76), "height": .number(size * 1.76),
        ])
    default:
      var path = SVGPath()
      path.move(to: place.x, place.y - size * 1.2)
      path.line(to: place.x + size * 1.15, place.y + size * 0.8)
      path.line(to: place.x - size * 1.15, place.y + size * 0.8)
      path.close()
      svg.element("path", ["class": .text(look), "d": .text(path.commands)])
    }
  }

  func drawLegend(to svg: inout SVGWriter) {
    for (row, series) in named.enumerated() {
      let at = top + 6 + Double(row) * 17
      switch series.form {
      case .line, .steps:
        svg.element(
          "line",
          [
            "class": .text("trace \(Theme.series(series.color))"),
            "stroke-dasharray": .text(Theme.dashes(series.color)), "x1": .number(right + 10),
            "x2": .number(right + 32), "y1": .number(at), "y2": .number(at),
          ])
      case .dots, .faintDots:
        drawDot(series.color, Theme.fill(series.color), at: (right + 21, at), to: &svg)
      }
      svg.element("text", ["x": .number(right + 38), "y": .number(at + 4)], text: series.name ?? "")
    }
  }
}
