import Lua
import Pinfold
import PinfoldColumns
import PinfoldData

/// A column of texts in native memory; what is missing reads as false, as a hole would end a list.
final class TextsObject: LuaObject, @unchecked Sendable {
  static let luaName = "texts"
  let texts: TextColumn

  init(_ texts: TextColumn) { self.texts = texts }

  // The texts are the dataset's.
  var luaNativeBytes: Int { 64 }

  static func describe(_ lua: LuaClass<TextsObject>) {
    lua.about("A column of strings in native memory; missing values read as false.")
    lua.metamethod(.length, "integer", "The number of texts.") { (column: TextsObject) in column.texts.count }
    lua.method("eq", "(text: string): column", "A mask of the strings equal to one.") {
      (column, call: LuaCall, text: String) in
      let bytes = ArraySlice(text.utf8)
      return try column.mask(call) { $0 == bytes }
    }
    lua.method(
      "ne", "(text: string): column", "A mask of the strings that differ from one, and of missing values."
    ) {
      (column, call: LuaCall, text: String) in
      let bytes = ArraySlice(text.utf8)
      return try column.cells(call) { $0 != bytes }
    }
    lua.method("isin", "(texts: string[]): column", "A mask of the strings in a list.") {
      (column, call: LuaCall, list: [String]) in
      let set = Set(list.map { ArraySlice($0.utf8) })
      return try column.mask(call) { set.contains($0) }
    }
    lua.method("has", "(text: string): column", "A mask of the strings that contain one, ignoring case.") {
      (column, call: LuaCall, text: String) in
      let search = TextSearch(text)
      return try column.mask(call) { search.finds(in: $0) }
    }
    lua.method("match", "(pattern: string): column", "A mask of the strings in which Lua finds a pattern.") {
      (column, call: LuaCall, pattern: String) in
      try column.matches(of: pattern, call)
    }
    lua.method("missing", "(): column", "A mask of missing values.") { (column, call: LuaCall) in
      try column.cells(call) { $0 == nil }
    }
    lua.method("distinct", "(): rows", "Each text with its count, the most frequent first.") {
      (column, call: LuaCall) in try column.distinct(call)
    }
    lua.method("totable", "(): (string|false)[]", "The texts as a list.") { column in
      (0..<column.texts.count).lazy.map(column.value)
    }
    lua.fallback("string|false", "A text, counted from 1.") { (column, _, key) -> LuaValue in
      guard let place = key.integer, place >= 1, place <= column.texts.count else { return .nil }
      return column.value(place - 1)
    }
    lua.refuseEquality()
    lua.metamethod(.toString) { (column: TextsObject) in
      "texts: \(column.texts.count), \(column.texts.count - column.texts.presentCount) missing"
    }
  }

  private func value(_ index: Int) -> LuaValue {
    texts[index].map { .string($0) } ?? .boolean(false)
  }

  /// A mask of the texts of which something holds; it holds of none that is missing.
  private func mask(_ call: LuaCall, _ holds: (ArraySlice<UInt8>) -> Bool) throws -> LuaColumn {
    try cells(call) { $0.map(holds) ?? false }
  }

  /// A mask of the texts in which Lua finds a pattern; each text is looked at once, however often it occurs.
  private func matches(of pattern: String, _ call: LuaCall) throws -> LuaColumn {
    guard let find = call.global("string").table?.raw("find").function else {
      throw LuaError("'string.find' is gone, which 'match' needs")
    }
    try call.reserve(bytes: texts.count * 4)
    var known: [ArraySlice<UInt8>: UInt32] = [:]
    return LuaColumn(
      try (0..<texts.count).map { row -> UInt32 in
        if row & 0xFFF == 0 { try call.checkStop() }
        guard let bytes = texts.utf8(at: row) else { return 0 }
        if let known = known[bytes] { return known }
        let found = try find(String(decoding: bytes, as: UTF8.self), pattern).first ?? .nil
        known[bytes] = found.isNil ? 0 : 1
        return found.isNil ? 0 : 1
      })
  }

  private func cells(_ call: LuaCall, _ holds: (ArraySlice<UInt8>?) -> Bool) throws -> LuaColumn {
    try call.column(rows: texts.count) { row -> UInt32 in holds(texts.utf8(at: row)) ? 1 : 0 }
  }

  /// Each text with the number of times that it occurs, the most frequent first, then in the order of bytes.
  private func distinct(_ call: LuaCall) throws -> RowList {
    try call.checkStop()
    var counts: [ExactText: Int] = [:]
    for (place, text) in texts.present.enumerated() {
      if place % 4096 == 0 { try call.checkStop() }
      counts[ExactText(text), default: 0] += 1
    }
    try call.reserve(bytes: counts.count * 160)
    let sorted = counts.sorted { one, other in
      one.value == other.value
        ? one.key.text.utf8.lexicographicallyPrecedes(other.key.text.utf8) : one.value > other.value
    }
    return RowList(
      columns: ["value", "count"], rows: sorted.map { [.string($0.key.text), .integer($0.value)] })
  }
}
