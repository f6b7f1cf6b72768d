/// A parameter as data: one declaration serves initialisers, scripts, flags, help and error messages.
public struct ParameterDescription: Hashable, Sendable {
  /// The name, in lower camel case.
  public var name: String

  /// The kind of values that it takes.
  public var kind: ParameterKind

  /// The unit of a number, such as "screen points"; nil for a bare number.
  public var unit: String?

  /// The value when none is given.
  public var defaultValue: ParameterValue

  /// One line of help, a sentence.
  public var help: String

  /// How the number of markers in a view changes as it grows; nil unless it decides that number.
  public var markers: MarkerTrend?

  /// Describes a parameter.
  package init(
    name: String, kind: ParameterKind, unit: String? = nil, defaultValue: ParameterValue, help: String,
    markers: MarkerTrend? = nil
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.defaultValue = defaultValue
    self.help = help
    self.markers = markers
  }
}

/// An error of the parameters that a user gives.
@nonexhaustive
public enum ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No parameter has this name; `known` lists those there are.
  case unknown(name: String, owner: String, known: [String])

  /// The value is of the wrong type or out of range.
  case unacceptable(name: String, owner: String, value: String, expectation: String)

  /// Each value is acceptable by itself, but not with the others.
  case conflict(owner: String, reason: String)

  public var description: String {
    switch self {
    case .unknown(let name, let owner, let known):
      return "unknown parameter '\(name)' of \(owner)" + Suggestion.clause(for: name, among: known)
    case .unacceptable(let name, let owner, let value, let expectation):
      return "parameter '\(name)' of \(owner) is \(value); it takes \(expectation)"
    case .conflict(let owner, let reason):
      return "the parameters of \(owner) do not go together: \(reason)"
    }
  }
}

extension [ParameterDescription] {
  /// A full set of values: those given, checked and in each parameter's own form, and defaults for the rest.
  ///
  /// - Parameters:
  ///   - given: values by name.
  ///   - owner: what the parameters belong to, for messages: "strategy 'grid'".
  package func resolved(_ given: ParameterValues, owner: String) throws(ParameterError) -> ParameterValues {
    // In name order, so that of several mistakes the same one is reported every time.
    for name in given.keys.sorted() where !contains(where: { $0.name == name }) {
      throw .unknown(name: name, owner: owner, known: map(\.name))
    }
    var values: ParameterValues = [:]
    for parameter in self {
      guard let value = given[parameter.name] else {
        values[parameter.name] = parameter.defaultValue
        continue
      }
      guard let accepted = parameter.kind.accepted(value) else {
        throw .unacceptable(
          name: parameter.name, owner: owner, value: value.description,
          expectation: parameter.kind.expectation)
      }
      values[parameter.name] = accepted
    }
    return values
  }

  /// The attributes that values name, in the order of declaration.
  package func columns(in values: ParameterValues) -> [AttributeNeed] {
    compactMap { parameter in
      guard case .column(let kind) = parameter.kind,
        case .choice(let name) = values[parameter.name] ?? parameter.defaultValue, !name.isEmpty
      else { return nil }
      return AttributeNeed(name: name, kind: kind)
    }
  }

  /// Values from texts of the form `name=value`, as the command line gives them; checked against kinds.
  ///
  /// - Parameters:
  ///   - texts: the values' texts by name.
  ///   - owner: what the parameters belong to, for messages.
  package func parsed(_ texts: [String: String], owner: String) throws(ParameterError) -> ParameterValues {
    var values: ParameterValues = [:]
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      guard let parameter = first(where: { $0.name == name }) else {
        throw .unknown(name: name, owner: owner, known: map(\.name))
      }
      guard let value = parameter.kind.parsed(text) else {
        throw .unacceptable(
          name: name, owner: owner, value: "'\(text)'", expectation: parameter.kind.expectation)
      }
      values[name] = value
    }
    return values
  }
}
