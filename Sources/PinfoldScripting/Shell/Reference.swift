/// What `Documentation/lua.md` says, by name: the shell's help and completion read the page itself, so that neither can say
/// anything else.
public struct Reference: Sendable {
  /// A function, or a field or method of an object.
  public struct Entry: Hashable, Sendable {
    /// What it belongs to, such as "frame"; nil for a function.
    public var owner: String?
    /// Its name.
    public var name: String
    /// How it is used: "strategy(name, parameters)", "frame(view, previous)".
    public var signature: String
    /// What it does or is; may be empty.
    public var text: String
    /// Code that shows it; nil where there is none.
    public var example: String?

    /// Whether it takes arguments.
    public var isFunction: Bool { signature.contains("(") || signature.contains("{") }

    /// What a call answers, where the text says so behind an arrow: "frame".
    var result: String? {
      guard let arrow = text.firstRange(of: "→ ") else { return nil }
      let word = text[arrow.upperBound...].prefix { $0.isLetter }
      return word.isEmpty ? nil : String(word)
    }
  }

  /// Functions, then fields and methods, in the order of the page.
  public let entries: [Entry]

  /// The reference of this version.
  public static let current = Reference(String(decoding: PackageResources.lua_md, as: UTF8.self))

  /// Reads a page: tables of two columns, the first with a function's signature or an object's name.
  init(_ page: String) {
    var entries: [Entry] = []
    var words: [String: String] = [:]
    var examples: [String: String] = [:]
    var heading = ""
    for line in page.split(separator: "\n") {
      if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
      guard line.hasPrefix("| "), line.hasSuffix(" |"), !line.hasPrefix("|--") else { continue }
      let cells = String(line.dropFirst(2).dropLast(2)).split(separator: " | ", maxSplits: 1)
      guard cells.count == 2 else { continue }
      let (first, second) = (String(cells[0]), String(cells[1]))
      switch heading {
      case "Functions":
        let signature = Self.plain(first)
        guard signature.contains("(") else { continue }
        entries.append(
          Entry(name: String(signature.prefix { $0 != "(" }), signature: signature, text: Self.plain(second)))
      case "Objects", "Columns and groups":
        guard first != "object" else { continue }
        entries += Self.members(of: first, second)
      case "Fields and methods in words": words[Self.plain(first)] = Self.plain(second)
      case "Examples": examples[Self.plain(first)] = Self.plain(second)
      default: break
      }
    }
    self.entries = entries.map { entry in
      var entry = entry
      let key = entry.owner.map { "\($0).\(entry.name)" } ?? entry.name
      if let text = words[key] { entry.text = entry.text.isEmpty ? text : "\(entry.text); \(text)" }
      entry.example = examples[key]
      return entry
    }
  }

  /// The entry of a function.
  public func function(_ name: String) -> Entry? { entries.first { $0.owner == nil && $0.name == name } }

  /// The entries of an object's fields and methods.
  public func members(of owner: String) -> [Entry] { entries.filter { $0.owner == owner } }

  /// The entry of a field or method.
  public func member(_ name: String, of owner: String) -> Entry? {
    entries.first { $0.owner == owner && $0.name == name }
  }

  /// The objects that have entries, in the order of the page.
  public var owners: [String] {
    entries.compactMap(\.owner).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// The options that a function's text names, in backticks on the page.
  func options(of function: String) -> [String] { Self.optionWords[function] ?? [] }

  // Reading backticks once more, for the plain texts have lost them.
  private static let optionWords: [String: [String]] = {
    var words: [String: [String]] = [:]
    for line in String(decoding: PackageResources.lua_md, as: UTF8.self).split(separator: "\n") {
      guard line.hasPrefix("| `"), let bracket = line.firstIndex(of: "(") else { continue }
      let name = String(line[..<bracket].dropFirst(3))
      guard let bar = line.firstRange(of: "` | ") else { continue }
      let parts = line[bar.upperBound...].split(separator: "`", omittingEmptySubsequences: false)
      let marked = parts.enumerated().filter { $0.offset % 2 == 1 }.flatMap { $0.element.split(separator: " ") }
      words[name] = marked.map(String.init).filter { word in
        word.first?.isLetter == true && word.allSatisfy { $0.isLetter || $0.isNumber }
      }
    }
    return words
  }()

  /// "`frame(view, previous)` → frame · `x`" as entries.
  private static func members(of owner: String, _ text: String) -> [Entry] {
    text.split(separator: " · ").flatMap { part -> [Entry] in
      // "`clusters` · `measure(frame)` or `measure { … }` → values": the first in backticks names it.
      let pieces = part.split(separator: "`", omittingEmptySubsequences: false)
      guard pieces.count >= 3 else { return [] }
      let signature = String(pieces[1])
      let name = signature.prefix { $0.isLetter || $0.isNumber }
      guard !name.isEmpty else { return [] }
      let rest = plain(pieces[2...].joined(separator: "`")).drop { $0 == " " }
      let isFlat = signature.count == name.count || signature.contains("(")
      return isFlat ? [Entry(owner: owner, name: String(name), signature: signature, text: String(rest))] : []
    }
  }

  private static func plain(_ text: String) -> String { String(text.filter { $0 != "`" }) }
}
