package import Pinfold
package import PinfoldData
import PinfoldEvaluation

/// A strategy with its parameters and the steps after it.
package struct ClustererDefinition: Sendable, Equatable {
  /// The strategy.
  package let choice: Choice<any ClusteringStrategy>

  /// The steps after it.
  package let steps: ClusteringSteps

  /// The steps that the definition itself sets, for its label.
  let settings: [ClusteringSteps.Setting]

  /// The capabilities of the strategy.
  package let capabilities: Capabilities

  /// The plugin that the strategy comes from; nil for built-ins.
  package let plugin: PluginSource?

  /// All strategies that a definition names: one for each combination of its lists.
  ///
  /// - Parameter usual: the default steps of strategies; a label does not show them.
  package static func all(
    _ node: Node, in registry: Registry, usual: ClusteringSteps = ClusteringSteps()
  ) throws(DefinitionError) -> [ClustererDefinition] {
    if let definition = node.object(as: ClustererDefinition.self) { return [definition] }
    let swept = try Choice.sweep(
      node, kind: .strategy, in: registry, extras: ClusteringSteps.optionDescriptions.map(\.name),
      sweeping: ["representative"]
    ) { name, value in
      guard MergeLimits.optionDescriptions.contains(where: { $0.name == name }) else { return nil }
      let given = value.text ?? value.shown
      return "; every strategy takes it as \(OptionDescription.flag(name)) \(given), "
        + "and in Lua and JSON as limits = { \(name) = \(given) }"
    }
    return try swept.map { (choice, others) throws(DefinitionError) in
      let own = try ClusteringSteps(Node(.table(others), place: node.place), registry: registry)
      var steps = usual
      for (name, _) in others {
        switch name {
        case "representative": steps.representative = own.representative
        case "limits": steps.limits = own.limits
        case "selected": steps.selected = own.selected
        default: steps.separation = own.separation
        }
      }
      return try ClustererDefinition(choice, steps, own.settings, at: node)
    }
  }

  /// The one strategy that a definition names.
  package static func one(
    _ node: Node, in registry: Registry, usual: ClusteringSteps = ClusteringSteps()
  ) throws(DefinitionError) -> ClustererDefinition {
    try only(try all(node, in: registry, usual: usual), "one strategy", at: node)
  }

  private init(
    _ choice: Choice<any ClusteringStrategy>, _ steps: ClusteringSteps,
    _ settings: [ClusteringSteps.Setting], at node: Node
  ) throws(DefinitionError) {
    self.choice = choice
    self.steps = steps
    self.settings = settings
    plugin = choice.plugin
    capabilities = try node.placing { () throws(ParameterError) in
      try steps.clusterer(try choice.make()).capabilities
    }
  }

  /// The strategy with the definition's settings: "grid(cellSize=80,separate=true)"; a plugin in the place of
  /// a built-in is marked as one.
  package var label: String {
    choice.label(settings.map { ($0.name, $0.value) }) + mark
  }

  /// What is written behind the name of a plugin that has that of a built-in.
  var mark: String { choice.registration.replacesBuiltIn ? " (plugin)" : "" }

  /// Every parameter with its value, then the steps that the definition sets.
  package var parameters: [(name: String, value: String)] {
    choice.parameters.map { ($0.name, $0.value.description) } + settings.map { ($0.name, $0.value) }
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
      return try ClustererDefinition(choice.setting("seed", to: value), steps, settings, at: node)
    }
  }

  /// The columns of data that the strategy and the steps after it read.
  package var columns: [ColumnRequest] { choice.columns + (steps.representative?.columns ?? []) }

  /// Makes the clusterer.
  package func clusterer() throws(ParameterError) -> Clusterer { try steps.clusterer(try choice.make()) }

  /// Makes the clusterer with other values beside those that the definition gives.
  func clusterer(with values: ParameterValues) throws(ParameterError) -> Clusterer {
    try steps.clusterer(try choice.make(values))
  }

  /// Makes the clusterer with its label.
  package func named() throws(ParameterError) -> NamedClusterer { NamedClusterer(label, try clusterer()) }
}
