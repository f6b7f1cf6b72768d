public import Pinfold

extension RegistryKind<any Metric> {
  /// The kind of thing that measures how good clusters are.
  public static var metric: Self { Self(name: "metric", plural: "metrics") }
}

extension Registry {
  /// Registers the metrics of this module.
  public mutating func registerMetrics() {
    register(ConservationMetric.self)
    register(QuantizationMetric.self)
    register(DisplacementMetric.self)
    register(CentroidOffsetMetric.self)
    register(SimplifiedSilhouetteMetric.self)
    register(SilhouetteMetric.self)
    register(ScatterMetric.self)
    register(DensityMetric.self)
    register(NeighborSplitMetric.self)
    register(IsolationMetric.self)
    register(MarkerCountMetric.self)
    register(OverlapMetric.self)
    register(OcclusionMetric.self)
    register(GapMetric.self)
    register(InkMetric.self)
    register(LatticeMetric.self)
    register(RotatedLatticeMetric.self)
    register(AxisOrderMetric.self)
    register(EquivarianceMetric.self)
    register(DeterminismMetric.self)
    register(PanInvarianceMetric.self)
    register(NestingMetric.self)
    register(LadderMetric.self)
    register(HistoryMetric.self)
    register(PerturbationMetric.self)
    register(ClusterJaccardMetric.self)
    register(TruthMetric.self)
    register(LineageMetric.self)
    register(MonicMetric.self)
    register(ChurnMetric.self)
    register(TravelMetric.self)
    register(CrossingMetric.self)
    register(TransientOverlapMetric.self)
  }

  /// Registers a metric type under the name and summary of its description.
  public mutating func register<Type: Metric & Configurable>(_ type: Type.Type) {
    let about = Type().about
    register(Registration(kind: .metric, name: about.name, summary: about.summary, type: type) { $0 })
  }
}
