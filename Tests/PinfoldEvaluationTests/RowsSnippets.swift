import Pinfold
import PinfoldEvaluation

// Pieces of the article "Writing a strategy in Swift". Its strategy is compiled here too; it is a file of
// Tests/SampleStrategy, which is built as others build theirs.

func clustersOfRows(_ points: PointSet, _ viewport: Viewport) throws -> Frame {
  let map = try Clusterer(RowsStrategy(height: 120)).build(points)
  let frame = try map.frame(for: viewport)
  return frame
}

func rowsByName() throws -> any ClusteringStrategy {
  var registry = Registry.builtIn
  try registry.add { $0.register("rows", "Rows of the map, one cluster each.", RowsStrategy.self) }
  let strategy = try registry.find("rows", kind: .strategy)(["height": .number(120)])
  return strategy
}

func brokenRowRules() throws -> [Violation] {
  let violations = try Contract(of: Clusterer(RowsStrategy())).violations()
  return violations
}
