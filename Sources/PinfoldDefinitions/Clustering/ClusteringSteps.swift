package import Pinfold

/// The steps after a strategy: the positions of markers, the limits beyond which clusters are dissolved into
/// their points, the points that are selected, and the separation of markers.
package struct ClusteringSteps: Definition, Equatable, Sendable {
  /// The choice of the markers' positions; nil for the strategy's own.
  package var representative: Choice<any RepresentativeSelection>?

  /// The limits beyond which clusters are dissolved into their points.
  package var limits = MergeLimits()

  /// The points that stay out of their clusters.
  package var selected: [PointID] = []

  /// The separation of markers; nil for none.
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
      standard: "as each strategy likes", example: "central", "Where markers stand, as in centroid."
    ) { (steps, node, registry) throws(DefinitionError) in
      let chosen = try Choice.one(node, kind: .representative, in: registry)
      steps.representative = chosen
      steps.settings.append(Setting(name: "representative", value: chosen.label))
    },
    DefinedOption(
      "limits", .table("Limits", MergeLimits.optionDescriptions), "When clusters give way to their points."
    ) { (steps, node, _) throws(DefinitionError) in
      steps.limits = try MergeLimits(node, named: "limits") { steps.settings.append($0) }
    },
    DefinedOption(
      "selected", .list(.type("integer|string", "an id")), value: "id", example: "7",
      "Points, by their ids, that stay out of their clusters."
    ) { (steps, node, _) throws(DefinitionError) in
      steps.selected = try node.alternatives.map { (node) throws(DefinitionError) in
        guard let id = PointID(node) else { throw node.mistake("selected", takes: "ids of points") }
        return id
      }
      let shown = steps.selected.map(\.description).joined(separator: ",")
      steps.settings.append(Setting(name: "selected", value: shown))
    },
    DefinedOption(
      "separate", .switched("Separation", Separation.optionDescriptions),
      "Merge clusters whose markers would lie on one another."
    ) { (steps, node, _) throws(DefinitionError) in
      if let value = node.accepted(by: .flag) {
        steps.separation = value == .flag(true) ? Separation() : nil
        steps.settings.append(Setting(name: "separate", value: value.description))
      } else if let members = node.members {
        steps.separation = try Separation(node, named: "separate") { steps.settings.append($0) }
        // Without parameters a table means no less than true does.
        if members.isEmpty { steps.settings.append(Setting(name: "separate", value: "true")) }
      } else {
        throw node.mistake("separate", takes: "true, or a table of parameters")
      }
    },
  ]

  /// A clusterer of a strategy with these steps after it.
  func clusterer(_ strategy: any ClusteringStrategy) throws(ParameterError) -> Clusterer {
    var chosen: (any RepresentativeSelection)?
    if let representative { chosen = try representative.make() }
    return Clusterer(
      strategy, representative: chosen, limits: limits, selected: selected, separation: separation)
  }
}

extension PointID {
  /// The id that a definition gives; nil for what is none. What is typed is a number if it prints
  /// as it is typed.
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

extension Configurable {
  /// The parameters as options.
  package static var optionDescriptions: [OptionDescription] {
    parameterDescriptions.map(OptionDescription.init)
  }

  /// Reads a table of parameters.
  ///
  /// - Parameter note: gets the settings of the table.
  init(
    _ node: Node, named name: String, note: (ClusteringSteps.Setting) -> Void = { _ in }
  ) throws(DefinitionError) {
    let known = Self.parameterDescriptions
    var reader = try NodeReader(node, of: "'\(name)'", known: known.map(\.name))
    var values: ParameterValues = [:]
    for parameter in known {
      guard let value = reader.value(parameter.name) else { continue }
      guard let accepted = value.accepted(by: parameter.kind) else {
        throw value.mistake(parameter.name, takes: parameter.kind.expectation)
      }
      values[parameter.name] = accepted
      note(.init(name: "\(name).\(parameter.name)", value: accepted.description))
    }
    self = try node.placing { () throws(ParameterError) in try Self(values, owner: "'\(name)'") }
  }
}
