/// A strategy with a representative: everything that turns points and a view into a frame.
///
/// ```swift
/// let map = try Clusterer(GridStrategy(cellSize: 60)).build(points)
/// let frame = try map.frame(for: Viewport(center: paris, zoom: 11))
/// ```
public struct Clusterer: Sendable {
  /// The strategy that folds points into clusters.
  public var strategy: AnyStrategy

  #if hasFeature(Embedded)
    // Constants: the JavaScript package has no steps after a strategy, and so needs none of their code.
    var representative: AnyRepresentative? { nil }
    var limits: MergeLimits { MergeLimits() }
    var selected: [PointID] {
      get { [] }
      set {}
    }
    var separation: Separation? {
      get { nil }
      set {}
    }

    init(_ strategy: AnyStrategy) { self.strategy = strategy }
  #else
    /// Where markers stand; nil leaves that to the strategy, or to the centroid where it has no opinion.
    public var representative: AnyRepresentative?

    /// When clusters give way to their points.
    public var limits: MergeLimits

    /// The ids of points that stay out of their clusters, as long as they are selected; see
    /// ``ClusterMap/selecting(_:)``.
    public var selected: [PointID]

    /// The rule that keeps markers from overlapping; nil lets them overlap.
    public var separation: Separation?

    /// Combines a strategy with the steps after it.
    public init(
      _ strategy: AnyStrategy, representative: AnyRepresentative? = nil,
      limits: MergeLimits = MergeLimits(), selected: [PointID] = [], separation: Separation? = nil
    ) {
      self.strategy = strategy
      self.representative = representative
      self.limits = limits
      self.selected = selected
      self.separation = separation
    }
  #endif

  /// The capabilities of the whole: those of the strategy, but for a budget that limits and selected points
  /// may exceed, and for clusters that a separation merges with whatever else is in view.
  public var capabilities: Capabilities {
    var capabilities = strategy.capabilities
    if !limits.areOff || !selected.isEmpty { capabilities.remove(.budgeted) }
    if separation != nil { capabilities.subtract([.nested, .nestedByZoom, .panInvariant, .incremental]) }
    return capabilities
  }

  /// The error that clusters lack a capability, `nested` or `panInvariant`: the strategy's, or else because
  /// of the separation.
  package func lack(of capability: Capabilities) -> ClusteringError {
    let name = capability.names.joined()
    let instead =
      (capability == .nested
        ? strategy.capabilities.haveHierarchy : strategy.capabilities.contains(capability))
      ? "leave the separation out" : "take a strategy that promises '\(name)', such as 'radius'"
    return capability == .nested
      ? .noHierarchy(owner: strategy.label, instead: instead)
      : .noTiles(owner: strategy.label, instead: instead)
  }

  /// The rule by which markers are kept from overlapping: ``separation``, or else the strategy's.
  package var markerSeparation: Separation? { separation ?? strategy.markerSeparation }

  /// The most mergeable clusters that a frame will hold; nil where there is no such bound.
  public var clusterBudget: Int? { limits.areOff && selected.isEmpty ? strategy.clusterBudget : nil }

  /// Whether no step follows the strategy.
  var takesNoSteps: Bool {
    representative == nil && limits.areOff && selected.isEmpty && separation == nil
  }

  /// Builds the strategy's index over points.
  ///
  /// - Throws: ``ClusteringError`` for a parameter out of bounds, a selected id that no point has, and an
  ///   index that exceeds the memory; and if the context stops the call.
  public func build(
    _ points: PointSet, context: RunContext = RunContext()
  ) throws(ClusteringError) -> ClusterMap {
    try checkSteps(on: points)
    do {
      try strategy.checkParameters()
    } catch {
      throw .parameter(error)
    }
    // Twice the memory used: an address limit also counts gaps between allocations.
    let bytes = 2 * points.count * strategy.buildBytesPerPoint
    guard Memory.allows(bytes) else {
      throw .outOfMemory(owner: strategy.label, count: points.count, bytes: bytes)
    }
    let index = try strategy.makeIndex(over: points, context: context)
    return ClusterMap(points: points, index: index, clusterer: self)
  }

  /// Throws for limits or a separation out of bounds, and for a selected point that is not among the points.
  func checkSteps(on points: PointSet) throws(ClusteringError) {
    do throws(ParameterError) {
      try limits.checkParameters(owner: "the merge limits")
      try separation?.checkParameters(owner: "the separation")
    } catch {
      throw .parameter(error)
    }
    try points.check(selected: selected)
  }
}
