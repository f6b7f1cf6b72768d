import TestSupport
import Testing

@testable import Pinfold

@Suite struct QuadtreePatchTests {
  @Test(
    "every node holds its points' bounds, and leaves hold every point once",
    arguments: [SamplePoints.clusters, .spots, .lattice, .coincident], [1, 3, 8])
  func nodes(sample: SamplePoints, capacity: Int) throws {
    var list = EditedPoints(sample, count: 500, seed: 83)
    let base = try PointSet(list.columns())
    let tree = try Quadtree(over: base, capacity: capacity, context: RunContext())
    var map = try Clusterer(.grid()).build(base)
    for _ in 0..<8 {
      try map.apply(list.edit())
      guard map.points.sharesBase(with: base), let splice = map.points.overlay?.splice else { continue }
      let patch = try QuadtreePatch(
        of: tree, over: map.points, splice, capacity: capacity, context: RunContext())
      let phase = map.points.projection.phase
      var held: [Int] = []
      for (place, node) in patch.nodes.enumerated() {
        var box = Box.empty
        for point in node.points {
          let position = map.points.position(Int(point))
          box.insert(x: position.x &+ phase, y: position.y)
        }
        #expect(node.box == box)
        if node.end == place + 1 { held += node.points.map(Int.init) }
        if let subtree = patch.subtrees[place] {
          #expect(tree.nodes[subtree].points.count == node.points.count)
          #expect(tree.nodes[subtree].box == box)
        } else if node.end == place + 1, node.points.count > capacity {
          #expect(box.extent == 0)
        }
      }
      #expect(held == map.points.sections.filter(\.mergeable).flatMap { Array($0.range) })
    }
  }

  @Test("one edit has nodes of its own along one path alone")
  func path() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 20_000))
    let tree = try Quadtree(over: points, capacity: 8, context: RunContext())
    let edited = try points.removing([points.id(4321)])
    let splice = try #require(edited.overlay?.splice)
    let patch = try QuadtreePatch(of: tree, over: edited, splice, capacity: 8, context: RunContext())
    let own = patch.subtrees.filter { $0 == nil }.count
    #expect(patch.nodes.count < 64)
    #expect(own < 32)
    #expect(patch.nodes.count < tree.nodes.count / 50)
  }
}
