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
  public var messages: [String] = []

  /// The frames along the camera's path, those before a failure too.
  public var frames: [FrameRecord] = []

  /// The values by the index of their measure, and there by frame, by pair of frames, or one for the path, by
  /// the measure's scope. Metrics that run the strategy again have values for the first frames only, and a
  /// run that failed has none.
  public var values: [[MeasuredValue]] = []

  /// Which frames and pairs can distinguish strategies.
  package var exposure = Exposure()

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

  /// The number of points in the view.
  public var points: Int

  /// The number of points that entered or left the view since the frame before; 0 for the first frame.
  public var changed = 0

  /// The number of points in clusters whose markers are hidden.
  public var hidden = 0

  /// The number of markers.
  public var markers: Int

  /// Whether the frame shows every point that it should, once, and no other.
  public var isConserving: Bool

  /// The canonical hashes.
  package var hashes: FrameHashes

  /// Describes the frames of a camera's path.
  ///
  /// - Complexity: O(*f* *n*) for *f* frames of *n* points.
  static func all(of frames: [Frame]) -> [FrameRecord] {
    var last: [Bool]?
    return frames.map { frame in
      let isShown = frame.isInView
      defer { last = isShown }
      return FrameRecord(
        viewport: frame.view.viewport, points: isShown.count { $0 },
        changed: last.map { zip($0, isShown).count { $0 != $1 } } ?? 0,
        hidden: frame.hidden.reduce(0) { $0 + frame.memberCount(of: $1) }, markers: frame.count,
        isConserving: Conservation(of: frame).passes, hashes: frame.canonicalHashes)
    }
  }
}

extension Frame {
  /// For each point whether it is in view.
  var isInView: [Bool] {
    (0..<points.count).map { view.contains(WorldPoint(x: points.x[$0], y: points.y[$0])) }
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
  public var build = Timing()

  /// The first query of each view, which ``query`` does not include.
  public var coldQuery = Timing()

  /// Queries, over all views and passes, in seconds.
  public var query = Timing()

  /// The memory of the index for each point, in bytes; nil where there is no point.
  public var bytesPerPoint: Double?

  /// Why the strategy failed; nil where it did not.
  public var failure: String?
}
