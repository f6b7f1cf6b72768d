/// A clustering method with its parameters.
///
/// It works in two phases: it builds an index over all points, and the index answers queries for views.
/// Built-in strategies are ``Configurable`` structs; plugins conform as well.
///
/// A strategy processes each mergeable section of the set (``PointSet/sections``) separately, so that groups
/// never share a cluster; the host shows the points that never merge. It does not handle degrees, the ±180°
/// meridian or the poles: positions are fixed-point, and x wraps.
public protocol ClusteringStrategy: Sendable {
  /// The name in messages: "strategy 'grid'".
  var label: String { get }

  /// The promises of this strategy with these parameters.
  var capabilities: Capabilities { get }

  /// The most mergeable clusters that a frame will hold; nil where there is no such bound.
  var clusterBudget: Int? { get }

  /// The rule by which the strategy keeps markers from overlapping; nil, the default, if they may overlap.
  /// Frames have markers of its sizes (``Frame/markerStyle``).
  var markerSeparation: Separation? { get }

  /// An estimate of the peak memory of building an index, in bytes per point. A host with a memory limit
  /// checks it before a build. The default is a high estimate.
  var buildBytesPerPoint: Int { get }

  /// Whether clusters may depend on the previous frame; its indexes then conform to ``PathDependentIndex``.
  var looksBack: Bool { get }

  /// Throws for the first parameter that is out of its bounds; a ``Configurable`` strategy has it from its
  /// declarations.
  func checkParameters() throws(ParameterError)

  /// Builds an index over points.
  ///
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` if the context stops the
  ///   call.
  func makeIndex(over points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex
}

extension ClusteringStrategy {
  public var clusterBudget: Int? { nil }

  public var markerSeparation: Separation? { nil }

  /// The measured memory of the built-in strategy that takes most, ``RadiusStrategy``.
  public var buildBytesPerPoint: Int { 250 }

  public var looksBack: Bool { false }

  public func checkParameters() throws(ParameterError) {}
}

#if hasFeature(Embedded)
  // Embedded Swift has values of protocol type for classes alone.
  public typealias ClusterIndexValue = AnyObject & Sendable
#else
  /// The further requirement on an index: a class or a struct.
  public typealias ClusterIndexValue = Sendable
#endif

/// An index over one point set that answers view queries.
public protocol ClusterIndex: ClusterIndexValue {
  /// Returns the clusters of mergeable points that have a member in the view, each once and with all of its
  /// members, including those out of view.
  ///
  /// If clusters do not depend on the view, the result also contains, as ``Grouping/candidates``, clusters
  /// without a member in the view whose marker may be in it: those whose members' bounds or whose cell
  /// intersect ``ProjectedView/rect``. Otherwise markers would appear late when the view moves towards them.
  ///
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` if the context stops the
  ///   call.
  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping

  /// The memory of the index besides the point set, in bytes.
  var byteCount: Int { get }

  /// The index itself if it supports edits, else nil. This and the next two are derived from the protocols
  /// that an index conforms to; indexes need not implement them.
  var incremental: (any IncrementalIndex)? { get }

  /// The index itself if its clusters form a hierarchy, else nil.
  var hierarchy: (any ClusterHierarchy)? { get }

  /// The index that was built last, of which this one is an edit and which those of all edits since share;
  /// nil for one that was built. The next edit starts from its columns, also if the set has merged them.
  var builtIndex: (any ClusterIndex)? { get }
}

// Requirements, as Embedded Swift has no dynamic casts.
extension ClusterIndex {
  public var incremental: (any IncrementalIndex)? { nil }
  public var hierarchy: (any ClusterHierarchy)? { nil }
  public var builtIndex: (any ClusterIndex)? { nil }
}

extension IncrementalIndex {
  public var incremental: (any IncrementalIndex)? { self }
}

extension ClusterHierarchy {
  public var hierarchy: (any ClusterHierarchy)? { self }
}

/// An index that leaves a part of its build to the queries that need it.
package protocol DeferringIndex: ClusterIndex {
  /// Builds the rest, on as many threads as the index.
  ///
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` if the context stops the
  ///   call; the index remains valid.
  func complete(_ context: RunContext) throws(ClusteringError)
}

/// An index that follows edits of its points at far less than the cost of a build; a strategy whose indexes
/// do declares ``Capabilities/incremental``.
public protocol IncrementalIndex: ClusterIndex {
  /// Returns the index that a build over edited points makes, or one that returns the same groupings.
  ///
  /// - Parameter points: the index's own points with any number of edits, such as ``PointSet/inserting(_:)``.
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` if the context stops the
  ///   call.
  func updated(for points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex
}

#if !hasFeature(Embedded)
  extension ClusterIndex {
    /// The memory of the index besides the point set, in the parts that indexes of edits share.
    package var memoryParts: [MemoryPart] {
      if let builtIndex { return builtIndex.memoryParts }
      return (self as? any AnyObject & ClusterIndex).map { [MemoryPart($0, bytes: byteCount)] } ?? []
    }
  }
#endif
