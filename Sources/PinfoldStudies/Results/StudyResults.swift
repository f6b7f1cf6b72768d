public import Pinfold
public import PinfoldEvaluation

/// The results of a study, as data: everything a report needs, read from a ``StudyStore``.
///
/// Runs refer to datasets, strategies, cameras and seeds by their indices in the lists here.
public struct StudyResults: Sendable {
  /// The study's name.
  public var name: String

  /// The plan, the data, the machine and the programs.
  package var manifest: StudyManifest

  /// The point sets, in the order of the plan.
  public var datasets: [DatasetRecord]

  /// The strategies, in the order of the plan; one with a parameter swept is several.
  public var strategies: [StrategyRecord]

  /// The movements of the camera, each from a start.
  public var cameras: [CameraRecord]

  /// The seeds.
  public var seeds: [UInt64]

  /// All measures, by metric in the order of the plan; metrics scored later come last.
  public var measures: [MeasureRecord]

  /// The criteria that the plan calls primary; all others explore.
  public var primary: [Criterion]

  /// The finished runs, by dataset, strategy, camera and seed.
  public var runs: [StudyRun]

  /// The timed strategies, by dataset and strategy; empty where the study times nothing.
  public var timings: [StudyTiming]

  /// Gathers results.
  package init(
    name: String, manifest: StudyManifest, datasets: [DatasetRecord], strategies: [StrategyRecord],
    cameras: [CameraRecord], seeds: [UInt64], measures: [MeasureRecord], primary: [Criterion],
    runs: [StudyRun],
    timings: [StudyTiming]
  ) {
    (self.name, self.manifest, self.datasets, self.strategies) = (name, manifest, datasets, strategies)
    (self.cameras, self.seeds, self.measures, self.primary) = (cameras, seeds, measures, primary)
    (self.runs, self.timings) = (runs, timings)
    self.runs.noteExposure(but: Set(strategies.indices.filter(runsAlong)))
  }
}

/// A point set of a study.
public struct DatasetRecord: Hashable, Sendable {
  /// The name in reports, unique in its study.
  public var name: String

  /// The source of the points: a path, or a generator with its parameters.
  public var source: String

  /// The number of points.
  public var count: Int

  /// The digest of the points, whatever the order of their rows; see `PointSet.digest`.
  package var digest: Digest

  /// Whether the points are on a plane rather than on the globe.
  public var isPlanar: Bool

  /// The license of the data; nil if the plan does not give one.
  public var licence: String?

  /// The rows that became no points.
  public var losses: RowLosses

  /// Describes a point set; without losses, every row became a point.
  package init(
    name: String, source: String, count: Int, digest: Digest, isPlanar: Bool, licence: String? = nil,
    losses: RowLosses? = nil
  ) {
    (self.name, self.source, self.count, self.digest) = (name, source, count, digest)
    (self.isPlanar, self.licence) = (isPlanar, licence)
    self.losses = losses ?? RowLosses(rows: count, unusable: [])
  }
}

/// A strategy with its parameters, as a study lists it.
public struct StrategyRecord: Hashable, Sendable {
  /// The name in reports with the plan's settings, unique in its study: "grid(cellSize=80)".
  public var label: String

  /// The strategy without parameters: "grid".
  public var family: String

  /// Every parameter's value, those that the plan does not set too, in the order of declaration; then the
  /// steps that follow the strategy, where the plan has any: `representative`, `minPoints`, `separate` and so
  /// on.
  public var parameters: [ParameterRecord]

  /// The capabilities of the strategy.
  public var capabilities: Capabilities
}

/// A parameter of a strategy, generator, camera or metric, as its user would type it.
public struct ParameterRecord: Hashable, Sendable {
  /// The name: "cellSize".
  public var name: String

  /// The value: "80".
  public var value: String

  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// The value as a number; nil for words and flags.
  public var number: Double? { Double(value) }
}

/// A movement of the camera from a start.
public struct CameraRecord: Hashable, Sendable {
  /// The name in reports, unique in its study: "pan(steps=4) from z10".
  public var label: String

  /// The movement alone: "pan".
  public var name: String

  /// The start: "fit" for the view of all points, "z10" for a point drawn at random at zoom 10.
  public var start: String
}

/// A value that a metric computes, as a study lists it.
public struct MeasureRecord: Hashable, Sendable {
  /// The full name: "overlap.share"; with the metric's parameters where the plan sets any:
  /// "density(bucket=32).distance".
  public var label: String

  /// The metric's id in the catalogue: "L2".
  public var id: String

  /// The version of the metric's definition.
  public var version: String

  /// The scope of each value: a frame, two frames in a row, or a camera's whole path.
  public var scope: MetricScope

  /// Unit, range and direction.
  public var measure: Measure
}
