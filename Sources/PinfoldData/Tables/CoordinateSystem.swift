/// A system of coordinates: degrees and Web Mercator are read by themselves, others through the library PROJ
/// where it is installed.
public struct CoordinateSystem: RawRepresentable, Sendable, Hashable {
  /// The name, `EPSG:32632`, or the text that defines it: well-known text, or PROJ's own `+proj=utm
  /// +zone=32`.
  public let rawValue: String

  /// The system of a name or definition as PROJ takes it.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Longitude and latitude in degrees (WGS 84).
  public static let degrees = Self(rawValue: "EPSG:4326")

  /// Metres east and north on the map of Web Mercator.
  public static let webMercator = Self(rawValue: "EPSG:3857")

  /// The system of an EPSG code; nil for those that need PROJ. NAD83 (4269) and ETRS89 (4258) differ
  /// from WGS 84 by a meter or two; GDAL treats them alike too.
  init?(code: Int) {
    switch code {
    case 4326, 4979, 4269, 4258: self = .degrees
    case 3857, 900_913, 102_100, 102_113: self = .webMercator
    default: return nil
    }
  }

  /// The system of a name, such as `EPSG:4326`, `4326`, `OGC:CRS84`, `WGS 84`, `urn:ogc:def:crs:EPSG::4326`
  /// or `http://www.opengis.net/def/crs/OGC/1.3/CRS84`; nil for those that need PROJ.
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

  /// The system that an option gives: one of those, a code such as `EPSG:32632`, `ESRI:102003` or `32632`,
  /// well-known text, or `+proj=…`; nil for any other text.
  package init?(option text: String) {
    if let known = Self(named: text) {
      self = known
    } else if let code = Int(text), code > 0 {
      self.init(rawValue: Self.name(ofCode: code))
    } else if text.hasPrefix("+proj=") || text.contains("[") && text.hasSuffix("]") {
      self.init(rawValue: text)
    } else {
      guard let short = Self.shortName(of: text) else { return nil }
      self.init(rawValue: short)
    }
  }

  /// "EPSG:32632" of a code; Esri's own are those past EPSG's.
  static func name(ofCode code: Int) -> String { "\(code > 32767 ? "ESRI" : "EPSG"):\(code)" }

  /// "EPSG:32632" of such a name, a URN or an address; nil for other texts.
  static func shortName(of text: String) -> String? {
    let words = text.split { ":/#".contains($0) }
    guard words.count > 1, let code = words.last, !code.isEmpty,
      code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      let authority = words.dropLast().last(where: { word in word.contains { $0.isLetter } })
    else { return nil }
    let known = ["EPSG", "ESRI", "IAU", "IGNF", "NKG", "OGC", "EPSG.XML"]
    guard let found = known.first(where: { authority.uppercased() == $0 }) else { return nil }
    return "\(found == "EPSG.XML" ? "EPSG" : found):\(code)"
  }

  /// The name for reports: that within well-known text, or all of it.
  var shownName: String {
    guard rawValue.contains("["), let name = Self.name(inWellKnownText: rawValue) else { return rawValue }
    return "'\(name)'"
  }

  static func name(inWellKnownText text: String) -> String? {
    text.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false).dropFirst().first.map(
      String.init)
  }
}

struct DeclaredSystem: Sendable {
  /// Its name for messages: `EPSG:32632 (WGS 84 / UTM zone 32N)`.
  let name: String
  let system: CoordinateSystem?

  /// The definition for PROJ, for systems that cannot be read without it.
  let definition: String?

  /// Whether rows are in several systems.
  var isSeveral = false

  /// The system of a name in the data, with an optional title.
  init(named name: String, title: String = "") {
    let words = name.split { ":/#".contains($0) }
    // Of a URN or an address only the authority and the code matter.
    let isLong = words.count > 2 && words.contains { $0.uppercased().hasPrefix("EPSG") }
    let short = isLong ? words.last.map { "EPSG:\($0)" } ?? name : name
    self.name = title.isEmpty ? short : "\(short) (\(title))"
    system = CoordinateSystem(named: name)
    definition = CoordinateSystem.shortName(of: name)
  }

  init(name: String, system: CoordinateSystem?, definition: String? = nil) {
    (self.name, self.system, self.definition) = (name, system, definition)
  }
}

extension ReadOptions {
  /// The system in which coordinates are read: of the options, else of the data, else degrees.
  ///
  /// - Throws: ``DataError/otherSystem(_:name:fitsDegrees:)`` for one that PROJ does not convert, or where
  ///   it is
  ///   not installed, unless options name another, which the data may not be taken for by mistake: Web
  ///   Mercator is an answer to meters of any kind.
  func system(
    of declared: DeclaredSystem?, source: String, fitsDegrees: Bool = false
  ) throws(DataError) -> CoordinateSystem {
    if planar { return .degrees }
    guard let declared else { return system ?? .degrees }
    if let system, declared.system != nil || system != .webMercator { return system }
    if let found = declared.system { return found }
    // Small numbers are no meters, unless the system has degrees itself.
    if system == nil, let definition = declared.definition,
      fitsDegrees ? ProjLibrary.hasDegrees(definition) : ProjLibrary.knows(definition)
    {
      return CoordinateSystem(rawValue: definition)
    }
    if declared.isSeveral {
      throw .otherFormat(
        source, name: "rows are in several systems, \(declared.name)",
        advice: "write each to a file of its own, or name the one of all rows with --crs")
    }
    throw .otherSystem(source, name: declared.name, fitsDegrees: fitsDegrees)
  }

  /// Whether names of meters east and north are those of coordinates.
  var hasMetres: Bool { planar || system != nil && system != .degrees }

  /// Whether numbers without names may be longitudes and latitudes, of which the range shows which is which.
  var areDegrees: Bool { !planar && (system == nil || system == .degrees) }
}

extension Table {
  /// Whether the system has no degrees; false for one that is not known.
  var isProjected: Bool {
    report.system == .webMercator
      || report.system != .degrees && ProjLibrary.isInstalled && ProjLibrary.knows(report.system.rawValue)
        && !ProjLibrary.hasDegrees(report.system.rawValue)
  }

  /// Turns coordinates of the system into degrees.
  ///
  /// - Throws: ``DataError/badOption(_:reason:)`` for a system that is not known, or where PROJ is not
  ///   installed.
  mutating func unproject() throws(DataError) {
    if report.system == .webMercator { return unprojectMercator() }
    let system = report.system
    guard system != .degrees else { return }
    let option = "--crs \(system.rawValue.onOneLine(limit: 60))"
    guard ProjLibrary.isInstalled else {
      throw .badOption(
        option,
        reason: "systems other than EPSG:4326 and EPSG:3857 are converted by PROJ, which is not installed: "
          + ProjLibrary.advice)
    }
    guard ProjLibrary.toDegrees(&x, &y, from: system.rawValue) else {
      throw .badOption(option, reason: "PROJ knows no such system; projinfo --list-crs lists those it knows")
    }
    // Whatever is not on the way is out of range.
    for row in 0..<count where !(x[row].isFinite && y[row].isFinite) { y[row] = .infinity }
  }
}
