extension Coordinate {
  /// The radius in meters of the sphere on which distances are measured.
  static let earthRadius = 6_378_100.0

  /// The location at the end of a way along a great circle; longitude in −180…180.
  ///
  /// At a pole every way leads towards the other one: a bearing is then one from the meridian of this
  /// longitude.
  ///
  /// The destination formula in Cartesian form: the usual one, `cos δ − sin φ₁ sin φ₂`, loses all its digits
  /// where a short way starts near a pole.
  ///
  /// - Parameter bearing: where it starts out for, in radians clockwise from the north.
  func moved(metres: Double, bearing: Double) -> Coordinate {
    var result = self
    if metres != 0 {
      let angle = metres / Self.earthRadius
      let phi = latitude * .pi / 180
      // The globe turned so that this location is on the meridian of x.
      let x: Double = .cos(phi) * .cos(angle) - .sin(phi) * .sin(angle) * .cos(bearing)
      let y: Double = .sin(angle) * .sin(bearing)
      let z: Double = .sin(phi) * .cos(angle) + .cos(phi) * .sin(angle) * .cos(bearing)
      result.longitude += .atan2(y: y, x: x) * 180 / .pi
      result.latitude = .atan2(y: z, x: (x * x + y * y).squareRoot()) * 180 / .pi
    }
    if result.longitude.magnitude > 180 {
      result.longitude = result.longitude.remainder(dividingBy: 360)
    }
    return result
  }
}
