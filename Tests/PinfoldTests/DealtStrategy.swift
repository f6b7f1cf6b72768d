import Pinfold

/// Clusters that a test deals out by the ids of their members, whole and in the order given.
struct DealtStrategy: ClusteringStrategy {
  var deal: [[Int64]]

  var capabilities: Capabilities { [] }

  func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    Index(deal: deal, points: points)
  }

  private struct Index: ClusterIndex {
    var deal: [[Int64]]
    var points: PointSet
    var byteCount: Int { 0 }

    func grouping(in view: ProjectedView, context: RunContext) -> Grouping {
      let places = Dictionary(uniqueKeysWithValues: (0..<points.count).map { (points.ids[$0], UInt32($0)) })
      var permutation: [UInt32] = []
      var ranges: [Range<Int>] = []
      for ids in deal {
        let start = permutation.count
        permutation += ids.compactMap { places[.integer($0)] }.sorted()
        ranges.append(start..<permutation.count)
      }
      // The circle is cut at 90° west, where no test has points.
      return Grouping(order: points.order(permutation, origin: 1 << 30), ranges: ranges)
    }
  }

  /// A frame of points on 5° north with the ids 0, 1, 2 and so on; without longitudes ten of them, ten
  /// degrees apart.
  static func frame(
    _ deal: [[Int64]], longitudes: [Double] = (0..<10).map { Double($0) * 10 }
  ) throws -> Frame {
    var columns = PointColumns(longitude: longitudes, latitude: longitudes.map { _ in 5 })
    columns.ids = .integers((0..<Int64(longitudes.count)).map { $0 })
    return try Clusterer(DealtStrategy(deal: deal)).build(PointSet(columns))
      .frame(for: Viewport(center: Coordinate(longitude: 45, latitude: 0), zoom: 2))
  }
}
