import Pinfold

/// One clusterer on one sample, as rules see it. Frames are kept, because most rules look at the same ones.
final class ContractTrial {
  let clusterer: Clusterer
  let sample: ContractSample
  let context: RunContext

  /// The sample's points.
  let points: PointSet

  /// For each point, by canonical index, the index of its section in ``PointSet/sections``.
  let sections: [Int]

  private var kept: (map: ClusterMap, frames: [Frame])?

  init(_ clusterer: Clusterer, on sample: ContractSample, context: RunContext) {
    self.clusterer = clusterer
    self.sample = sample
    self.context = context
    points = sample.points
    sections = points.sections.enumerated().flatMap {
      [Int](repeating: $0.offset, count: $0.element.range.count)
    }
  }

  /// Builds an index over the sample's points, or over other ones.
  func map(of columns: PointColumns? = nil, threads: Int = 1) throws(ClusteringError) -> ClusterMap {
    try clusterer.build(columns.map { sample.points(of: $0) } ?? points, context: context(threads: threads))
  }

  /// Computes the frame of a view.
  func frame(
    of map: ClusterMap, for viewport: Viewport, after previous: Frame? = nil, threads: Int = 1
  ) throws(ClusteringError) -> Frame {
    try map.frame(for: viewport, after: previous, context: context(threads: threads))
  }

  /// The frame of each of the sample's views, computed in their order on one index, each once.
  func frames() throws(ClusteringError) -> [Frame] { try asked().frames }

  /// The map that made ``frames()``.
  func askedMap() throws(ClusteringError) -> ClusterMap { try asked().map }

  private func asked() throws(ClusteringError) -> (map: ClusterMap, frames: [Frame]) {
    if let kept { return kept }
    let map = try map()
    var frames: [Frame] = []
    for viewport in sample.viewports { frames.append(try frame(of: map, for: viewport)) }
    kept = (map, frames)
    return (map, frames)
  }

  /// The context with a number of threads.
  func context(threads: Int) -> RunContext {
    var context = context
    context.threads = threads
    return context
  }

  /// Whether a point may join clusters.
  func isMergeable(_ point: Int) -> Bool { points.sections[sections[point]].mergeable }

  /// The name of a point's group.
  func groupName(_ point: Int) -> String {
    let group = points.sections[sections[point]].group
    return group < 0 ? "none" : "'\(points.groupNames[Int(group)])'"
  }

  /// A point as messages name it.
  func name(_ point: Int) -> String { "'\(points.ids[point])'" }
}
