import Pinfold
import Synchronization
import TestSupport
import Testing

@Suite("How a cluster falls apart")
struct ClusterExpansionTests {
  private static let nested = StrategyVariant.all().filter {
    (try? $0().capabilities.contains(.nested)) ?? false
  }

  @Test("into parts that hold its points, at the first zoom at which they part", arguments: nested)
  func parts(variant: StrategyVariant) throws {
    for sample in [SamplePoints.clusters, .dateLine, .outlier] {
      let points = try PointSet(sample.columns(count: 150).decorated(seed: 4))
      let map = try Clusterer(variant()).build(points)
      let frame = try map.frame(for: Viewport(center: points.coordinate(0), zoom: 2, width: 900, height: 900))
      for cluster in (0..<frame.count).prefix(12) {
        let zoom = try map.expansionZoom(of: cluster, in: frame)
        let parts = try map.expansion(of: cluster, in: frame)
        if frame.isStack(cluster) {
          #expect(zoom == nil && parts == nil)
          continue
        }
        guard let zoom, let parts else {
          // World-wide k-means never divides a cluster, and its budget keeps it whole.
          #expect(zoom == nil && parts == nil)
          #expect(try wholeAtLast(frame, cluster, map))
          continue
        }
        #expect(parts.count > 1 && parts.view.viewport.zoom == zoom && zoom >= 2)
        #expect(
          (0..<parts.count).flatMap { parts.members(of: $0) }.sorted() == frame.members(of: cluster).sorted())
        // A hundred steps of the zoom, none of which shows less than the cluster before that zoom.
        for step in 1...100 {
          var before = parts.view.viewport
          before.zoom = 2 + (zoom - 2) * Double(step) / 101
          guard before.zoom < zoom, zoom > 2 else { break }
          let home = try map.frame(for: before)
          let labels = Set(frame.members(of: cluster).map { home.labels[$0] })
          #expect(labels.count == 1, "zoom \(before.zoom) before \(zoom)")
          if labels.count > 1 { break }
        }
      }
    }
  }

  private func wholeAtLast(_ frame: Frame, _ cluster: Int, _ map: ClusterMap) throws -> Bool {
    let members = frame.members(of: cluster)
    let deep = try map.frame(
      for: Viewport(center: frame.points.coordinate(members[0]), zoom: 32, width: 500, height: 500))
    return deep.cluster(showing: members[0]).map { deep.memberCount(of: $0) >= members.count } ?? false
  }

  @Test("at half a zoom where a grid's cells halve, and each part in turn")
  func grid() throws {
    // Cells of 64 points: of two levels that are equally near the larger cells, so they halve right after.
    let points = try PointSet(PointColumns(longitude: [0, 1, 30], latitude: [0.1, 0.1, 0.1]))
    let map = try Clusterer(.grid(cellSize: 64)).build(points)
    let frame = try map.frame(for: Viewport(center: Coordinate(longitude: 10, latitude: 0), zoom: -2))
    try #require(frame.count == 1)
    var parts = try #require(try map.expansion(of: 0, in: frame))
    #expect(
      parts.count == 2
        && (parts.view.viewport.zoom * 2).rounded() / 2 == parts.view.viewport.zoom.rounded(.down) + 0.5)
    let pair = try #require((0..<2).first { parts.memberCount(of: $0) == 2 })
    parts = try #require(try map.expansion(of: pair, in: parts))
    #expect(parts.count == 2 && (0..<2).allSatisfy { parts.memberCount(of: $0) == 1 })
    #expect(try map.expansion(of: 0, in: parts) == nil)
  }

  @Test(
    "without asking for many views where clusters change at quarters of a zoom",
    arguments: ["separate", "radius"])
  func views(strategy: String) throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 200))
    let counting = CountingStrategy(
      try Registry.builtIn.find(strategy, kind: .strategy)(["levelsPerZoom": .integer(4)]))
    let map = try Clusterer(counting).build(points)
    let frame = try map.frame(for: Viewport(center: points.coordinate(0), zoom: 2))
    for cluster in 0..<frame.count where !frame.isStack(cluster) {
      let before = counting.views.withLock { $0 }
      let zoom = try #require(try map.expansionZoom(of: cluster, in: frame))
      let asked = counting.views.withLock { $0 } - before
      #expect(asked <= Int(zoom.rounded(.up)) - 2 + 8, "\(asked) views to zoom \(zoom)")
    }
  }

  /// A strategy that counts the views that its index is asked for.
  private final class CountingStrategy: ClusteringStrategy {
    let strategy: any ClusteringStrategy
    let views = Mutex(0)

    init(_ strategy: any ClusteringStrategy) { self.strategy = strategy }

    var capabilities: Capabilities { strategy.capabilities }

    func makeIndex(
      over points: PointSet, context: RunContext
    ) throws(ClusteringError) -> any ClusterIndex {
      Index(index: try strategy.makeIndex(over: points, context: context), counting: self)
    }

    private struct Index: ClusterIndex {
      let index: any ClusterIndex
      let counting: CountingStrategy
      var byteCount: Int { index.byteCount }

      func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
        counting.views.withLock { $0 += 1 }
        return try index.grouping(in: view, context: context)
      }
    }
  }

  @Test("into what the radius hierarchy calls its children, at its zoom")
  func radius() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 200))
    let map = try Clusterer(.radius()).build(points)
    let hierarchy = try #require(map.index as? any ClusterHierarchy)
    let frame = try map.frame(for: Viewport(center: points.coordinate(0), zoom: 2))
    for cluster in 0..<frame.count {
      let node = try #require(hierarchy.node(of: frame.ids[cluster]))
      #expect(try map.expansionZoom(of: cluster, in: frame) == hierarchy.expansionZoom(of: node))
      let parts = try map.expansion(of: cluster, in: frame)
      #expect(parts.map(\.ids) ?? [] == hierarchy.children(of: node).map(\.id))
    }
  }

  @Test("is refused where clusters do not nest")
  func refusal() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 50))
    let map = try Clusterer(.grid(), separation: Separation()).build(points)
    let frame = try map.frame(for: Viewport(center: points.coordinate(0), zoom: 2))
    let error = #expect(throws: ClusteringError.self) { try map.expansion(of: 0, in: frame) }
    #expect(error?.description.contains("strategy 'grid' do not nest") == true)
  }

  @Test("leaves are its points, page by page, in the order of their ids")
  func leaves() throws {
    let points = try PointSet(SamplePoints.onePixel.columns(count: 30))
    let map = try Clusterer(.grid()).build(points)
    let frame = try map.frame(for: Viewport(center: points.coordinate(0), zoom: 3))
    let all = frame.leaves(of: 0)
    #expect(all.count == 30 && all.ids.count == Set(all.ids).count)
    #expect((0..<30).map { all.members(of: $0)[0] } == frame.members(of: 0))
    let page = frame.leaves(of: 0, limit: 7, offset: 25)
    #expect(page.count == 5 && page.ids == Array(all.ids.suffix(5)))
    #expect(frame.leaves(of: 0, limit: -1).count == 0 && frame.leaves(of: 0, offset: .max).count == 0)
  }
}
