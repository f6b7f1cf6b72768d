import Lua
import Pinfold
import PinfoldDefinitions

/// The kinds of plugins.
package enum PluginKind: String, Hashable, Sendable, CaseIterable {
  case strategy
  case representative
  case metric
  case diff
  case camera
  case generator

  /// The function that a plugin of the kind must have.
  var requiredFunction: String { ownFields[0] }

  /// The fields of the kind's table beyond those that every plugin has.
  var ownFields: [String] {
    let name = "\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())Plugin"
    let members = Self.tables.first { $0.name == name }?.members.map(\.name) ?? []
    return members.filter { !Self.commonFields.contains($0) }
  }

  /// The tables that plugins' files return, and the arguments and results of their functions.
  static let tables = EmbeddedFile.tables("plugins")

  var fields: [String] { Self.commonFields + ownFields }

  static let commonFields = [
    "api", "kind", "name", "replace", "version", "summary", "source", "parameters", "validate", "attributes",
    "tests",
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

  /// Names that parameters may not have, because they have another meaning next to them: the steps after a
  /// strategy, the number of points of a generator.
  var takenNames: [String] {
    switch self {
    case .strategy: ClusteringSteps.optionDescriptions.map(\.name)
    case .generator: DatasetDefinition.generatorOptions.map(\.name) + ["generate"]
    default: []
    }
  }
}
