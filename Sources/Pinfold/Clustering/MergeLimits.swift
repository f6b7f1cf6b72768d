/// Limits below which clusters dissolve into their points, for every strategy.
///
/// A cluster that is too small, and beyond a zoom every cluster, dissolves into single points and stacks,
/// which no zoom can separate. The zoom is that of the view, whatever the size of its tiles. Dissolved points
/// out of view are left out, as any cluster out of view is.
///
/// The limits preserve what a strategy promises except its budget: parts of a small cluster are smaller
/// still, so clusters nest as before.
public struct MergeLimits: Configurable, Hashable {
  /// The least number of points of a cluster; 2 changes nothing.
  public var minPoints = 2

  /// The least number of distinct locations of a cluster; 2 changes nothing. Points on one location stay
  /// together, however many there are.
  public var minLocations = 2

  /// The last zoom at which points that are not coincident share a cluster, up to the next whole zoom; the
  /// deepest of all changes nothing.
  public var maxZoom = Self.zooms.upperBound

  /// Creates limits that change nothing.
  public init() {}

  /// Creates limits.
  public init(minPoints: Int = 2, maxZoom: Int = 32, minLocations: Int = 2) {
    self.minPoints = minPoints
    self.minLocations = minLocations
    self.maxZoom = maxZoom
  }

  #if !hasFeature(Embedded)
    public static let parameters: [Parameter<Self>] = [
      Parameter(
        "minPoints", \.minPoints, in: 1...1_000_000_000,
        "Minimum points per cluster; smaller ones dissolve into single points and stacks."),
      Parameter(
        "minLocations", \.minLocations, in: 1...1_000_000_000,
        "Fewest distinct locations of a cluster; of fewer it dissolves into single points and stacks."),
      Parameter(
        "maxZoom", \.maxZoom, in: Self.zooms,
        "Deepest zoom with clusters; beyond it only coincident points merge."),
    ]
  #endif

  private static let zooms = Int(Viewport.zoomRange.lowerBound)...Int(Viewport.zoomRange.upperBound)

  /// Whether the limits change nothing at any zoom.
  public var areOff: Bool {
    minPoints <= 2 && minLocations <= 2 && maxZoom >= Self.zooms.upperBound
  }

  /// Dissolves clusters below `minPoints` or `minLocations` or beyond `maxZoom`.
  ///
  /// - Complexity: O(*m*), where *m* is the number of points in the clusters, if any is dissolved or
  ///   `minLocations` is greater than 2; else O(*c*), where *c* is the number of clusters.
  func apply(to grouping: inout Grouping, of points: PointSet, in view: ProjectedView) {
    let isDeep = view.viewport.isBeyond(maxZoom)
    guard isDeep || minPoints > 2 || minLocations > 2 else { return }
    func dissolves(_ range: Range<Int>) -> Bool {
      (isDeep || range.count < max(minPoints, minLocations)
        || minLocations > 2 && !points.hasLocations(minLocations, in: range, of: grouping.order))
        && !points.isCoincident(range, in: grouping.order)
    }
    guard grouping.ranges.contains(where: dissolves) else { return }
    var parts: [Part] = []
    for (cluster, range) in grouping.ranges.enumerated() {
      guard dissolves(range) else {
        parts.append(Part(range: range, cluster: cluster, first: grouping.order.lowestIndex(in: range)))
        continue
      }
      points.forEachStack(of: range, in: grouping.order) { spot in
        let first = grouping.order.index(at: spot.lowerBound)
        if view.contains(points.position(first)) {
          parts.append(Part(range: spot, cluster: nil, first: first))
        }
      }
    }
    parts.sort { $0.first < $1.first }
    grouping = grouping.rearranged(parts, of: points)
  }

  /// A cluster of the result.
  fileprivate struct Part {
    var range: Range<Int>

    /// The cluster of the grouping that it is, or nil for a point or stack of one that was dissolved.
    var cluster: Int?

    /// The lowest canonical index, by which clusters are in order.
    var first: Int
  }
}

extension Viewport {
  /// Whether the view is deeper than a whole zoom and all that is left of it before the next: the meaning of
  /// every `maxZoom`, as in supercluster and MapLibre.
  func isBeyond(_ maxZoom: Int) -> Bool { zoom >= Double(maxZoom) + 1 }
}

extension Grouping {
  /// The parts as clusters; whole clusters keep cells and positions, a point or stack is its own cell.
  fileprivate func rearranged(_ parts: [MergeLimits.Part], of points: PointSet) -> Grouping {
    var rearranged = Grouping(
      order: order, ranges: parts.map { $0.range },
      cells: cells.map { cells in
        parts.map { part in
          let spot = points.position(part.first)
          return part.cluster.map { cells[$0] } ?? WorldRect(west: spot.x, width: 1, north: spot.y, height: 1)
        }
      },
      positions: positions.map { positions in
        parts.map { part in part.cluster.map { positions[$0] } ?? points.position(part.first) }
      })
    rearranged.effectiveSize = effectiveSize
    let candidates = Set(candidates)
    // A point or stack of a dissolved cluster is in view.
    rearranged.candidates = parts.indices.filter { parts[$0].cluster.map(candidates.contains) ?? false }
    return rearranged
  }
}
