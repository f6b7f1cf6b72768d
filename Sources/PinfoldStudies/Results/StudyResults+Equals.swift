import PinfoldEvaluation

extension StudyResults {
  /// The strategies in groups that cannot be told apart: equal frames and values in every run. A strategy
  /// without an equal, or with a failed run, is a group by itself.
  ///
  /// Two names for one behavior are one competitor: ranked twice it would take two ranks and be tested
  /// against itself.
  ///
  /// - Complexity: O(number of values).
  package var equals: [[Int]] {
    var groups: [[Int]] = []
    var known: [[RunContent]: Int] = [:]
    for strategy in strategies.indices {
      let contents = runs.filter { $0.strategy == strategy }.map { RunContent($0) }
      if !contents.isEmpty, contents.allSatisfy({ !$0.isFailed }), let group = known[contents] {
        groups[group].append(strategy)
      } else {
        known[contents] = groups.count
        groups.append([strategy])
      }
    }
    return groups
  }

  /// The strategies that stand for a group of ``equals`` each: its first.
  var distinct: [Int] { equals.map { $0[0] } }

  /// The name of a group of strategies: "grid(cellSize=80) = grid(cellSize=100)".
  func name(of group: [Int]) -> String { group.map { strategies[$0].label }.joined(separator: " = ") }
}

/// What a run shows, whichever strategy made it.
private struct RunContent: Hashable {
  let dataset: Int
  let camera: Int
  let seed: Int
  let isFailed: Bool
  let frames: [Digest]
  let values: [[MeasuredValue]]

  init(_ run: StudyRun) {
    (dataset, camera, seed) = (run.dataset, run.camera, run.seed)
    isFailed = run.failure != nil
    frames = run.frames.map(\.hashes.exact)
    values = run.values
  }
}
