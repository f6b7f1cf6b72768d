/// The systems of coordinates that are read.
public enum CoordinateSystem: String, CaseIterable, Sendable, Hashable {
  /// Longitude and latitude in degrees (WGS 84).
  case degrees = "EPSG:4326"

  /// Metres east and north on the map of Web Mercator.
  case webMercator = "EPSG:3857"

  /// The system of an EPSG code; nil for those that are not read. NAD83 (4269) and ETRS89 (4258) differ
  /// from WGS 84 by a metre or two; GDAL treats them alike too.
  init?(code: Int) {
    switch code {
    case 4326, 4979, 4269, 4258: self = .degrees
    case 3857, 900_913, 102_100, 102_113: self = .webMercator
    default: return nil
    }
  }

  /// The system of a name, such as `EPSG:4326`, `4326`, `OGC:CRS84`, `WGS 84`, `urn:ogc:def:crs:EPSG::4326`
  /// or `http://www.opengis.net/def/crs/OGC/1.3/CRS84`; nil for those that are not read.
  package init?(named name: String) {
    let words = name.uppercased().split { ":/#".contains($0) }
    guard let last = words.last else { return nil }
    switch last.filter({ $0.isLetter || $0.isNumber }) {
    case "CRS84", "CRS84H", "CRS83", "WGS84": self = .degrees
    case "84" where words.dropLast().last == "CRS": self = .degrees
    default:
      guard words.count == 1 || words.contains(where: { ["EPSG", "EPSG.XML", "ESRI"].contains($0) }),
        let code = Int(last), let system = Self(code: code)
      else { return nil }
      self = system
    }
  }
}

struct DeclaredSystem: Sendable {
  /// Its name for messages: `EPSG:32632 (WGS 84 / UTM zone 32N)`.
  let name: String
  let system: CoordinateSystem?

  /// The system of a name as the data write it, and a title beside it.
  init(named name: String, title: String = "") {
    let words = name.split { ":/#".contains($0) }
    // Of a URN or an address only the authority and the code matter.
    let isLong = words.count > 2 && words.contains { $0.uppercased().hasPrefix("EPSG") }
    let short = isLong ? words.last.map { "EPSG:\($0)" } ?? name : name
    self.name = title.isEmpty ? short : "\(short) (\(title))"
    system = CoordinateSystem(named: name)
  }

  init(name: String, system: CoordinateSystem?) { (self.name, self.system) = (name, system) }
}

extension ReadOptions {
  /// The system in which coordinates are read: of the options, else of the data, else degrees.
  ///
  /// - Throws: ``DataError/otherSystem(_:name:fitsDegrees:)`` for one that is not read, unless options say
  ///   that the numbers are degrees, which their range shows.
  func system(
    of declared: DeclaredSystem?, source: String, fitsDegrees: Bool = false
  ) throws(DataError) -> CoordinateSystem {
    if planar { return .degrees }
    guard let declared else { return system ?? .degrees }
    if let system, declared.system != nil || system == .degrees { return system }
    guard let found = declared.system else {
      throw .otherSystem(source, name: declared.name, fitsDegrees: fitsDegrees)
    }
    return found
  }
}
