package import PinfoldDrawing

extension XYChart {
  /// Times against numbers of points, both by their logarithms, so that an exponent is a slope.
  ///
  /// - Parameters:
  ///   - name: what takes the time, as in "build".
  ///   - lines: times by count, each with its name and colour.
  static func scaling(
    _ name: String, _ lines: [(name: String, samples: [(count: Double, seconds: Double)], color: Int)]
  ) -> XYChart {
    forReport(
      "Time of a \(name) against the number of points", x: ChartAxis("points", isLogarithmic: true),
      y: ChartAxis("milliseconds", isLogarithmic: true),
      series: lines.map { line in
        XYChart.Series(
          line.name, line.samples.map { XYChart.Point(x: $0.count, y: $0.seconds * 1000) }, color: line.color)
      })
  }
}

extension ScaleResult {
  /// A chart of builds and one of frames, each strategy with its exponent.
  package var picture: Picture {
    func chart(_ name: String, _ timing: KeyPath<ScaleRow.Size, Timing>) -> Picture {
      let lines = rows.enumerated().compactMap { color, row in
        let samples = row.medians(timing)
        let exponent = ScalingExponent(samples).map { " · \(ReportNumber.exponent($0.slope))" } ?? ""
        return samples.isEmpty ? nil : (name: row.strategy + exponent, samples: samples, color: color)
      }
      return XYChart.scaling(name, lines).picture
    }
    return Picture.grid([chart("build", \.build), chart("first frame", \.frame)], columns: 1)
  }
}

extension ReportNumber {
  /// An exponent, to the two decimals that times are good for.
  package static func exponent(_ value: Double) -> String {
    text((value * 100).rounded() / 100)
  }
}
