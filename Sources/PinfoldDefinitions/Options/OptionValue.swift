import Pinfold

/// A type whose values options can have.
package protocol OptionValue: Sendable {
  /// The kind without bounds.
  static var kind: OptionKind { get }

  /// Reads the value of an option.
  init(_ node: Node, of name: String, kind: OptionKind) throws(DefinitionError)

  /// The value as help shows it; nil for none.
  var shown: String? { get }
}

extension Node {
  /// The mistake that this value of an option is not what the option takes.
  package func mistake(_ name: String, takes expectation: String) -> DefinitionError {
    // The place of a flag's value is its name already.
    place == OptionDescription.flag(name)
      ? DefinitionError(place: "\(place) \(shown)", message: "expected \(expectation)")
      : mistake("'\(name)' is \(shown); it takes \(expectation)")
  }

  /// The value as a scalar of a kind.
  fileprivate func scalar(of name: String, _ kind: OptionKind) throws(DefinitionError) -> ParameterValue {
    guard case .scalar(let scalar) = kind, let value = accepted(by: scalar) else {
      throw mistake(name, takes: kind.expectation)
    }
    return value
  }
}

extension Double: OptionValue {
  package static var kind: OptionKind { .number }

  package init(_ node: Node, of name: String, kind: OptionKind) throws(DefinitionError) {
    guard case .number(let number) = try node.scalar(of: name, kind) else { preconditionFailure() }
    self = number
  }

  package var shown: String? { ParameterValue.number(self).description }
}

extension Int: OptionValue {
  package static var kind: OptionKind { .integer(0...Int.max) }

  package init(_ node: Node, of name: String, kind: OptionKind) throws(DefinitionError) {
    guard case .integer(let number) = try node.scalar(of: name, kind) else { preconditionFailure() }
    self = number
  }

  package var shown: String? { String(self) }
}

/// A seed.
extension UInt64: OptionValue {
  package static var kind: OptionKind { .integer(0...Int.max) }

  package init(_ node: Node, of name: String, kind: OptionKind) throws(DefinitionError) {
    self = UInt64(try Int(node, of: name, kind: kind))
  }

  package var shown: String? { String(self) }
}

extension Bool: OptionValue {
  package static var kind: OptionKind { .flag }

  package init(_ node: Node, of name: String, kind: OptionKind) throws(DefinitionError) {
    self = try node.scalar(of: name, kind) == .flag(true)
  }

  package var shown: String? { String(self) }
}

extension String: OptionValue {
  package static var kind: OptionKind { .text }

  package init(_ node: Node, of name: String, kind: OptionKind) throws(DefinitionError) {
    if case .scalar = kind {
      self = try node.scalar(of: name, kind).description
    } else {
      guard let text = node.text else { throw node.mistake(name, takes: kind.expectation) }
      self = text
    }
  }

  package var shown: String? { isEmpty ? nil : self }
}

extension Optional: OptionValue where Wrapped: OptionValue {
  package static var kind: OptionKind { Wrapped.kind }

  package init(_ node: Node, of name: String, kind: OptionKind) throws(DefinitionError) {
    self = try Wrapped(node, of: name, kind: kind)
  }

  package var shown: String? { flatMap(\.shown) }
}

extension Array: OptionValue where Element: OptionValue {
  package static var kind: OptionKind { .list(Element.kind) }

  package init(_ node: Node, of name: String, kind: OptionKind) throws(DefinitionError) {
    guard case .list(let element) = kind else { preconditionFailure("the kind of a list is another") }
    self = try node.alternatives.map { (node) throws(DefinitionError) in
      try Element(node, of: name, kind: element)
    }
  }

  package var shown: String? { isEmpty ? nil : compactMap(\.shown).joined(separator: ",") }
}
