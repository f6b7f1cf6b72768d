public import Pinfold

/// The frames that a metric judges, and the clusterer that made them.
///
/// The points, the viewport and the size of markers are those of the frames.
public struct MetricSubject: Sendable {
  /// The frames in the order shown: one for a metric of frames, two for one of pairs, a camera's whole path
  /// for one of sequences.
  public var frames: [Frame] { didSet { analysis = FrameAnalysis() } }

  /// The declarations about each frame by the program that made it; empty if there are none.
  public var declared: [DeclaredMarkers] = [] { didSet { analysis = FrameAnalysis() } }

  /// The clusterer of the frames, for metrics that run it again; nil for frames that were stored.
  public var clusterer: Clusterer?

  /// The seed of all random numbers of a metric.
  public var seed: UInt64

  /// When to stop.
  public var context: RunContext

  private var analysis = FrameAnalysis()

  /// Gathers a subject.
  public init(
    _ frames: [Frame], clusterer: Clusterer? = nil, seed: UInt64 = 1, context: RunContext = RunContext()
  ) {
    (self.frames, self.clusterer, self.seed, self.context) = (frames, clusterer, seed, context)
  }

  /// The last frame: the only one that a metric of frames sees.
  ///
  /// - Precondition: there is one, which ``Metric/evaluate(_:)`` makes sure of.
  public var frame: Frame { frames[frames.count - 1] }

  /// Whether all frames are of one set of points.
  var isOfOneSet: Bool { frames.allSatisfy { $0.points.isIdentical(to: frames[0].points) } }

  /// The declarations about a frame, by its index.
  func declared(of frame: Int) -> DeclaredMarkers { declared.isEmpty ? DeclaredMarkers() : declared[frame] }

  /// The markers of a frame, by its index; their radii are the declared ones, or else those of the frame.
  func markers(of frame: Int) -> Discs {
    var markers = Discs(of: frames[frame])
    for (marker, radius) in (declared(of: frame).radii ?? []).enumerated() {
      if let radius { markers.discs[marker].radius = radius }
    }
    return markers
  }

  /// The markers of the last frame.
  var markers: Discs { markers(of: frames.count - 1) }

  /// The markers of the last frame that are drawn: all but those that a separation hides.
  var drawnMarkers: Discs {
    var markers = markers
    if !frame.hidden.isEmpty {
      markers.discs = markers.discs.indices.filter { !frame.isHidden($0) }.map { markers.discs[$0] }
    }
    return markers
  }

  /// The last two frames with the points that both show; nil if they are of different point sets. Made once
  /// for all metrics that judge this subject.
  ///
  /// - Precondition: there are two frames, which ``Metric/evaluate(_:)`` makes sure of.
  var pair: FramePair? {
    analysis.pair.value { FramePair(frames[frames.count - 2], frame) }
  }

  /// The last frame as the screen shows it; made once for all metrics that judge this subject.
  var picture: FramePicture { analysis.picture.value { FramePicture(of: frame, markers: markers) } }
}

/// The counts and radii that another program declares of its markers in one frame, right or wrong.
public struct DeclaredMarkers: Hashable, Sendable {
  /// The number of points that each cluster declares; nil where it is that of its members.
  public var counts: [Int]?

  /// The radius of each marker in screen points, or nil for those of the frame's own size; nil where it
  /// decides all.
  public var radii: [Double?]?

  /// Gathers declarations; columns are as long as the frame has clusters.
  public init(counts: [Int]? = nil, radii: [Double?]? = nil) {
    self.counts = counts
    self.radii = radii
  }
}

/// Intermediate results on the last frames of a subject that several metrics share.
private final class FrameAnalysis: Sendable {
  let picture = MadeOnce<FramePicture>()
  let pair = MadeOnce<FramePair?>()
}
