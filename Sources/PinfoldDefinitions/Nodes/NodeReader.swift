package import Pinfold

/// Reads a table's members one by one; it throws for unknown names at the start.
struct NodeReader {
  /// The table itself.
  let node: Node

  private var rest: [(name: String, value: Node)]

  /// Creates a reader of a table.
  ///
  /// - Parameters:
  ///   - owner: the owner of the members in messages: "a study".
  ///   - known: all names that may be read.
  ///   - advice: what to write for a name and a value that belong elsewhere; nil for others.
  init(
    _ node: Node, of owner: String, known: [String], advice: (String, Node) -> String? = { _, _ in nil }
  ) throws(DefinitionError) {
    // In Lua, no members make an empty list.
    guard let members = node.members ?? (node.elements.isEmpty ? [] : nil) else {
      throw node.mistake("\(owner) is \(node.shown); it takes a table")
    }
    self.node = node
    rest = members
    var seen: Set<String> = []
    for (name, value) in members {
      guard known.contains(name) else {
        throw value.mistake(
          "\(owner) has no '\(name)'" + (advice(name, value) ?? Suggestion.clause(for: name, among: known)))
      }
      guard seen.insert(name).inserted else { throw value.mistake("'\(name)' is given twice") }
    }
  }

  /// Reads a member; nil where it is not given, or null.
  mutating func value(_ name: String) -> Node? {
    guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
    let node = rest.remove(at: index).value
    return node.isNull ? nil : node
  }
}

extension ParameterValues {
  /// Reads a table of parameters.
  ///
  /// - Parameters:
  ///   - known: all parameters.
  ///   - owner: their owner in messages: "strategy 'grid'".
  package init(_ node: Node, of known: [ParameterDescription], owner: String) throws(DefinitionError) {
    var reader = try NodeReader(node, of: owner, known: known.map(\.name))
    self.init()
    for parameter in known {
      if let value = reader.value(parameter.name) {
        self[parameter.name] = try value.accepted(by: parameter, of: owner)
      }
    }
  }
}

extension Node {
  /// The value in the form that a parameter takes.
  func accepted(
    by parameter: ParameterDescription, of owner: String
  ) throws(DefinitionError) -> ParameterValue {
    if let value = accepted(by: parameter.kind) { return value }
    let error = ParameterError.unacceptable(
      name: parameter.name, owner: owner, value: shown, expectation: parameter.kind.expectation)
    throw mistake(error.description)
  }
}
