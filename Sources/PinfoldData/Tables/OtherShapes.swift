/// What becomes of lines and polygons, which are no points.
public enum OtherShapes: String, CaseIterable, Sendable, Hashable {
  /// They are left out, and counted.
  case skip

  /// A point of each: inside of a polygon, half-way along a line.
  case inside
}
