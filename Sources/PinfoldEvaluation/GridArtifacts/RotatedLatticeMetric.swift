public import Pinfold

/// G1r: whether markers stand on a lattice in any direction that the points do not; see ``RotatedLattice``.
public struct RotatedLatticeMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  static let period = CoherenceMeasures.period("period", "Period of the best wave.")
  static let direction = Measure(
    "direction", in: -90...90, unit: "degrees", better: .descriptive,
    "Direction of the best wave from the east by the south.")

  public var about: MetricDescription {
    MetricDescription(
      id: "G1r", name: "rotated-lattice", summary: "Whether markers stand on a lattice in any direction.",
      formula: """
        as lattice, over wave vectors (i / 2W, j / 2H), i ≥ 0, of lengths 4 / max(W, H) to 1/8: coherence = \
        √ of the lesser of the best LC and the best more than 15° from it, c with half as many looks as \
        vectors; excess = coherence less that of K points taken by stride.
        """,
      measures: CoherenceMeasures.all + [Self.period, Self.direction],
      undefined: [.tooFewMarkers, .tooSmall, .tooLarge, .tooManyMarkers, .noSpread],
      cost: "O(K width height)", source: "Defined here, after the structure factor of point patterns.")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let picture = subject.picture
    let discs = picture.markers.discs
    let sample = picture.sample(discs.count)
    func lattice(_ x: [Double], _ y: [Double]) throws(ClusteringError) -> RotatedLattice? {
      try RotatedLattice(
        x: x, y: y, width: picture.width, height: picture.height, period: picture.markers.period,
        context: subject.context)
    }
    let markers = try lattice(discs.map(\.x), discs.map(\.y))
    let points =
      markers == nil ? nil : try lattice(sample.map { picture.x[$0] }, sample.map { picture.y[$0] })
    let reason = reason(discs.count, picture)
    let coherences = CoherenceMeasures.values(markers: markers?.value, points: points?.value, else: reason)
    return coherences.merging([
      Self.period: .number(markers?.first.period, else: reason),
      Self.direction: .number(markers?.first.direction, else: reason),
    ]) { $1 }
  }

  private func reason(_ markers: Int, _ picture: FramePicture) -> UndefinedReason {
    if markers < LatticeCoherence.fewestPlaces { return .tooFewMarkers }
    if min(picture.width, picture.height) < 64 { return .tooSmall }
    let waves = RotatedLattice.waveCount(width: picture.width, height: picture.height)
    if waves > RotatedLattice.mostWaves { return .tooLarge }
    return waves * Double(markers) > RotatedLattice.mostSteps ? .tooManyMarkers : .noSpread
  }
}
