import PinfoldData
import PinfoldEvaluation

extension StudyStore {
  /// Takes over the finished runs of another study, in one transaction.
  ///
  /// A run that both have must have the same frames, and the same values of the measures that both have; it
  /// gets the values that are missing here. One that failed gives way to one that did not.
  ///
  /// - Parameter ids: the ids that this study's plan gives its runs, by their identity.
  func take(_ part: StudyStore, ids: [Digest: Int]) throws(StudyError) {
    let finished = try part.finishedRuns().sorted { $0.value < $1.value }
    let partAxes = try part.read { try StudyAxes($0) }
    try write { db in
      let axes = try StudyAxes(db)
      for (identity, partID) in finished {
        let run = try part.read { try Self.finishedRun(partID, $0, partAxes) }
        guard let id = ids[identity], var run else {
          throw StudyError.damaged(
            part.folder, reason: "table 'run', row with id \(partID): not a run of the study's own plan")
        }
        let place = axes.run(at: id)
        (run.run.dataset, run.run.strategy) = (place.dataset, place.strategy)
        (run.run.camera, run.run.seed) = (place.camera, place.seed)
        guard let known = try Self.finishedRun(id, db, axes) else {
          try db.insert(run, id: id)
          continue
        }
        if run.run.failure != nil { continue }
        if known.run.failure != nil {
          try db.deleteRun(id)
          try db.insert(run, id: id)
          continue
        }
        if let difference = run.difference(from: known) {
          throw StudyError.notMergeable(differences: [
            "\(axes.name(of: place)): \(difference) in \(part.folder) than in the others"
          ])
        }
        for (index, measure) in run.measures.enumerated() where known.index(of: measure) == nil {
          var more = run.run
          more.values = [run.run.values[index]]
          try db.insert(more, [measure], id: id)
        }
      }
    }
  }
}

extension FinishedRun {
  /// The index of a measure in its version.
  fileprivate func index(of measure: MeasureRecord) -> Int? {
    measures.firstIndex { $0.label == measure.label && $0.version == measure.version }
  }

  /// What another result of the same run has different, in words; nil for nothing.
  func difference(from other: FinishedRun) -> String? {
    if run.size != other.run.size { return "is tuned to another size" }
    if run.frames != other.run.frames { return "has other frames" }
    for (measure, values) in zip(measures, run.values) {
      guard let index = other.index(of: measure) else { continue }
      if other.run.values[index] != values { return "has other values of \(measure.label)" }
    }
    return nil
  }
}
