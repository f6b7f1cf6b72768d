import PinfoldDrawing
import PinfoldEvaluation

extension XYChart.Series {
  /// The most points of a distribution's line: more would fall on the same pixels.
  private static let mostSteps = 200

  /// A distribution of however many values, by evenly spaced quantiles.
  static func thinnedDistribution(_ name: String, of values: [Double], color: Int) -> Self {
    let sorted = values.sorted()
    guard sorted.count > mostSteps else { return .distribution(name, of: sorted, color: color) }
    let points = (0...mostSteps).map { step in
      let place = step * (sorted.count - 1) / mostSteps
      return XYChart.Point(x: sorted[place], y: Double(place + 1) / Double(sorted.count))
    }
    return Self(name, points, as: .steps, color: color)
  }
}

/// The shares of point sets on which each strategy is within a factor of the best.
///
/// Source: E. Dolan, J. Moré, "Benchmarking optimization software with performance profiles", 2002.
struct PerformanceProfile {
  /// The factors to the best in ascending order, for each strategy; a point set without a value counts as
  /// never reached.
  let factors: [[Double]]

  /// The number of point sets.
  let count: Int

  /// - Parameter costs: a row for each point set with a cost above 0 for each strategy; nil where it failed.
  init(_ costs: [[Double?]]) {
    count = costs.count
    let width = costs.first?.count ?? 0
    factors = (0..<width).map { column in
      costs.compactMap { row in
        guard let own = row[column], let best = row.compactMap({ $0 }).min(), best > 0 else { return nil }
        return own / best
      }.sorted()
    }
  }

  /// The share of point sets on which a strategy is within a factor of the best.
  func share(_ column: Int, within factor: Double) -> Double {
    count == 0 ? 0 : Double(factors[column].count { $0 <= factor }) / Double(count)
  }

  /// The share as a step line, from factor 1 to the largest of all.
  func line(_ column: Int) -> [XYChart.Point] {
    let last = factors.compactMap(\.last).max() ?? 1
    let steps = [1] + factors[column].filter { $0 > 1 } + [last]
    return steps.map { XYChart.Point(x: $0, y: share(column, within: $0)) }
  }
}

/// The points that no other beats in both coordinates.
enum ParetoFront {
  /// The indices of the front from its lowest x to its highest; equal points are all on it.
  ///
  /// - Complexity: O(*n*²), where *n* is the number of points.
  static func of(
    _ points: [(x: Double, y: Double)], _ x: MeasureDirection, _ y: MeasureDirection
  ) -> [Int] {
    func badness(_ point: (x: Double, y: Double)) -> (Double, Double) {
      (x == .higher ? -point.x : point.x, y == .higher ? -point.y : point.y)
    }
    let costs = points.map(badness)
    return costs.indices.filter { index in
      !costs.contains { other in
        other.0 <= costs[index].0 && other.1 <= costs[index].1 && other != costs[index]
      }
    }.sorted { (points[$0].x, points[$0].y, $0) < (points[$1].x, points[$1].y, $1) }
  }
}
