package import Pinfold

/// A mistake in a definition.
public struct DefinitionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position: "study.json:7", "compare.zooms", "--zooms".
  public var place: String

  /// The mistake and its correction.
  public var message: String

  /// Creates a mistake at a position.
  public init(place: String, message: String) {
    self.place = place
    self.message = message
  }

  public var description: String { "\(place): \(message)" }
}

extension Node {
  package func mistake(_ message: String) -> DefinitionError {
    DefinitionError(place: place, message: message)
  }

  /// The mistake that this value of an option is not what the option takes.
  package func mistake(_ name: String, takes expectation: String) -> DefinitionError {
    // The place of a flag's value is its name already.
    place == ParameterDescription.flag(name)
      ? DefinitionError(place: "\(place) \(shown)", message: "expected \(expectation)")
      : mistake("'\(name)' is \(shown); it takes \(expectation)")
  }

  /// Adds this value's place to errors that lack one.
  package func placing<Output, Failure: Error & CustomStringConvertible>(
    _ body: () throws(Failure) -> Output
  ) throws(DefinitionError) -> Output {
    do { return try body() } catch { throw mistake(error.description) }
  }

  /// The value in the form that a parameter takes.
  func accepted(
    by parameter: ParameterDescription, of owner: String
  ) throws(DefinitionError) -> ParameterValue {
    try placing { () throws(ParameterError) in try parameter.accepted(self, owner: owner) }
  }
}

extension [Node] {
  /// The results of `body` for each of the values, one after another.
  package func each<Output>(
    _ body: (Node) throws(DefinitionError) -> [Output]
  ) throws(DefinitionError) -> [Output] {
    var all: [Output] = []
    for node in self { all += try body(node) }
    return all
  }
}

extension Node {
  /// The members of a table by name, without those that are null; throws for names that are unknown or given
  /// twice.
  ///
  /// - Parameters:
  ///   - owner: the owner of the members in messages: "a study".
  ///   - advice: what to write for a name and a value that belong elsewhere; nil for others.
  func table(
    of owner: String, known: [String], advice: (String, Node) -> String? = { _, _ in nil }
  ) throws(DefinitionError) -> [String: Node] {
    // In Lua, no members make an empty list.
    guard let members = members ?? (elements.isEmpty ? [] : nil) else {
      throw mistake("\(owner) is \(shown); it takes a table")
    }
    var seen: Set<String> = []
    for (name, value) in members {
      guard known.contains(name) else {
        throw value.mistake(
          "\(owner) has no '\(name)'" + (advice(name, value) ?? Suggestion.clause(for: name, among: known)))
      }
      guard seen.insert(name).inserted else { throw value.mistake("'\(name)' is given twice") }
    }
    return Dictionary(uniqueKeysWithValues: members.filter { !$0.value.isNull }.map { ($0.name, $0.value) })
  }
}

extension ParameterValues {
  /// Reads a table of parameters.
  ///
  /// - Parameters:
  ///   - known: all parameters.
  ///   - owner: their owner in messages: "strategy 'grid'".
  package init(_ node: Node, of known: [ParameterDescription], owner: String) throws(DefinitionError) {
    let table = try node.table(of: owner, known: known.map(\.name))
    self.init()
    for parameter in known {
      self[parameter.name] = try table[parameter.name]?.accepted(by: parameter, of: owner)
    }
  }
}

extension Configurable {
  /// Reads a table of parameters.
  ///
  /// - Parameter note: gets the settings of the table.
  init(
    _ node: Node, named name: String, note: (_ name: String, _ value: String) -> Void = { _, _ in }
  ) throws(DefinitionError) {
    let table = try node.table(of: "'\(name)'", known: Self.parameterDescriptions.map(\.name))
    self.init()
    for parameter in Self.parameters {
      guard let value = table[parameter.about.name] else { continue }
      let accepted = try parameter.read(value, into: &self)
      note("\(name).\(parameter.about.name)", accepted.description)
    }
  }
}

extension Parameter {
  /// Sets the parameter to the value that a node states.
  @discardableResult
  func read(_ node: Node, into root: inout Root) throws(DefinitionError) -> ParameterValue {
    guard let value = about.kind.accepted(node) else {
      throw node.mistake(about.name, takes: about.kind.expectation)
    }
    write(&root, value)
    return value
  }
}

extension Node {
  /// The value of an option that is true, false or a table of parameters; nil for false.
  ///
  /// - Parameter note: gets the settings.
  func switched<Value: Configurable>(
    _ name: String, _ type: Value.Type, note: (_ name: String, _ value: String) -> Void = { _, _ in }
  ) throws(DefinitionError) -> Value? {
    if let isOn = flag {
      note(name, "\(isOn)")
      return isOn ? Value() : nil
    }
    guard let members else { throw mistake(name, takes: "true, or a table of parameters") }
    let value = try Value(self, named: name, note: note)
    // Without parameters a table means no less than true does.
    if members.isEmpty { note(name, "true") }
    return value
  }
}
