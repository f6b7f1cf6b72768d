public import Pinfold

/// What every animation diff is held to, between frames of a grid.
public enum DiffContract {
  /// What becomes of every rule.
  ///
  /// - Parameter progress: is told how many trials are done, and of how many.
  /// - Throws: ``ClusteringError`` as the context asks.
  public static func report(
    of diff: any AnimationDiff, on samples: [ContractSample] = ContractSample.standard(),
    context: RunContext = RunContext(), progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(ClusteringError) -> ContractReport {
    try Contract(rules: rules(for: diff)).report(
      of: Clusterer(.grid()), on: samples, context: context, progress: progress)
  }

  static func rules(for diff: any AnimationDiff) -> [ContractRule] {
    [
      rule("answers", "There is a way between any two frames.", diff) { _, _, _ in nil },
      rule("times", "Markers are removed after they are added, both within the duration.", diff) {
        way, _, _ in
        guard way.duration >= 0, way.duration.isFinite else {
          return ("a duration of \(way.duration)", "a number of seconds")
        }
        let wrong = way.markers.first { marker in
          let end = marker.removedAt ?? 1
          return !(0...1).contains(marker.addedAt) || !(0...1).contains(end) || end < marker.addedAt
        }
        return wrong.map { marker in
          let end = marker.removedAt.map { "\($0)" } ?? "the end"
          return ("a marker from \(marker.addedAt) to \(end)", "shares of the duration, the lesser first")
        }
      },
      rule("markers", "Every cluster of both frames has a marker.", diff) { way, old, new in
        func missing(_ frame: Frame, _ shown: [Int]) -> String? {
          let shown = Set(shown)
          let lists = frame.sortedMembers
          return lists.indices.first { !shown.contains($0) }.map { frame.points.list(lists[$0]) }
        }
        if let list = missing(old, way.markers.compactMap(\.old)) {
          return ("no marker for the old cluster \(list)", "one that stays, moves or goes")
        }
        return missing(new, way.markers.compactMap(\.new)).map {
          ("no marker for the new cluster \($0)", "one that stays, moves or comes")
        }
      },
      ContractRule("repetition", "Asking again gives the same way.") { (trial) throws(ClusteringError) in
        for (old, new) in try trial.steps() {
          let first = try diff.transition(from: old, to: new)
          if try diff.transition(from: old, to: new) != first {
            return ContractRule.Defect(
              viewports: [old, new].map(\.view.viewport), seen: "another way when asked again",
              expected: "the same")
          }
        }
        return nil
      },
    ]
  }

  private static func rule(
    _ name: String, _ demand: String, _ diff: any AnimationDiff,
    _ check: @escaping @Sendable (Transition, Frame, Frame) -> (seen: String, expected: String)?
  ) -> ContractRule {
    ContractRule(name, demand) { (trial) throws(ClusteringError) in
      for (old, new) in try trial.steps() {
        guard let (seen, expected) = check(try diff.transition(from: old, to: new), old, new) else {
          continue
        }
        return ContractRule.Defect(
          viewports: [old, new].map(\.view.viewport), seen: seen, expected: expected)
      }
      return nil
    }
  }
}

extension ContractTrial {
  /// Each frame with itself and with the next.
  fileprivate func steps() throws(ClusteringError) -> [(Frame, Frame)] {
    let frames = try frames()
    return frames.map { ($0, $0) } + zip(frames, frames.dropFirst())
  }
}
