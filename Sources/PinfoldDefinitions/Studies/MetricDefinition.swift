package import Pinfold
package import PinfoldData
package import PinfoldEvaluation

/// A metric with its parameters.
package struct MetricDefinition: Sendable {
  /// The name in reports, with the definition's settings: "density(bucket=32)".
  package let label: String

  package let metric: any Metric

  /// The version of its definition; of a plugin with the first digits of its file's digest, because people
  /// forget to count versions up.
  package let version: String

  /// Every parameter with its value as text, including defaults.
  package let parameters: [String: String]

  /// The plugin that defines the metric; nil for built-ins.
  package let plugin: PluginSource?

  /// The columns of data that it reads.
  package let columns: [ColumnRequest]

  /// All metrics that a definition names.
  package static func all(
    _ node: Node, in registry: Registry
  ) throws(DefinitionError) -> [MetricDefinition] {
    if let definition = node.object(as: MetricDefinition.self) { return [definition] }
    return try Choice.all(node, kind: .metric, in: registry).map { (choice) throws(DefinitionError) in
      MetricDefinition(
        choice.label, try choice.make(at: node), choice.registration.origin, choice.parameters,
        choice.columns)
    }
  }

  package static func one(_ node: Node, in registry: Registry) throws(DefinitionError) -> MetricDefinition {
    try only(try all(node, in: registry), "one metric", at: node)
  }

  /// All metrics that definitions name.
  package static func all(
    _ nodes: [Node], in registry: Registry
  ) throws(DefinitionError) -> [MetricDefinition] {
    try nodes.each { (node) throws(DefinitionError) in try all(node, in: registry) }
  }

  /// The metrics of single frames that do not run the strategy again and that any data have the columns for:
  /// the default of studies and scores.
  package static func usual(in registry: Registry) -> [MetricDefinition] {
    registry.all(.metric).filter { $0.needs().isEmpty }.compactMap(MetricDefinition.init).filter {
      !$0.metric.about.reruns
    }
  }

  /// The default metrics of a comparison: those that show defects on any data, what clusters cost in distance
  /// and in parted neighbors, and plugins' metrics of single frames.
  package static func ofComparisons(in registry: Registry) -> [MetricDefinition] {
    let telling = ["conservation", "determinism", "displacement", "neighbor-split", "overlap"]
    return registry.all(.metric).filter { $0.origin != .builtIn || telling.contains($0.name) }.filter {
      $0.needs().isEmpty
    }
    .compactMap(MetricDefinition.init).filter { $0.metric.about.scope == .frame }
  }

  private init?(_ registration: Registration<any Metric>) {
    guard let metric = try? registration() else { return nil }
    self.init(
      registration.name, metric, registration.origin,
      registration.parameters.map { ($0.name, $0.defaultValue) }, [])
  }

  private init(
    _ label: String, _ metric: any Metric, _ origin: RegistrationOrigin,
    _ parameters: [(name: String, value: ParameterValue)], _ columns: [ColumnRequest]
  ) {
    self.label = label
    self.parameters = Dictionary(parameters.map { ($0.name, $0.value.description) }) { first, _ in first }
    self.metric = metric
    self.columns = columns
    plugin = PluginSource(origin)
    version =
      if let digest = plugin?.digest {
        "\(metric.about.version)+\(digest.description.prefix(12))"
      } else {
        metric.about.version
      }
  }
}
