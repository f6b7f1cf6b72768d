public import Pinfold

extension StudyGallery {
  /// Restores the first frame of each strategy on each point set: along the first camera that begins with the
  /// view of all points, or else along the first of all.
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
    for (dataset, studied) in results.datasets.enumerated() {
      var row = [Frame?](repeating: nil, count: results.strategies.count)
      do {
        let points = try store.points(of: dataset, registry: registry)
        for strategy in results.strategies.indices {
          let run = results.runs(dataset: dataset, strategy: strategy).first { $0.camera == camera }
          row[strategy] = try run.flatMap { try store.frames(of: $0, points: points).first }
        }
      } catch {
        notes.append("Frames of \(studied.name) cannot be shown: \(error).")
      }
      frames.append(row)
    }
  }
}
