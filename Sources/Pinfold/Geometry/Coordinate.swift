/// A location as the data states it: degrees on the globe, or plain x and y on planar data.
///
/// On planar data ``longitude`` is x (growing to the east or right) and ``latitude`` is y (growing to
/// the north or up). Nothing else in the library uses degrees.
public struct Coordinate: Hashable, Sendable {
  /// Degrees east, −180…180; or x.
  public var longitude: Double

  /// Degrees north, −90…90; or y.
  public var latitude: Double

  /// Creates a coordinate; the order is that of GeoJSON, longitude first.
  @inlinable
  public init(longitude: Double, latitude: Double) {
    self.longitude = longitude
    self.latitude = latitude
  }
}
