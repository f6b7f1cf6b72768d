import Lua
import Pinfold
import PinfoldColumns
import PinfoldData
import PinfoldDrawing
import PinfoldVerbs

/// The rows of a list of tables, a column, groups, a frame or a dataset, for display.
struct ValueTable {
  /// A line about the whole; nil if the rows are enough.
  var summary: String?
  var header: [String]
  var count: Int
  let row: (Int) throws -> [LuaValue]

  /// Makes rows of a value; returns nil where it has none.
  init?(_ value: LuaValue, _ lua: LuaState) throws {
    if let table = value.table {
      try self.init(table)
    } else {
      self.init(object: value)
    }
    if summary == nil, value.table == nil { summary = try lua.string(of: value) }
  }

  /// Makes rows of an object, without a summary.
  init?(object value: LuaValue) {
    if let dataset = value.object(as: DatasetObject.self) {
      self.init(dataset)
    } else if let frame = value.object(as: FrameObject.self) {
      self.init(frame)
    } else if let groups = value.object(as: GroupsObject.self) {
      self.init(groups.groups)
    } else if let column = value.object(as: LuaColumn.self) {
      self.init(column)
    } else if let texts = value.object(as: TextsObject.self)?.texts {
      self.init(header: ["index", "value"], count: texts.count) {
        [.integer($0 + 1), texts[$0].map { .string($0) } ?? .nil]
      }
    } else {
      return nil
    }
  }

  private init?(_ table: LuaTable) throws {
    guard let rows = try Self.rows(table) else { return nil }
    for row in rows.prefix(100) where try !row[1].isNil || row.keys.isEmpty { return nil }
    let all = try OutputFunctions.names(of: table, rows)
    guard !all.isEmpty else { return nil }
    // Columns that would show no more than "table" go last.
    let names = all.filter { !Self.isNested($0, in: rows) } + all.filter { Self.isNested($0, in: rows) }
    self.init(header: names, count: rows.count) { place in names.map { rows[place].raw($0) } }
  }

  /// The elements of a list of tables; nil where there are others, or none in a list that knows no columns.
  private static func rows(_ table: LuaTable) throws -> [LuaTable]? {
    do {
      let rows = try table.elements(as: LuaTable.self)
      return rows.isEmpty && !table.hasMetatable(RowMethods.name) ? nil : rows
    } catch let error as LuaError where error.kind == .runtime {
      return nil
    }
  }

  private static func isNested(_ name: String, in rows: [LuaTable]) -> Bool {
    let cells = rows.prefix(100).map { $0.raw(name) }.filter { !$0.isNil }
    return cells.allSatisfy { $0.table != nil || $0.userdata != nil || $0.function != nil }
  }

  private init(header: [String], count: Int, row: @escaping (Int) throws -> [LuaValue]) {
    self.header = header
    self.count = count
    self.row = row
  }

  private init(_ column: LuaColumn) {
    self.init(header: ["index", "value"], count: column.count) {
      let value = column.value(at: $0)
      // Counts may be floats; a whole number is shown as an integer.
      return [.integer($0 + 1), value.integer.map { .integer($0) } ?? value]
    }
  }

  private init(_ dataset: DatasetObject) {
    let (fields, order) = (dataset.rowFields, dataset.order)
    self.init(header: fields.map(\.name), count: order.count) { row in fields.map { $0.value(order[row]) } }
  }

  private init(_ object: FrameObject) {
    let frame = object.frame
    let names = frame.points.names
    let header = ["cluster", "count"] + (names == nil ? [] : ["name"]) + ["lon", "lat", "x", "y", "stack"]
    self.init(header: header, count: frame.count) { place in
      let cluster = frame[place]
      let screen = frame.view.screenPosition(of: frame.positions[place])
      var name = LuaValue.nil
      if let names, cluster.count == 1 { frame.forEachMember(of: place) { name = names.luaValue(at: $0) } }
      return [.integer(place + 1), .integer(cluster.count)] + (names == nil ? [] : [name]) + [
        .number(cluster.coordinate.longitude), .number(cluster.coordinate.latitude), .number(screen.x),
        .number(screen.y), .boolean(cluster.isStack),
      ]
    }
  }

  private init(_ groups: Groups) {
    self.init(header: ["group", "count", "first"], count: groups.count) {
      [.integer($0 + 1), .integer(groups.counts[$0]), .integer(groups.first[$0] + 1)]
    }
  }
}

extension PointSet {
  /// The column of texts that is called as names are; nil where there is none.
  fileprivate var names: Attribute.Values? {
    let known = ["name", "title", "label", "place"]
    for name in known {
      let found = attributes.first { $0.name.lowercased() == name && $0.values.kind == .text }
      if let found { return found.values }
    }
    return nil
  }
}

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
