public import Pinfold

/// The coherence of markers with an axis-parallel lattice of any spacing.
///
/// For every period from 8 screen points to a quarter of the view, the marker positions are wound around a
/// circle of that circumference; their squared mean vector is near 1 if the period is theirs and near 1 / *K*
/// if there is none (Rayleigh's test; Bartlett's periodogram of 1964). The coherence that would remain after
/// a jitter by half the markers' spacing comes from the outline of the data and is subtracted, and so is the
/// chance value of the best of so many periods. A lattice needs two periods, so the weaker axis decides.
package struct LatticeCoherence: Coherence, Hashable, Sendable {
  package struct Axis: Hashable, Sendable {
    /// The best period's coherence beyond chance, 0…1.
    package var coherence: Double

    /// In screen points; of equally good periods the longest.
    package var period: Double

    /// The expected coherence of the best period by chance, which was subtracted.
    package var chance: Double
  }

  package var x: Axis
  package var y: Axis

  /// The median distance to the nearest neighbor, in screen points.
  package var spacing: Double

  /// The root of the weaker axis' coherence, 0…1: above 0.25 a lattice is seen, below 0.1 there is none.
  package var value: Double { min(x.coherence, y.coherence).squareRoot() }

  package static let fewestPlaces = 16

  /// Computes the measures; nil for fewer than 16 positions, where most coincide with another, and for a view
  /// of less than 32 points to a side.
  ///
  /// - Parameters:
  ///   - x: distances east, in screen points, from any origin; `y` south.
  ///   - period: the distance after which x repeats, for the nearest neighbors; nil where nothing does.
  /// - Complexity: O(*K* (*w* + *h*) + *K* log *K*), where *w* and *h* are the view's size in screen points.
  package init?(
    x: [Double], y: [Double], width: Double, height: Double, period: Double? = nil,
    context: RunContext = RunContext()
  ) throws(ClusteringError) {
    guard x.count >= Self.fewestPlaces else { return nil }
    let neighbors = try NeighborGraph(x: x, y: y, period: period, context: context)
    guard let spacing = Quantile.median(of: neighbors.squaredDistances.map { $0.squareRoot() }), spacing > 0,
      let alongX = try PeriodScan(extent: width, spacing: spacing).axis(x, context),
      let alongY = try PeriodScan(extent: height, spacing: spacing).axis(y, context)
    else { return nil }
    self.x = alongX
    self.y = alongY
    self.spacing = spacing
  }
}

/// The periods for which one axis is scanned, as frequencies *m* / 4*L* of its extent *L*.
private struct PeriodScan {
  let extent: Double
  let spacing: Double
  private let first = 16
  private let last: Int

  init(extent: Double, spacing: Double) {
    self.extent = extent
    self.spacing = spacing
    last = Int((4 * extent / 8).rounded(.down))
  }

  func axis(_ places: [Double], _ context: RunContext) throws(ClusteringError) -> LatticeCoherence.Axis? {
    guard last >= first else { return nil }
    let count = Double(places.count)
    var highest = -Double.infinity
    var best = first
    // Blocks bound the memory and the rounding of the rotation.
    for start in stride(from: first, through: last, by: 512) {
      let block = start..<min(start + 512, last + 1)
      for (m, power) in zip(block, try powers(of: places, block, context)) {
        let smear = sinc(frequency(m) * spacing)
        let value = (1 - smear * smear) * (power - 1 / count) / (1 - 1 / count)
        if value > highest + 1e-9 { best = m }
        highest = max(highest, value)
      }
    }
    // Periods four times as close as independent ones count as two looks each.
    let looks = Int((Double(last - first + 1) / 2).rounded(.up))
    let harmonic = (1...looks).reduce(0) { $0 + 1 / Double($1) }
    let chance = (harmonic - 1) / (count - 1)
    return LatticeCoherence.Axis(
      coherence: chance < 1 ? max(0, (highest - chance) / (1 - chance)) : 0,
      period: 1 / frequency(best), chance: chance)
  }

  private func frequency(_ m: Int) -> Double { Double(m) / (4 * extent) }

  private func powers(
    of places: [Double], _ block: Range<Int>, _ context: RunContext
  ) throws(ClusteringError) -> [Double] {
    var real = [Double](repeating: 0, count: block.count)
    var imaginary = real
    for (index, place) in places.enumerated() {
      if index % 1024 == 0 { try context.check() }
      var vector = PlaneVector(turns: place * frequency(block.lowerBound))
      let step = PlaneVector(turns: place * frequency(1))
      for offset in 0..<block.count {
        real[offset] += vector.cosine
        imaginary[offset] += vector.sine
        vector = vector.turned(by: step)
      }
    }
    let count = Double(places.count)
    return zip(real, imaginary).map { ($0 * $0 + $1 * $1) / (count * count) }
  }

