/// One thing of the Lua API: a function, an object with its fields and methods, or a table that is passed or
/// returned.
///
/// Types are in the notation of LuaCATS, the annotations that Lua's language server reads; the names of
/// objects and tables stand for themselves, as `dataset` or `ViewOptions`.
package struct APIEntry: Hashable, Sendable {
  /// The kinds of entries.
  package enum Kind: String, Hashable, Sendable {
    /// A global function: `dataset(path, options)`.
    case function

    /// A kind of value with fields and methods: `frame`.
    case object

    /// A table with known fields: options that a function takes, or a row that it returns.
    case table

    /// `frame.view`; in a table perhaps optional.
    case field

    /// `frame:plot(options)`.
    case method

    /// `#frame`, `frame[i]`, `column + column`.
    case operation
  }

  /// The kind.
  package let kind: Kind

  /// The name without that of the object; of an operation its notation in code, as `#`, `[i]` or `+`.
  package let name: String

  /// Its type; of functions and methods parameters and results, as
  /// `(path: string, options?: ReadOptions): dataset`. Empty for objects and tables.
  package let type: String

  /// One line that says what it does.
  package let summary: String

  /// A line or two of code that shows it, where that says more.
  package let example: String?

  /// The fields, methods and operations of an object or table.
  package let members: [APIEntry]

  private init(
    _ kind: Kind, _ name: String, _ type: String, _ summary: String, _ example: String?,
    _ members: [APIEntry] = []
  ) {
    self.kind = kind
    self.name = name
    self.type = type
    self.summary = summary
    self.example = example
    self.members = members
  }

  static func function(
    _ name: String, _ type: String, _ summary: String, example: String? = nil
  ) -> APIEntry { APIEntry(.function, name, type, summary, example) }

  static func object(_ name: String, _ summary: String, example: String? = nil, _ members: [APIEntry])
    -> APIEntry
  { APIEntry(.object, name, "", summary, example, members) }

  static func table(_ name: String, _ summary: String, example: String? = nil, _ members: [APIEntry])
    -> APIEntry
  { APIEntry(.table, name, "", summary, example, members) }

  static func field(_ name: String, _ type: String, _ summary: String, example: String? = nil) -> APIEntry {
    APIEntry(.field, name, type, summary, example)
  }

  static func method(_ name: String, _ type: String, _ summary: String, example: String? = nil) -> APIEntry {
    APIEntry(.method, name, type, summary, example)
  }

  static func operation(_ name: String, _ type: String, _ summary: String) -> APIEntry {
    APIEntry(.operation, name, type, summary, nil)
  }

  /// Whether a table may be without this field.
  package var isOptional: Bool { type.hasSuffix("?") }

  /// The parameters of a function or method, with their types.
  package var parameters: [Parameter] {
    guard type.hasPrefix("("), let end = closing else { return [] }
    return Self.parts(of: type[type.index(after: type.startIndex)..<end]).map(Parameter.init)
  }

  /// The types of the results of a function or method.
  package var results: [String] {
    guard type.hasPrefix("("), let end = closing else { return [] }
    let rest = type[type.index(after: end)...].drop { $0 == ":" || $0 == " " }
    // The commas of an iterator's type are its own.
    return rest.hasPrefix("fun(") ? [String(rest)] : Self.parts(of: rest).map(String.init)
  }

  /// One parameter of a function or method.
  package struct Parameter: Hashable, Sendable {
    /// The name.
    package let name: String

    /// The type.
    package let type: String

    /// Whether it may be left out.
    package let isOptional: Bool

    init(_ text: Substring) {
      let colon = text.firstIndex(of: ":") ?? text.endIndex
      let name = text[..<colon]
      isOptional = name.hasSuffix("?")
      self.name = String(isOptional ? name.dropLast() : name)
      type = String(text[colon...].dropFirst().drop { $0 == " " })
    }
  }

  /// The notation: "dataset(path, options) → dataset", "frame:plot(options) → string", "frame.view: view".
  ///
  /// - Parameter owner: the object or table that it belongs to.
  package func signature(of owner: String? = nil) -> String {
    let arguments = "(\(parameters.map(\.name).joined(separator: ", ")))"
    let answer = results.isEmpty ? "" : " → \(results.joined(separator: ", "))"
    switch kind {
    case .object, .table: return name
    case .function: return name + arguments + answer
    case .method: return (owner.map { "\($0):" } ?? "") + name + arguments + answer
    case .field: return (owner.map { "\($0)." } ?? "") + "\(name): \(type)"
    case .operation:
      let object = owner ?? "value"
      return name == "#" ? "#\(object)" : name.hasPrefix("[") ? "\(object)\(name)" : "\(object) \(name) other"
    }
  }

  /// The index at which the list of parameters ends.
  private var closing: String.Index? {
    var depth = 0
    for place in type.indices {
      if type[place] == "(" { depth += 1 }
      if type[place] == ")" {
        depth -= 1
        if depth == 0 { return place }
      }
    }
    return nil
  }

  /// The texts between commas that are not within brackets.
  private static func parts(of text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var depth = 0
    func add(_ end: String.Index) {
      let part = text[start..<end].drop { $0 == " " }
      if !part.isEmpty { parts.append(part) }
    }
    for place in text.indices {
      switch text[place] {
      case "(", "{", "<", "[": depth += 1
      case ")", "}", ">", "]": depth -= 1
      case "," where depth == 0:
        add(place)
        start = text.index(after: place)
      default: break
      }
    }
    add(text.endIndex)
    return parts
  }
}
