import PinfoldDefinitions

/// The kinds of plugins.
package enum PluginKind: String, Hashable, Sendable, CaseIterable {
  case strategy
  case representative
  case metric
  case diff
  case camera
  case generator

  var requiredFunction: String {
    switch self {
    case .strategy: "cluster"
    case .representative: "select"
    case .metric: "measure"
    case .diff: "transition"
    case .camera: "views"
    case .generator: "generate"
    }
  }

  /// The fields of the kind's table beyond those that every plugin has.
  var ownFields: [String] {
    switch self {
    case .strategy: ["cluster", "build", "capabilities", "budget", "reach", "groups", "previous"]
    case .representative: ["select", "previous"]
    case .metric: ["measure", "scope", "measures", "better", "unit", "range", "formula", "source"]
    case .diff: ["transition"]
    case .camera: ["views"]
    case .generator: ["generate"]
    }
  }

  var fields: [String] { Self.commonFields + ownFields }

  static let commonFields = [
    "api", "kind", "name", "replace", "version", "summary", "parameters", "validate", "attributes", "tests",
  ]

  func types(of field: String) -> [String]? {
    switch field {
    case requiredFunction, "build", "validate": ["function"]
    case "groups": ["string"]
    case "capabilities": ["table", "function"]
    case "budget", "reach": ["number", "function"]
    case "better", "scope", "unit", "formula", "source": ["string"]
    case "range", "measures": ["table"]
    case "previous", "replace": ["boolean"]
    default: nil
    }
  }

  /// Names that parameters may not have, because they say other things beside them: the steps after a
  /// strategy, how many points a generator makes.
  var takenNames: [String] {
    switch self {
    case .strategy: ClusteringSteps.optionDescriptions.map(\.name)
    case .generator: DatasetDefinition.generatorOptions.map(\.name) + ["generate"]
    default: []
    }
  }
}
