import Pinfold
import PinfoldData

/// The rows of a file that became no points, by reason.
public struct RowLosses: Hashable, Sendable {
  /// The number of all rows.
  public var rows: Int

  /// The rows that could not be used.
  public var unusable: [Loss]

  /// Unusable rows of one reason.
  public struct Loss: Hashable, Sendable {
    /// The reason: "bad weight".
    public var reason: String

    /// The number of rows.
    public var count: Int
  }

  /// The losses reported when a file was read.
  init(_ report: DataReport) {
    rows = report.rows
    unusable = report.unusable.map { Loss(reason: $0.reason.rawValue, count: $0.count) }
  }

  /// Gathers stored losses.
  init(rows: Int, unusable: [Loss]) { (self.rows, self.unusable) = (rows, unusable) }

  /// The number of unusable rows.
  public var count: Int { unusable.reduce(0) { $0 + $1.count } }

  /// "2,011 of 2,161 rows (93 %) are unusable: 2,011 bad weight"; nil where all rows became points.
  public var inWords: String? {
    guard count > 0 else { return nil }
    let share = Double(count) / Double(max(rows, 1)) * 100
    let percent = share < 1 ? "less than 1" : Numeral.fixed(share, digits: 0)
    let reasons = unusable.map { "\(ReportNumber.text($0.count)) \($0.reason)" }.joined(separator: ", ")
    return
      "\(ReportNumber.text(count)) of \(ReportNumber.text(rows)) rows (\(percent) %) are unusable: \(reasons)"
  }
}
