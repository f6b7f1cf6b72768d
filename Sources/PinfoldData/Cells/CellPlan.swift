import Pinfold

/// The cells that points are added up in: squares of a world that is halved again and again, as in
/// ``Pinfold/GridStrategy``. A cell has the same width in pixels at each zoom of maps with tiles of 256, so
/// four cells of one zoom are a cell of the zoom before.
package struct CellPlan: Hashable, Sendable {
  package var zooms: ClosedRange<Int>

  /// The side of a cell, in pixels; a power of two.
  package var side: Int

  /// Whether points of different groups are in different cells.
  package var isGrouped = false
  package var measures: [CellMeasure] = []

  /// The strategy that cells are fitted to; nil for none.
  package var fit: CellFit?

  /// The sides that cells can have.
  package static let knownSides = [1, 2, 4, 8, 16, 32, 64, 128, 256]

  package init(zooms: ClosedRange<Int>, side: Int) { (self.zooms, self.side) = (zooms, side) }

  /// The number of halvings of the world at a zoom.
  package func level(atZoom zoom: Int) -> Int { zoom + 8 - side.trailingZeroBitCount }

  /// The zooms, the side and the strategy as text in rows: `0-12/8`, `0-12/8/hexgrid`.
  package var text: String {
    "\(zooms.lowerBound)-\(zooms.upperBound)/\(side)" + (fit.map { "/\($0.strategy)" } ?? "")
  }

  /// Parses the plan of a row; nil for any other text. The cells have `means` for a strategy.
  package init?(_ text: Substring, means: CellFit.Means? = nil) {
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == (means == nil ? 2 : 3), let side = Int(parts[1]), Self.knownSides.contains(side)
    else { return nil }
    let zooms = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard zooms.count == 2, let first = zooms[0], let last = zooms[1], first <= last,
      SlippyTile.zooms.contains(first), SlippyTile.zooms.contains(last)
    else { return nil }
    self.init(zooms: first...last, side: side)
    fit = means.map { CellFit(strategy: String(parts[2]), means: $0) }
    guard self.text == text else { return nil }
  }

  /// The plan in words: "zooms 0 to 12, 8 pixels, group, population_sum".
  package var inWords: String {
    let columns = (isGrouped ? [Cells.groupColumn] : []) + measures.map(\.name)
    let strategy = fit.map { ["for \($0.strategy)"] } ?? []
    let size = ["zooms \(zooms.lowerBound) to \(zooms.upperBound)", "\(side) pixels"]
    return (size + strategy + columns).joined(separator: ", ")
  }

  /// The greatest displacement of a drawn point, in pixels of a zoom: the diagonal of a cell.
  package func greatestShift(atZoom zoom: Double) -> Double {
    2.0.squareRoot() * Double(side) * .exp2(zoom - Double(zooms.upperBound))
  }
}

/// A statistic of a column that cells store.
package struct CellMeasure: Hashable, Sendable {
  /// The column's name in the data.
  package var column: String

  /// The statistic; one that can be added up.
  package var kind: Kind

  /// The kinds that can be told of a union of cells by those of its parts.
  package enum Kind: String, CaseIterable, Sendable { case sum, count, min, max }

  package init(_ kind: Kind, of column: String) { (self.kind, self.column) = (kind, column) }

  /// The name of its column of cells: `population_sum`.
  package var name: String { "\(column)_\(kind.rawValue)" }

  init?(named name: String) {
    guard let bar = name.lastIndex(of: "_"), bar > name.startIndex,
      let kind = Kind(rawValue: String(name[name.index(after: bar)...]))
    else { return nil }
    self.init(kind, of: String(name[..<bar]))
  }

  func joined(_ one: Millionths, _ other: Millionths) -> Millionths? {
    switch kind {
    case .sum, .count: one.adding(other)
    case .min: Swift.min(one, other)
    case .max: Swift.max(one, other)
    }
  }
}
