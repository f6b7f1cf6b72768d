package import PinfoldDrawing

/// A part of a report under a heading of its own, before it is written as HTML or Markdown.
struct ReportSection {
  /// The anchor, unique in the report: lower case and hyphens.
  var id: String
  var title: String
  var blocks: [ReportBlock]

  /// Whether it is reference material that is omitted on paper.
  var isForScreens: Bool

  init(_ id: String, _ title: String, isForScreens: Bool = false, _ blocks: [ReportBlock]) {
    (self.id, self.title, self.isForScreens, self.blocks) = (id, title, isForScreens, blocks)
  }

  /// Whether its pictures refer to definitions that a page holds once for all of them.
  var needsDefinitions: Bool {
    blocks.contains { block in
      guard case .pictures(let pictures) = block else { return false }
      return pictures.rows.contains { $0.cells.contains { $0?.picture.needsDefinitions == true } }
    }
  }
}

/// The elements of a section; all texts are plain, and writers escape them.
enum ReportBlock {
  case heading(String)
  /// A paragraph with the main result.
  case lead(String)
  case paragraph(String)
  case list([String])
  case table(ReportTable)
  case figure(ReportFigure)
  case pictures(ReportPictures)

  static func table(_ caption: String, columns: [String], rows: [[ReportTable.Cell]]) -> Self {
    .table(ReportTable(caption, columns: columns, rows: rows))
  }

  static func figure(_ name: String, _ picture: Picture, caption: String) -> Self {
    .figure(ReportFigure(name, picture, caption: caption))
  }

  /// A chart as wide as a report's page, high enough for its legend.
  static func chart(
    _ name: String, _ title: String, x: ChartAxis, y: ChartAxis, _ series: [XYChart.Series], caption: String
  ) -> Self {
    var chart = XYChart(title, x: x, y: y, series: series)
    chart.width = 680
    chart.height = max(360, 70 + 17 * Double(series.count { $0.name != nil }))
    return .figure(name, chart.picture, caption: caption)
  }
}

/// A table, its first column naming the rows.
struct ReportTable {
  var caption: String
  var columns: [String]

  /// The rows, each as long as `columns`.
  var rows: [[Cell]]

  init(_ caption: String, columns: [String], rows: [[Cell]]) {
    precondition(rows.allSatisfy { $0.count == columns.count })
    (self.caption, self.columns, self.rows) = (caption, columns, rows)
  }

  /// One field of a table.
  struct Cell: ExpressibleByStringInterpolation {
    var text: String

    /// Whether it is a number, or stands where one would.
    var isNumeric = false

    /// Whether it is the best of its column.
    var isBest = false

    /// A remark on the text, set smaller: of how many frames a number is; empty for none.
    var note = ""

    init(stringLiteral value: String) { text = value }

    init(_ text: String) { self.text = text }

    /// A number, with a dash where there is none.
    static func number(_ value: Double?) -> Cell { .number(value.map { ReportNumber.text($0) } ?? "–") }

    static func number(_ count: Int) -> Cell { .number(ReportNumber.text(count)) }

    /// A number as text.
    static func number(_ text: String, isBest: Bool = false, note: String = "") -> Cell {
      var cell = Cell(text)
      (cell.isNumeric, cell.isBest, cell.note) = (true, isBest, note)
      return cell
    }
  }
}

/// A chart or map of a report.
package struct ReportFigure: Sendable {
  /// The name of its file without an ending, unique in the report: lower case and hyphens.
  package let name: String

  /// The caption, in a sentence or more.
  package let caption: String
  package let picture: Picture

  /// The values by color that the picture shows, which a page has as a table; nil for other pictures.
  let matrix: HeatMatrix?

  init(_ name: String, _ picture: Picture, caption: String, matrix: HeatMatrix? = nil) {
    (self.name, self.picture, self.caption, self.matrix) = (name, picture, caption, matrix)
  }
}

/// Pictures in rows and columns with names.
struct ReportPictures {
  /// The form in which a page shows them.
  enum Form: Hashable {
    /// Each row as a group of pictures, as many side by side as fit.
    case gallery

    /// Each row on one line, in the order of time.
    case strip
  }

  var form = Form.gallery
  var caption: String
  var columns: [String]
  var rows: [(name: String, cells: [ReportFigure?])]
}

extension String {
  /// The text as part of a file's name or an anchor: lower case letters and digits with hyphens between.
  var slug: String {
    let words = lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? "x" : words.joined(separator: "-")
  }
}
