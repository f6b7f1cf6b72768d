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
      registry.register(ConservationMetric.self)
      registry.register(QuantizationMetric.self)
      registry.register(DisplacementMetric.self)
      registry.register(CentroidOffsetMetric.self)
      registry.register(SimplifiedSilhouetteMetric.self)
      registry.register(SilhouetteMetric.self)
      registry.register(ScatterMetric.self)
      registry.register(DensityMetric.self)
      registry.register(NeighborSplitMetric.self)
      registry.register(IsolationMetric.self)
      registry.register(MarkerCountMetric.self)
      registry.register(OverlapMetric.self)
      registry.register(OcclusionMetric.self)
      registry.register(GapMetric.self)
      registry.register(InkMetric.self)
      registry.register(LatticeMetric.self)
      registry.register(RotatedLatticeMetric.self)
      registry.register(AxisOrderMetric.self)
      registry.register(EquivarianceMetric.self)
      registry.register(DeterminismMetric.self)
      registry.register(PanInvarianceMetric.self)
      registry.register(NestingMetric.self)
      registry.register(LadderMetric.self)
      registry.register(HistoryMetric.self)
      registry.register(PerturbationMetric.self)
      registry.register(ClusterJaccardMetric.self)
      registry.register(TruthMetric.self)
      registry.register(LineageMetric.self)
      registry.register(MonicMetric.self)
      registry.register(ChurnMetric.self)
      registry.register(TravelMetric.self)
      registry.register(CrossingMetric.self)
      registry.register(TransientOverlapMetric.self)
    }
  }

  /// Registers a metric type under the name and summary of its description.
  public mutating func register<Type: Metric & Configurable>(_ type: Type.Type) {
    let about = Type().about
    register(Registration(kind: .metric, name: about.name, summary: about.summary, type: type) { $0 })
  }
}
