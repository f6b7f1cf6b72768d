import Platform

/// The systems of coordinates that are read.
public enum CoordinateSystem: String, CaseIterable, Sendable, Hashable {
  /// Longitude and latitude in degrees (WGS 84).
  case degrees = "EPSG:4326"

  /// Metres east and north on the map of Web Mercator.
  case webMercator = "EPSG:3857"

  /// The system of a code of the EPSG's; nil for those that are not read.
  ///
  /// NAD83 (4269) and ETRS89 (4258) are degrees that differ from WGS 84 by a metre or two, which is why GDAL
  /// too takes one for the other.
  init?(code: Int) {
    switch code {
    case 4326, 4979, 4269, 4258: self = .degrees
    case 3857, 900_913, 102_100, 102_113: self = .webMercator
    default: return nil
    }
  }

  /// The system of a name, with or without the word EPSG; nil for those that are not read.
  package init?(named name: String) {
    let folded = name.uppercased()
    if folded == "CRS84" || folded == "OGC:CRS84" {
      self = .degrees
    } else if let code = Int(folded.hasPrefix("EPSG:") ? folded.dropFirst(5) : folded[...]),
      let system = Self(code: code)
    {
      self = system
    } else {
      return nil
    }
  }
}

extension Table {
  /// Turns metres of Web Mercator into degrees; what is beyond the map's edge stays out of range.
  mutating func unprojectMercator() {
    let radius = 6_378_137.0
    // The edge is 180° but for the last bits, which may go past it.
    let edge = 180 + 1e-9
    for row in 0..<count where problems[row] == 0 {
      let longitude = x[row] / radius * 180 / .pi
      x[row] =
        longitude.magnitude > 180 && longitude.magnitude < edge ? (longitude < 0 ? -180 : 180) : longitude
      y[row] = atan(sinh(y[row] / radius)) * 180 / .pi
    }
  }
}
