package import Pinfold

/// The steps after a strategy: the positions of markers, the limits beyond which clusters are dissolved into
/// their points, the points that are selected, and the separation of markers.
package struct ClusteringSteps: Definition, Equatable, Sendable {
  package var representative: Choice<any RepresentativeSelection>?
  package var limits = MergeLimits()
  package var selected: [PointID] = []
  package var separation: Separation?

  /// The settings of the definition, for labels.
  var settings: [Setting] = []

  /// A step as a label shows it.
  struct Setting: Hashable {
    var name: String
    var value: String
  }

  package init() {}

  package static let owner = "a strategy"

  package static let options: [DefinedOption<ClusteringSteps>] = [
    DefinedOption(
      "representative",
      .type("Representative", "a name, or a table with name and parameters"),
      standard: "the strategy's own", example: "central", "Marker position, as in centroid."
    ) { (steps, node, registry) throws(DefinitionError) in
      let chosen = try Choice.one(node, kind: .representative, in: registry)
      steps.representative = chosen
      steps.settings.append(Setting(name: "representative", value: chosen.label))
    },
    DefinedOption(
      "limits", .table("Limits", MergeLimits.parameterDescriptions),
      "Limits beyond which clusters dissolve into their points."
    ) { (steps, node, _) throws(DefinitionError) in
      steps.limits = try MergeLimits(node, named: "limits") {
        steps.settings.append(Setting(name: $0, value: $1))
      }
    },
    DefinedOption(
      "selected", .list(of: .type("integer|string", "an id")), value: "id", example: "7",
      "Ids of points that are kept out of clusters."
    ) { (steps, node, _) throws(DefinitionError) in
      steps.selected = try node.values.map { (node) throws(DefinitionError) in
        guard let id = PointID(node) else { throw node.mistake("selected", takes: "ids of points") }
        return id
      }
      let shown = steps.selected.map { Node.quoted($0.description) }.joined(separator: ",")
      steps.settings.append(Setting(name: "selected", value: shown))
    },
    DefinedOption(
      "separate", .switched("Separation", Separation.parameterDescriptions),
      "Merge clusters whose markers would overlap; limits come before, so that what they dissolve may merge again."
    ) { (steps, node, _) throws(DefinitionError) in
      steps.separation = try node.switched("separate", Separation.self) {
        steps.settings.append(Setting(name: $0, value: $1))
      }
    },
  ]

  /// These steps, and for those that their definition does not set the usual ones; labels show what it sets.
  func completed(by usual: ClusteringSteps) -> ClusteringSteps {
    let set = Set(settings.map { $0.name.prefix { $0 != "." } })
    var steps = self
    if !set.contains("representative") { steps.representative = usual.representative }
    if !set.contains("limits") { steps.limits = usual.limits }
    if !set.contains("selected") { steps.selected = usual.selected }
    if !set.contains("separate") { steps.separation = usual.separation }
    return steps
  }

  func clusterer(_ strategy: any ClusteringStrategy) throws(ParameterError) -> Clusterer {
    Clusterer(
      strategy, representative: try representative?.make(), limits: limits, selected: selected,
      separation: separation)
  }
}

extension PointID {
  /// The id of a definition; nil for other values. Typed text is a number if it prints the same.
  package init?(_ node: Node) {
    switch node.value {
    case .integer(let number): self = .integer(Int64(number))
    case .text(let text): self = .text(text)
    case .word(let text):
      let number = Int64(text).flatMap { String($0) == text ? $0 : nil }
      self = number.map { .integer($0) } ?? .text(text)
    default: return nil
    }
  }
}
