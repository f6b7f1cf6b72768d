/// A hierarchy that somebody else computed over some of a set's points: what merged into what, and at which
/// zoom each merge falls apart.
///
/// Its nodes are numbers: the points in canonical order, then the merges, each after all that it is made of.
package struct MergeHistory: Sendable {
  /// For each node the index of the merge that it joins, counted from 0; −1 for none.
  package var parents: [Int32]

  /// The least zoom at which each merge has fallen apart, of maps with tiles of 256, no greater than those of
  /// its parts; infinity for one that never does.
  package var zooms: [Double]

  /// Creates a history. The numbers must match their descriptions, and each merge has two parts or more.
  package init(parents: [Int32], zooms: [Double]) {
    self.parents = parents
    self.zooms = zooms
  }

  /// The number of points.
  var pointCount: Int { parents.count - zooms.count }

  /// Returns an index that cuts hierarchies at the zoom of each view.
  ///
  /// - Parameters:
  ///   - histories: one for each mergeable section of the points, or one for several sections together.
  ///   - points: the points.
  /// - Complexity: O(*n* log *n*), where *n* is the number of nodes.
  package static func index(
    of histories: [MergeHistory], over points: PointSet, context: RunContext
  ) throws(ClusteringError) -> any ClusterHierarchy {
    try MergeHistoryIndex(histories, points, context)
  }

  /// Records the merges in a dendrogram.
  ///
  /// - Parameters:
  ///   - first: the leaf that stands for the first point.
  ///   - zooms: the zooms of all histories, descending; a merge's time is the index of its own.
  fileprivate func record(
    in builder: inout DendrogramBuilder, from first: Int, _ zooms: [Double], _ context: RunContext
  ) throws(ClusteringError) {
    var parts = [[Int]](repeating: [], count: self.zooms.count)
    for (node, parent) in parents.enumerated() where parent >= 0 { parts[Int(parent)].append(node) }
    var nodes = Array(first..<first + pointCount)
    nodes.reserveCapacity(parents.count)
    for (merge, zoom) in self.zooms.enumerated() {
      if merge & 0xFFFF == 0 { try context.check() }
      let time = zooms.indices.partitioningIndex { zooms[$0] <= zoom }
      nodes.append(builder.merge(parts[merge].map { nodes[$0] }, at: Int32(time)))
    }
  }
}

private final class MergeHistoryIndex: DendrogramIndex {
  let points: PointSet
  let dendrogram: Dendrogram
  let directory = NodeDirectory<UInt32>()

  /// The zooms of merges, descending, each once.
  private let zooms: [Double]

  init(_ histories: [MergeHistory], _ points: PointSet, _ context: RunContext) throws(ClusteringError) {
    var zooms: [Double] = []
    for zoom in histories.flatMap({ $0.zooms }).sorted(by: >) where zooms.last != zoom { zooms.append(zoom) }
    var builder = try DendrogramBuilder(over: points, stacks: false, context: context)
    var first = 0
    for history in histories {
      try history.record(in: &builder, from: first, zooms, context)
      first += history.pointCount
    }
    dendrogram = try builder.finish(context: context)
    (self.points, self.zooms) = (points, zooms)
  }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try dendrogram.grouping(at: time(at: view.viewport.standardZoom), in: view.rect, context: context)
  }

  func time(at zoom: Double) -> Int32 {
    let merges = zooms.indices.partitioningIndex { zooms[$0] <= zoom }
    return merges == 0 ? Dendrogram.beginning : Int32(merges - 1)
  }

  func expansionZoom(of time: Int32) -> Double? {
    let zoom = zooms[Int(time)]
    return zoom <= Viewport.zoomRange.upperBound ? zoom : nil
  }

  // The default of `ClusterMap.tile`.
  var tileExtent: Double { 512 }
  var tileBuffer: Double { 0.125 }
}
