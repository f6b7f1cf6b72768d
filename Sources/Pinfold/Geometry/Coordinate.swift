/// A location in the units of the data: degrees on the globe, or plain x and y.
///
/// On planar data ``longitude`` is x (to the east) and ``latitude`` is y (to the north). The rest of the
/// library does not use degrees.
public struct Coordinate: Hashable, Sendable {
  /// Degrees east, −180…180; or x.
  public var longitude: Double

  /// Degrees north, −90…90; or y.
  public var latitude: Double

  /// Creates a coordinate, longitude first as in GeoJSON.
  @inlinable
  public init(longitude: Double, latitude: Double) {
    self.longitude = longitude
    self.latitude = latitude
  }
}
