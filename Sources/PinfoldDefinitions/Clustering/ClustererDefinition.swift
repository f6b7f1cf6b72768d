package import Pinfold
package import PinfoldData
import PinfoldEvaluation

/// A strategy with its parameters and the steps after it.
package struct ClustererDefinition: Sendable, Equatable {
  package let choice: Choice<any ClusteringStrategy>
  package let steps: ClusteringSteps

  package let capabilities: Capabilities

  /// The values that the strategy takes from each dataset of a study.
  var bindings: [DatasetBinding] = []

  /// The plugin that defines the strategy; nil for built-ins.
  package let plugin: PluginSource?

  /// All strategies that a definition names: one for each combination of its lists.
  ///
  /// - Parameter usual: the default steps of strategies; a label does not show them.
  package static func all(
    _ node: Node, in registry: Registry, usual: ClusteringSteps = ClusteringSteps()
  ) throws(DefinitionError) -> [ClustererDefinition] {
    if let definition = node.object(as: ClustererDefinition.self) {
      return [try ClustererDefinition(definition.choice, definition.steps.completed(by: usual), at: node)]
    }
    let swept = try Choice.sweep(
      node, kind: .strategy, in: registry, extras: ClusteringSteps.optionDescriptions.map(\.name),
      sweeping: ["representative"]
    ) { name, value in
      guard let limit = MergeLimits.parameterDescriptions.first(where: { $0.name == name }) else {
        return nil
      }
      let given = value.text ?? value.shown
      return "; every strategy takes it as \(limit.flag) \(given), "
        + "and in Lua and JSON as limits = { \(name) = \(given) }"
    }
    return try swept.map { (choice, others) throws(DefinitionError) in
      var steps = usual
      steps.settings = []
      try steps.read(Node(.table(others), place: node.place), registry: registry)
      return try ClustererDefinition(choice, steps, at: node)
    }
  }

  /// The one strategy that a definition names.
  package static func one(
    _ node: Node, in registry: Registry, usual: ClusteringSteps = ClusteringSteps()
  ) throws(DefinitionError) -> ClustererDefinition {
    try only(try all(node, in: registry, usual: usual), "one strategy", at: node)
  }

  init(
    _ choice: Choice<any ClusteringStrategy>, _ steps: ClusteringSteps, at node: Node
  ) throws(DefinitionError) {
    self.choice = choice
    self.steps = steps
    plugin = choice.plugin
    capabilities = try node.placing { () throws(ParameterError) in
      try steps.clusterer(try choice.make()).capabilities
    }
  }

  /// The strategy with the definition's settings: "grid(cellSize=80,separate=true)"; a plugin in the place of
  /// a built-in is marked as one.
  package var label: String {
    if case .frames? = bindings.first { return choice.registration.name }
    return choice.label(boundParameters + settings) + mark
  }

  /// The steps that the definition itself sets.
  private var settings: [(name: String, value: String)] { steps.settings.map { ($0.name, $0.value) } }

  private var mark: String { choice.registration.replacesBuiltIn ? " (plugin)" : "" }

  /// Every parameter with its value, then the steps that the definition sets.
  package var parameters: [(name: String, value: String)] {
    let bound = boundParameters
    return choice.parameters.filter { parameter in !bound.contains { $0.name == parameter.name } }.map {
      ($0.name, $0.value.description)
    } + bound + settings
  }

  /// The strategy with each of the seeds, as repetitions of one; itself alone where it draws nothing at
  /// random or has a seed of its own.
  ///
  /// - Parameter node: the definition that has the seeds, for errors.
  func repeated(_ seeds: [UInt64], at node: Node) throws(DefinitionError) -> [ClustererDefinition] {
    let parameters = choice.registration.parameters
    guard let parameter = parameters.first(where: { $0.name == "seed" }), choice.values["seed"] == nil else {
      return [self]
    }
    return try seeds.map { (seed) throws(DefinitionError) in
      let seed = Node(.integer(Int(clamping: seed)), place: node.place)
      let value = try seed.accepted(by: parameter, of: choice.registration.label)
      return try ClustererDefinition(choice.setting("seed", to: value), steps, at: node)
    }
  }

  /// The columns of data that the strategy and the steps after it read.
  package var columns: [ColumnRequest] {
    let bound = bindings.compactMap { binding -> ColumnRequest? in
      // The dataset's own option makes the attribute of this name.
      guard case .distinct(_, let column, _) = binding, column != Attribute.truth else { return nil }
      return ColumnRequest(column, option: "from")
    }
    return choice.columns + (steps.representative?.columns ?? []) + bound
  }

  /// Makes the clusterer, with further values besides those of the definition.
  package func clusterer(with values: ParameterValues = [:]) throws(ParameterError) -> Clusterer {
    try steps.clusterer(try choice.make(values))
  }

  package func named() throws(ParameterError) -> NamedClusterer { NamedClusterer(label, try clusterer()) }

  /// The part of a written document that describes the origin of its clusters.
  ///
  /// - Parameters:
  ///   - clusterer: the clusterer that the definition makes.
  ///   - overlaps: the number of pairs of markers that still overlap; nil if they were not counted.
  ///   - totalRows: the rows of the data, usable or not.
  package func origin(of clusterer: Clusterer, overlaps: Int? = nil, totalRows: Int) -> FrameOrigin {
    FrameOrigin(
      strategy: choice.registration.name + mark, parameters: choice.parameters,
      representative: steps.representative?.label, limits: clusterer.limits,
      separation: clusterer.separation, overlaps: overlaps, totalRows: totalRows)
  }

  /// The strategy with all its steps, those too that the definition does not set itself: read again it gives
  /// the same clusterer.
  package var whole: Node {
    var members = choice.members
    if let representative = steps.representative {
      members.append(("representative", Node(.text(representative.label))))
    }
    if !steps.limits.areOff { members.append(("limits", Node(of: steps.limits))) }
    if !steps.selected.isEmpty {
      members.append(("selected", Node(.list(steps.selected.map { Node(id: $0) }))))
    }
    if let separation = steps.separation { members.append(("separate", Node(of: separation))) }
    return Node(.table(members))
  }

  /// The strategy with the steps that the definition sets, for a plan's normal form.
  var node: Node {
    var members = choice.members + boundMembers
    for setting in settings {
      let parts = setting.name.split(separator: ".", maxSplits: 1).map(String.init)
      let value = Node(typed: setting.value)
      guard parts.count == 2 else {
        members.append((parts[0], value))
        continue
      }
      let table = members.firstIndex { $0.name == parts[0] } ?? members.endIndex
      if table == members.endIndex { members.append((parts[0], Node(.table([])))) }
      members[table].value = Node(.table((members[table].value.members ?? []) + [(parts[1], value)]))
    }
    return Node(.table(members))
  }
}

extension Choice {
  fileprivate var members: [(name: String, value: Node)] {
    [("name", Node(.text(registration.name)))] + given.map { ($0.name, Node(parameter: $0.value)) }
  }
}

extension Node {
  /// The parameters of a value that are not as usual, in the order of declaration.
  fileprivate init<Value: Configurable>(of value: Value) {
    let values = value.parameterValues
    let given = Value.parameterDescriptions.compactMap { parameter in
      values[parameter.name].flatMap {
        $0 == parameter.defaultValue ? nil : (parameter.name, Node(parameter: $0))
      }
    }
    self.init(.table(given))
  }

  fileprivate init(id: PointID) {
    switch id {
    case .integer(let number): self.init(.integer(Int(number)))
    case .text(let text): self.init(.text(text))
    }
  }

  /// The value that a setting's text stands for: a number, a flag, or the text itself.
  fileprivate init(typed text: String) {
    if let number = Int(text) {
      self.init(.integer(number))
    } else if let number = Double(text) {
      self.init(.number(number))
    } else {
      self.init(Bool(text).map { .flag($0) } ?? .text(text))
    }
  }
}
