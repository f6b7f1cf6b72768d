import TestSupport
import Testing

@testable import Pinfold

@Suite struct LowestIDsTests {
  @Test("the lowest id of every node is that of its points, numbers by value", arguments: [false, true])
  func nodes(textIDs: Bool) throws {
    var list = EditedPoints(.clusters, count: 5000, textIDs: textIDs, seed: 41)
    let points = try PointSet(list.columns())
    let strategy = SeparateStrategy()
    let dendrogram = try SeparateMerging(points, context: RunContext())
      .dendrogram(of: strategy.steps(points.projection))
    let lowest = LowestIDs(of: dendrogram, over: points)
    for node in 0..<dendrogram.nodes.count {
      let members = dendrogram.nodes[node].range.map { dendrogram.order.index(at: $0) }
      let expected = members.min { points.idRanks[$0] < points.idRanks[$1] }
      #expect(try lowest.id(of: node) == points.id(#require(expected)))
    }
  }
}
