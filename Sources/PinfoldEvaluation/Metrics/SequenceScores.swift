public import Pinfold

/// What metrics say of the frames that a camera shows one after another.
///
/// Metrics of frames are measured on every frame, those of pairs on every two that follow each other, those of
/// sequences once.
public struct SequenceScores: Sendable {
  /// The answers about each frame.
  public private(set) var frames: [[MetricResult]]

  /// The answers about each frame but the first and the one before it; empty where there is one frame only.
  public private(set) var pairs: [[MetricResult]]

  /// The answers about all frames together.
  public private(set) var sequence: [MetricResult] = []

  /// What metrics said as they failed, each message once; their measures are undefined.
  public private(set) var messages: [String] = []

  /// Measures.
  ///
  /// - Parameters:
  ///   - metrics: of any scope.
  ///   - subject: all frames, in the order shown.
  ///   - rerunFrames: on how many frames, from the first, metrics that run the strategy again are measured, for they
  ///     cost far more than others.
  /// - Throws: ``Pinfold/ClusteringError`` as the subject's context asks; nothing else.
  public init(
    _ metrics: [any Metric], of subject: MetricSubject, rerunFrames: Int = 1
  ) throws(ClusteringError) {
    frames = subject.frames.map { _ in [] }
    pairs = subject.frames.dropFirst().map { _ in [] }
    for metric in metrics {
      switch metric.about.scope {
      case .frame:
        let measured = metric.about.reruns ? min(rerunFrames, frames.count) : frames.count
        for place in 0..<measured {
          frames[place] += try measure(metric, subject.showing(place...place))
        }
      case .pair:
        for place in pairs.indices {
          pairs[place] += try measure(metric, subject.showing(place...place + 1))
        }
      case .sequence:
        sequence += try measure(metric, subject)
      }
    }
  }

  private mutating func measure(
    _ metric: any Metric, _ subject: MetricSubject
  ) throws(ClusteringError) -> [MetricResult] {
    do {
      return try metric.evaluate(subject)
    } catch {
      // The whole is to stop, or the metric alone failed.
      try subject.context.check()
      let message = "metric '\(metric.about.name)': \(error)"
      if !messages.contains(message) { messages.append(message) }
      return metric.undefined(.failed)
    }
  }
}

extension MetricSubject {
  /// The same with some of the frames.
  fileprivate func showing(_ places: ClosedRange<Int>) -> MetricSubject {
    var subject = self
    subject.frames = Array(frames[places])
    if !claims.isEmpty { subject.claims = Array(claims[places]) }
    return subject
  }
}
