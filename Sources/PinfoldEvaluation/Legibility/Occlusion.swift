public import Pinfold

/// The area that markers lose to others that lie on them.
package struct Occlusion: Hashable, Sendable {
  package var discArea: Double
  package var unionArea: Double

  /// The sum over pairs of the area that two have in common; nil where there are too many pairs.
  package var lensArea: Double?

  /// Nil where markers have no area.
  package var share: Double? { discArea > 0 ? max(0, 1 - unionArea / discArea) : nil }

  /// Measures areas.
  ///
  /// - Parameter mostPairs: the number of pairs of close markers above which the lenses are not summed.
  /// - Complexity: O(*K* + *p*), where *p* is the number of pairs of close markers of which one is not
  ///   hidden.
  package init(
    of markers: Discs, mostPairs: Int = 100_000_000, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    let discs = markers.discs
    discArea = discs.reduce(0) { $0 + .pi * $1.radius * $1.radius }
    unionArea = try markers.unionArea(context: context)
    var lenses = 0.0
    let isSummed = try markers.forEachNearPair(atMost: mostPairs, context: context) { first, second in
      lenses += Self.lens(
        discs[first].radius, discs[second].radius, squaredDistance: markers.squaredDistance(first, second))
    }
    lensArea = isSummed ? lenses : nil
  }

  static func lens(_ r: Double, _ s: Double, squaredDistance: Double) -> Double {
    let distance = squaredDistance.squareRoot()
    if distance >= r + s { return 0 }
    let smaller = min(r, s)
    if distance <= abs(r - s) { return .pi * smaller * smaller }
    func segment(_ r: Double, _ s: Double) -> Double {
      let line = (squaredDistance + r * r - s * s) / (2 * distance)
      return r * r * Double.acos(max(-1, min(line / r, 1))) - line * max(0, r * r - line * line).squareRoot()
    }
    return segment(r, s) + segment(s, r)
  }
}

/// L3: the share of the markers' area that is lost to markers lying on one another; see ``Occlusion``.
public struct OcclusionMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "L3", name: "occlusion", summary: "How much of the markers' area is hidden by others.",
    formula: """
      share = 1 − |∪ D_k| / Σ |D_k| for the discs D_k, exactly, by the short way around; lens = Σ over \
      pairs of the area that two have in common. seen: of each disc the share that no disc drawn after it \
      hides, the largest drawn first; least, and mean over discs.
      """,
    measures: [
      .share("share", .lower, "Share of the markers' area that is hidden."),
      .amount("lens", unit: "square screen points", .lower, "Shared area, summed over pairs."),
      .share("leastSeen", .higher, "Visible share of the most hidden marker."),
      .share("meanSeen", .higher, "Mean visible share of a marker."),
    ],
    undefined: [.noMarkers, .noSpread, .tooManyMarkers],
    cost: "O(K log K + pairs)",
    source:
      #"S. Cabello, H. Haverkort, M. van Kreveld and B. Speckmann, "Algorithmic aspects of proportional "#
      + #"symbol maps", Algorithmica 2010; Green's theorem."#)

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let markers = subject.drawnMarkers
    let occlusion = try Occlusion(of: markers, context: subject.context)
    let visibility = try MarkerVisibility(of: markers, context: subject.context)
    let reason: UndefinedReason = markers.discs.isEmpty ? .noMarkers : .tooManyMarkers
    return values(
      .number(occlusion.share, else: markers.discs.isEmpty ? .noMarkers : .noSpread),
      .number(occlusion.lensArea, else: .tooManyMarkers), .number(visibility?.least, else: reason),
      .number(visibility?.mean, else: reason))
  }
}
