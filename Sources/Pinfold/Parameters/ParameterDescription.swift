/// A parameter as data: one declaration serves initializers, scripts, flags, help and error messages.
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

  /// The default as help shows it, which may be a phrase; nil where none need be shown.
  package var standard: String?

  /// A value that differs from the default, as a flag would state it; nil where any of the kind will do.
  package var example: String?

  /// Whether it has no default and must be given.
  package var isRequired: Bool

  /// Whether there is a flag; an option without one is given as an argument.
  package var hasFlag: Bool

  private let ownFlag: String?
  private let ownValueName: String?

  /// Describes a parameter, or an option of a definition, which may have no default that is a value.
  ///
  /// - Parameters:
  ///   - flag: the flag; nil for that of the name.
  ///   - valueName: the placeholder for the flag's value; nil for the usual one of the unit or kind.
  package init(
    name: String, kind: ParameterKind, unit: String? = nil, defaultValue: ParameterValue? = nil, help: String,
    markers: MarkerTrend? = nil, standard: String? = nil, example: String? = nil, isRequired: Bool = false,
    flag: String? = nil, hasFlag: Bool = true, valueName: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.defaultValue = defaultValue ?? .choice(standard ?? "")
    self.help = help
    self.markers = markers
    self.standard = standard ?? defaultValue?.description
    self.example = example
    self.isRequired = isRequired
    self.hasFlag = hasFlag
    ownFlag = flag
    ownValueName = valueName
  }

  /// The flag: "--tile-size".
  package var flag: String { ownFlag ?? Self.flag(name) }

  /// The placeholder for the flag's value in help: "column".
  package var valueName: String { ownValueName ?? unit?.replacing(" ", with: "-") ?? kind.usualValueName }

  /// The help with the default.
  package var summary: String {
    guard let standard, standard != "false" else { return help }
    return "\(help) Default: \(standard)."
  }

  /// The help with the bounds of numbers, and the default.
  package var details: String {
    let standard = standard.map { " Default: \($0)." } ?? ""
    guard kind.isBounded else { return help + standard }
    return "\(help) Takes \(kind.expectation)\(unit.map { " in \($0)" } ?? "").\(standard)"
  }

  /// The flag of a name: "--tile-size" of "tileSize".
  package static func flag(_ name: String) -> String {
    "--" + name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }

  /// The value in the form that the parameter takes.
  func accepted(_ value: ParameterValue, owner: String) throws(ParameterError) -> ParameterValue {
    guard let accepted = kind.accepted(value) else { throw unacceptable(value.description, owner) }
    return accepted
  }

  /// The value that a node states, in the form that the parameter takes.
  package func accepted(_ node: Node, owner: String) throws(ParameterError) -> ParameterValue {
    guard let accepted = kind.accepted(node) else { throw unacceptable(node.shown, owner) }
    return accepted
  }

  private func unacceptable(_ shown: String, _ owner: String) -> ParameterError {
    .unacceptable(name: name, owner: owner, value: shown, expectation: kind.expectation)
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
      values[parameter.name] =
        if let value = given[parameter.name] {
          try parameter.accepted(value, owner: owner)
        } else {
          parameter.defaultValue
        }
    }
    return values
  }

  /// The attributes that values name, in the order of declaration.
  package func columns(in values: ParameterValues) -> [AttributeNeed] {
    flatMap { parameter -> [AttributeNeed] in
      let value = values[parameter.name] ?? parameter.defaultValue
      switch (parameter.kind, value) {
      case (.column(let kind), let name): return [name].needs(of: kind)
      case (.list(of: .column(let kind)), .list(let names)): return names.needs(of: kind)
      default: return []
      }
    }
  }
}

extension [ParameterValue] {
  /// The attributes that values name.
  fileprivate func needs(of kind: AttributeKind) -> [AttributeNeed] {
    compactMap { value in
      if case .choice(let name) = value, !name.isEmpty { AttributeNeed(name: name, kind: kind) } else { nil }
    }
  }
}
