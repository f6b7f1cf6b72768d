/// What a plugin can be.
public enum PluginKind: String, Hashable, Sendable, CaseIterable {
  case strategy
  case representative
  case metric
  case diff

  /// The function without which a plugin is nothing.
  var requiredFunction: String {
    switch self {
    case .strategy: "cluster"
    case .representative: "select"
    case .metric: "measure"
    case .diff: "transition"
    }
  }

  /// The fields of the kind's table beyond those that every plugin has.
  var ownFields: [String] {
    switch self {
    case .strategy: ["cluster", "build", "capabilities", "budget", "reach"]
    case .representative: ["select"]
    case .metric: ["measure", "better", "unit", "range", "formula", "source"]
    case .diff: ["transition"]
    }
  }

  static let commonFields = ["api", "kind", "name", "version", "summary", "parameters", "tests"]
}
