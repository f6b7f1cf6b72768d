public import Pinfold

/// A computation of how good clusters are: a description as data and one function.
///
/// Built-in metrics are ``Configurable`` structs that declare each ``Measure`` once, as a constant; a
/// plugin's is a ``ClosureMetric``. A metric never throws for degenerate input: a value that has no meaning
/// is undefined, with a reason.
///
/// ```swift
/// let overlap = try OverlapMetric().evaluate(MetricSubject([frame]))
/// ```
public protocol Metric: Sendable {
  /// The description: what it measures, in which units, and which way is better.
  var about: MetricDescription { get }

  /// Computes the measures; call ``evaluate(_:)`` instead, which orders and completes them.
  ///
  /// - Parameter subject: as many frames as the scope of ``about`` needs.
  /// - Returns: a value for each measure of ``about``.
  /// - Throws: ``ClusteringError`` if the context stops the call, and where a rerun of the strategy fails.
  func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue]
}

extension Metric {
  /// Computes one result for each measure of the description, in its order.
  ///
  /// Measures that the description does not list are left out; those without a value are undefined.
  public func evaluate(_ subject: MetricSubject) throws(ClusteringError) -> [MetricResult] {
    let about = about
    guard subject.frames.count >= about.scope.fewestFrames else { return undefined(.needsFrames) }
    let values = try measure(subject)
    return about.measures.map {
      MetricResult(metric: about.name, measure: $0, value: values[$0] ?? .undefined(.notMeasured))
    }
  }

  /// Every measure undefined for one reason.
  public func undefined(_ reason: UndefinedReason) -> [MetricResult] {
    about.measures.map { MetricResult(metric: about.name, measure: $0, value: .undefined(reason)) }
  }

  /// The result of ``measure(_:)`` if every measure is undefined for one reason.
  func undefined(for reason: UndefinedReason) -> [Measure: MeasuredValue] {
    Dictionary(about.measures.map { ($0, .undefined(reason)) }, uniquingKeysWith: { $1 })
  }
}

/// A metric made from a description and a function, as plugins make them.
public struct ClosureMetric: Metric {
  public let about: MetricDescription

  private let body: @Sendable (MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue]

  /// Pairs a description with the function that computes its measures.
  public init(
    _ about: MetricDescription,
    measure: @escaping @Sendable (MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue]
  ) {
    self.about = about
    body = measure
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    try body(subject)
  }
}
