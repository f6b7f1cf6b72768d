/// The formats that are read.
public enum DataFormat: String, Sendable, Hashable, CaseIterable {
  /// CSV, TSV and the like (RFC 4180).
  case delimited = "delimited text"

  /// One GeoJSON document (RFC 7946).
  case geoJSON = "GeoJSON"

  /// GeoJSON documents one after another, by line or by record separator (RFC 8142).
  case geoJSONSequence = "GeoJSON sequence"

  /// A JSON array of arrays or objects, or one of them a line.
  case json = "JSON records"
}
