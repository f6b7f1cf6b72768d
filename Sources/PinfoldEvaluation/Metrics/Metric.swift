public import Pinfold

/// A computation of how good clusters are: a description as data and one function.
///
/// Built-in metrics are ``Configurable`` structs that declare each ``Measure`` once, in their description; a
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

  /// The result of ``measure(_:)``: a value for each measure, in the order of the description.
  func values(_ values: MeasuredValue...) -> [Measure: MeasuredValue] { self.values(values) }

  func values(_ values: [MeasuredValue]) -> [Measure: MeasuredValue] {
    let measures = about.measures
    precondition(values.count == measures.count, "a value for each measure")
    return Dictionary(zip(measures, values), uniquingKeysWith: { $1 })
  }

  /// The same for numbers that are undefined for one reason, and others that are so for another.
  func values(
    _ numbers: [Double?], else reason: UndefinedReason, _ others: [Double?] = [],
    else otherReason: UndefinedReason = .notMeasured
  ) -> [Measure: MeasuredValue] {
    let values = numbers.map { MeasuredValue.number($0, else: reason) }
    return self.values(values + others.map { .number($0, else: otherReason) })
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
