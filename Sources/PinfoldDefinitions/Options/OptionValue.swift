package import Pinfold

/// A type whose values options can have.
package protocol OptionValue: SendableMetatype {
  /// The kind without bounds.
  static var kind: ParameterKind { get }

  /// Reads the value of an option.
  init(_ node: Node, of name: String, kind: ParameterKind, registry: Registry) throws(DefinitionError)

  /// The value as help shows it; nil for none.
  var standard: String? { get }
}

extension OptionValue where Self: ScalarValue {
  package init(
    _ node: Node, of name: String, kind: ParameterKind = Self.kind, registry: Registry = Registry()
  ) throws(DefinitionError) {
    guard let value = kind.accepted(node).flatMap({ Self($0) }) else {
      throw node.mistake(name, takes: kind.expectation)
    }
    self = value
  }

  package var standard: String? {
    let text = parameterValue.description
    return text.isEmpty ? nil : text
  }
}

extension Double: OptionValue {}
extension Int: OptionValue {}
extension UInt64: OptionValue {}
extension Bool: OptionValue {}
extension String: OptionValue {}

extension Node {
  /// Several values: those of a list, those between the commas of a word, or this one alone. Double quotes
  /// around a value in a word keep its commas, and two of them within are one.
  package var values: [Node] {
    switch value {
    case .list(let nodes): nodes.flatMap { if case .word = $0.value { $0.values } else { [$0] } }
    case .word(let text): Self.unquoted(text).map { Node(.word($0), place: place) }
    default: [self]
    }
  }

  private static func unquoted(_ text: String) -> [String] {
    var parts: [String] = []
    var isOpen = false
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isOdd = !piece.count { $0 == "\"" }.isMultiple(of: 2)
      if isOpen { parts[parts.count - 1] += "," + piece } else { parts.append(String(piece)) }
      isOpen = isOpen ? !isOdd : isOdd && piece.first == "\""
    }
    return parts.map { part in
      guard part.count > 1, part.first == "\"", part.last == "\"" else { return part }
      return String(part.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
  }

  /// A text as one of several values of a word, as ``values`` reads it.
  package static func quoted(_ text: String) -> String {
    let isPlain = !text.contains(",") && !text.hasPrefix("\"")
    return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// The case of an enumeration that this value of an option names.
  func word<Word: RawRepresentable<String> & CaseIterable>(of name: String) throws(DefinitionError) -> Word {
    guard let text, let word = Word(rawValue: text) else {
      throw mistake(name, takes: ParameterKind.words(of: Word.self).expectation)
    }
    return word
  }
}

extension Optional: OptionValue where Wrapped: OptionValue {
  package static var kind: ParameterKind { Wrapped.kind }

  package init(
    _ node: Node, of name: String, kind: ParameterKind, registry: Registry
  ) throws(DefinitionError) {
    self = try Wrapped(node, of: name, kind: kind, registry: registry)
  }

  package var standard: String? { flatMap(\.standard) }
}

extension Array: OptionValue where Element: OptionValue {
  package static var kind: ParameterKind { .list(of: Element.kind) }

  package init(
    _ node: Node, of name: String, kind: ParameterKind = Self.kind, registry: Registry = Registry()
  ) throws(DefinitionError) {
    guard case .list(let element) = kind else { preconditionFailure("the kind of a list is another") }
    self = try node.values.map { (node) throws(DefinitionError) in
      try Element(node, of: name, kind: element, registry: registry)
    }
  }

  package var standard: String? { isEmpty ? nil : compactMap(\.standard).joined(separator: ",") }
}

extension Node: OptionValue {
  package static var kind: ParameterKind { .type("any", "any value") }

  package init(
    _ node: Node, of name: String, kind: ParameterKind, registry: Registry
  ) throws(DefinitionError) {
    self = node
  }

  package var standard: String? { nil }
}

/// Whole zooms one after the other: a number, a range as in `2-8`, or a list of them.
struct WholeZooms: OptionValue, Hashable {
  let range: ClosedRange<Int>

  static let known = SlippyTile.zooms

  private static let words = "whole zooms in \(known.lowerBound)…\(known.upperBound)"
  static let kind = ParameterKind.list(of: .type("number|string", "\(words), as in 2-8"))

  init(_ range: ClosedRange<Int>) { self.range = range }

  init(_ node: Node, of name: String, kind: ParameterKind, registry: Registry) throws(DefinitionError) {
    let zooms = try node.alternatives.each { (part) throws(DefinitionError) in part.zooms ?? [.nan] }
    let isWhole = zooms.allSatisfy { Int(exactly: $0).map(Self.known.contains) == true }
    guard isWhole, zip(zooms, zooms.dropFirst()).allSatisfy({ $0 + 1 == $1 }),
      let first = zooms.first, let last = zooms.last
    else { throw node.mistake(name, takes: "consecutive \(Self.words), as in 2-8") }
    range = Int(first)...Int(last)
  }

  var standard: String? { "\(range.lowerBound)-\(range.upperBound)" }
}
