import Pinfold
import PinfoldDrawing
import PinfoldEvaluation

extension ReportFacts {
  /// Pictures of strategies and their values, step by step as the camera moves.
  func paths(_ gallery: StudyGallery) -> ReportSection {
    let wanted = [("A2", "churn"), ("A1", "tangled"), ("L1", "count")]
    let measures = wanted.compactMap { id, name in
      results.measure(id, name) ?? results.measures.firstIndex { $0.id == id && $0.scope == .pair }
    }.filter { results.measures[$0].scope != .sequence }
    var blocks: [ReportBlock] = []
    for (camera, movement) in results.cameras.enumerated() {
      let figures = measures.compactMap { figure($0, camera: camera) }
      let strips = gallery.strips.filter { $0.camera == camera }.compactMap { strip($0) }
      guard !figures.isEmpty || !strips.isEmpty else { continue }
      blocks.append(.heading("Along \(movement.label)"))
      blocks += strips + figures
    }
    if blocks.isEmpty {
      blocks = [.paragraph("The study has no values along a camera's path of churn, tangles or markers.")]
    }
    return ReportSection("paths", "As the camera moves", blocks)
  }

  /// Small pictures of each strategy, one after the other as the camera moves.
  private func strip(_ strip: StudyGallery.Strip) -> ReportBlock? {
    let ranked = ranked.filter { strip.frames.indices.contains($0) && !strip.frames[$0].isEmpty }
    guard !ranked.isEmpty else { return nil }
    let drawing = MapDrawing(layers: [.coast, .markers])
    let camera = results.cameras[strip.camera].label
    let rows = ranked.map { strategy -> (name: String, cells: [ReportFigure?]) in
      let label = name(of: strategy)
      let cells = strip.steps.indices.map { index -> ReportFigure? in
        guard strip.frames[strategy].indices.contains(index) else { return nil }
        let frame = strip.frames[strategy][index]
        return ReportFigure(
          "strip-\(strip.camera + 1)-\(label.slug)-\(strategy + 1)-\(strip.steps[index])",
          drawing.picture(of: frame),
          caption:
            "\(label) at step \(strip.steps[index]) of \(camera): \(counted(frame.count, "marker"))")
      }
      return (label, cells)
    }
    return .pictures(
      ReportPictures(
        form: .strip,
        caption:
          "What \(camera) shows of \(results.datasets[strip.dataset].name), from its first step to its last.",
        columns: strip.steps.map { "step \($0)" }, rows: rows))
  }

  private func figure(_ place: Int, camera: Int) -> ReportBlock? {
    let measure = results.measures[place]
    let lines = ranked.compactMap { strategy -> XYChart.Series? in
      let paths = results.datasets.indices.map {
        results.series(place, dataset: $0, strategy: strategy, camera: camera)
      }
      let steps = paths.map(\.count).max() ?? 0
      let points = (0..<steps).map { step in
        let values = sources.compactMap { block in
          measure.measure.reduced(
            block.compactMap { paths[$0].indices.contains(step) ? paths[$0][step].number : nil })
        }
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
    let steps = lines.flatMap { $0.points.map(\.x) }
    return .chart(
      "path-\(measure.label.slug)-\(camera + 1)", "\(measure.label) along \(label)",
      x: ChartAxis("step of the camera", range: (steps.min() ?? 0)...(steps.max() ?? 1), isWhole: true),
      y: ChartAxis(measure.title), lines,
      caption: "\(measure.label) at each step of \(label): medians over sources.")
  }
}
