public import Pinfold

/// The results of metrics on the frames that a camera shows one after another.
///
/// Metrics of frames are measured on every frame, those of pairs on every two in a row, those of sequences
/// once.
public struct SequenceScores: Sendable {
  /// The results for each frame.
  public private(set) var frames: [[MetricResult]]

  /// The results for each two frames in a row; empty for a single frame.
  public private(set) var pairs: [[MetricResult]]

  /// The results for all frames together.
  public private(set) var sequence: [MetricResult]

  /// The errors of metrics that failed, in the order of metrics and each once; their measures are undefined.
  public private(set) var messages: [String]

  /// The values of each measure, by metric and measure in the order given: one for each frame, pair or
  /// sequence for which it was measured.
  package private(set) var columns: [[MeasuredValue]]

  /// Evaluates metrics.
  ///
  /// - Parameters:
  ///   - metrics: of any scope.
  ///   - subject: all frames, in the order shown.
  ///   - rerunFrames: the number of frames, from the first, on which metrics that run the strategy again are
  ///     measured, because they cost far more than others.
  /// - Throws: ``Pinfold/ClusteringError`` as the subject's context asks; nothing else.
  public init(
    _ metrics: [any Metric], of subject: MetricSubject, rerunFrames: Int = 1
  ) throws(ClusteringError) {
    var failures = metrics.map { _ in [String]() }
    var columns = metrics.map { metric in metric.about.measures.map { _ in [MeasuredValue]() } }
    func results(
      of scope: MetricScope, reruns: Bool = true, _ subject: MetricSubject
    ) throws(ClusteringError) -> [MetricResult] {
      var results: [MetricResult] = []
      for (index, metric) in metrics.enumerated() {
        let about = metric.about
        guard about.scope == scope, reruns || !about.reruns else { continue }
        let found: [MetricResult]
        do {
          found = try metric.evaluate(subject)
        } catch {
          // Either the context stops the whole call, or only the metric failed.
          try subject.context.check()
          failures[index].append("metric '\(about.name)': \(error)")
          found = metric.undefined(.failed)
        }
        for (measure, result) in found.enumerated() { columns[index][measure].append(result.value) }
        results += found
      }
      return results
    }
    // Frame by frame, so that its metrics share intermediate results.
    frames = []
    for index in subject.frames.indices {
      frames.append(try results(of: .frame, reruns: index < rerunFrames, subject.showing(index...index)))
    }
    pairs = []
    for index in subject.frames.indices.dropLast() {
      pairs.append(try results(of: .pair, subject.showing(index...index + 1)))
    }
    sequence = try results(of: .sequence, subject)
    messages = failures.joined().uniqued
    self.columns = Array(columns.joined())
  }
}

extension MetricSubject {
  fileprivate func showing(_ indices: ClosedRange<Int>) -> MetricSubject {
    var subject = self
    subject.frames = Array(frames[indices])
    if !declared.isEmpty { subject.declared = Array(declared[indices]) }
    return subject
  }
}
