import Pinfold

extension ClustererDefinition {
  /// The strategy with its parameters and all its steps, those too that the definition does not set itself:
  /// read again it gives the same clusterer.
  package var whole: Node {
    var members: [(name: String, value: Node)] = [("name", Node(.text(choice.registration.name), place: ""))]
    members += choice.given.map { ($0.name, Node(parameter: $0.value, place: "")) }
    if let representative = steps.representative {
      members.append(("representative", Node(.text(representative.label), place: "")))
    }
    if !steps.limits.areOff { members.append(("limits", Node(steps.limits))) }
    if !steps.selected.isEmpty {
      members.append(("selected", Node(.list(steps.selected.map(Node.init)), place: "")))
    }
    if let separation = steps.separation { members.append(("separate", Node(separation))) }
    return Node(.table(members), place: "")
  }
}

extension Node {
  /// The parameters of a value that are not as usual, in the order of declaration.
  fileprivate init<Value: Configurable>(_ value: Value) {
    let (values, usual) = (value.parameterValues, Value().parameterValues)
    let given = Value.parameterDescriptions.compactMap { parameter in
      values[parameter.name].flatMap { $0 == usual[parameter.name] ? nil : (parameter.name, $0) }
    }
    self.init(.table(given.map { ($0.0, Node(parameter: $0.1, place: "")) }), place: "")
  }

  /// The id of a point.
  fileprivate init(_ id: PointID) {
    switch id {
    case .integer(let number): self.init(.integer(Int(number)), place: "")
    case .text(let text): self.init(.text(text), place: "")
    }
  }
}
