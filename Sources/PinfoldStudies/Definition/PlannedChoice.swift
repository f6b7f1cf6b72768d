import Pinfold

/// A registered thing with parameters, as a study's definition names it: `"grid"`, or a table with `name` and values,
/// of which a list is an axis of a sweep.
struct PlannedChoice<Product> {
  /// The registration.
  let registration: Registration<Product>

  /// The values given, in the order of declaration.
  let given: [(name: String, value: ParameterValue)]

  /// The members that are no parameters of the thing itself.
  let others: [(name: String, value: PlanNode)]

  /// Where it is named.
  let node: PlanNode

  /// All combinations of the values that a definition gives.
  ///
  /// - Parameters:
  ///   - key: the member that holds the name.
  ///   - extras: members beside parameters that may be given.
  ///   - sweeping: those of the extras whose lists are axes too.
  static func all(
    _ node: PlanNode, kind: RegistryKind<Product>, in registry: Registry, key: String = "name",
    extras: [String] = [], sweeping: [String] = []
  ) throws(StudyPlanError) -> [PlannedChoice] {
    let members: [(name: String, value: PlanNode)]
    switch node.value {
    case .text: members = [(key, node)]
    case .table(let table): members = table
    default: throw node.mistake("a \(kind.name)", takes: "a name, or a table with '\(key)' and parameters")
    }
    guard let nameNode = members.first(where: { $0.name == key })?.value, let name = nameNode.text else {
      throw node.mistake("a \(kind.name) without '\(key)'; it takes one of \(names(of: kind, in: registry))")
    }
    let registration = try nameNode.placing { () throws(RegistryError) in try registry.find(name, kind: kind)
    }
    let parameters = registration.parameters.map(\.name)
    var table = try PlanTable(
      PlanNode(.table(members), place: node.place), of: registration.label,
      known: [key] + parameters + extras)

    var axes: [(name: String, values: [PlanNode])] = []
    for name in parameters + sweeping {
      guard let value = table.value(name) else { continue }
      guard !value.alternatives.isEmpty else {
        throw value.mistake("'\(name)' is an empty list; a sweep takes one value at least")
      }
      axes.append((name, value.alternatives))
    }
    let fixed = extras.filter { !sweeping.contains($0) }
      .compactMap { name in table.value(name).map { (name, $0) } }
    var choices: [PlannedChoice] = []
    for crossing in [PlanNode].crossing(axes) {
      var given: [(name: String, value: ParameterValue)] = []
      for (name, value) in crossing where parameters.contains(name) {
        guard let parameter = registration.parameters.first(where: { $0.name == name }) else { continue }
        given.append((name, try value.accepted(by: parameter, of: registration.label)))
      }
      let swept = crossing.filter { !parameters.contains($0.name) }
      choices.append(
        PlannedChoice(registration: registration, given: given, others: fixed + swept, node: node))
    }
    return choices
  }

  /// What it is called in reports, with what the plan sets.
  func label(_ more: [(name: String, value: String)] = []) -> String {
    PinfoldStudies.label(registration.name, given.map { ($0.name, $0.value.description) } + more)
  }

  /// Makes it, with other values beside those given.
  func make(_ more: ParameterValues = [:]) throws(StudyPlanError) -> Product {
    let values = Dictionary(given.map { ($0.name, $0.value) }) { $1 }.merging(more) { $1 }
    return try node.placing { () throws(ParameterError) in try registration(values) }
  }

  /// Every parameter with its value, in the order of declaration.
  var parameters: [StudiedParameter] {
    registration.parameters.map { parameter in
      let value = given.first { $0.name == parameter.name }?.value ?? parameter.defaultValue
      return StudiedParameter(parameter.name, value.description)
    }
  }

  /// Another member; nil where it is not given, or null.
  func other(_ name: String) -> PlanNode? { others.first { $0.name == name }?.value }

  private static func names(of kind: RegistryKind<Product>, in registry: Registry) -> String {
    registry.all(kind).map(\.name).joined(separator: ", ")
  }
}
