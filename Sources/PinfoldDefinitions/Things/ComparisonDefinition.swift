public import Pinfold
import PinfoldEvaluation

/// Strategies, and the default steps after them.
public struct StrategiesDefinition: Definition {
  private var steps = ClusteringSteps()
  private var nodes: [Node] = []

  /// The strategies.
  public private(set) var strategies: [ClustererDefinition] = []

  public init() {}

  public static let owner = "a comparison"

  public static let options: [DefinedOption<StrategiesDefinition>] =
    [
      DefinedOption(
        "strategies", .list(.type("string|strategy|table", "names, or tables with name and parameters")),
        standard: "grid, or where several are compared all but none and pairwise",
        example: "grid(cellSize=80),pca",
        flag: "--strategy",
        "Strategies, as in grid(cellSize=80)."
      ) { (definition, node, _) throws(DefinitionError) in definition.nodes = node.elements }
    ] + ClusteringSteps.options(in: \.steps)

  public mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    let steps = steps
    let usual = registry.usualStrategies.map { Node(.text($0), place: node.place) }
    // Here rather than as they are read, because the steps may come later.
    strategies = try (nodes.isEmpty ? usual : nodes).each { (node) throws(DefinitionError) in
      try ClustererDefinition.all(node, in: registry, usual: steps)
    }
    var seen: Set<String> = []
    for label in strategies.map(\.label) where !seen.insert(label).inserted {
      throw node.mistake("strategy '\(label)' is given twice")
    }
  }

  /// The clusterers with their labels.
  public func named() throws(ParameterError) -> [NamedClusterer] {
    var all: [NamedClusterer] = []
    for strategy in strategies { all.append(try strategy.named()) }
    return all
  }
}

/// Strategies on data, judged by metrics on the same views.
public struct ComparisonDefinition: Definition {
  /// The data.
  public private(set) var datasets: [DatasetDefinition] = []

  /// The strategies with their steps.
  public private(set) var strategies = StrategiesDefinition()

  /// The metrics.
  public private(set) var metrics: [MetricDefinition] = []

  /// The views.
  public private(set) var views = ViewsDefinition()

  public init() {}

  public static let owner = "a comparison"

  public static let options: [DefinedOption<ComparisonDefinition>] =
    [
      DefinedOption(
        "datasets", .list(.type("string|dataset|table", "datasets, paths, or tables with path or generate")),
        isRequired: true, hasFlag: false, "The data."
      ) { (comparison, node, registry) throws(DefinitionError) in
        comparison.datasets = try node.alternatives.each { (node) throws(DefinitionError) in
          try DatasetDefinition.all(node, in: registry)
        }
      }
    ] + StrategiesDefinition.options(in: \.strategies) + [
      DefinedOption(
        "metrics", .metrics, standard: "conservation, determinism, overlap and those of plugins",
        example: "overlap", "Metrics to judge by, as in overlap,lattice."
      ) { (comparison, node, registry) throws(DefinitionError) in
        comparison.metrics = try MetricDefinition.all(node.elements, in: registry) ?? []
      }
    ] + ViewsDefinition.options(in: \.views)

  public mutating func prepare(registry: Registry) throws(DefinitionError) {
    metrics = MetricDefinition.ofComparisons(in: registry)
  }

  public mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try strategies.complete(at: node, registry: registry)
  }
}

/// Metrics of existing frames.
public struct ScoreDefinition: Definition, Sendable {
  /// The metrics.
  public private(set) var metrics: [MetricDefinition] = []

  /// The seed of all random numbers.
  public private(set) var seed: UInt64 = 1

  public init() {}

  public static let owner = "a score"

  public static let options: [DefinedOption<ScoreDefinition>] = [
    DefinedOption(
      "metrics", .metrics, standard: "all that do not run a strategy again", example: "overlap",
      "Metrics to judge by, as in overlap,lattice."
    ) { (score, node, registry) throws(DefinitionError) in
      score.metrics = try MetricDefinition.all(node.elements, in: registry) ?? []
    },
    DefinedOption("seed", \.seed, "Seed of everything that metrics draw at random."),
  ]

  public mutating func prepare(registry: Registry) throws(DefinitionError) {
    metrics = MetricDefinition.usual(in: registry)
  }
}

extension OptionKind {
  /// A list of metrics.
  fileprivate static var metrics: OptionKind {
    .list(.type("string|metric|table", "names, or tables with name and parameters"))
  }
}
