/// A name of a Lua API with its description: a function, an object with its members, or a table that is
/// passed or returned.
///
/// Types are in the notation of LuaCATS, the annotations that Lua's language server reads; the names of
/// objects and tables stand for themselves, as `dataset` or `ViewOptions`.
public struct LuaEntry: Hashable, Sendable {
  /// The kinds of entries.
  public enum Kind: String, Hashable, Sendable {
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
  public let kind: Kind

  /// The name without that of the object; of an operation its notation in code, as `#`, `[i]` or `+`.
  public let name: String

  /// Its type; of functions and methods parameters and results, as
  /// `(path: string, options?: ReadOptions): dataset`. Empty for objects and tables.
  public let type: String

  /// A one-line description.
  public let summary: String

  /// An example of a line or two of code, if useful.
  public let example: String?

  /// The operations, fields and methods of an object or table.
  public let members: [LuaEntry]

  public init(
    _ kind: Kind, _ name: String, _ type: String, _ summary: String, example: String? = nil,
    members: [LuaEntry] = []
  ) {
    (self.kind, self.name, self.type, self.summary) = (kind, name, type, summary)
    (self.example, self.members) = (example, members)
  }

  /// Whether a table may be without this field.
  public var isOptional: Bool { type.hasSuffix("?") }

  /// The parameters of a function or method, with their types.
  public var parameters: [Parameter] {
    guard type.hasPrefix("("), let end = closing else { return [] }
    return Self.parts(of: type[type.index(after: type.startIndex)..<end]).map(Parameter.init)
  }

  /// The types of the results of a function or method.
  public var results: [String] {
    guard type.hasPrefix("("), let end = closing else { return [] }
    let rest = type[type.index(after: end)...].drop { $0 == ":" || $0 == " " }
    // The commas of an iterator's type are its own.
    return rest.hasPrefix("fun(") ? [String(rest)] : Self.parts(of: rest).map(String.init)
  }

  /// One parameter of a function or method.
  public struct Parameter: Hashable, Sendable {
    /// The name.
    public let name: String

    /// The type.
    public let type: String

    /// Whether it may be left out.
    public let isOptional: Bool

    init(_ text: Substring) {
      let colon = text.firstIndex(of: ":") ?? text.endIndex
      let name = text[..<colon]
      isOptional = name.hasSuffix("?")
      self.name = String(isOptional ? name.dropLast() : name)
      type = String(text[colon...].dropFirst().drop { $0 == " " })
    }
  }

  /// The call without its owner: "dataset(path, options)".
  public var call: String { "\(name)(\(parameters.map(\.name).joined(separator: ", ")))" }

  /// The notation: "dataset(path, options) → dataset", "frame:plot(options) → string", "frame.view: view".
  ///
  /// - Parameter owner: the object or table that it belongs to.
  public func signature(of owner: String? = nil) -> String {
    let answer = results.isEmpty ? "" : " → \(results.joined(separator: ", "))"
    switch kind {
    case .object, .table: return name
    case .function: return call + answer
    case .method: return (owner.map { "\($0):" } ?? "") + call + answer
    case .field: return (owner.map { "\($0)." } ?? "") + "\(name): \(type)"
    case .operation:
      let object = owner ?? "value"
      return name == "#" ? "#\(object)" : name.hasPrefix("[") ? "\(object)\(name)" : "\(object) \(name) other"
    }
  }

  private var closing: String.Index? {
    var depth = 0
    return type.indices.first { place in
      if type[place] == "(" { depth += 1 }
      if type[place] == ")" { depth -= 1 }
      return depth == 0
    }
  }

  private static func parts(of text: Substring) -> [Substring] {
    var depth = 0
    return text.split { character in
      if "({<[".contains(character) { depth += 1 }
      if ")}>]".contains(character) { depth -= 1 }
      return character == "," && depth == 0
    }
    .map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }
}

/// The entries that were added so far, of a class or of global functions.
final class LuaEntryList {
  private(set) var entries: [LuaEntry] = []

  /// Adds an entry, unless it has no description.
  func add(_ entry: LuaEntry) { if !entry.summary.isEmpty { entries.append(entry) } }
}
