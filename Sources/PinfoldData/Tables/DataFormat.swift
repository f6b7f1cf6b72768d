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

  /// One layer of a GeoPackage (OGC 12-128).
  case geoPackage = "GeoPackage"

  /// FlatGeobuf, version 3.
  case flatGeobuf = "FlatGeobuf"

  /// A Shapefile, with the files beside it.
  case shapefile = "Shapefile"

  /// The placemarks of KML.
  case kml = "KML"

  /// The points of GPX, of one kind.
  case gpx = "GPX"

  /// Cells in which points were added up.
  case cells = "cells"

  /// Whatever else GDAL reads, through its program `ogr2ogr`.
  case converted = "read through ogr2ogr"

  /// Whether its texts may be in any encoding.
  var hasEncoding: Bool { isText || self == .shapefile || self == .kml || self == .gpx }

  /// Whether its rows are lines of text, whose numbers say where something is.
  var isText: Bool {
    switch self {
    case .delimited, .geoJSON, .geoJSONSequence, .json, .cells: true
    case .geoPackage, .flatGeobuf, .shapefile, .kml, .gpx, .converted: false
    }
  }
}
