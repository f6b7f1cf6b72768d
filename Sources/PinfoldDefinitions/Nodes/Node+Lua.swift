import Pinfold

extension Node {
  /// The value as Lua source on one line; an object is written as its type's name.
  package var lua: String {
    switch value {
    case .null: "nil"
    case .flag(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(ParameterValue.number(number))"
    case .text(let text), .word(let text), .object(_, let text): Self.lua(text)
    case .list(let nodes): Self.braced(nodes.map(\.lua))
    case .table(let members): Self.braced(members.map { "\(Self.luaKey($0.name)) = \($0.value.lua)" })
    }
  }

  private static func braced(_ parts: [String]) -> String {
    parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
  }

  /// A text as Lua source.
  private static func lua(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      // Three digits, so that a digit behind it stays its own.
      case "\0"..<" ", "\u{7F}":
        quoted += "\\" + String(repeating: "0", count: 3 - "\(scalar.value)".count) + "\(scalar.value)"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func luaKey(_ name: String) -> String {
    let isWord =
      name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      && name.first?.isNumber == false && !luaKeywords.contains(name)
    return isWord ? name : "[\(lua(name))]"
  }

  private static let luaKeywords: Set = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]
}