  private func sinc(_ t: Double) -> Double { t == 0 ? 1 : Double.sin(.pi * t) / (.pi * t) }
}

/// G1: whether markers stand on a lattice that the points do not; see ``LatticeCoherence``.
public struct LatticeMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "G1", name: "lattice", summary: "Whether markers form a lattice.",
    formula: """
      for an axis of extent L, spacing s = median distance to the nearest marker, T(f) = |1/K Σ exp(2πi f \
      x_j)|², D(f) = (1 − sinc(f s)²) (T(f) − 1/K) / (1 − 1/K), f = m / 4L for m = 16…⌊L/2⌋: LC = max(0, \
      (max D − c) / (1 − c)), c = (H_⌈#f/2⌉ − 1) / (K − 1), H harmonic; coherence G = √min(LC_x, LC_y); \
      data = the mean G of m samples of K points each, m = 2048 / K in 2…8, by a hash of their places; \
      excess = G − data; dataError: sd / √m.
      """,
    measures: CoherenceMeasures.all + [
      CoherenceMeasures.period("periodX", "Best period from west to east."),
      CoherenceMeasures.period("periodY", "Best period from north to south."),
    ],
    undefined: [.tooFewMarkers, .tooSmall, .noSpread, .tooFewRuns],
    cost: "O(K (width + height) + n)",
    source:
      #"Defined here, after Rayleigh's test, and the periodogram of M. S. Bartlett, "The spectral analysis "#
      + #"of two-dimensional point processes", Biometrika 1964."#,
    version: "2"
  ).dependingOnSeam("it draws samples by where points are")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let picture = subject.picture
    let markers = try LatticeCoherence(ofMarkers: picture, subject.context)
    let points = try LatticeCoherence.ofPoints(picture, subject.context).map(\.value)
    let reason: UndefinedReason =
      picture.sizes.count < LatticeCoherence.fewestPlaces
      ? .tooFewMarkers : min(picture.width, picture.height) < 32 ? .tooSmall : .noSpread
    let coherences = CoherenceMeasures.values(markers: markers?.value, points: points, else: reason)
    return values(coherences + [markers?.x.period, markers?.y.period].map { .number($0, else: reason) })
  }
}

/// The results that both lattice metrics compute from positions.
protocol Coherence {
  init?(
    x: [Double], y: [Double], width: Double, height: Double, period: Double?, context: RunContext
  ) throws(ClusteringError)
}

extension Coherence {
  init?(ofMarkers picture: FramePicture, _ context: RunContext) throws(ClusteringError) {
    let discs = picture.markers.discs
    try self.init(
      x: discs.map(\.x), y: discs.map(\.y), width: picture.width, height: picture.height,
      period: picture.markers.period, context: context)
  }

  /// The coherence of random samples of points, each as many as there are markers; fewer samples of more
  /// points, whose coherence varies less.
  static func ofPoints(_ picture: FramePicture, _ context: RunContext) throws(ClusteringError) -> [Self] {
    let size = picture.sizes.count
    guard size > 0 else { return [] }
    let samples = picture.samples(max(2, min(2048 / size, 8)), of: size)
    return try samples.map { (sample) throws(ClusteringError) in
      try Self(
        x: sample.map { picture.x[$0] }, y: sample.map { picture.y[$0] }, width: picture.width,
        height: picture.height, period: picture.markers.period, context: context)
    }.compactMap { $0 }
  }
}

/// The measures of both lattice metrics: the coherence of markers, and that of as many points.
enum CoherenceMeasures {
  static let all: [Measure] = [
    .score("excess", .lower, "Coherence beyond that of the points themselves."),
    .share("coherence", .lower, "Coherence of the markers."),
    .share("data", .descriptive, "Mean coherence of samples of as many points."),
    .share("dataError", .descriptive, "Standard error of that mean."),
  ]

  static func period(_ name: String, _ help: String) -> Measure {
    .amount(name, unit: "screen points", .descriptive, help)
  }

  static func values(
    markers: Double?, points: [Double], else reason: UndefinedReason
  ) -> [MeasuredValue] {
    let mean = Quantile.mean(of: points)
    let excess = markers.flatMap { markers in mean.map { markers - $0 } }
    return [excess, markers, mean].map { .number($0, else: reason) } + [
      .number(Quantile.standardError(of: points), else: mean == nil ? reason : .tooFewRuns)
    ]
  }
}
