import PinfoldDrawing
import PinfoldEvaluation

extension ReportFacts {
  /// The trade-offs: two measures against each other, with the strategies that no other beats in both.
  var tradeoffs: ReportSection {
    let wanted = [
      (results.measure("F1", "constant"), results.measure("L2", "share")),
      (results.measure("S3", "hard"), results.measure("A3", "mean")),
    ]
    let pairs = wanted.flatMap { x, y -> [(Criterion, Criterion)] in
      guard let x, let y else { return [] }
      return Array(zip(results.criteria(x), results.criteria(y)))
    }
    let nothing =
      "There is nothing to weigh: that takes values of quantization and overlap, or of nesting and travel, for two valid strategies."
    let figures = pairs.compactMap { pareto($0, $1) }
    return ReportSection("tradeoffs", "Trade-offs", figures.isEmpty ? [.paragraph(nothing)] : figures)
  }

  private func pareto(_ x: Criterion, _ y: Criterion) -> ReportBlock? {
    let (horizontal, vertical) = (results.measures[x.measure], results.measures[y.measure])
    let (across, up) = (medians(x), medians(y))
    let weighed = "\(vertical.label) against \(horizontal.label)"
    let title = results.cameras.count > 1 ? "\(weighed) along \(x.along)" : weighed
    let medians = ranked.compactMap { strategy -> (strategy: Int, x: Double, y: Double)? in
      guard let x = across[strategy], let y = up[strategy] else { return nil }
      return (strategy, x, y)
    }
    guard medians.count > 1 else { return nil }
    let front = ParetoFront.of(
      medians.map { ($0.x, $0.y) }, horizontal.measure.better, vertical.measure.better
    ).map { medians[$0] }
    var series: [XYChart.Series] = []
    for (strategy, medianX, medianY) in medians {
      let dots = results.datasets.indices.compactMap { dataset -> XYChart.Point? in
        guard let x = results.score(x, dataset: dataset, strategy: strategy).value.number,
          let y = results.score(y, dataset: dataset, strategy: strategy).value.number
        else { return nil }
        return XYChart.Point(x: x, y: y)
      }
      if dots.count > 1 { series.append(XYChart.Series(nil, dots, as: .faintDots, color: strategy)) }
      series.append(
        XYChart.Series(
          name(of: strategy), [XYChart.Point(x: medianX, y: medianY)], as: .dots, color: strategy))
    }
    // Before the dots, so that they lie on it.
    series.insert(
      XYChart.Series("front", front.map { XYChart.Point(x: $0.x, y: $0.y) }, as: .line, color: 6), at: 0)
    let names = front.map { point -> String in
      let name = name(of: point.strategy)
      let isDecided = [horizontal, vertical].contains {
        results.isDecided($0, byConstructionOf: point.strategy)
      }
      return isDecided ? "\(name) (one of the measures by construction)" : name
    }.joined(separator: ", ")
    return .chart(
      "pareto-\(title.slug)", title, x: ChartAxis(horizontal.title), y: ChartAxis(vertical.title), series,
      caption: "\(title): a faint dot for each data set, a full one for the median over sources. No other is "
        + "better in both ways than those on the front: \(names).")
  }
}
