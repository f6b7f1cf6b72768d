import TestSupport
import Testing

@testable import Pinfold

@Suite struct QuadtreeTests {
  private func tree(_ points: PointSet, capacity: Int = 8) throws -> Quadtree {
    try Quadtree(over: points, capacity: capacity, context: RunContext())
  }

  @Test("leaves hold every mergeable point once, in canonical order", arguments: SamplePoints.allCases)
  func leaves(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns().decorated(seed: 7))
    for capacity in [1, 3, 8, 1000] {
      let nodes = try tree(points, capacity: capacity).nodes
      let leaves = nodes.indices.filter { nodes[$0].end == $0 + 1 }
      let held = leaves.flatMap { nodes[$0].points.map(Int.init) }
      #expect(held == points.sections.filter(\.mergeable).flatMap { Array($0.range) })
      for leaf in leaves where nodes[leaf].points.count > capacity { #expect(nodes[leaf].box.extent == 0) }
    }
  }

  @Test(
    "a node that is no leaf holds its children's points, and more than a leaf may",
    arguments: SamplePoints.allCases)
  func inner(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns())
    let nodes = try tree(points).nodes
    for (place, node) in nodes.enumerated() where node.end > place + 1 {
      #expect(node.points.count > 8)
      var next = node.points.lowerBound
      var children = 0
      var child = place + 1
      while child < node.end {
        #expect(nodes[child].points.lowerBound == next)
        next = nodes[child].points.upperBound
        child = Int(nodes[child].end)
        children += 1
      }
      #expect(next == node.points.upperBound)
      #expect((2...4).contains(children))
    }
  }

  @Test("bounds are those of the points, phased", arguments: SamplePoints.allCases)
  func boxes(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns())
    for node in try tree(points).nodes {
      let xs = node.points.map { points.x[Int($0)] &+ 0x5555_5555 }
      let ys = node.points.map { points.y[Int($0)] }
      #expect(
        node.box == Box(west: xs.min() ?? 0, east: xs.max() ?? 0, north: ys.min() ?? 0, south: ys.max() ?? 0))
    }
  }

  @Test("coincident points are one leaf, however many")
  func coincident() throws {
    let count = 200_000
    let points = try PointSet(
      PointColumns(
        longitude: [Double](repeating: 2.35, count: count), latitude: [Double](repeating: 48.85, count: count)
      ))
    let tree = try tree(points)
    #expect(tree.nodes.count == 1)
    #expect(tree.nodes[0].points == 0..<UInt32(count))
    #expect(tree.byteCount == MemoryLayout<Quadtree.Node>.stride)
  }

  @Test("building stops when asked to")
  func cancelled() throws {
    let points = try PointSet(SamplePoints.uniform.columns())
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect {
      try Quadtree(over: points, capacity: 8, context: RunContext(cancellation: cancellation))
    } throws: {
      if case ClusteringError.cancelled = $0 { true } else { false }
    }
  }
}
