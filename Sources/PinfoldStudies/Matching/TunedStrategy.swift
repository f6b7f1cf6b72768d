import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// A strategy on one point set, tuned until it shows a wanted amount in a view, or in the views of a path.
///
/// Not safe to share between threads.
final class TunedStrategy {
  private let size: TunableSize
  private let target: MatchTarget
  private let points: PointSet
  private let style: MarkerStyle
  private let context: RunContext

  /// The indices that were used last, the last one at the end; all views try the same few at first.
  private var maps: [(value: Int, map: ClusterMap)] = []
  private static let mostMaps = 8

  init(
    _ size: TunableSize, on points: PointSet, to target: MatchTarget, style: MarkerStyle, context: RunContext
  ) {
    (self.size, self.points, self.target, self.style, self.context) = (size, points, target, style, context)
  }

  /// Finds the value whose frames are nearest to the target by the ratio of their median; of equally near
  /// ones that with the most markers. Halves the values between too much and too little, and takes the
  /// nearest of all that it tried, because more of a size need not mean fewer markers every time.
  ///
  /// - Returns: the index at that value, and the value as one would write it: "cellSize=48.5".
  /// - Complexity: O(log *v*) builds for *v* values.
  func tuning(for views: [Viewport]) throws -> (map: ClusterMap, size: String?) {
    let views = try telling(views)
    var (low, high) = (0, size.values.count - 1)
    var last = try attempt(between: low, high, views)
    var best = last
    while last.ratio != 1 {
      if last.ratio > 1 { low = last.value + 1 } else { high = last.value - 1 }
      guard low <= high else { break }
      last = try attempt(between: low, high, views)
      if (last.distance, last.value) < (best.distance, best.value) { best = last }
    }
    return (try map(at: best.value), "\(size.name)=\(size.values[best.value])")
  }

  /// The views with as many points as markers are wanted; all where none has as many.
  private func telling(_ views: [Viewport]) throws -> [Viewport] {
    guard case .markers(let count) = target, views.count > 1 else { return views }
    let rich = try views.filter { viewport in
      let view = try ProjectedView(viewport, on: points.projection)
      return (0..<points.count).count { view.contains(points.position($0)) } >= count
    }
    return rich.isEmpty ? views : rich
  }

  /// The amount at one of the values, divided by the target.
  private struct Attempt {
    let value: Int
    let ratio: Double

    var distance: Double { ratio > 0 ? abs(Double.log(ratio)) : .infinity }
  }

  private func attempt(between low: Int, _ high: Int, _ views: [Viewport]) throws -> Attempt {
    let value = size.middle(low, high, wanting: target)
    let map = try map(at: value)
    let amounts = try views.map { viewport in
      var frame = try map.frame(for: viewport, context: context)
      frame.markerStyle = style
      return try amount(of: frame)
    }
    return Attempt(value: value, ratio: (Quantile.median(of: amounts) ?? 0) / wanted)
  }

  private var wanted: Double {
    switch target {
    case .markers(let count): Double(count)
    case .ink(let share): share
    }
  }

  private func amount(of frame: Frame) throws(ClusteringError) -> Double {
    switch target {
    case .markers: return Double(frame.count)
    case .ink:
      let results = try InkMetric().evaluate(MetricSubject([frame], context: context))
      return results.first?.value.number ?? 0
    }
  }

  private func map(at value: Int) throws -> ClusterMap {
    if let known = maps.firstIndex(where: { $0.value == value }) {
      maps.append(maps.remove(at: known))
    } else {
      maps.append((value, try size.clusterer(size.values[value]).build(points, context: context)))
      if maps.count > Self.mostMaps { maps.removeFirst() }
    }
    return maps[maps.count - 1].map
  }
}

/// The sizes that a strategy was tuned to in several views.
package struct SizeRange: Hashable, Sendable {
  /// The parameter: "cellSize".
  package let name: String

  /// The least value.
  package let low: Double

  /// The greatest value.
  package let high: Double
  package let median: Double

  /// Gathers sizes such as "cellSize=48.5"; nil for none.
  package init?(_ sizes: [String]) {
    let pairs = sizes.map { $0.split(separator: "=", maxSplits: 1) }
    let values = pairs.compactMap { $0.count == 2 ? Double($0[1]) : nil }
    guard let name = pairs.first?.first, let low = values.min(), let high = values.max() else { return nil }
    (self.name, self.low, self.high) = (String(name), low, high)
    median = Quantile.median(of: values) ?? low
  }

  /// "cellSize=48.5", "cellSize=48.5 (30…76)".
  package var inWords: String {
    let range = low == high ? "" : " (\(Numeral.text(low))…\(Numeral.text(high)))"
    return "\(name)=\(ReportNumber.text(median))" + range
  }
}
