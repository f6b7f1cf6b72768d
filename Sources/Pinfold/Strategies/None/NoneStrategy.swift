/// Shows every point separately, coincident ones too: a map without clustering.
///
/// - Complexity: no build; O(*v* log *n*) for a query, where *v* is the number of points in view.
public struct NoneStrategy: ClusteringStrategy, Configurable {
  /// Creates the strategy.
  public init() {}

  #if !hasFeature(Embedded)
    public static let parameters: [Parameter<Self>] = []
  #endif

  public var capabilities: Capabilities { [.nested, .panInvariant, .permutationInvariant, .incremental] }

  /// 0: there is no build.
  public var buildBytesPerPoint: Int { 0 }

  public func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    UnbuiltIndex(over: points, self)
  }
}

extension NoneStrategy: UnbuiltStrategy {
  func grouping(
    of points: PointSet, in view: ProjectedView, context: RunContext
  ) throws(ClusteringError) -> Grouping {
    try context.check()
    let ranges = points.ranges(in: view.rect).joined()
    return Grouping(order: points.order, ranges: ranges.flatMap { $0.map { $0..<$0 + 1 } })
  }
}

extension ClusteringStrategy where Self == NoneStrategy {
  /// Shows every point separately; see ``NoneStrategy``.
  public static var none: NoneStrategy { NoneStrategy() }
}
