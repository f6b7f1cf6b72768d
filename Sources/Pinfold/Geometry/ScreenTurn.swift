/// The rotation of the screen against the map; every conversion between them uses it.
///
/// Lengths are in any unit, the same on both sides. Quarter turns are exact, and without a turn no bit
/// changes.
package struct ScreenTurn: Hashable, Sendable, BitwiseCopyable {
  private let cosine: Double
  private let sine: Double

  package static let none = ScreenTurn(bearing: 0)

  /// - Parameter bearing: the direction that is up, in degrees clockwise from north.
  package init(bearing: Double) {
    let degrees = bearing.remainder(dividingBy: 360)
    // Angles in radians are off by one bit at quarter turns.
    (cosine, sine) =
      switch degrees {
      case 0: (1, 0)
      case 90: (0, 1)
      case -90: (0, -1)
      case 180, -180: (-1, 0)
      default: (Double.cos(degrees * .pi / 180), Double.sin(degrees * .pi / 180))
      }
  }

  package var isTurned: Bool { cosine != 1 }

  /// Rotates an offset on the map to one on the screen.
  package func onScreen(east: Double, south: Double) -> (right: Double, down: Double) {
    (east * cosine + south * sine, south * cosine - east * sine)
  }

  /// Rotates an offset on the screen to one on the map.
  package func onMap(right: Double, down: Double) -> (east: Double, south: Double) {
    (right * cosine - down * sine, right * sine + down * cosine)
  }

  /// The size of the smallest upright box around a rotated one.
  package func extents(width: Double, height: Double) -> (width: Double, height: Double) {
    (
      width * abs(cosine) + height * abs(sine), width * abs(sine) + height * abs(cosine)
    )
  }
}
