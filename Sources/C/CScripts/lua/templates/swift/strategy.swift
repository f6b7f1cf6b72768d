import Pinfold

/// Rows of the map: one cluster for each that holds a point.
struct TYPEStrategy: ClusteringStrategy, Configurable {
  /// The height of a row, in screen points.
  var height = 80.0

  static let parameters: [Parameter<Self>] = [
    Parameter("height", \.height, in: 1...4096, unit: "screen points", "Height of a row on the screen.")
      .deciding(.fewer)
  ]

  var capabilities: Capabilities { [.panInvariant, .permutationInvariant] }

  func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    TYPEIndex(points: points, height: height)
  }
}

/// Looks at every point in every query.
struct TYPEIndex: ClusterIndex {
  let points: PointSet
  let height: Double

  var byteCount: Int { 0 }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    let side = view.units(fromPoints: height)
    return try Grouping(of: points, in: view, context: context) { point in
      (Double(points.y[point]) / side).rounded(.down)
    }
  }
}
