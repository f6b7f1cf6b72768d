/// A way to fold points into clusters, with its parameters set.
///
/// It works in two phases: it builds an index over all points, and the index answers each view. Built-in
/// strategies are ``Configurable`` structs; a plugin's conforms just as well.
///
/// A strategy handles each mergeable section of the set (``PointSet/sections``) by itself, so that groups
/// never share a cluster; the host shows the points that never merge. It never sees degrees, the ±180°
/// meridian or the poles: positions are fixed-point, and x wraps.
public protocol ClusteringStrategy: Sendable {
  /// The name in messages: "strategy 'grid'".
  var label: String { get }

  /// The promises of this strategy with these parameters.
  var capabilities: Capabilities { get }

  /// The most mergeable clusters that a frame will hold; nil where there is no such bound.
  var clusterBudget: Int? { get }

  /// About the most memory that building an index takes for each point, in bytes: what a host with a limit
  /// asks before it begins a build. Without a figure of its own a strategy counts as one that takes much.
  var buildBytesPerPoint: Int { get }

  /// Whether clusters may depend on the frame that was shown before; its indexes are ``PathDependentIndex``
  /// then.
  var looksBack: Bool { get }

  /// Throws for the first parameter that is out of its bounds; a ``Configurable`` strategy has it from its
  /// declarations.
  func checkParameters() throws(ParameterError)

  /// Builds an index over points.
  ///
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` as the context asks.
  func makeIndex(over points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex
}

extension ClusteringStrategy {
  public var clusterBudget: Int? { nil }

  /// The measured memory of the built-in strategy that takes most, ``RadiusStrategy``.
  public var buildBytesPerPoint: Int { 250 }

  public var looksBack: Bool { false }

  public func checkParameters() throws(ParameterError) {}
}

#if hasFeature(Embedded)
  // Embedded Swift has values of protocol type for classes alone.
  public typealias ClusterIndexValue = AnyObject & Sendable
#else
  /// What an index is besides: a class or a struct.
  public typealias ClusterIndexValue = Sendable
#endif

/// An index over one point set that answers view queries.
public protocol ClusterIndex: ClusterIndexValue {
  /// The clusters of mergeable points that have a member in the view, each once and with all its members,
  /// those out of view too.
  ///
  /// An index whose clusters do not depend on the view also returns the clusters whose marker may be in the
  /// view though no member is, those whose members' bounds or whose cell meet ``ProjectedView/rect``, as
  /// ``Grouping/candidates``. Without them a marker comes late when the view moves towards it.
  ///
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` as the context asks.
  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping

  /// The memory that the index takes beside the point set, in bytes.
  var byteCount: Int { get }

  /// The index itself if it follows edits, else nil. This and the next two follow from the protocols that an
  /// index conforms to; nothing else has to declare them.
  var incremental: (any IncrementalIndex)? { get }

  /// The index itself if its clusters form a hierarchy, else nil.
  var hierarchy: (any ClusterHierarchy)? { get }

  /// The index that was built last, of which this one is an edit; nil for one that was built.
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

extension EditedIndex {
  var builtIndex: (any ClusterIndex)? { built }
}

/// An index that leaves a part of its build to the queries that need it.
package protocol DeferringIndex: ClusterIndex {
  /// Builds the rest, on as many threads as the index.
  ///
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` as the context asks; the
  ///   index is as good as before.
  func complete(_ context: RunContext) throws(ClusteringError)
}

/// An index that follows edits of its points at far less than the cost of a build; a strategy whose indexes
/// do declares ``Capabilities/incremental``.
public protocol IncrementalIndex: ClusterIndex {
  /// The index that a build over edited points makes, or one that returns the same groupings.
  ///
  /// - Parameter points: the index's own points with any number of edits (``PointSet/inserting(_:)`` and
  ///   those beside it).
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` as the context asks.
  func updated(for points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex
}

/// An index that knows its points as edits of older columns: the next edit starts from these too, whoever has
/// put columns together since.
protocol EditedIndex: IncrementalIndex {
  associatedtype Built: ClusterIndex, AnyObject

  /// The index that was built last, which those of all edits since share.
  var built: Built { get }
}

#if !hasFeature(Embedded)
  extension ClusterIndex {
    /// The memory that the index takes beside the point set, in the parts that indexes of edits share.
    package var memoryParts: [MemoryPart] {
      if let builtIndex { return builtIndex.memoryParts }
      return (self as? any AnyObject & ClusterIndex).map { [MemoryPart($0, bytes: byteCount)] } ?? []
    }
  }
#endif
