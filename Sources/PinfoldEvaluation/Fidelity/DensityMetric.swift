public import Pinfold

/// F7: how far the density that markers tell is from that of the points; see ``DensityDistance``.
public struct DensityMetric: Metric, Configurable {
  /// The side of a bucket, in screen points.
  public var bucket = 64.0

  /// How many origins of the buckets to average.
  public var origins = 8

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("bucket", \.bucket, in: 1...1e6, unit: "points", "Side of a bucket."),
    Parameter("origins", \.origins, in: 1...1000, "Origins of the buckets to average."),
  ]

  public var about: MetricDescription {
    MetricDescription(
      id: "F7", name: "density", summary: "How far the markers' density is from that of the points.",
      formula: """
        in square buckets, p = share of the points, q = share of the markers' points at m_k; ½ Σ |p − q|, the mean \
        over origins of the R2 sequence, frac(½ + i / g) and frac(½ + i / g²) of a bucket, g = 1.3247…. discs: the same with each marker's points \
        spread evenly over its disc.
        """,
      measures: [
        MeasureDescription("distance", in: 0...1, better: .lower, "Total variation distance."),
        MeasureDescription("discs", in: 0...1, better: .lower, "The same, markers taken as discs."),
      ],
      undefined: [.noPoints],
      cost: "O(n) for each origin", source: "Beilschmidt et al. 2017; averaging over origins is defined here."
    )
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    let picture = subject.picture
    func distance(_ form: DensityDistance.Form) throws(ClusteringError) -> MeasuredValue {
      let density = try DensityDistance(
        of: picture, bucket: bucket, origins: DensityDistance.origins(origins, bucket: bucket), form: form,
        context: subject.context)
      return .number(density?.mean, else: .noPoints)
    }
    return ["distance": try distance(.spots), "discs": try distance(.discs)]
  }
}
