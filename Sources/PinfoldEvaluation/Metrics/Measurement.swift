/// One answer of a metric.
public struct Measurement: Hashable, Sendable {
  /// The name of the metric.
  public var metric: String

  /// What was measured.
  public var measure: MeasureDescription

  /// What came out.
  public var value: MeasuredValue

  /// Gathers an answer.
  public init(metric: String, measure: MeasureDescription, value: MeasuredValue) {
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

/// Why a measure has no value: a code that scripts can compare, in lower case with hyphens.
public struct UndefinedReason: Hashable, Sendable {
  /// The code.
  public let code: String

  /// Names a reason; plugins may have their own.
  public init(_ code: String) { self.code = code }

  /// There is no marker.
  public static let noMarkers = Self("no-markers")

  /// There are fewer markers than the measure is about.
  public static let tooFewMarkers = Self("too-few-markers")

  /// There is no point.
  public static let noPoints = Self("no-points")

  /// There are more markers than the measure can be computed for.
  public static let tooManyMarkers = Self("too-many-markers")

  /// There are more points than the measure can be computed for.
  public static let tooManyPoints = Self("too-many-points")

  /// Every point has a cluster of its own.
  public static let onlySingles = Self("only-singles")

  /// What the measure divides by is nothing: everything it looks at is on one spot.
  public static let noSpread = Self("no-spread")

  /// The view is too small for what the measure looks for.
  public static let tooSmall = Self("too-small")

  /// The view is too large to be looked through.
  public static let tooLarge = Self("too-large")

  /// The frames are of different zooms.
  public static let differentZooms = Self("different-zooms")

  /// The frames are of one zoom.
  public static let oneZoom = Self("one-zoom")

  /// No view is shown a second time.
  public static let noRevisits = Self("no-revisits")

  /// There is one run only, and nothing to compare it with.
  public static let tooFewRuns = Self("too-few-runs")

  /// The computation gave no finite number.
  public static let notFinite = Self("not-finite")

  /// The metric gave no answer under this name.
  public static let notMeasured = Self("not-measured")

  /// The metric looks at more frames than there are.
  public static let needsFrames = Self("needs-frames")

  /// The frames are of different sets of points.
  public static let differentPoints = Self("different-points")

  /// The metric runs the strategy again, and there is only a stored frame.
  public static let needsClusterer = Self("needs-clusterer")

  /// The measure only describes, and no value is worse than another.
  public static let descriptive = Self("descriptive")

  /// The metric failed; a message goes beside it.
  public static let failed = Self("failed")
}
