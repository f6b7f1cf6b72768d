import Foundation

/// A JSON value in a manifest, of any shape.
package enum JSONValue: Codable, Hashable, Sendable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case table([String: JSONValue])

  /// Reads a document; nil for what is no JSON.
  init?(json: Data) {
    guard let value = try? JSONDecoder().decode(Self.self, from: json) else { return nil }
    self = value
  }

  /// The member of a table; nil for anything else.
  subscript(name: String) -> JSONValue? { if case .table(let members) = self { members[name] } else { nil } }

  /// The elements of a list; nil for anything else.
  var elements: [JSONValue]? { if case .list(let elements) = self { elements } else { nil } }

  /// The value as a person would type it: texts without quotes, lists with commas.
  var shown: String {
    switch self {
    case .null, .table: ""
    case .flag(let flag): "\(flag)"
    case .integer(let number): ReportNumber.text(number)
    case .number(let number): ReportNumber.text(number)
    case .text(let text): text
    case .list(let elements): elements.map(\.shown).joined(separator: ", ")
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self =
      if container.decodeNil() {
        .null
      } else if let flag = try? container.decode(Bool.self) {
        .flag(flag)
      } else if let number = try? container.decode(Int.self) {
        .integer(number)
      } else if let number = try? container.decode(Double.self) {
        .number(number)
      } else if let text = try? container.decode(String.self) {
        .text(text)
      } else if let elements = try? container.decode([JSONValue].self) {
        .list(elements)
      } else {
        .table(try container.decode([String: JSONValue].self))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .integer(let number): try container.encode(number)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let elements): try container.encode(elements)
    case .table(let members): try container.encode(members)
    }
  }
}
