public import Pinfold

/// The distances that markers move if every cluster goes to each one that takes over some of its points.
package struct Travel: Hashable, Sendable {
  package var mean: Double
  package var largest: Double
  package var total: Double

  /// Computes the measures; nil without a common point.
  ///
  /// - Parameter distance: that of the marker of a cluster before from the marker of one after.
  package init?(_ table: Contingency, distance: (_ first: Int, _ second: Int) -> Double) {
    guard table.count > 0 else { return nil }
    (mean, largest, total) = (0, 0, 0)
    for cell in table.cells {
      let path = distance(cell.first, cell.second)
      mean += Double(cell.count) * path
      largest = max(largest, path)
      total += path
    }
    mean /= Double(table.count)
  }
}

/// The changes of markers that persist: those of one cluster before and one after that share points with no
/// other.
///
/// A change is √(Δx² + Δy² + Δr²), because position and size are seen together. Source: Shneiderman and
/// Wattenberg 2001, the distance change of treemaps.
package struct MarkerChange: Hashable, Sendable {
  package var count: Int
  package var mean: Double
  package var largest: Double

  /// Computes the measures; nil where no marker persists.
  ///
  /// - Parameter growth: that of the radius from a cluster before to one after.
  package init?(
    _ table: Contingency, distance: (_ first: Int, _ second: Int) -> Double,
    growth: (_ first: Int, _ second: Int) -> Double
  ) {
    var (heirs, origins) = (table.firstSizes.map { _ in 0 }, table.secondSizes.map { _ in 0 })
    for cell in table.cells {
      heirs[cell.first] += 1
      origins[cell.second] += 1
    }
    var changes: [Double] = []
    for cell in table.cells where heirs[cell.first] == 1 && origins[cell.second] == 1 {
      let (path, growth) = (distance(cell.first, cell.second), growth(cell.first, cell.second))
      changes.append((path * path + growth * growth).squareRoot())
    }
    guard let mean = Quantile.mean(of: changes), let largest = changes.max() else { return nil }
    count = changes.count
    self.mean = mean
    self.largest = largest
  }
}

/// A3: the distances that markers move on the world between two frames; see ``Travel`` and ``MarkerChange``.
public struct TravelMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "A3", name: "travel", summary: "How far markers move between frames.",
    formula: """
      over clusters k and l with n_kl > 0 common points: mean = Σ n_kl ‖m′_l − m_k‖ / Σ n_kl; max; total = \
      Σ ‖m′_l − m_k‖; on the world, by the short way around, in screen points of the nearer of the two \
      views. change and jump: mean and maximum of √(Δx² + Δy² + Δr²) over clusters that share points with \
      one other only.
      """,
    measures: [
      .amount("mean", unit: "screen points", .lower, "Mean distance that a point's marker moves."),
      .amount("max", unit: "screen points", .lower, "Longest path."),
      .amount("total", unit: "screen points", .lower, "Length of all paths."),
      .amount("change", unit: "screen points", .lower, "Mean change of markers that persist."),
      .amount("jump", unit: "screen points", .lower, "Largest change of a marker that persists."),
    ],
    scope: .pair, undefined: [.differentPoints, .noPoints, .noMarkers],
    cost: "O(n)",
    source:
      #"Endpoint displacement, as of optical flow; B. Shneiderman and M. Wattenberg, "Ordered treemap "#
      + #"layouts", InfoVis 2001: distance change."#)

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    guard let pair = subject.pair else { return undefined(for: .differentPoints) }
    let unit = min(pair.first.view.unitsPerPoint, pair.second.view.unitsPerPoint)
    let projection = pair.first.points.projection
    func distance(_ first: Int, _ second: Int) -> Double {
      let square = projection.squaredDistance(pair.first.positions[first], pair.second.positions[second])
      return Double(square).squareRoot() / unit
    }
    let travel = Travel(pair.table, distance: distance)
    let (before, after) = (subject.markers(of: subject.frames.count - 2), subject.markers)
    let change = MarkerChange(pair.table, distance: distance) {
      after.discs[$1].radius - before.discs[$0].radius
    }
    return values(
      [travel?.mean, travel?.largest, travel?.total], else: .noPoints, [change?.mean, change?.largest],
      else: .noMarkers)
  }
}
