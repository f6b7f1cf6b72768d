extension View {
  /// The north-west corner of ``rect``, from which the view's points lie east without a wrap; where it shows the globe
  /// all around, on the meridian opposite the middle.
  var corner: WorldPoint {
    let isAllAround = projection.wraps && rect.width == 1 << 32
    return WorldPoint(x: isAllAround ? center.x &+ 1 << 31 : rect.west, y: rect.north)
  }
}
