/// The size of markers: a radius from a count. All strategies are drawn in one style, or what markers
/// cover could not be compared.
///
/// The area of the disc grows with the logarithm of the count: with *t* = log *count* / log *saturation*, at
/// most 1, the radius is √(*smallest*² + *t* (*largest*² − *smallest*²)). So a pin has the smallest radius,
/// and ten times the points always add the same area.
public struct MarkerStyle: Hashable, Sendable {
  /// The radius of a single point, in screen points.
  public let smallest: Double

  /// The radius at the saturation count and above, in screen points.
  public let largest: Double

  /// The count from which markers grow no more.
  public let saturation: Int

  /// Creates a style.
  ///
  /// - Precondition: 0 ≤ `smallest` ≤ `largest`, finite; `saturation` is at least 2.
  public init(smallest: Double = 12, largest: Double = 32, saturation: Int = 10_000) {
    precondition(smallest >= 0 && largest >= smallest && largest.isFinite && saturation >= 2)
    self.smallest = smallest
    self.largest = largest
    self.saturation = saturation
  }

  /// Every marker of one radius.
  public static func fixed(_ radius: Double) -> MarkerStyle {
    MarkerStyle(smallest: radius, largest: radius)
  }

  /// The id of this style in manifests; equal ids mean equal radii.
  public var id: String {
    smallest == largest ? "fixed(\(smallest))" : "log-area(\(smallest),\(largest),\(saturation))"
  }

  /// The radius of a marker that stands for `count` points, in screen points.
  public func radius(count: Int) -> Double {
    let share = min(1, Double.log2(Double(max(1, count))) / Double.log2(Double(saturation)))
    return (smallest * smallest + share * (largest * largest - smallest * smallest)).squareRoot()
  }
}
