public import Pinfold

/// The coherence of markers with a lattice in any direction; ``LatticeCoherence`` looks along the axes alone.
///
/// Waves of every direction, from 8 screen points to a quarter of the view's longer side, replace periods:
/// their squared mean vector is the structure factor of the markers. The best wave and the best of those more
/// than 15° from it are judged, because a lattice has two directions.
package struct RotatedLattice: Coherence, Hashable, Sendable {
  package struct Wave: Hashable, Sendable {
    /// Beyond chance, 0…1.
    package var coherence: Double

    /// The distance from one crest to the next, in screen points.
    package var period: Double

    /// In degrees from the east by the south, −90…90.
    package var direction: Double
  }

  /// The best wave; of equally good ones the longest.
  package var first: Wave
  package var second: Wave

  /// The root of the weaker wave's coherence, 0…1.
  package var value: Double { min(first.coherence, second.coherence).squareRoot() }

  /// The most positions times waves for which a view is scanned.
  package static let mostSteps = 4e9
  package static let mostWaves = 1e7

  package static func waveCount(width: Double, height: Double) -> Double {
    (width / 4).rounded(.up) * ((height / 4).rounded(.up) + 1)
  }

  /// Computes the measures; nil where those of ``LatticeCoherence`` are, for a view of less than 64 points to
  /// a side, and for more than ``mostSteps`` or ``mostWaves``.
  ///
  /// - Complexity: O(*K w h*), where *w* and *h* are the view's size in screen points.
  package init?(
    x: [Double], y: [Double], width: Double, height: Double, period: Double? = nil,
    context: RunContext = RunContext()
  ) throws(ClusteringError) {
    let waves = Self.waveCount(width: width, height: height)
    guard x.count >= LatticeCoherence.fewestPlaces, min(width, height) >= 64, waves <= Self.mostWaves,
      waves * Double(x.count) <= Self.mostSteps
    else { return nil }
    let neighbors = try NeighborGraph(x: x, y: y, period: period, context: context)
    guard let spacing = Quantile.median(of: neighbors.squaredDistances.map { $0.squareRoot() }), spacing > 0
    else { return nil }
    let scan = try WaveScan(x: x, y: y, width: width, height: height, spacing: spacing, context)
    guard let first = try scan.best(apartFrom: nil, context),
      let second = try scan.best(apartFrom: first, context)
    else { return nil }
    self.first = scan.wave(first)
    self.second = scan.wave(second)
  }
}

/// G1r: whether markers stand on a lattice in any direction that the points do not; see ``RotatedLattice``.
public struct RotatedLatticeMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "G1r", name: "rotated-lattice", summary: "Whether markers form a lattice in any direction.",
    formula: """
      as lattice, over wave vectors (i / 2W, j / 2H), i ≥ 0, of lengths 4 / max(W, H) to 1/8: coherence = \
      √ of the lesser of the best LC and the best more than 15° from it, c with half as many looks as \
      vectors; data, dataError and excess as there.
      """,
    measures: CoherenceMeasures.all + [
      CoherenceMeasures.period("period", "Period of the best wave."),
      Measure(
        "direction", in: -90...90, unit: "degrees", better: .descriptive,
        "Direction of the best wave from the east by the south."),
    ],
    undefined: [.tooFewMarkers, .tooSmall, .tooLarge, .tooManyMarkers, .noSpread, .tooFewRuns],
    cost: "O(K width height)", source: "Defined here, after the structure factor of point patterns.",
    version: "2")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let picture = subject.picture
    let markers = try RotatedLattice(ofMarkers: picture, subject.context)
    let points = markers == nil ? [] : try RotatedLattice.ofPoints(picture, subject.context).map(\.value)
    let reason = reason(picture.sizes.count, picture)
    let coherences = CoherenceMeasures.values(markers: markers?.value, points: points, else: reason)
    let wave = [markers?.first.period, markers?.first.direction]
    return values(coherences + wave.map { .number($0, else: reason) })
  }

  private func reason(_ markers: Int, _ picture: FramePicture) -> UndefinedReason {
    if markers < LatticeCoherence.fewestPlaces { return .tooFewMarkers }
    if min(picture.width, picture.height) < 64 { return .tooSmall }
    let waves = RotatedLattice.waveCount(width: picture.width, height: picture.height)
    if waves > RotatedLattice.mostWaves { return .tooLarge }
    return waves * Double(markers) > RotatedLattice.mostSteps ? .tooManyMarkers : .noSpread
  }
}
