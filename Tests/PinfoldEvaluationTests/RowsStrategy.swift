import Pinfold
import PinfoldEvaluation

// The strategy that the article "Writing a strategy in Swift" writes: its snippets are pieces of this file.

/// Rows of the map: one cluster for each that holds a point.
struct RowsStrategy: ClusteringStrategy, Configurable {
  /// The height of a row, in screen points.
  var height = 80.0

  static let parameters: [Parameter<Self>] = [
    Parameter("height", \.height, in: 1...4096, unit: "screen points", "Height of a row on the screen.")
  ]

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
    let y = points.y
    var clusters: [[UInt32]] = []
    for section in points.sections where section.mergeable {
      try context.check()
      var rows: [Double: [UInt32]] = [:]
      for point in section.range {
        rows[(Double(y[point]) / side).rounded(.down), default: []].append(UInt32(point))
      }
      clusters += rows.values
    }
    clusters.sort { $0[0] < $1[0] }
    return Grouping(listing: clusters, of: points, in: view)
  }
}

func clustersOfRows(_ points: PointSet, _ viewport: Viewport) throws -> Frame {
  let map = try Clusterer(RowsStrategy(height: 120)).build(points)
  let frame = try map.frame(for: viewport)
  return frame
}

func rowsByName() throws -> any ClusteringStrategy {
  var registry = Registry.builtIn
  registry.register(
    Registration(
      kind: .strategy, name: "rows", summary: "Rows of the map, one cluster each.",
      type: RowsStrategy.self, as: { $0 }))
  let strategy = try registry.find("rows", kind: .strategy)(["height": .number(120)])
  return strategy
}

func brokenRowRules() throws -> [Violation] {
  let violations = try StrategyContract.violations(of: Clusterer(RowsStrategy()))
  return violations
}
