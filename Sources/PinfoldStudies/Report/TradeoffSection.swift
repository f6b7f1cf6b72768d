import PinfoldDrawing
import PinfoldEvaluation

extension ReportFacts {
  /// The trade-offs: two measures against each other, with the strategies that no other beats in both.
  var tradeoffs: ReportSection {
    let wanted = [
      (measure("F1", "constant"), measure("L2", "share")), (measure("S3", "hard"), measure("A3", "mean")),
    ]
    let figures = wanted.compactMap { x, y in x.flatMap { x in y.flatMap { pareto(x, $0) } } }
    return ReportSection(
      "tradeoffs", "Trade-offs",
      figures.isEmpty
        ? [
          .paragraph(
            "There is nothing to weigh: the study has no values of F1 with L2, nor of S3 with A3, for two valid strategies."
          )
        ] : figures.flatMap { $0 })
  }

  private func pareto(_ x: Int, _ y: Int) -> [ReportBlock]? {
    let (horizontal, vertical) = (results.measures[x], results.measures[y])
    let medians = valid.compactMap { strategy -> (strategy: Int, x: Double, y: Double)? in
      guard let x = median(x, strategy: strategy), let y = median(y, strategy: strategy) else { return nil }
      return (strategy, x, y)
    }
    guard medians.count > 1 else { return nil }
    let front = ParetoFront.of(
      medians.map { ($0.x, $0.y) }, horizontal.measure.better, vertical.measure.better
    ).map { medians[$0] }
    var series: [XYChart.Series] = []
    for (strategy, medianX, medianY) in medians {
      let dots = results.datasets.indices.compactMap { dataset -> XYChart.Point? in
        guard let x = results.score(x, dataset: dataset, strategy: strategy).number,
          let y = results.score(y, dataset: dataset, strategy: strategy).number
        else { return nil }
        return XYChart.Point(x: x, y: y)
      }
      if dots.count > 1 { series.append(XYChart.Series(nil, dots, as: .faintDots, color: strategy)) }
      series.append(
        XYChart.Series(
          results.strategies[strategy].label, [XYChart.Point(x: medianX, y: medianY)], as: .dots,
          color: strategy))
    }
    // Before the dots, so that they lie on it.
    series.insert(
      XYChart.Series("front", front.map { XYChart.Point(x: $0.x, y: $0.y) }, as: .line, color: 6), at: 0)
    let chart = XYChart.forReport(
      "\(vertical.label) against \(horizontal.label)", x: ChartAxis(horizontal.title),
      y: ChartAxis(vertical.title),
      series: series)
    let names = front.map { results.strategies[$0.strategy].label }.joined(separator: ", ")
    let caption =
      "\(vertical.label) against \(horizontal.label): a faint dot for each data set, a full one for the median. No other is "
      + "better in both ways than those on the front: \(names)."
    return [
      .figure(
        ReportFigure(
          "pareto-\(horizontal.label.slug)-\(vertical.label.slug)", chart.picture, caption: caption))
    ]
  }
}
