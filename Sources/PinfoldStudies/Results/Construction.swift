import Pinfold
import PinfoldEvaluation

/// The traits of a strategy that decide some measures whatever the data are.
package struct Construction: Hashable, Sendable {
  /// The strategy without parameters: "grid"; empty for one that is not built in.
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
    default: declares(label)
    }
  }

  /// Whether the strategy declares a capability with which a measure has its best value.
  func declares(_ label: String) -> Bool {
    switch Self.metric(of: label) {
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
    case ("kmeans", "quantization"), ("kmeans", "displacement"), ("grid", "lattice"),
      ("grid", "rotated-lattice"), ("grid", "axis-order"), ("quadtree", "lattice"),
      ("quadtree", "rotated-lattice"), ("quadtree", "axis-order"):
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
    family = clusterer.strategy.builtInName ?? ""
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

extension StudyResults {
  /// Whether a strategy promises the best value of a measure, and has it in every score.
  package func keeps(_ measure: MeasureRecord, promisedBy strategy: Int) -> Bool {
    Construction(strategies[strategy]).promises(measure.label) && hasBestValues(measure, strategy)
  }

  /// Whether the construction of a strategy decides a measure: not where it promises the best value and has
  /// others.
  package func isDecided(_ measure: MeasureRecord, byConstructionOf strategy: Int) -> Bool {
    let construction = Construction(strategies[strategy])
    return construction.decides(measure.label)
      && (!construction.promises(measure.label) || hasBestValues(measure, strategy))
  }

  /// Whether a strategy declares a capability that decides a measure, and has other values. Sizes of markers
  /// are the study's, so that overlapping ones break no promise.
  package func hasBrokenPromise(_ strategy: Int, _ measure: MeasureRecord) -> Bool {
    Construction(strategies[strategy]).declares(measure.label) && !hasBestValues(measure, strategy)
  }

  private func hasBestValues(_ measure: MeasureRecord, _ strategy: Int) -> Bool {
    guard let ideal = measure.measure.ideal,
      let index = measures.firstIndex(where: { $0.label == measure.label })
    else { return true }
    return datasets.indices.allSatisfy { dataset in
      cameras.indices.allSatisfy { camera in
        let score = score(index, dataset: dataset, strategy: strategy, camera: camera).value.number
        return score.map { measure.measure.difference($0, ideal) == 0 } ?? true
      }
    }
  }
}
