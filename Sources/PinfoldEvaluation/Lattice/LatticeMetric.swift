public import Pinfold

/// G1: whether markers stand on a lattice that the points do not; see ``LatticeCoherence``.
public struct LatticeMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    func share(_ name: String, _ better: MeasureDirection, _ help: String) -> MeasureDescription {
      MeasureDescription(name, in: 0...1, better: better, help)
    }
    func period(_ name: String, _ help: String) -> MeasureDescription {
      MeasureDescription(name, in: 0...(.infinity), unit: "points", better: .descriptive, help)
    }
    return MetricDescription(
      id: "G1", name: "lattice", summary: "Whether markers stand on a lattice.",
      formula: """
        for an axis of extent L, spacing s = median distance to the nearest marker, T(f) = |1/K Σ exp(2πi f x_j)|², \
        D(f) = (1 − sinc(f s)²) (T(f) − 1/K) / (1 − 1/K), f = m / 4L for m = 16…⌊L/2⌋: LC = max(0, (max D − c) / (1 − \
        c)), c = (H_⌈#f/2⌉ − 1) / (K − 1), H harmonic; coherence G = √min(LC_x, LC_y); excess = G less that of K \
        points taken by stride.
        """,
      measures: [
        MeasureDescription(
          "excess", in: -1...1, better: .lower, "Coherence beyond that of the points themselves."),
        share("coherence", .lower, "Coherence of the markers."),
        share("data", .descriptive, "Coherence of as many points."),
        period("periodX", "Best period from west to east."),
        period("periodY", "Best period from north to south."),
      ],
      undefined: [.tooFewMarkers, .tooSmall, .noSpread],
      cost: "O(K (width + height) + n)",
      source: "Defined here, after Rayleigh's test and Bartlett's point-process periodogram (1964).")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    let picture = subject.picture
    let discs = picture.markers.discs
    let chosen = picture.sample(discs.count)
    func coherence(_ x: [Double], _ y: [Double]) throws(ClusteringError) -> LatticeCoherence? {
      try LatticeCoherence(
        x: x, y: y, width: picture.width, height: picture.height, period: picture.markers.period,
        context: subject.context)
    }
    let markers = try coherence(discs.map(\.x), discs.map(\.y))
    let points = try coherence(chosen.map { picture.x[$0] }, chosen.map { picture.y[$0] })
    let reason: UndefinedReason =
      discs.count < LatticeCoherence.fewestPlaces
      ? .tooFewMarkers : min(picture.width, picture.height) < 32 ? .tooSmall : .noSpread
    return [
      "excess": .number(markers.flatMap { markers in points.map { markers.value - $0.value } }, else: reason),
      "coherence": .number(markers?.value, else: reason), "data": .number(points?.value, else: reason),
      "periodX": .number(markers?.x.period, else: reason),
      "periodY": .number(markers?.y.period, else: reason),
    ]
  }
}
