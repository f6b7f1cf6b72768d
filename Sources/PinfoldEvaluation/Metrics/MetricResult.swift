/// The value of one measure of a metric.
public struct MetricResult: Hashable, Sendable {
  /// The name of the metric.
  public var metric: String

  /// The measure.
  public var measure: Measure

  /// Its value.
  public var value: MeasuredValue

  /// Creates a result.
  public init(metric: String, measure: Measure, value: MeasuredValue) {
    self.metric = metric
    self.measure = measure
    self.value = value
  }

  /// The full name: "overlap.share".
  public var label: String { "\(metric).\(measure.name)" }
}

/// A finite number, or nothing with a reason; never a NaN or an infinity.
public struct MeasuredValue: Hashable, Sendable, CustomStringConvertible {
  /// The number; nil where the measure is undefined.
  public let number: Double?

  /// Why there is no number; nil where there is one.
  public let reason: UndefinedReason?

  private init(number: Double?, reason: UndefinedReason?) {
    self.number = number
    self.reason = reason
  }

  /// A number; one that is not finite becomes undefined.
  public static func number(_ value: Double) -> Self {
    value.isFinite ? Self(number: value, reason: nil) : .undefined(.notFinite)
  }

  /// A whole number.
  public static func count(_ value: Int) -> Self { .number(Double(value)) }

  /// 1 for true, 0 for false.
  public static func flag(_ value: Bool) -> Self { .number(value ? 1 : 0) }

  /// No number, for a reason.
  public static func undefined(_ reason: UndefinedReason) -> Self { Self(number: nil, reason: reason) }

  /// A number; nil is undefined for the given reason.
  public static func number(_ value: Double?, else reason: UndefinedReason) -> Self {
    value.map { .number($0) } ?? .undefined(reason)
  }

  public var description: String { number.map { "\($0)" } ?? "undefined (\(reason?.code ?? ""))" }
}
