public import Pinfold

extension RegistryKind<any Metric> {
  /// The kind of thing that measures how good clusters are.
  public static var metric: Self { Self(name: "metric", plural: "metrics") }
}

extension Metric where Self: Configurable {
  /// No parameters, for metrics that declare none.
  public static var parameters: [Parameter<Self>] { [] }
}

extension Registry {
  /// Registers the metrics of this module.
  public mutating func registerMetrics() {
    registerLater(.metric) { registry in
      let types: [any (Metric & Configurable).Type] = [
        ConservationMetric.self, QuantizationMetric.self, DisplacementMetric.self, CentroidOffsetMetric.self,
        SimplifiedSilhouetteMetric.self, SilhouetteMetric.self, ScatterMetric.self, DensityMetric.self,
        NeighborSplitMetric.self, IsolationMetric.self, MarkerCountMetric.self, OverlapMetric.self,
        OcclusionMetric.self, GapMetric.self, InkMetric.self, LatticeMetric.self, RotatedLatticeMetric.self,
        AxisOrderMetric.self, EquivarianceMetric.self, DeterminismMetric.self, PanInvarianceMetric.self,
        NestingMetric.self, LadderMetric.self, HistoryMetric.self, PerturbationMetric.self,
        ClusterJaccardMetric.self, TruthMetric.self, LineageMetric.self, MonicMetric.self, ChurnMetric.self,
        TravelMetric.self, CrossingMetric.self, TransientOverlapMetric.self,
      ]
      for type in types { registry.register(type) }
    }
  }

  /// Registers a metric type under the name and summary of its description.
  public mutating func register<Type: Metric & Configurable>(_ type: Type.Type) {
    let about = Type().about
    register(
      Registration(
        kind: .metric, name: about.name, summary: about.summary, source: about.source, type: type
      ) { $0 })
  }
}
