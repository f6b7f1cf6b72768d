import Pinfold

/// The growth of a time with the number of points: *e* where the time is in proportion to the number's *e*th
/// power.
package struct ScalingExponent: Hashable, Sendable {
  /// The slope of log time on log count by least squares.
  package let slope: Double

  /// The least and the most of the slopes from each count to the next.
  package let range: ClosedRange<Double>

  /// Fits an exponent; nil for fewer than three different counts.
  ///
  /// - Parameter samples: times by count; those at no point or of no time are left out.
  init?(_ samples: [(count: Double, seconds: Double)]) {
    let points = Self.logarithms(samples)
    guard Set(points.map(\.x)).count >= 3 else { return nil }
    let n = Double(points.count)
    let (meanX, meanY) = (points.reduce(0) { $0 + $1.x } / n, points.reduce(0) { $0 + $1.y } / n)
    let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    slope = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
    let slopes = Self.slopes(samples)
    range = (slopes.min() ?? slope)...(slopes.max() ?? slope)
  }

  /// The slopes from each count to the next, of samples by ascending count.
  static func slopes(_ samples: [(count: Double, seconds: Double)]) -> [Double] {
    let points = logarithms(samples)
    return zip(points, points.dropFirst()).filter { $0.x < $1.x }.map { ($1.y - $0.y) / ($1.x - $0.x) }
  }

  private static func logarithms(_ samples: [(count: Double, seconds: Double)]) -> [(x: Double, y: Double)] {
    samples.filter { $0.count > 0 && $0.seconds > 0 }.map { (Double.log($0.count), Double.log($0.seconds)) }
  }
}
