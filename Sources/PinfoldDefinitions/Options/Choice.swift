package import Pinfold
package import PinfoldData

/// A registered thing with parameters, as a definition names it: `grid`, `grid(cellSize=80)`, or a table with
/// `name` and values; a list of values is an axis of a sweep.
package struct Choice<Product>: Sendable, Equatable {
  package let registration: Registration<Product>

  /// The values given, in the order of declaration.
  package let given: [(name: String, value: ParameterValue)]

  /// All combinations of the values that a definition gives.
  package static func all(
    _ node: Node, kind: RegistryKind<Product>, in registry: Registry
  ) throws(DefinitionError) -> [Choice] {
    try sweep(node, kind: kind, in: registry).map(\.choice)
  }

  /// The one thing that a definition names.
  package static func one(
    _ node: Node, kind: RegistryKind<Product>, in registry: Registry
  ) throws(DefinitionError) -> Choice {
    try only(try all(node, kind: kind, in: registry), "a \(kind.name)", at: node)
  }

  /// All combinations, with the members that are not parameters of the product.
  ///
  /// - Parameters:
  ///   - key: the member that holds the name.
  ///   - extras: allowed members besides parameters.
  ///   - sweeping: those of the extras whose lists are axes too.
  ///   - advice: what to write instead of an unknown name with a value; nil for no advice.
  static func sweep(
    _ node: Node, kind: RegistryKind<Product>, in registry: Registry, key: String = "name",
    extras: [String] = [], sweeping: [String] = [], advice: (String, Node) -> String? = { _, _ in nil }
  ) throws(DefinitionError) -> [(choice: Choice, others: [(name: String, value: Node)])] {
    var result: [(choice: Choice, others: [(name: String, value: Node)])] = []
    for node in try forms(of: node, kind, key: key) {
      guard let members = node.members else {
        throw node.mistake(
          "a \(kind.name) is \(node.shown); it takes a name, or a table with '\(key)' and parameters")
      }
      guard let nameNode = members.first(where: { $0.name == key })?.value, let name = nameNode.text else {
        let known = registry.all(kind).map(\.name).joined(separator: ", ")
        throw node.mistake("a \(kind.name) needs '\(key)', one of \(known)")
      }
      let registration = try nameNode.placing { () throws(RegistryError) in
        try registry.find(name, kind: kind)
      }
      let parameters = registration.parameters.map(\.name)
      let table = try node.table(
        of: registration.label, known: [key] + parameters + extras, advice: advice)
      var axes: [(name: String, values: [Node])] = []
      for name in parameters + sweeping {
        guard let value = table[name] else { continue }
        let values = axis(value, registration.parameters.first { $0.name == name }?.kind)
        guard !values.isEmpty else {
          throw value.mistake("'\(name)' is an empty list; a sweep needs at least one value")
        }
        axes.append((name, values))
      }
      let fixed = extras.filter { !sweeping.contains($0) }
        .compactMap { name in table[name].map { (name, $0) } }
      for crossing in crossings(of: axes) {
        var given: [(name: String, value: ParameterValue)] = []
        for parameter in registration.parameters {
          guard let value = crossing.first(where: { $0.name == parameter.name })?.value else { continue }
          given.append((parameter.name, try value.accepted(by: parameter, of: registration.label)))
        }
        let swept = crossing.filter { !parameters.contains($0.name) }
        result.append((Choice(registration: registration, given: given), fixed + swept))
      }
    }
    return result
  }

  /// The values of a sweep: for a parameter that takes lists the elements of a list of lists, else this value
  /// alone.
  private static func axis(_ node: Node, _ kind: ParameterKind?) -> [Node] {
    guard case .list = kind else { return node.elements }
    let lists = node.elements.filter { if case .list = $0.value { true } else { false } }
    return !lists.isEmpty && lists.count == node.elements.count ? lists : [node]
  }

  /// The tables of forms that may be written as a text too.
  private static func forms(
    of node: Node, _ kind: RegistryKind<Product>, key: String
  ) throws(DefinitionError) -> [Node] {
    let nodes =
      if let text = node.text {
        try Node.forms(text, place: node.place, key: key)
      } else if let members = node.members, let index = members.firstIndex(where: { $0.name == key }),
        let text = members[index].value.text, text.contains(where: { "(,".contains($0) })
      {
        try Node.forms(text, place: members[index].value.place, key: key).map { (form: Node) in
          var rest = members
          rest.remove(at: index)
          return Node(.table((form.members ?? [(key, form)]) + rest), place: node.place)
        }
      } else {
        [node]
      }
    return nodes.map { form in
      form.text == nil ? form : Node(.table([(key, form)]), place: form.place)
    }
  }

  /// All combinations of one value for each name; the first name varies slowest.
  private static func crossings(
    of axes: [(name: String, values: [Node])]
  ) -> [[(name: String, value: Node)]] {
    axes.reduce([[]]) { choices, axis in
      choices.flatMap { choice in axis.values.map { choice + [(axis.name, $0)] } }
    }
  }

  /// The name with the definition's settings, as one would write it: "grid(cellSize=80)".
  package var label: String { label([]) }

  func label(_ more: [(name: String, value: String)]) -> String {
    let settings = given.map { ($0.name, $0.value.description) } + more
    guard !settings.isEmpty else { return registration.name }
    return "\(registration.name)(\(settings.map { "\($0.0)=\($0.1)" }.joined(separator: ",")))"
  }

  /// Every parameter with its value, in the order of declaration.
  package var parameters: [(name: String, value: ParameterValue)] {
    registration.parameters.map { parameter in
      (parameter.name, given.first { $0.name == parameter.name }?.value ?? parameter.defaultValue)
    }
  }

  /// The values by name, as the definition gives them.
  package var values: ParameterValues { Dictionary(given.map { ($0.name, $0.value) }) { $1 } }

  /// The same choice with one parameter set.
  func setting(_ name: String, to value: ParameterValue) -> Choice {
    let order = registration.parameters.map(\.name)
    let all = given.filter { $0.name != name } + [(name, value)]
    return Choice(
      registration: registration,
      given: order.compactMap { name in all.first { $0.name == name } })
  }

  /// The columns of data that the thing reads.
  package var columns: [ColumnRequest] {
    registration.needs(with: values).map { ColumnRequest($0.name, option: registration.label) }
  }

  /// Makes the product, with further values besides those given.
  package func make(_ more: ParameterValues = [:]) throws(ParameterError) -> Product {
    try registration(values.merging(more) { $1 })
  }

  /// Makes the thing; mistakes get the position of a node.
  func make(at node: Node) throws(DefinitionError) -> Product {
    try node.placing { () throws(ParameterError) in try make() }
  }

  /// Whether two choices name the same thing with the same values.
  package static func == (one: Choice, other: Choice) -> Bool {
    one.registration.kind == other.registration.kind && one.registration.name == other.registration.name
      && one.registration.origin == other.registration.origin && one.values == other.values
  }
}

/// The only element of the list that a definition names.
func only<Element>(_ all: [Element], _ what: String, at node: Node) throws(DefinitionError) -> Element {
  guard all.count == 1 else { throw node.mistake("expected \(what), not \(all.count)") }
  return all[0]
}
