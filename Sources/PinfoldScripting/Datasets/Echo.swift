import Lua
import Pinfold
import PinfoldColumns

/// A value as a shell prints it: texts in quotes, tables with their elements, a level or two deep.
struct Echo {
  private let lua: LuaState
  private static let mostEntries = 20
  private static let deepest = 2

  init(_ lua: LuaState) { self.lua = lua }

  func text(of value: LuaValue, depth: Int = 0) throws -> String {
    switch value {
    case .string(let text): quoted(text)
    case .table(let table) where depth <= Self.deepest: try list(table, depth: depth)
    case .table: "{…}"
    case .userdata(let object) where depth <= Self.deepest && object.object(as: LuaColumn.self) != nil:
      object.object(as: LuaColumn.self).map(column) ?? ""
    default: try lua.string(of: value).escapingControls()
    }
  }

  private func list(_ table: LuaTable, depth: Int) throws -> String {
    let entries = try table.entries
    if entries.isEmpty { return "{}" }
    var parts: [String] = []
    for (place, entry) in entries.prefix(Self.mostEntries).enumerated() {
      // A text of several lines, as of a report, is in long brackets.
      let lines = entry.value.string.flatMap { $0.contains("\n") && !$0.contains("]]") ? $0 : nil }
      let value =
        try lines.map { "[[\n\($0.escapingControls())]]" } ?? text(of: entry.value, depth: depth + 1)
      if entry.key.integer == place + 1 {
        parts.append(value)
      } else if let name = entry.key.string, name.isLuaName {
        parts.append("\(name) = \(value)")
      } else {
        parts.append("[\(try text(of: entry.key, depth: depth + 1))] = \(value)")
      }
    }
    if entries.count > Self.mostEntries { parts.append("… (\(entries.count) in all)") }
    let line = "{ \(parts.joined(separator: ", ")) }"
    if line.count <= 78 - 2 * depth, !line.contains("\n") { return line }
    let indent = String(repeating: "  ", count: depth + 1)
    return "{\n\(parts.map { indent + $0 }.joined(separator: ",\n"))\n\(indent.dropLast(2))}"
  }

  private func column(_ column: LuaColumn) -> String {
    let count = min(column.count, Self.mostEntries)
    let values = (0..<count).map { place in
      column.value(at: place).number.map { "\(ParameterValue.number($0))" } ?? "nil"
    }
    let more = count < column.count ? ", … (\(column.count) in all)" : ""
    return "column { \(values.joined(separator: ", "))\(more) }"
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.escapingControls() + "\""
  }
}

extension String {
  /// This text with its control characters, except line ends and tabs, escaped as in Lua's quotes: data
  /// cannot move the cursor of a terminal, or set its colors.
  func escapingControls() -> String {
    guard unicodeScalars.contains(where: \.isEscaped) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isEscaped {
        text += scalar.value < 128 ? "\\\(scalar.value)" : "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isEscaped: Bool { properties.generalCategory == .control && self != "\n" && self != "\t" }
}
