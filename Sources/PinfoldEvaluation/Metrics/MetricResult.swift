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
    (self.metric, self.measure, self.value) = (metric, measure, value)
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

  private init(number: Double?, reason: UndefinedReason?) { (self.number, self.reason) = (number, reason) }

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

/// The reason why a measure has no value: a code that scripts can compare, in lower case with hyphens, and
/// its meaning.
///
/// Reasons are equal if their codes are.
public struct UndefinedReason: Hashable, Sendable {
  /// The code.
  public let code: String

  /// A sentence; empty for a code that needs no explanation.
  public let meaning: String

  /// Names a reason; plugins may have their own.
  public init(_ code: String, _ meaning: String = "") {
    self.code = code
    self.meaning = meaning
  }

  public static func == (a: Self, b: Self) -> Bool { a.code == b.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// The reasons that this module gives, with their meanings.
extension UndefinedReason {
  public static let noMarkers = Self("no-markers", "There is no marker.")
  public static let tooFewMarkers = Self(
    "too-few-markers", "There are fewer markers than the measure is about.")
  public static let noPoints = Self("no-points", "There is no point.")
  public static let noLabels = Self("no-labels", "No point shown has a label to compare with.")
  public static let noWeights = Self("no-weights", "The points have no weights.")
  public static let tooManyMarkers = Self(
    "too-many-markers", "There are more markers than the measure can be computed for.")
  public static let tooManyPoints = Self(
    "too-many-points", "There are more points than the measure can be computed for.")
  public static let onlySingles = Self("only-singles", "Every point is a cluster by itself.")
  public static let noSpread = Self(
    "no-spread", "What the measure divides by is nothing: everything it looks at is at one position.")
  public static let tooSmall = Self("too-small", "The view is too small for what the measure looks for.")
  public static let tooLarge = Self("too-large", "The view is too large to be looked through.")
  public static let differentZooms = Self("different-zooms", "The frames are of different zooms.")
  public static let oneZoom = Self("one-zoom", "The frames are of one zoom.")
  public static let noRevisits = Self("no-revisits", "No view is shown a second time.")
  public static let tooFewRuns = Self(
    "too-few-runs", "There is one run only, and nothing to compare it with.")
  public static let notFinite = Self("not-finite", "The computation gave no finite number.")
  public static let notMeasured = Self("not-measured", "The metric gave no answer under this name.")
  public static let needsFrames = Self("needs-frames", "The metric looks at more frames than there are.")
  public static let differentPoints = Self("different-points", "The frames are of different sets of points.")
  public static let needsClusterer = Self(
    "needs-clusterer", "The metric runs the strategy again, and there is only a stored frame.")
  public static let descriptive = Self(
    "descriptive", "The measure only describes, and no value is worse than another.")
  public static let failed = Self("failed", "The metric failed; a message goes beside it.")
}
