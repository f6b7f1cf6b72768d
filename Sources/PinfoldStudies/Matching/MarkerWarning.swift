import Pinfold
import PinfoldDefinitions

/// The warning that strategies show very different numbers of markers.
package enum MarkerWarning {
  /// The ratio of two numbers of markers up to which they count as equal: grids of cells in fixed steps come
  /// within it of any number.
  package static let tolerance = 1.5

  /// The warning; nil where no number is more than half as much again as another.
  ///
  /// - Parameters:
  ///   - medians: the number of markers of each strategy.
  ///   - isTuned: whether the strategies were tuned to show as much as each other.
  ///   - advice: how to compare at equal numbers, for strategies that were not: ", as with --markers 100".
  package static func text(_ medians: [Double], isTuned: Bool, advice: String) -> String? {
    guard let low = medians.min(), let high = medians.max(), high > tolerance * low else { return nil }
    let numbers = "from \(ReportNumber.text(low)) to \(ReportNumber.text(high)) markers"
    return isTuned
      ? "Tuned strategies still show \(numbers), and most measures grow or fall with them."
      : "Strategies show \(numbers), and most measures grow or fall with them: they are fairly compared at equal "
        + "numbers\(advice)."
  }

  /// The note that strategies keep markers apart in sizes of their own, which are not the measured ones; nil
  /// where none does.
  static func ownSizes(of strategies: [NamedClusterer], measuredWith style: MarkerStyle) -> String? {
    let own = strategies.filter { strategy in
      guard let separation = strategy.clusterer.markerSeparation else { return false }
      return [0, 10, 20].contains { separation.style(atZoom: $0) != style }
    }
    guard !own.isEmpty else { return nil }
    let (names, ends) = (own.map(\.name), [style.smallest, style.largest].map { ReportNumber.text($0) })
    return
      "\(names.joined(separator: ", ")): markers are kept apart in sizes of their own, and measured like all "
      + "others, with radii of \(ends[0]) to \(ends[1]) screen points, in which they may overlap"
  }
}
