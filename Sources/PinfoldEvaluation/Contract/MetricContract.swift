import Pinfold

extension Contract {
  /// The contract of a metric, checked on frames of a grid, of single points and of few large clusters.
  public init(of metric: any Metric) {
    self.init(rules: [
      ContractRule("answers", "Every frame, an empty one too, is measured without an error.") {
        (trial) throws(ClusteringError) in
        for frames in try trial.extremes(of: metric) { _ = try trial.measure(metric, frames) }
        return nil
      },
      ContractRule("range", "Every number lies in the range that is declared.") {
        (trial) throws(ClusteringError) in
        for frames in try trial.extremes(of: metric) {
          for measurement in try trial.measure(metric, frames) {
            let range = measurement.measure.range
            guard let number = measurement.value.number, !range.contains(number) else { continue }
            return ContractRule.Defect(
              "\(measurement.label) of \(number)", "a number in \(range.lowerBound)…\(range.upperBound)",
              in: frames.map(\.view.viewport))
          }
        }
        return nil
      },
      ContractRule("repetition", "Measuring again gives the same numbers.") {
        (trial) throws(ClusteringError) in
        try trial.firstChange(
          of: metric, from: trial.frames(), to: trial.frames(of: trial.askedMap()), "when measured again")
      },
      ContractRule("permutationInvariant", "The order of the input makes no difference.") {
        (trial) throws(ClusteringError) in
        let shuffled = trial.sample.columns.numbered.inOrder(drawnWith: 11)
        return try trial.firstChange(
          of: metric, from: trial.frames(), to: trial.frames(of: trial.map(of: shuffled)),
          "with rows in another order")
      },
      .turns(of: metric), .dateLine(of: metric),
    ])
  }
}

extension ContractTrial {
  /// The subjects that a metric's scope allows: each frame, each two in a row, or all.
  func subjects(of metric: any Metric, _ frames: [Frame]) -> [[Frame]] {
    switch metric.about.scope {
    case .frame: frames.map { [$0] }
    case .pair: zip(frames, frames.dropFirst()).map { [$0, $1] }
    case .sequence: frames.count > 1 ? [frames] : []
    }
  }

  /// The subjects of the grid, of a map where every point is a cluster, and of one of few large clusters.
  fileprivate func extremes(of metric: any Metric) throws(ClusteringError) -> [[Frame]] {
    var all = subjects(of: metric, try frames())
    for clusterer in [Clusterer(.none), Clusterer(.grid(cellSize: 4096))] {
      all += subjects(of: metric, try frames(of: try clusterer.build(points, context: context)))
    }
    return all
  }

  func measure(_ metric: any Metric, _ frames: [Frame]) throws(ClusteringError) -> [MetricResult] {
    try metric.evaluate(MetricSubject(frames, clusterer: clusterer, context: context))
  }

  /// The first value that changes from frames to others of the same clusters.
  ///
  /// - Parameter isSame: whether two values are the same.
  func firstChange(
    of metric: any Metric, from frames: [Frame], to others: [Frame], _ way: String,
    unless isSame: (MeasuredValue, MeasuredValue) -> Bool = { $0 == $1 }
  ) throws(ClusteringError) -> ContractRule.Defect? {
    for (frames, other) in zip(subjects(of: metric, frames), subjects(of: metric, others)) {
      for (first, second) in zip(try measure(metric, frames), try measure(metric, other)) {
        guard !isSame(first.value, second.value) else { continue }
        return ContractRule.Defect(
          "\(first.label) of \(second.value) \(way)", "\(first.value)", in: frames.map(\.view.viewport))
      }
    }
    return nil
  }
}
