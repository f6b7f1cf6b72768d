import Pinfold

/// The measures of both metrics of lattices: the coherence of markers beside that of as many points.
enum CoherenceMeasures {
  static let excess = Measure(
    "excess", in: -1...1, better: .lower, "Coherence beyond that of the points themselves.")
  static let coherence = Measure("coherence", in: 0...1, better: .lower, "Coherence of the markers.")
  static let data = Measure("data", in: 0...1, better: .descriptive, "Coherence of as many points.")

  static let all = [excess, coherence, data]

  /// A measure of a period.
  static func period(_ name: String, _ help: String) -> Measure {
    Measure(name, in: 0...(.infinity), unit: "screen points", better: .descriptive, help)
  }

  /// The values of the coherences of markers and of points.
  static func values(
    markers: Double?, points: Double?, else reason: UndefinedReason
  ) -> [Measure: MeasuredValue] {
    [
      excess: .number(markers.flatMap { markers in points.map { markers - $0 } }, else: reason),
      coherence: .number(markers, else: reason), data: .number(points, else: reason),
    ]
  }
}
