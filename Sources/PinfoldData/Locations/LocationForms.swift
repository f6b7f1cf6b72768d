import Platform

/// Forms of a location that programs write into one cell, in which each number says what it is.
extension LocationText {
  /// A `geo:` URI (RFC 5870), ISO 6709, or a link to a map; nil for any other text.
  static func written(_ text: String) -> LocationText? {
    if text.hasPrefix("geo:") {
      return text.firstMatch(of: /geo:([-+.0-9]+),([-+.0-9]+)/).flatMap(latitudeFirst)
    }
    if text.first == "+" || text.first == "-" { return isoText(text) }
    return text.contains("://") ? link(text) : nil
  }

  /// The kind of shape in a text of WKT, GeoJSON, Esri's JSON or hexadecimal WKB: "polygons",
  /// "lines" or "several points in one"; nil for a point and for any other text.
  static func shape(_ text: String) -> String? {
    let text = text.prefix(400).uppercased()
    if let esri = text.firstMatch(of: /(?s)^\{.*"(RINGS|PATHS)":/) {
      return esri.1 == "RINGS" ? "polygons" : "lines"
    }
    let word =
      text.firstMatch(of: /(MULTI)?(POINT|LINESTRING|POLYGON)(?: ?Z?M?) ?\(/)
      ?? text.firstMatch(of: /(?s)^\{.*"TYPE": ?"(MULTI)?(POINT|LINESTRING|POLYGON)"/)
    if let word {
      if word.2 == "POINT" { return word.1 == nil ? nil : "several points in one" }
      return word.2 == "POLYGON" ? "polygons" : "lines"
    }
    guard let binary = text.firstMatch(of: /\b01(0[2-6])0000[02]0[0-9A-F]{8}/) else { return nil }
    return ["02": "lines", "04": "several points in one", "05": "lines"][binary.1] ?? "polygons"
  }

  /// What to do about shapes in cells, or in records of JSON.
  static func adviceOnShapes(in column: String, ofJSON: Bool) -> String {
    if ofJSON {
      return
        "only points are read in records: make each a feature of GeoJSON, as services do for .geojson in place of .json, "
        + "and --shapes inside takes a point of each"
    }
    return "only points are read in cells: ogr2ogr -f GPKG shapes.gpkg FILE -oo GEOM_POSSIBLE_NAMES="
      + "\(column.shellQuoted) makes features of them, and --shapes inside a point of each"
  }

  private typealias Pair = Regex<(Substring, Substring, Substring)>.Match

  private static func latitudeFirst(_ match: Pair) -> LocationText? {
    guard let latitude = Double(match.1), let longitude = Double(match.2), latitude.magnitude <= 90 else {
      return nil
    }
    return LocationText(longitude, latitude)
  }

  /// Links of Google's, OpenStreetMap's, Bing's and Apple's maps: the marker, else the middle of the view.
  private static func link(_ text: String) -> LocationText? {
    let text = text.replacing("%2C", with: ",")
    let match =
      text.firstMatch(of: /!3d(-?[0-9.]+)!4d(-?[0-9.]+)/)
      ?? text.firstMatch(of: /[?&]mlat=(-?[0-9.]+)&mlon=(-?[0-9.]+)/)
      ?? text.firstMatch(of: /[?&](?:q|ll|query|center|destination)=(-?[0-9.]+),(-?[0-9.]+)/)
      ?? text.firstMatch(of: /[?&]cp=(-?[0-9.]+)~(-?[0-9.]+)/)
      ?? text.firstMatch(of: /@(-?[0-9]+\.[0-9]+),(-?[0-9]+\.[0-9]+)/)
      ?? text.firstMatch(of: /#map=[0-9.]+\/(-?[0-9.]+)\/(-?[0-9.]+)/)
    return match.flatMap(latitudeFirst)
  }

  /// ISO 6709: `+48.85+002.35/`, or with minutes and seconds, `+4851+00221/`, `+485100-0034200/`.
  private static func isoText(_ text: String) -> LocationText? {
    guard
      let match = text.wholeMatch(
        of: /([-+][0-9]+(?:\.[0-9]+)?)([-+][0-9]+(?:\.[0-9]+)?)(?:[-+][0-9.]+)?(?:CRS.*)?\/?/)
    else { return nil }
    func degrees(_ text: Substring, _ digits: Int) -> Double? {
      let whole = text.dropFirst().prefix(while: \.isNumber)
      // Pairs of digits behind the degrees are minutes and seconds.
      guard whole.count >= digits, (whole.count - digits) % 2 == 0, whole.count <= digits + 4,
        var angle = Double(whole.prefix(digits))
      else { return nil }
      let rest = text[whole.endIndex...]
      var (unit, left) = (1.0, whole.dropFirst(digits))
      while let part = Double(left.prefix(2)) {
        unit /= 60
        angle += part * unit
        left = left.dropFirst(2)
      }
      angle += (Double("0" + rest) ?? 0) * unit
      return text.first == "-" ? -angle : angle
    }
    guard let latitude = degrees(match.1, 2), let longitude = degrees(match.2, 3) else { return nil }
    return LocationText(longitude, latitude)
  }
}
