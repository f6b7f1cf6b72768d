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
    self = try node.alternatives.map { (node) throws(DefinitionError) in
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

  /// The zooms that there are.
  static let known = SlippyTile.zooms

  private static let words = "whole zooms in \(known.lowerBound)…\(known.upperBound)"
  static let kind = ParameterKind.list(of: .type("number|string", "\(words), as in 2-8"))

  init(_ range: ClosedRange<Int>) { self.range = range }

  init(_ node: Node, of name: String, kind: ParameterKind, registry: Registry) throws(DefinitionError) {
    let zooms = try node.alternatives.each { (part) throws(DefinitionError) in part.zooms ?? [.nan] }
    let isWhole = zooms.allSatisfy { Int(exactly: $0).map(Self.known.contains) == true }
    guard isWhole, zip(zooms, zooms.dropFirst()).allSatisfy({ $0 + 1 == $1 }),
      let first = zooms.first, let last = zooms.last
    else {
      throw node.mistake(name, takes: "consecutive \(Self.words), as in 2-8")
    }
    range = Int(first)...Int(last)
  }

  var standard: String? { "\(range.lowerBound)-\(range.upperBound)" }
}
