import PinfoldDrawing
import PinfoldEvaluation

extension ReportFacts {
  /// Quality against the number of markers, for strategies that were tried with several parameters.
  var curves: ReportSection {
    let families = Dictionary(grouping: results.competitors) { results.strategies[$0].family }
    let names = results.competitors.map { results.strategies[$0].family }.uniqued
    let swept = names.filter { (families[$0] ?? []).count > 1 }
    guard !swept.isEmpty, let count = results.measure("L1", "count") else {
      return ReportSection(
        "curves", "Quality against the number of markers",
        [
          .paragraph(
            "No strategy was tried with several parameters, so there are no curves. Compare strategies at equal numbers of "
              + "markers, for most measures grow or fall with them.")
        ])
    }
    let ranked = ranked
    let figures = analyses.filter { $0.analysis?.isSaturated != true }.map(\.criterion).compactMap {
      criterion -> ReportBlock? in
      let measure = results.measures[criterion.measure]
      let label = results.label(criterion)
      let (counts, scores) = (medians(criterion.with(measure: count)), medians(criterion))
      let series = names.enumerated().flatMap { color, family -> [XYChart.Series] in
        let points = (families[family] ?? []).filter(ranked.contains).compactMap {
          strategy -> XYChart.Point? in
          guard let x = counts[strategy], let y = scores[strategy] else { return nil }
          return XYChart.Point(x: x, y: y)
        }
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        guard points.count > 1 else {
          return points.isEmpty ? [] : [XYChart.Series(family, points, as: .dots, color: color)]
        }
        // The dots are the measurements, the line only leads from one to the next.
        return [
          XYChart.Series(family, sorted, color: color), XYChart.Series(nil, sorted, as: .dots, color: color),
        ]
      }
      guard !series.isEmpty else { return nil }
      return .chart(
        "curve-\(label.slug)", "\(label) against the number of markers", x: ChartAxis("markers in a view"),
        y: ChartAxis(measure.title), series,
        caption: "\(label) of each strategy's parameters over the markers that they make, medians over "
          + "sources; at equal markers the \(measure.measure.better == .higher ? "higher" : "lower") line is better."
      )
    }
    return ReportSection(
      "curves", "Quality against the number of markers",
      figures.isEmpty ? [.paragraph("No values yet.")] : figures)
  }
}
