package import Pinfold

/// The coherence of markers with a lattice in any direction; ``LatticeCoherence`` looks along the axes alone.
///
/// Waves of every direction, from 8 screen points to a quarter of the view's longer side, replace periods:
/// their squared mean vector is the structure factor of the markers. The best wave and the best of those more
/// than 15° from it are judged, because a lattice has two directions; chance and the remainder after a jitter
/// are subtracted as there.
package struct RotatedLattice: Hashable, Sendable {
  /// A wave that the markers stand on.
  package struct Wave: Hashable, Sendable {
    /// Its coherence beyond chance, 0…1.
    package var coherence: Double

    /// The distance from one crest to the next, in screen points.
    package var period: Double

    /// The direction from which crests come, in degrees from the east by the south, −90…90.
    package var direction: Double
  }

  /// The best wave; of equally good ones the longest.
  package var first: Wave

  /// The best wave in another direction.
  package var second: Wave

  /// The root of the weaker wave's coherence, 0…1.
  package var value: Double { min(first.coherence, second.coherence).squareRoot() }

  /// The most steps, positions times waves, that a measurement may take.
  package static let mostSteps = 4e9

  /// The most waves that a view may have.
  package static let mostWaves = 1e7

  /// The approximate number of waves for which a view is scanned.
  package static func waveCount(width: Double, height: Double) -> Double {
    (width / 4).rounded(.up) * ((height / 4).rounded(.up) + 1)
  }

  /// Computes the measures; nil for fewer than ``LatticeCoherence/fewestPlaces`` positions, where most
  /// coincide with another, for a view of less than 64 points to a side, and for more than ``mostSteps`` or
  /// ``mostWaves``.
  ///
  /// - Parameters:
  ///   - x: distances east, in screen points, from any origin.
  ///   - y: distances south.
  ///   - width: the view's width.
  ///   - height: the view's height.
  ///   - period: the distance after which x repeats, for the nearest neighbours; nil where nothing does.
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
