extension Double {
  /// The difference by the short way around a circle; westward where both ways are as long.
  func delta(from origin: Double, period: Double) -> Double {
    let delta = self - origin, half = period / 2
    return -half <= delta && delta < half ? delta : delta - period * (delta / period + 0.5).rounded(.down)
  }

  /// The value moved by whole periods, so that ``delta(from:period:)`` is a plain difference.
  func nearest(to origin: Double, period: Double) -> Double {
    let delta = self - origin, half = period / 2
    return -half <= delta && delta < half ? self : self - period * (delta / period + 0.5).rounded(.down)
  }
}
