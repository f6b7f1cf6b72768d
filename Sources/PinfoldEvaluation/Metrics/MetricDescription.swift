/// A metric as data, for listings, reports and manifests.
public struct MetricDescription: Hashable, Sendable {
  /// The id in the catalogue: "L2".
  public var id: String

  /// The name that users type: "overlap".
  public var name: String

  /// A one-line description.
  public var summary: String

  /// The definition in plain text.
  public var formula: String

  /// The measures, the most informative one first.
  public var measures: [Measure]

  /// The number of frames it looks at.
  public var scope: MetricScope

  /// Whether it runs the strategy again, which can cost far more than looking at a frame.
  public var reruns: Bool

  /// Why its measures may have no value.
  public var undefined: [UndefinedReason]

  /// The time it takes, in terms of *n* points and *K* markers.
  public var cost: String

  /// The source of the definition.
  public var source: String

  /// The version of the definition: values of one version can be compared with each other.
  public var version: String

  /// Why values may depend on where the globe is cut; nil where they must not.
  package private(set) var seam: String?

  /// The description of a metric whose values may depend on where the globe is cut.
  func dependingOnSeam(_ reason: String) -> Self {
    var description = self
    description.seam = reason
    return description
  }

  /// Describes a metric.
  public init(
    id: String, name: String, summary: String, formula: String, measures: [Measure],
    scope: MetricScope = .frame, reruns: Bool = false, undefined: [UndefinedReason] = [], cost: String,
    source: String, version: String = "1"
  ) {
    (self.id, self.name, self.summary, self.formula) = (id, name, summary, formula)
    (self.measures, self.scope, self.reruns, self.undefined) = (measures, scope, reruns, undefined)
    (self.cost, self.source, self.version) = (cost, source, version)
  }
}

/// One value that a metric computes, as data.
///
/// A metric declares each of its measures once and returns its values by them, so that no name is written
/// twice:
///
/// ```swift
/// static let share = Measure("share", in: 0...1, better: .lower, "Share of the markers that overlap.")
/// ```
public struct Measure: Hashable, Sendable {
  /// The name within the metric, in lower camel case: "share".
  public var name: String

  /// The unit of the value: "points" (screen points), "pairs"; nil for a bare number.
  public var unit: String?

  /// The range of values, ends included; an end may be infinite.
  public var range: ClosedRange<Double>

  /// The direction of better values.
  public var better: MeasureDirection

  /// One line of help, a sentence.
  public var help: String

  /// Declares a measure.
  public init(
    _ name: String, in range: ClosedRange<Double>, unit: String? = nil, better: MeasureDirection,
    _ help: String
  ) {
    (self.name, self.unit, self.range, self.better, self.help) = (name, unit, range, better, help)
  }

  /// A share of markers, points or runs, 0…1.
  static func share(_ name: String, _ better: MeasureDirection, _ help: String) -> Self {
    Self(name, in: 0...1, better: better, help)
  }

  /// A score, −1…1.
  static func score(_ name: String, _ better: MeasureDirection, _ help: String) -> Self {
    Self(name, in: -1...1, better: better, help)
  }

  /// A count, a length or another number from 0 up.
  package static func amount(
    _ name: String, unit: String? = nil, _ better: MeasureDirection, _ help: String
  ) -> Self {
    Self(name, in: 0...(.infinity), unit: unit, better: better, help)
  }
}

/// The direction of better values.
public enum MeasureDirection: String, Hashable, Sendable, CaseIterable {
  /// Larger values are better.
  case higher

  /// Smaller values are better.
  case lower

  /// Neither: the value describes.
  case descriptive
}

/// The number of frames a metric looks at.
public enum MetricScope: String, Hashable, Sendable, CaseIterable {
  /// One frame.
  case frame

  /// Two frames of one camera movement.
  case pair

  /// All frames along a camera's path.
  case sequence

  /// The fewest frames that such a metric needs.
  public var fewestFrames: Int { self == .frame ? 1 : 2 }
}
