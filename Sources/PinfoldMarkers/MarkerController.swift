public import Pinfold

/// Keeps the markers of a map view up to date as its camera, points, selection and strategy change.
///
/// These run off the main actor: building an index, edits, frames, and the diff of two frames. The main actor
/// applies steps to the map and measures time. Edits are made in the order of their calls. While a frame is
/// being made, only the newest viewport is remembered.
@MainActor
public final class MarkerController<Host: MarkerHost> {
  /// Options of markers, from the next frame on.
  public var options = MarkerOptions()

  /// The points with their index; nil before ``cluster(_:by:)`` is done.
  public private(set) var map: ClusterMap?

  /// The markers on the map.
  public private(set) var board = MarkerBoard()

  /// Called with the error of a frame. The map remains unchanged.
  public var onError: ((any Error) -> Void)?

  private weak var host: Host?
  private var viewport: Viewport?
  private var edits: Task<Void, any Error>?
  private var frames: Task<Void, Never>?
  private var isStale = false

  /// When the step that is being played began, and how long it is.
  private var playing: (start: ContinuousClock.Instant, seconds: Double)?

  /// - Parameter host: the map view, which is not retained.
  public init(host: Host) { self.host = host }

  /// Shows another part of the world.
  public func show(_ viewport: Viewport) {
    self.viewport = viewport
    refresh()
  }

  /// Builds an index and shows its clusters: of other points, by another strategy, or both. Selected points
  /// that still exist stay selected.
  ///
  /// - Parameters:
  ///   - points: the points; nil keeps the current ones.
  ///   - clusterer: the strategy with the steps after it.
  /// - Throws: as ``Pinfold/Clusterer/build(_:context:)``.
  public func cluster(_ points: PointSet? = nil, by clusterer: Clusterer) async throws {
    try await change { map in
      guard let points = points ?? map?.points else { return }
      var clusterer = clusterer
      if clusterer.selected.isEmpty, let map { clusterer.selected = map.clusterer.selected }
      clusterer.selected.removeAll { points.index(of: $0) == nil }
      map = try clusterer.build(points)
    }
  }

  /// Adds, removes or moves points, or edits the map in any other way.
  ///
  /// ```swift
  /// try await controller.edit { try $0.move(id, to: coordinate) }
  /// ```
  ///
  /// - Parameter body: runs off the main actor. If it throws, nothing is changed.
  public func edit(_ body: @escaping @Sendable (inout ClusterMap) throws -> Void) async throws {
    try await change { map in
      guard var edited = map else { return }
      try body(&edited)
      map = edited
    }
  }

  /// Selects points and replaces earlier selections: each is a marker of its own.
  ///
  /// - Throws: ``Pinfold/ClusteringError/unknownSelection(_:)``.
  public func select(_ ids: [PointID]) async throws { try await edit { $0 = try $0.selecting(ids) } }

  /// The smallest box around the points of a marker, in degrees; nil for one that will be removed.
  public func bounds(of marker: ClusterMarker) -> CoordinateBounds? {
    guard let frame = board.frame, let cluster = board.cluster(of: marker.id) else { return nil }
    return frame.coordinateBounds(of: cluster)
  }

  /// The ids of a marker's points, the lowest first; none for one that will be removed.
  ///
  /// - Parameter limit: the greatest number of ids, at least 0.
  /// - Complexity: O(*m* log *m*) for a marker of *m* points.
  public func points(of marker: ClusterMarker, limit: Int = .max) -> [PointID] {
    guard let frame = board.frame, let cluster = board.cluster(of: marker.id) else { return [] }
    return frame.members(of: cluster).prefix(limit).map(frame.points.id)
  }

  /// Whether a frame is being made or a step played.
  package var isBusy: Bool { frames != nil || playing != nil }

  private func change(_ body: @escaping @Sendable (inout ClusterMap?) throws -> Void) async throws {
    let earlier = edits
    let edit = Task {
      _ = await earlier?.result
      map = try await Self.changed(map, body)
      refresh()
    }
    edits = edit
    try await edit.value
  }

  private func refresh() {
    isStale = true
    guard frames == nil else { return }
    frames = Task {
      while isStale {
        isStale = false
        do { try await update() } catch { onError?(error) }
        if share >= 1 { finish() }
      }
      frames = nil
    }
  }

  private func update() async throws {
    guard let map, let viewport else { return }
    board.options = options
    let frame = try await Self.frame(of: map, in: viewport, on: board)
    let share = share
    if share >= 1 { finish() }
    // From here on the next plan replaces the end of this one.
    playing = nil
    let plan: MarkerPlan
    (board, plan) = try await Self.plan(board, frame, map.clusterer.selected, share)
    let seconds = plan.step.isEmpty ? 0 : plan.step.seconds
    let start = ContinuousClock.now
    playing = (start, seconds)
    if !plan.step.isEmpty { host?.apply(plan.step) }
    guard seconds > 0 else { return }
    Task { [weak self] in
      try await Task.sleep(for: .seconds(seconds))
      if let self, playing?.start == start { finish() }
    }
  }

  /// The played fraction of the step, 0…1.
  private var share: Double {
    guard let playing, playing.seconds > 0 else { return 1 }
    return min(1, (ContinuousClock.now - playing.start) / .seconds(playing.seconds))
  }

  private func finish() {
    playing = nil
    let step = board.finish()
    if !step.isEmpty { host?.apply(step) }
  }

  @concurrent
  private nonisolated static func changed(
    _ map: ClusterMap?, _ body: @Sendable (inout ClusterMap?) throws -> Void
  ) async throws -> ClusterMap? {
    var map = map
    try body(&map)
    return map
  }

  @concurrent
  private nonisolated static func frame(
    of map: ClusterMap, in viewport: Viewport, on board: MarkerBoard
  ) async throws -> Frame {
    try board.frame(of: map, in: viewport)
  }

  @concurrent
  private nonisolated static func plan(
    _ board: MarkerBoard, _ frame: Frame, _ selected: [PointID], _ share: Double
  ) async throws -> (MarkerBoard, MarkerPlan) {
    var board = board
    let plan = try board.show(frame, selected: selected, at: share)
    return (board, plan)
  }
}
