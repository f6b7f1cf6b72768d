package import PinfoldDrawing

/// A part of a report under a heading of its own, before it is written as HTML or Markdown.
struct ReportSection {
  /// The anchor, unique in the report: lower case and hyphens.
  var id: String

  /// The heading.
  var title: String

  /// The content.
  var blocks: [ReportBlock]

  /// Whether it is to look something up in, so that nobody wants it on paper.
  var isForScreens: Bool

  init(_ id: String, _ title: String, isForScreens: Bool = false, _ blocks: [ReportBlock]) {
    self.id = id
    self.title = title
    self.isForScreens = isForScreens
    self.blocks = blocks
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
  /// A paragraph that says what matters most.
  case lead(String)
  case paragraph(String)
  case list([String])
  case table(ReportTable)
  case figure(ReportFigure)
  case pictures(ReportPictures)
}

/// A table, its first column naming the rows.
struct ReportTable {
  /// The caption.
  var caption: String

  /// The heads of the columns.
  var columns: [String]

  /// The rows, each as long as `columns`.
  var rows: [[Cell]]

  init(_ caption: String, columns: [String], rows: [[Cell]]) {
    precondition(rows.allSatisfy { $0.count == columns.count })
    self.caption = caption
    self.columns = columns
    self.rows = rows
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

    /// A text.
    init(_ text: String) { self.text = text }

    /// A number as it is written.
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

  /// The picture.
  package let picture: Picture

  /// The values by color that the picture shows, which a page has as a table; nil for other pictures.
  let matrix: HeatMatrix?

  init(_ name: String, _ picture: Picture, caption: String) {
    (self.name, self.picture, self.caption, matrix) = (name, picture, caption, nil)
  }

  init(_ name: String, _ matrix: HeatMatrix, caption: String) {
    (self.name, picture, self.caption, self.matrix) = (name, matrix.picture, caption, matrix)
  }
}

/// Pictures in rows and columns with names.
struct ReportPictures {
  /// The form in which a page shows them.
  enum Form: Hashable {
    /// Each row as a group of pictures, as many beside each other as there is room for.
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
