extension MarkerTransitions {
  /// Where a marker starts and ends as coordinates that an animator can go between without knowing of ±180°:
  /// on the globe the start's longitude lies in −180…180, and the end's is where the short way leads, perhaps
  /// past ±180.
  ///
  /// - Parameters:
  ///   - marker: one of this transition's.
  ///   - old: the old frame, for coordinates as the data have them.
  ///   - new: the new frame.
  public func coordinates(
    of marker: MarkerTransition, from old: Frame, to new: Frame
  ) -> (start: Coordinate, end: Coordinate) {
    let before = marker.old.map { old.coordinate(of: $0) }
    let after = marker.new.map { new.coordinate(of: $0) }
    var start = before ?? after ?? projection.unproject(marker.start)
    var end = after ?? before ?? projection.unproject(marker.end)
    guard projection.wraps else { return (start, end) }
    // Only if necessary, as the remainder may round.
    if start.longitude.magnitude > 180 { start.longitude = start.longitude.remainder(dividingBy: 360) }
    let east = Double(projection.eastward(from: marker.start, to: marker.end)) * 360 / WorldPoint.worldSize
    end.longitude += 360 * ((start.longitude + east - end.longitude) / 360).rounded()
    return (start, end)
  }
}
