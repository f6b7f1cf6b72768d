import Pinfold

/// The traits of a strategy that decide some measures whatever the data are.
package struct Construction: Hashable, Sendable {
  /// The strategy without parameters: "grid".
  let family: String

  /// Whether it merges, moves or hides markers that would overlap.
  let separates: Bool

  let capabilities: Capabilities

  /// Whether the strategy promises the best value of a measure, so that its lead is no finding.
  ///
  /// - Parameter label: the measure's full name: "overlap.share".
  func promises(_ label: String) -> Bool {
    switch Self.metric(of: label) {
    case "overlap", "occlusion", "gap": separates
    case "determinism": capabilities.contains(.permutationInvariant)
    case "pan-invariance": capabilities.contains(.panInvariant)
    case "nesting", "ladder": capabilities.contains(.nested)
    default: false
    }
  }

  /// Whether a measure shows how the strategy works rather than how well: it promises the best value,
  /// optimizes the measure, or lays its cells in the pattern that the metric looks for.
  package func decides(_ label: String) -> Bool {
    switch (family, Self.metric(of: label)) {
    case ("kmeans", "quantization"), ("grid", "lattice"), ("grid", "rotated-lattice"), ("grid", "axis-order"),
      ("quadtree", "lattice"), ("quadtree", "rotated-lattice"), ("quadtree", "axis-order"):
      true
    default: promises(label)
    }
  }

  private static func metric(of label: String) -> Substring { label.prefix { $0 != "." && $0 != "(" } }

  /// The mark behind a strategy's name or value.
  package static let mark = "(by construction)"
}

extension Construction {
  init(_ clusterer: Clusterer) {
    // "strategy 'grid'"
    family = clusterer.strategy.label.split(separator: "'").dropFirst().first.map(String.init) ?? ""
    separates = family == "separate" || clusterer.separation != nil
    capabilities = clusterer.capabilities
  }

  init(_ strategy: StrategyRecord) {
    family = strategy.family
    separates =
      strategy.family == "separate"
      || strategy.parameters.contains { $0.name.prefix { $0 != "." } == "separate" && $0.value != "false" }
    capabilities = strategy.capabilities
  }
}
