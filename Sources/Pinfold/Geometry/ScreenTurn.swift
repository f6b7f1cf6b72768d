/// The turn of a screen against the map: every way from the one to the other goes through here.
///
/// Lengths are in any unit, the same on both sides. Quarter turns are exact, and no turn changes no bit.
package struct ScreenTurn: Hashable, Sendable, BitwiseCopyable {
  private let cosine: Double
  private let sine: Double

  /// North is up.
  package static let none = ScreenTurn(bearing: 0)

  /// A turn that has a direction up, in degrees clockwise from north.
  package init(bearing: Double) {
    let degrees = bearing.remainder(dividingBy: 360)
    // The functions of angles in radians are off by a bit at quarter turns.
    (cosine, sine) =
      switch degrees {
      case 0: (1, 0)
      case 90: (0, 1)
      case -90: (0, -1)
      case 180, -180: (-1, 0)
      default: (Double.cos(degrees * .pi / 180), Double.sin(degrees * .pi / 180))
      }
  }

  /// Whether north is not up.
  package var isTurned: Bool { cosine != 1 }

  /// What lies so far east and south on the map, to the right and down on the screen.
  package func onScreen(east: Double, south: Double) -> (right: Double, down: Double) {
    (east * cosine + south * sine, south * cosine - east * sine)
  }

  /// What lies so far to the right and down on the screen, east and south on the map.
  package func onMap(right: Double, down: Double) -> (east: Double, south: Double) {
    (right * cosine - down * sine, right * sine + down * cosine)
  }

  /// The size of the smallest upright box around a turned one: what a screen covers on the map, or a box of
  /// the map on the screen.
  package func extents(width: Double, height: Double) -> (width: Double, height: Double) {
    (
      width * abs(cosine) + height * abs(sine), width * abs(sine) + height * abs(cosine)
    )
  }
}
