import Pinfold
public import PinfoldEvaluation

/// A metric with its parameters, as a study's definition names it.
public struct PlannedMetric: Sendable {
  /// The name in reports, with what the plan sets: "density(bucket=32)".
  public let label: String

  /// The metric.
  public let metric: any Metric

  /// The version of its definition; of a plugin with the first digits of its file's digest, for people forget to count
  /// versions up.
  public let version: String

  /// All metrics that definitions name.
  static func all(_ nodes: [PlanNode], in registry: Registry) throws(StudyPlanError) -> [PlannedMetric] {
    var metrics: [PlannedMetric] = []
    for node in nodes {
      for choice in try PlannedChoice.all(node, kind: .metric, in: registry) {
        metrics.append(PlannedMetric(choice.label(), try choice.make(), choice.registration.origin))
      }
    }
    return metrics
  }

  /// What a study measures that does not say: every metric that looks at stored frames alone.
  static func usual(in registry: Registry) -> [PlannedMetric] {
    registry.all(.metric).compactMap { registration in
      guard let metric = try? registration(), !metric.about.reruns else { return nil }
      return PlannedMetric(registration.name, metric, registration.origin)
    }
  }

  private init(_ label: String, _ metric: any Metric, _ origin: RegistrationOrigin) {
    self.label = label
    self.metric = metric
    version =
      if let digest = PluginSource(origin)?.digest {
        "\(metric.about.version)+\(digest.description.prefix(12))"
      } else {
        metric.about.version
      }
  }

  /// What it answers, as reports list it.
  public var measures: [StudiedMeasure] {
    let about = metric.about
    return about.measures.map {
      StudiedMeasure(
        label: "\(label).\($0.name)", id: about.id, version: version, scope: about.scope, measure: $0)
    }
  }
}
