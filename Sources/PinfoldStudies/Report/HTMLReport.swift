import PinfoldDrawing

/// Writes a report as one HTML document that needs no other file: no script, no font, no picture.
///
/// It is well-formed XML too. Wide tables and pictures scroll in a box of their own, so that the page fits
/// any width.
struct HTMLReport {
  private(set) var text = ""

  init(title: String, note: String, sections: [ReportSection]) {
    text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <title>\(title.xmlEscaped)</title>
      <style>
      \(ReportStyle.sheet)\(Picture.embeddedStyleSheet)</style>
      </head>
      <body>
      \(sections.contains(where: \.needsDefinitions) ? Picture.embeddedDefinitions : "")<header>
      <h1>\(title.xmlEscaped)</h1>
      <p>\(note.xmlEscaped)</p>
      \(Self.omissions(sections))</header>
      <nav aria-label="Contents">
      <ul>
      \(sections.map { "<li><a href=\"#\($0.id)\">\($0.title.xmlEscaped)</a></li>" }.joined(separator: "\n"))
      </ul>
      </nav>
      <main>

      """
    for section in sections {
      let medium = section.isForScreens ? " class=\"screen\"" : ""
      text += "<section id=\"\(section.id)\"\(medium)>\n<h2>\(section.title.xmlEscaped)</h2>\n"
      for blocks in Self.grouped(section.blocks) {
        guard blocks.count > 1 else {
          write(blocks[0])
          continue
        }
        text += "<div class=\"figures\">\n"
        for block in blocks { write(block) }
        text += "</div>\n"
      }
      text += "</section>\n"
    }
    text += "</main>\n</body>\n</html>\n"
  }

  /// The blocks in their order; consecutive charts are placed side by side if there is room.
  private static func grouped(_ blocks: [ReportBlock]) -> [[ReportBlock]] {
    blocks.reduce(into: []) { groups, block in
      if case .figure(let figure) = block, case .figure(let last) = groups.last?.last, figure.matrix == nil,
        last.matrix == nil
      {
        groups[groups.count - 1].append(block)
      } else {
        groups.append([block])
      }
    }
  }

  private mutating func write(_ block: ReportBlock) {
    switch block {
    case .heading(let heading): text += "<h3>\(heading.xmlEscaped)</h3>\n"
    case .lead(let paragraph): text += "<p class=\"lead\">\(paragraph.xmlEscaped)</p>\n"
    case .paragraph(let paragraph): text += "<p>\(paragraph.xmlEscaped)</p>\n"
    case .list(let items):
      text += "<ul>\n" + items.map { "<li>\($0.xmlEscaped)</li>\n" }.joined() + "</ul>\n"
    case .table(let table): write(table)
    case .figure(let figure):
      text += "<figure id=\"\(figure.name)\">\n"
      writeScrolling(figure.caption) { html in
        if let matrix = figure.matrix {
          html.write(matrix)
        } else {
          html.text += figure.picture.embedded(label: figure.caption)
        }
      }
      text += "<figcaption>\(figure.caption.xmlEscaped)</figcaption>\n</figure>\n"
    case .pictures(let pictures): pictures.form == .gallery ? writeGallery(pictures) : writeStrips(pictures)
    }
  }

  /// A note for printed copies about omitted parts; empty if there are none.
  private static func omissions(_ sections: [ReportSection]) -> String {
    let titles = sections.filter(\.isForScreens).map { "“\($0.title)”" }.joined(separator: ", ")
    return titles.isEmpty
      ? "" : "<p class=\"paper\">Left out on paper, to be found on a screen: \(titles.xmlEscaped).</p>\n"
  }

  /// Writes a table of cells that are HTML, each row after its name.
  private mutating func writeTable(_ look: String, heads: [String], _ rows: [(name: String, cells: [String])])
  {
    text +=
      "<table\(look.isEmpty ? "" : " class=\"\(look)\"")>\n<thead>\n<tr>\(heads.joined())</tr>\n</thead>\n<tbody>\n"
    for row in rows {
      text += "<tr><th scope=\"row\">\(Self.breakable(row.name))</th>\(row.cells.joined())</tr>\n"
    }
    text += "</tbody>\n</table>\n"
  }

  private static func head(_ name: String, isNumeric: Bool = false) -> String {
    "<th scope=\"col\"\(isNumeric ? " class=\"num\"" : "")>\(breakable(name))</th>"
  }

  private mutating func write(_ table: ReportTable) {
    writeCaption(table.caption)
    writeScrolling(table.caption) { html in
      let heads = table.columns.enumerated().map { column, name in
        Self.head(name, isNumeric: table.rows.contains { $0[column].isNumeric })
      }
      let rows = table.rows.map { row in
        let cells = row.dropFirst().map { cell in
          let content = cell.isBest ? "<strong>\(cell.text.xmlEscaped)</strong>" : cell.text.xmlEscaped
          let note = cell.note.isEmpty ? "" : " <span class=\"note\">\(cell.note.xmlEscaped)</span>"
          return "<td\(cell.isNumeric ? " class=\"num\"" : "")>\(content)\(note)</td>"
        }
        return (name: row[0].text, cells: cells)
      }
      // More columns than this take smaller letters on paper.
      html.writeTable(table.columns.count > 12 ? "wide" : "", heads: heads, rows)
    }
  }

  private mutating func write(_ matrix: HeatMatrix) {
    let rows = matrix.rows.map { row in
      let cells = row.cells.map { cell in
        // Up to 60 % of the color, on which text in the page's ink can be read.
        let color = cell.merit.map { " style=\"--merit: \(Int(5 + 55 * max(0, min($0, 1))))%\"" } ?? ""
        return "<td class=\"num\"\(color)>\(cell.text.xmlEscaped)</td>"
      }
      return (name: row.name, cells: cells)
    }
    writeTable("heat", heads: ([matrix.title] + matrix.columns).map { Self.head($0) }, rows)
  }

  private mutating func writeGallery(_ pictures: ReportPictures) {
    text += "<p>\(pictures.caption.xmlEscaped)</p>\n"
    for row in pictures.rows {
      text += "<h3>\(row.name.xmlEscaped)</h3>\n<div class=\"gallery\">\n"
      for (name, cell) in zip(pictures.columns, row.cells) {
        let content = cell.map { $0.picture.embedded(label: $0.caption) } ?? "–\n"
        text += "<figure>\n\(content)<figcaption>\(Self.breakable(name))</figcaption>\n</figure>\n"
      }
      text += "</div>\n"
    }
  }

  private mutating func writeStrips(_ pictures: ReportPictures) {
    writeCaption(pictures.caption)
    writeScrolling(pictures.caption) { html in
      let rows = pictures.rows.map { row in
        (
          name: row.name,
          cells: row.cells.map { "<td>\($0.map { $0.picture.embedded(label: $0.caption) } ?? "–")</td>" }
        )
      }
      html.writeTable("pictures", heads: ["<td></td>"] + pictures.columns.map { Self.head($0) }, rows)
    }
  }

  /// A caption above a box that scrolls: within it, it would fade at the edge and scroll away.
  private mutating func writeCaption(_ caption: String) {
    text += "<p class=\"caption\">\(caption.xmlEscaped)</p>\n"
  }

  /// A box that scrolls on its own, reachable by keyboard.
  private mutating func writeScrolling(_ label: String, _ content: (inout HTMLReport) -> Void) {
    text += "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"\(label.xmlEscaped)\">\n"
    content(&self)
    text += "</div>\n"
  }

  /// A name that may break after a dot, comma or parenthesis: "quantization.constant".
  private static func breakable(_ name: String) -> String {
    var text = ""
    for character in name {
      text += character == "(" ? "<wbr/>(" : String(character).xmlEscaped
      if ".,-".contains(character) { text += "<wbr/>" }
    }
    return text
  }
}
