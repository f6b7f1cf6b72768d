package import Pinfold

/// The steps after a strategy: the positions of markers, the limits beyond which clusters are dissolved into
/// their points, and the separation of markers.
package struct ClusteringSteps: Definition, Equatable, Sendable {
  /// The choice of the markers' positions; nil for the strategy's own.
  package var representative: Choice<any RepresentativeSelection>?

  /// The limits beyond which clusters are dissolved into their points.
  package var limits = MergeLimits()

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
    return Clusterer(strategy, representative: chosen, limits: limits, separation: separation)
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
  fileprivate init(
    _ node: Node, named name: String, note: (ClusteringSteps.Setting) -> Void
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
