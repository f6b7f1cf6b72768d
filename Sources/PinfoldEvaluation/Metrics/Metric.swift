public import Pinfold

/// A measure of how good clusters are: a description as data and one function.
///
/// Built-in metrics are ``Configurable`` structs; a plugin's is a ``ClosureMetric``. A metric answers its measures
/// by name and never throws for degenerate input: a value that has no meaning is undefined, with a reason.
///
/// ```swift
/// let overlap = try OverlapMetric().evaluate(MetricSubject([frame]))
/// ```
public protocol Metric: Sendable {
  /// What it measures, in which units, and which way is better.
  var about: MetricDescription { get }

  /// Measures; call ``evaluate(_:)`` instead, which checks the answer.
  ///
  /// - Parameter subject: as many frames as the scope of ``about`` asks for.
  /// - Returns: a value for each measure of ``about``, by its name.
  /// - Throws: ``ClusteringError`` as the context asks, and where a rerun of the strategy fails.
  func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue]
}

extension Metric {
  /// Measures, and answers in the order of the description: one measurement for each declared measure.
  ///
  /// Names that were not declared are passed over; what is missing is undefined.
  public func evaluate(_ subject: MetricSubject) throws(ClusteringError) -> [Measurement] {
    let about = about
    guard subject.frames.count >= about.scope.fewestFrames else { return undefined(.needsFrames) }
    let values = try measure(subject)
    return about.measures.map {
      Measurement(metric: about.name, measure: $0, value: values[$0.name] ?? .undefined(.notMeasured))
    }
  }

  /// Every measure undefined for one reason.
  public func undefined(_ reason: UndefinedReason) -> [Measurement] {
    about.measures.map { Measurement(metric: about.name, measure: $0, value: .undefined(reason)) }
  }

  /// What ``measure(_:)`` answers where every measure is undefined for one reason.
  func undefined(for reason: UndefinedReason) -> [String: MeasuredValue] {
    Dictionary(about.measures.map { ($0.name, .undefined(reason)) }, uniquingKeysWith: { $1 })
  }
}

/// A metric made from a description and a function, as plugins make them.
public struct ClosureMetric: Metric {
  public let about: MetricDescription

  private let body: @Sendable (MetricSubject) throws(ClusteringError) -> [String: MeasuredValue]

  /// Pairs a description with what it describes.
  public init(
    _ about: MetricDescription,
    measure: @escaping @Sendable (MetricSubject) throws(ClusteringError) -> [String: MeasuredValue]
  ) {
    self.about = about
    body = measure
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    try body(subject)
  }
}
