package import Pinfold
package import PinfoldData
import PinfoldEvaluation

/// Strategies, and the default steps after them.
package struct StrategiesDefinition: Definition {
  private var steps = ClusteringSteps()
  private var nodes: [Node] = []
  package private(set) var strategies: [ClustererDefinition] = []

  package init() {}

  package static let owner = "a comparison"

  package static let options: [DefinedOption<StrategiesDefinition>] =
    [
      DefinedOption(
        "strategies", .list(of: .type("string|strategy|table", "names, or tables with name and parameters")),
        standard:
          "\(Registry.usualStrategy); for comparisons all except none, pairwise and random",
        example: "grid(cellSize=80),pca",
        flag: "--strategy",
        "Strategies, as in grid(cellSize=80)."
      ) { (definition, node, _) throws(DefinitionError) in definition.nodes = node.elements }
    ] + ClusteringSteps.options(in: \.steps)

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    let steps = steps
    let usual = registry.usualStrategies.map { Node(.text($0), place: node.place) }
    // Read here, because the steps may follow.
    strategies = try (nodes.isEmpty ? usual : nodes).each { (node) throws(DefinitionError) in
      try ClustererDefinition.all(node, in: registry, usual: steps)
    }
    var seen: Set<String> = []
    for label in strategies.map(\.label) where !seen.insert(label).inserted {
      throw node.mistake("strategy '\(label)' is given twice")
    }
  }

  package var columns: [ColumnRequest] { strategies.flatMap(\.columns) }

  package func named() throws(ParameterError) -> [NamedClusterer] {
    try strategies.map { (strategy) throws(ParameterError) in try strategy.named() }
  }
}

/// Strategies on data, judged by metrics on the same views.
package struct ComparisonDefinition: Definition {
  package private(set) var datasets: [DatasetDefinition] = []
  package private(set) var strategies = StrategiesDefinition()
  package private(set) var metrics: [MetricDefinition] = []
  package private(set) var views = ViewsDefinition()
  package private(set) var match = MatchDefinition()

  package init() {}

  package static let owner = "a comparison"

  package static let options: [DefinedOption<ComparisonDefinition>] =
    [
      DefinedOption(
        "datasets",
        .list(of: .type("string|dataset|table", "datasets, paths, or tables with path or generate")),
        isRequired: true, hasFlag: false, "The data."
      ) { (comparison, node, registry) throws(DefinitionError) in
        comparison.datasets = try node.values.each { (node) throws(DefinitionError) in
          try DatasetDefinition.all(node, in: registry)
        }
      }
    ] + StrategiesDefinition.options(in: \.strategies) + [
      DefinedOption(
        "metrics", .metrics,
        standard: "conservation, determinism, displacement, neighbor-split, overlap and those of plugins",
        example: "overlap", "Metrics, as in overlap,lattice."
      ) { (comparison, node, registry) throws(DefinitionError) in
        comparison.metrics = try MetricDefinition.all(node.elements, in: registry)
        if let pair = comparison.metrics.first(where: { $0.metric.about.scope == .pair }) {
          throw node.mistake(
            "metric '\(pair.label)' compares two frames of a camera movement, and the views of a comparison are single "
              + "ones; use it in a study, which has cameras")
        }
      }
    ] + MatchDefinition.options(in: \.match) + ViewsDefinition.options(in: \.views)

  package mutating func prepare(registry: Registry) throws(DefinitionError) {
    metrics = MetricDefinition.ofComparisons(in: registry)
  }

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try strategies.complete(at: node, registry: registry)
    let columns = strategies.columns + metrics.flatMap(\.columns)
    datasets = datasets.map { $0.reading(columns) }
    try match.complete(at: node, registry: registry)
    if match.target != nil {
      for strategy in strategies.strategies { if let error = strategy.mistake(tunedAt: node) { throw error } }
    }
  }
}

/// Metrics of existing frames.
package struct ScoreDefinition: Definition, Sendable {
  package private(set) var metrics: [MetricDefinition] = []
  package private(set) var seed: UInt64 = 1

  package init() {}

  package static let owner = "a score"

  package static let options: [DefinedOption<ScoreDefinition>] = [
    DefinedOption(
      "metrics", .metrics, standard: "all that do not rerun a strategy", example: "overlap",
      "Metrics, as in overlap,lattice."
    ) { (score, node, registry) throws(DefinitionError) in
      score.metrics = try MetricDefinition.all(node.elements, in: registry)
    },
    DefinedOption("seed", \.seed, "Seed of the random numbers of metrics."),
  ]

  package mutating func prepare(registry: Registry) throws(DefinitionError) {
    metrics = MetricDefinition.usual(in: registry)
  }
}

extension ParameterKind {
  /// A list of metrics.
  fileprivate static var metrics: Self {
    .list(of: .type("string|metric|table", "names, or tables with name and parameters"))
  }
}
