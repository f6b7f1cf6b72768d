import Pinfold
import PinfoldDrawing
import PinfoldEvaluation

extension ReportFacts {
  /// Pictures of the strategies' frames: a row for each point set.
  func images(_ gallery: StudyGallery) -> ReportSection {
    var blocks: [ReportBlock] = []
    let strategies = results.competitors
    let rows = results.datasets.enumerated().compactMap {
      dataset, points -> (name: String, cells: [ReportFigure?])? in
      let frames = strategies.map { ($0, gallery.frame(dataset: dataset, strategy: $0)) }
      guard let any = frames.lazy.compactMap(\.1).first else { return nil }
      let data = ReportFigure(
        "points-\(points.name.slug)-\(dataset + 1)", Self.points(of: any),
        caption: "The points of \(points.name)")
      let cells = frames.map { strategy, frame in
        frame.map { frame in
          // Lines and their names would be too small to read.
          let drawing = MapDrawing(layers: [.coast, .markers])
          let label = results.strategies[strategy].label
          return ReportFigure(
            "map-\(points.name.slug)-\(dataset + 1)-\(label.slug)-\(strategy + 1)",
            drawing.picture(of: frame),
            caption: "\(label) on \(points.name): \(counted(frame.count, "marker"))")
        }
      }
      return (points.name, [data] + cells)
    }
    if rows.isEmpty {
      blocks.append(.paragraph("There are no frames to show."))
    } else {
      blocks.append(
        .pictures(
          ReportPictures(
            caption:
              "The first frame along the first camera: a row for each data set, its points, then each strategy.",
            columns: ["points"] + strategies.map { results.strategies[$0].label }, rows: rows)))
    }
    if !gallery.notes.isEmpty { blocks.append(.list(gallery.notes)) }
    return ReportSection("images", "What it looks like", blocks)
  }

  /// The points of a frame's view on a map a quarter as wide, so that a few dots represent them.
  private static func points(of frame: Frame) -> Picture {
    var viewport = frame.view.viewport
    viewport.zoom -= 2
    (viewport.width, viewport.height, viewport.margin) = (viewport.width / 4, viewport.height / 4, 0)
    let small = try? Clusterer(NoneStrategy()).build(frame.points).frame(for: viewport)
    return MapDrawing(layers: [.coast, .points]).picture(of: small ?? frame)
  }
}
