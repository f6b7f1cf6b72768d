public import Pinfold

/// The markers on a map as plain data: turns each frame into changes of marker objects with stable identity.
///
/// ```swift
/// var board = MarkerBoard()
/// let plan = try board.show(board.frame(of: map, in: viewport))  // plan.step goes to the map view
/// let end = board.finish()                                       // when it has been played
/// ```
///
/// - A cluster that is on the map and in the next frame keeps its marker. The marker of a cluster that splits
///   becomes its largest part, and the marker of the largest part of a cluster becomes the cluster.
/// - Counts add up after every step: until a plan ends, the markers show each point of the old and the new
///   frame once, and from then on those of the new one.
/// - A plan may be interrupted at any moment: the next one starts where the markers are.
///
/// Points move as ``Pinfold/MembershipDiff`` says. ``MarkerController`` adds a clock and threads.
public struct MarkerBoard: Sendable {
  /// Options of markers.
  public var options = MarkerOptions()

  /// The markers on the map, by their numbers.
  public private(set) var markers: [Int: ClusterMarker] = [:]

  /// The newest frame; nil before the first.
  public private(set) var frame: Frame?

  /// The marker of each cluster of ``frame`` at the end of the plan.
  private var owners: [Int] = []

  /// The plan that is not finished; nil for none.
  private var playing: Playing?

  private var selected: Set<PointID> = []
  private var next = 0

  private struct Playing: Sendable {
    let start: Frame
    let transition: MarkerTransitions

    /// The marker of each of the transition's.
    let owners: [Int]

    /// The markers on their way.
    let moving: Set<Int>

    /// The last step.
    let end: MarkerStep
  }

  /// Creates a board without markers.
  public init() {}

  /// Returns the frame of a map with coincident points spread according to the options.
  ///
  /// - Throws: as ``Pinfold/ClusterMap/frame(for:after:context:)``.
  /// - Complexity: that of the frame; best called on a background thread.
  public func frame(of map: ClusterMap, in viewport: Viewport) throws(ClusteringError) -> Frame {
    let frame = try map.frame(for: viewport, after: frame)
    guard let spread = options.spread, viewport.standardZoom >= options.spreadZoom else { return frame }
    do {
      // Planar data have no meters.
      return try spread.spreading(frame, onScreen: !frame.points.projection.wraps)
    } catch {
      return frame
    }
  }

  /// Plans the transition to a frame.
  ///
  /// - Parameters:
  ///   - new: the frame, of any map, view and strategy.
  ///   - selected: the ids of selected points, which the map of the frame keeps out of clusters.
  ///   - share: the played fraction of the unfinished plan, 0…1; ignored if there is none.
  /// - Throws: ``Pinfold/ClusteringError/differentProjections`` if the frame on the map has another
  ///   projection; nothing is changed then.
  /// - Complexity: that of ``Pinfold/MembershipDiff``: O(*k*) for *k* clusters that are ranges of one order,
  ///   else O(*m* + *n*) for *m* members and *n* points. Best called on a background thread.
  public mutating func show(
    _ new: Frame, selected: [PointID] = [], at share: Double = 1
  ) throws(ClusteringError) -> MarkerPlan {
    let (start, shown, moving) = try moment(at: share, before: new)
    let transition = try MembershipDiff(duration: options.duration).transition(from: start, to: new)
    let chosen = Set(selected)
    let casting = Casting(transition, shown: shown, next: next)
    let script = casting.script(from: start, to: new, markers: markers, selected: chosen, moving: moving)
    markers = script.markers
    playing = Playing(
      start: start, transition: transition, owners: casting.owners,
      moving: Set(script.plan.step.flights.map(\.id)), end: script.end)
    (frame, owners, self.selected, next) = (new, casting.final, chosen, casting.next)
    return script.plan
  }

  /// Ends the plan, and returns the call to the map that does: without a plan an empty one.
  public mutating func finish() -> MarkerStep {
    guard let playing, let frame else { return MarkerStep() }
    self.playing = nil
    markers = [:]
    for (cluster, owner) in owners.enumerated() {
      markers[owner] = ClusterMarker(cluster, of: frame, as: owner, selected: selected)
    }
    return playing.end
  }

  /// The cluster of ``frame`` that a marker shows or will join; nil for one that will be removed.
  public func cluster(of marker: Int) -> Int? {
    if let cluster = owners.firstIndex(of: marker) { return cluster }
    guard let playing, let place = playing.owners.firstIndex(of: marker) else { return nil }
    return playing.transition.markers[place].new
  }

  /// The state of the screen as a frame, and the marker of each of its clusters.
  private func moment(
    at share: Double, before new: Frame
  ) throws(ClusteringError) -> (frame: Frame, owners: [Int], moving: Set<Int>) {
    guard let frame else {
      return (Frame(listing: [], positions: [], of: new.points, in: new.view), [], [])
    }
    guard let playing else { return (frame, owners, []) }
    // Merges wait for `finish`, however late it is.
    let share = max(0, min(share, 1.nextDown))
    let start = try playing.transition.frame(at: share, from: playing.start, to: frame)
    let markers = playing.transition.markers
    let shown = markers.indices.filter { markers[$0].isShown(at: share) }.map { playing.owners[$0] }
    guard shown.count == start.count else {
      // Only frames that show a point twice have markers without points of their own.
      throw .invalidTransition(
        owner: "the strategy", .unclear(kind: "any", points: shown.count, of: start.count))
    }
    return (start, shown, playing.moving)
  }
}

/// Options of markers.
public struct MarkerOptions: Hashable, Sendable {
  /// The length of movements, in seconds; 0…60, and 0 for none.
  public var duration = 0.3

  /// The layout of coincident points; nil shows each stack as one marker.
  public var spread: SpreadLayout?

  /// The zoom from which coincident points are spread: that of 256-point tiles, −8…32.
  public var spreadZoom = 17.0

  /// Creates options with their defaults.
  public init() {}
}

extension ClusterMarker {
  /// The marker of a frame's cluster.
  init(_ cluster: Int, of frame: Frame, as id: Int, selected: Set<PointID>) {
    let point =
      frame.memberCount(of: cluster) == 1 ? frame.members(of: cluster).first.map(frame.points.id) : nil
    self.init(
      id: id, cluster: frame.ids[cluster], coordinate: frame.unwoundCoordinate(of: cluster),
      count: frame.pointCount(of: cluster), point: point, isSelected: point.map(selected.contains) ?? false,
      isStack: frame.isStack(cluster), isHidden: frame.isHidden(cluster))
  }
}
