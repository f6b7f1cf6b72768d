import Pinfold

/// A strategy of the app's own, on public names alone: one cluster for each row of the map that holds a
/// point.
struct RowsStrategy: ClusteringStrategy {
  /// The height of a row, in screen points.
  var height = 80.0

  var capabilities: Capabilities { [.panInvariant, .permutationInvariant] }

  func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    RowsIndex(points: points, height: height)
  }
}

/// Looks at every point in every query.
struct RowsIndex: ClusterIndex {
  let points: PointSet
  let height: Double

  var byteCount: Int { 0 }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    let side = view.units(fromPoints: height)
    let clusters = points.sections.filter(\.mergeable).flatMap { section in
      Dictionary(grouping: section.range.map { UInt32($0) }) { point in
        (Double(points.position(Int(point)).y) / side).rounded(.down)
      }.values
    }
    return Grouping(listing: clusters.sorted { $0[0] < $1[0] }, of: points, in: view)
  }
}
