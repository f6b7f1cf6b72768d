import Pinfold

/// The share of a disc that lies in a rectangle, exact but for rounding.
struct DiscPart {
  let radius: Double

  /// The share of the disc in a rectangle, 0…1; distances are from the disc's middle. A disc without extent
  /// is a point.
  func share(west: Double, east: Double, north: Double, south: Double) -> Double {
    guard radius > 0 else { return west <= 0 && 0 < east && north <= 0 && 0 < south ? 1 : 0 }
    let area = corner(east, south) - corner(west, south) - corner(east, north) + corner(west, north)
    return max(0, min(area / (.pi * radius * radius), 1))
  }

  /// The area of the disc west of one line and north of another.
  private func corner(_ x: Double, _ y: Double) -> Double {
    guard x > -radius, y > -radius else { return 0 }
    let (east, south) = (min(x, radius), min(y, radius))
    // Beyond half a chord at `south` to either side, the circle ends before the line.
    let half = (radius * radius - south * south).squareRoot()
    // The upper half of the disc and, as far as the line allows, the lower one; or what is above a line in
    // the upper.
    let chord = max(0, min(east, half) + half) * south
    let middle = max(-half, min(east, half))
    if south < 0 { return max(0, chord + upper(middle) - upper(-half)) }
    return upper(east) + upper(min(east, -half)) + chord + upper(max(east, half)) - upper(half)
  }

  /// The area of the half disc above its diameter, west of a line.
  private func upper(_ x: Double) -> Double {
    let rest = max(0, radius * radius - x * x).squareRoot()
    return (x * rest + radius * radius * Double.asin(max(-1, min(x / radius, 1)))) / 2 + .pi * radius * radius
      / 4
  }
}
