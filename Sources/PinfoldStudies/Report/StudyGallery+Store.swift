public import Pinfold
import PinfoldEvaluation

extension StudyGallery {
  /// Restores the first frame of each strategy on each point set: along the first camera that begins with the
  /// view of all points, or else along the first of all; and on the first point set some frames along each
  /// camera.
  ///
  /// Frames need their points. A point set that can no longer be read, or has changed, is reported in
  /// ``notes``.
  ///
  /// - Parameters:
  ///   - store: the study.
  ///   - results: the results in the store.
  ///   - registry: makes the study's datasets.
  public init(restoring store: StudyStore, _ results: StudyResults, registry: Registry) {
    self.init()
    let camera = results.cameras.firstIndex { $0.start == "fit" } ?? 0
    descriptors = results.datasets.map { _ in nil }
    for (dataset, studied) in results.datasets.enumerated() {
      var row = [Frame?](repeating: nil, count: results.strategies.count)
      do {
        let points = try store.points(of: dataset, registry: registry)
        for strategy in results.strategies.indices {
          let run = results.runs(dataset: dataset, strategy: strategy).first { $0.camera == camera }
          row[strategy] = try run.flatMap { try store.frames(of: $0, points: points).first }
        }
        descriptors[dataset] = try PointDescriptors(of: points)
        let isReported = !results.tuning.contains(dataset)
        if strips.isEmpty, isReported { strips = try Self.strips(dataset, of: points, store, results) }
      } catch {
        notes.append("Frames of \(studied.name) cannot be shown: \(error).")
      }
      frames.append(row)
    }
  }

  private static func strips(
    _ dataset: Int, of points: PointSet, _ store: StudyStore, _ results: StudyResults
  ) throws -> [Strip] {
    try results.cameras.indices.compactMap { camera in
      let frames = try results.strategies.indices.map { strategy -> [Frame] in
        let run = results.runs(dataset: dataset, strategy: strategy).first { $0.camera == camera }
        guard let run, run.failure == nil else { return [] }
        return try store.frames(of: run, points: points)
      }
      let steps = Strip.steps(of: frames.map(\.count).max() ?? 0)
      guard steps.count > 1 else { return nil }
      let shown = frames.map { frames in steps.compactMap { frames.indices.contains($0) ? frames[$0] : nil } }
      return Strip(dataset: dataset, camera: camera, steps: steps, frames: shown)
    }
  }
}
