import Pinfold
import PinfoldEvaluation

extension MetricsMessage {
  /// Measures frames, and compares each two panes whose frames are of one point set.
  init(
    number: Int, of frames: [(pane: Int, frame: Frame)],
    comparing all: [(pane: Int, frame: Frame)], _ context: RunContext
  ) throws(ClusteringError) {
    self.number = number
    panes = []
    for (pane, frame) in frames {
      let subject = MetricSubject([frame], context: context)
      var measures: [(name: String, value: Double)] = []
      let metrics: [any Metric] = [OverlapMetric(), OcclusionMetric(), DisplacementMetric()]
      for metric in metrics {
        for result in try metric.evaluate(subject) {
          if let value = result.value.number { measures.append((result.label, value)) }
        }
      }
      panes.append((pane, measures))
    }
    likeness = []
    let labels = all.map { (pane: $0.pane, labels: $0.frame.labels) }
    for (place, first) in labels.enumerated() {
      for second in labels.dropFirst(place + 1) {
        try context.check()
        let index = Contingency(first.labels, second.labels).adjustedRandIndex
        likeness.append((first.pane, second.pane, index))
      }
    }
  }
}
