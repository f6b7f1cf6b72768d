import PinfoldDrawing
import PinfoldEvaluation

extension ReportFacts {
  /// The values of strategies step by step as the camera moves.
  var paths: ReportSection {
    let wanted = [("A2", "churn"), ("A1", "tangled"), ("L1", "count")]
    let measures = wanted.compactMap { id, name in
      measure(id, name) ?? results.measures.firstIndex { $0.id == id && $0.scope == .pair }
    }.filter { results.measures[$0].scope != .sequence }
    var blocks: [ReportBlock] = []
    for (camera, movement) in results.cameras.enumerated() {
      let figures = measures.compactMap { figure($0, camera: camera) }
      guard !figures.isEmpty else { continue }
      blocks.append(.heading("Along \(movement.label)"))
      blocks += figures
    }
    if blocks.isEmpty {
      blocks = [.paragraph("The study has no values along a camera's path of churn, tangles or markers.")]
    }
    return ReportSection("paths", "As the camera moves", blocks)
  }

  private func figure(_ place: Int, camera: Int) -> ReportBlock? {
    let measure = results.measures[place]
    let lines = ranked.compactMap { strategy -> XYChart.Series? in
      let paths = results.datasets.indices.map {
        results.series(place, dataset: $0, strategy: strategy, camera: camera)
      }
      let steps = paths.map(\.count).max() ?? 0
      let points = (0..<steps).map { step in
        let values = paths.compactMap { $0.indices.contains(step) ? $0[step].number : nil }
        return XYChart.Point(
          x: Double(measure.scope == .pair ? step + 1 : step), y: Quantile.median(of: values) ?? .nan)
      }
      guard points.contains(where: { $0.y.isFinite }) else { return nil }
      return XYChart.Series(name(of: strategy), points, color: strategy)
    }
    guard !lines.isEmpty, (lines.map(\.points.count).max() ?? 0) > 1 else { return nil }
    let values = lines.flatMap { $0.points.map(\.y) }.filter(\.isFinite)
    if let first = values.first, values.allSatisfy({ $0 == first }) {
      return .paragraph("\(measure.label): \(ReportNumber.text(first)) for every strategy at every step.")
    }
    let label = results.cameras[camera].label
    let chart = XYChart.forReport(
      "\(measure.label) along \(label)", x: ChartAxis("step of the camera"), y: ChartAxis(measure.title),
      series: lines)
    return .figure(
      ReportFigure(
        "path-\(measure.label.slug)-\(camera + 1)", chart.picture,
        caption: "\(measure.label) at each step of \(label): medians over data sets and seeds."))
  }
}
