public import Pinfold

/// The distance between the density that the markers show and that of the points.
///
/// Both are counted in square buckets: the points where they are, and each marker's points where the marker
/// is. Buckets of one origin would favor strategies with cells of the same origin, so the mean over several
/// origins is computed. Source: Beilschmidt et al. 2017.
package struct DensityDistance: Hashable, Sendable {
  /// The mean over origins of the total variation distance, 0…1.
  package var mean: Double

  /// The distribution of a marker's points.
  package enum Form: Hashable, Sendable {
    /// All of them are where the marker is.
    case spots

    /// They are spread evenly over the marker's disc.
    case discs
  }

  /// Counts buckets; nil without points, and where all weights are 0.
  ///
  /// - Parameters:
  ///   - origins: the corner of some bucket, one or more of these.
  ///   - weights: how often each point counts; once without them.
  /// - Complexity: O(*n* + *b*) for each origin, where *b* is the number of buckets that discs touch.
  package init?(
    of picture: FramePicture, bucket: Double, origins: [(x: Double, y: Double)], form: Form = .spots,
    weights: [Double]? = nil, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    guard let units = Self.units(of: picture, weights) else { return nil }
    var masses = [Int](repeating: 0, count: picture.sizes.count)
    for (label, unit) in zip(picture.labels, units) { masses[Int(label)] += unit }
    let all = masses.reduce(0, +)
    var sum = 0.0
    for origin in origins {
      var tally = BucketTally(bucket: bucket, origin: origin)
      for point in 0..<picture.count {
        if point & 0xFFFF == 0 { try context.check() }
        tally.add(units[point], x: picture.x[point], y: picture.y[point])
      }
      for (marker, mass) in zip(picture.markers.discs, masses) where mass > 0 {
        switch form {
        case .spots: tally.add(-mass, x: marker.x, y: marker.y)
        case .discs: try tally.spread(-mass, over: marker, context)
        }
      }
      sum += Double(tally.difference) / (2 * Double(all))
    }
    mean = sum / Double(origins.count)
  }

  /// The whole number that stands for each point: the unit of tallies, or its share of the largest safe sum;
  /// nil without points or weight.
  private static func units(of picture: FramePicture, _ weights: [Double]?) -> [Int]? {
    guard picture.count > 0 else { return nil }
    guard let weights else { return [Int](repeating: BucketTally.unit, count: picture.count) }
    // By the largest first, so that the sum is finite.
    let largest = weights.max() ?? 0
    guard largest > 0 else { return nil }
    let shares = weights.map { $0 / largest }
    let scale = 0x1p52 / shares.reduce(0, +)
    return shares.map { Int(($0 * scale).rounded()) }
  }

  /// Origins spread evenly over a bucket: the R2 sequence (Roberts 2018).
  package static func origins(_ count: Int, bucket: Double) -> [(x: Double, y: Double)] {
    // The plastic number, the real root of g³ = g + 1.
    let g = 1.324_717_957_244_746_025_96
    func fraction(_ value: Double) -> Double { value - value.rounded(.down) }
    return (1...count).map {
      (fraction(0.5 + Double($0) / g) * bucket, fraction(0.5 + Double($0) / (g * g)) * bucket)
    }
  }
}

/// F7: the distance between the density that the markers show and that of the points; see
/// ``DensityDistance``.
public struct DensityMetric: Metric, Configurable {
  /// The side of a bucket, in screen points.
  public var bucket = 64.0

  /// The number of origins of the buckets to average.
  public var origins = 8

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("bucket", \.bucket, in: 1...1e6, unit: "screen points", "Side of a bucket."),
    Parameter("origins", \.origins, in: 1...1000, "Origins of the buckets to average."),
  ]

  public let about = MetricDescription(
    id: "F7", name: "density", summary: "How far the density of markers differs from that of points.",
    formula: """
      in square buckets, p = share of the points, q = share of the markers' points at m_k; ½ Σ |p − q|, \
      the mean over origins of the R2 sequence, frac(½ + i / g) and frac(½ + i / g²) of a bucket, g = \
      1.3247…. discs: the same with each marker's points spread evenly over its disc. \
      weightedDistance: shares of the weight.
      """,
    measures: [
      .share("distance", .lower, "Total variation distance."),
      .share("discs", .lower, "The same, with markers as discs."),
      .share("weightedDistance", .lower, "Total variation distance, by weight."),
    ],
    undefined: [.noPoints, .noWeights, .noSpread],
    cost: "O(n) for each origin",
    source:
      #"C. Beilschmidt, T. Fober, M. Mattig and B. Seeger, "Quality measures for visual point clustering in "#
      + #"geospatial mapping", W2GIS 2017; averaging over origins is defined here."#,
    version: "2"
  )

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let picture = subject.picture
    func distance(
      _ form: DensityDistance.Form, _ weights: [Double]? = nil
    ) throws(ClusteringError) -> Double? {
      try DensityDistance(
        of: picture, bucket: bucket, origins: DensityDistance.origins(origins, bucket: bucket), form: form,
        weights: weights, context: subject.context)?.mean
    }
    return values(
      [try distance(.spots), try distance(.discs)], else: .noPoints,
      [picture.weights == nil ? nil : try distance(.spots, picture.weights)],
      else: picture.reasonWithoutWeights)
  }
}
