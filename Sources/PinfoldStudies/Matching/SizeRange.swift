import Pinfold
import PinfoldData
import PinfoldEvaluation

/// The sizes that a strategy was tuned to in several views.
package struct SizeRange: Hashable, Sendable {
  /// The parameter: "cellSize".
  package let name: String

  /// The least value.
  package let low: Double

  /// The greatest value.
  package let high: Double

  /// The median.
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
    return "\(name)=\(Numeral.text(median))" + range
  }
}
