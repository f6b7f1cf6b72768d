import Pinfold

/// The values that the markers of a frame show instead of counts, such as a column's sum for each cluster.
public struct MarkerValues: Hashable, Sendable {
  /// The name of the values, for the legend: "sum of population".
  public var name: String

  /// A value for each cluster; nil, or a number that is not finite, where there is none.
  public var values: [Double?]

  /// Names the values of a frame's clusters.
  public init(name: String, values: [Double?]) {
    self.name = name
    self.values = values
  }
}

extension CountLabel {
  /// One digit after the point below 100, where it has one; a dash where there is none.
  func text(for value: Double?) -> String {
    guard let value, value.isFinite else { return "–" }
    if value.magnitude < 100, value != value.rounded() {
      return SVGWriter.number((value * 10).rounded() / 10)
    }
    return text(for: Int(max(-9e18, min(value.rounded(), 9e18))))
  }
}
