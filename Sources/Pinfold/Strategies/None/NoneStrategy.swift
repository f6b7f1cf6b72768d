/// Every point by itself, coincident ones too: what a map shows without clustering.
///
/// - Complexity: no build; O(*v* log *n*) for a query, where *v* is the number of points in view.
public struct NoneStrategy: ClusteringStrategy, Configurable {
  /// Creates the strategy.
  public init() {}

  #if !hasFeature(Embedded)
    public static let parameters: [Parameter<Self>] = []
  #endif

  public var capabilities: Capabilities { [.nested, .panInvariant, .permutationInvariant, .incremental] }

  /// Nothing is built.
  public var buildBytesPerPoint: Int { 0 }

  public func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    NoneIndex(points: points)
  }
}

extension ClusteringStrategy where Self == NoneStrategy {
  /// Every point by itself; see ``NoneStrategy``.
  public static var none: NoneStrategy { NoneStrategy() }
}

private final class NoneIndex: IncrementalIndex {
  let points: PointSet

  init(points: PointSet) {
    self.points = points
  }

  var byteCount: Int { 0 }

  func updated(for points: PointSet, context: RunContext) -> any ClusterIndex { NoneIndex(points: points) }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try context.check()
    var grouping = Grouping(order: points.order)
    let window = MortonWindow(view.rect, phase: points.projection.gridPhase)
    points.forEachSection(mergeable: true) { _, cells in
      cells.forEachRange(in: window) { range in
        for point in range { grouping.ranges.append(point..<point + 1) }
      }
    }
    return grouping
  }
}
