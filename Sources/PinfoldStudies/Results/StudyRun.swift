public import Pinfold
public import PinfoldEvaluation

/// One strategy on one point set along one camera with one seed: a run, the unit that is stored and resumed.
public struct StudyRun: Sendable {
  /// The index of its point set in the study's list.
  public var dataset: Int

  /// The index of its strategy.
  public var strategy: Int

  /// The index of its camera.
  public var camera: Int

  /// The index of its seed.
  public var seed: Int

  /// The size that the strategy was tuned to, "cellSize=48.5"; nil where nothing was tuned.
  public var size: String?

  /// Why the strategy failed; nil where it did not.
  public var failure: String?

  /// The messages of metrics that failed.
  public var messages: [String]

  /// The frames along the camera's path, those before a failure too.
  public var frames: [FrameRecord]

  /// The values by the index of their measure, and there by frame, by pair of frames, or one for the path, by
  /// the measure's scope. Metrics that run the strategy again have values for the first frames only, and a
  /// run that failed has none.
  public var values: [[MeasuredValue]]

  /// Gathers a run.
  package init(
    dataset: Int, strategy: Int, camera: Int, seed: Int, failure: String? = nil, messages: [String] = [],
    frames: [FrameRecord] = [], values: [[MeasuredValue]] = []
  ) {
    self.dataset = dataset
    self.strategy = strategy
    self.camera = camera
    self.seed = seed
    self.failure = failure
    self.messages = messages
    self.frames = frames
    self.values = values
  }

  /// Whether the run may be ranked: the gate V1 over all frames.
  public var verdict: Verdict {
    if failure != nil { return .failed }
    return frames.allSatisfy(\.isConserving) ? .valid : .invalid
  }
}

/// A stored frame without its members.
public struct FrameRecord: Hashable, Sendable {
  /// The view.
  public var viewport: Viewport

  /// The number of markers.
  public var markers: Int

  /// Whether the frame shows every point that it should, once, and no other.
  public var isConserving: Bool

  /// The canonical hashes.
  package var hashes: FrameHashes

  /// Describes a frame.
  package init(viewport: Viewport, markers: Int, isConserving: Bool, hashes: FrameHashes) {
    self.viewport = viewport
    self.markers = markers
    self.isConserving = isConserving
    self.hashes = hashes
  }
}

/// The timings of one strategy on one point set: raw samples, taken while nothing else ran.
public struct StudyTiming: Hashable, Sendable {
  /// The index of the point set in the study's list.
  public var dataset: Int

  /// The index of the strategy.
  public var strategy: Int

  /// The first build, which ``build`` does not include; nil where it failed.
  public var coldBuild: Double?

  /// Builds, in seconds.
  public var build: Timing

  /// The first query of each view, which ``query`` does not include.
  public var coldQuery: Timing

  /// Queries, over all views and passes, in seconds.
  public var query: Timing

  /// The memory of the index for each point, in bytes; nil where there is no point.
  public var bytesPerPoint: Double?

  /// Why the strategy failed; nil where it did not.
  public var failure: String?

  /// Gathers timings.
  package init(
    dataset: Int, strategy: Int, coldBuild: Double? = nil, build: Timing = Timing(),
    coldQuery: Timing = Timing(), query: Timing = Timing(), bytesPerPoint: Double? = nil,
    failure: String? = nil
  ) {
    self.dataset = dataset
    self.strategy = strategy
    self.coldBuild = coldBuild
    self.build = build
    self.coldQuery = coldQuery
    self.query = query
    self.bytesPerPoint = bytesPerPoint
    self.failure = failure
  }
}
