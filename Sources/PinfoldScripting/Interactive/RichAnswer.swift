import Lua
import Pinfold
import PinfoldDrawing
import PinfoldVerbs

/// An answer in the forms that a page can show, besides its text.
package struct RichAnswer: Hashable, Sendable {
  /// Rows as a table in HTML; nil where it has none.
  package var html: String?

  /// A picture in SVG: a frame's map, or an answer that is one; nil for anything else.
  package var svg: String?
}

extension RichAnswer {
  /// The forms of a value.
  init(_ value: LuaValue, mostRows: Int, _ lua: LuaState) throws {
    html = try ValueTable(value, lua)?.html(mostRows: mostRows)
    svg = try value.picture
  }
}

extension LuaValue {
  fileprivate var picture: String? {
    get throws {
      if let text = string { return text.hasPrefix("<svg") ? text : nil }
      return try object(as: FrameObject.self).map { try Plot($0.named).answer(VerbContext()).svg }
    }
  }
}

extension ValueTable {
  fileprivate func html(mostRows: Int) throws -> String {
    func cells(_ texts: [String], _ tag: String) -> String {
      "<tr>" + texts.map { "<\(tag)>\($0.xmlEscaped)</\(tag)>" }.joined() + "</tr>"
    }
    let rows = OutputFunctions.shown(rows: try (0..<min(count, mostRows)).map { try row($0) })
    let left = count - rows.count
    let whole = [summary, left > 0 ? "\(left) more of \(count)" : nil].compactMap { $0 }
    return "<table>"
      + (whole.isEmpty ? "" : "<caption>\(whole.joined(separator: "; ").xmlEscaped)</caption>")
      + "<thead>\(cells(header, "th"))</thead><tbody>\(rows.map { cells($0, "td") }.joined())</tbody></table>"
  }
}
