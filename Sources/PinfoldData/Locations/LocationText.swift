import Platform

/// A location in one text: `48.88, 2.35`, `(41.88, -87.62)`, `41°24'N 2°10'E`, `POINT (2.35 48.88)`,
/// hexadecimal well-known binary, `{"lat": 48.88, "lng": 2.35}`, a GeoJSON point, or a full plus code.
struct LocationText {
  /// Which number is the longitude.
  enum Order {
    /// Defined by letters or by names of members: ``first`` is the longitude.
    case certain

    /// Defined by the standard of the form, as of WKT and GeoJSON, which some programs ignore: ``first`` is
    /// the longitude, unless an option says otherwise.
    case standard

    /// Not defined, but the form usually has the latitude first, or last.
    case usual(latitudeFirst: Bool)
    case unknown
  }

  var first: Double
  var second: Double
  var order: Order

  /// The code of the system that the text names; nil for none.
  var system: Int?

  init(_ first: Double, _ second: Double, _ order: Order = .certain, system: Int? = nil) {
    (self.first, self.second, self.order, self.system) = (first, second, order, system)
  }

  /// The longest text that is looked at: an address may stand before the location.
  private static let longest = 4096

  /// Reads a text; nil for one that is no location.
  ///
  /// - Parameter decimalComma: whether numbers have decimal commas, also where commas are between them; nil
  ///   to see it where there is but one reading.
  init?(_ text: String, decimalComma: Bool? = nil) {
    let text = String(text.trimmed())
    guard let start = text.unicodeScalars.first, text.utf8.count <= Self.longest else { return nil }
    let found =
      start == "{"
      ? Self.members(of: Self.plainJSON(text))
      : Self.wellKnownText(text) ?? Self.wellKnownBinary(text) ?? Self.plusCode(text) ?? Self.written(text)
        ?? Self.pair(text, decimalComma)
    guard let found else { return nil }
    self = found
  }

  /// Reads a geohash, which only the name of a column distinguishes from a word: the center of its cell; nil
  /// for any other text. Source: G. Niemeyer, geohash.org, 2008.
  init?(geohash text: String) {
    let letters = Array("0123456789bcdefghjkmnpqrstuvwxyz")
    let text = text.trimmed().lowercased()
    guard (1...22).contains(text.count) else { return nil }
    var (longitude, latitude) = (-180.0...180.0, -90.0...90.0)
    var isLongitude = true
    func half(_ range: ClosedRange<Double>, _ isUpper: Bool) -> ClosedRange<Double> {
      let middle = (range.lowerBound + range.upperBound) / 2
      return isUpper ? middle...range.upperBound : range.lowerBound...middle
    }
    for letter in text {
      guard let value = letters.firstIndex(of: letter) else { return nil }
      for bit in (0..<5).reversed() {
        let isUpper = value >> bit & 1 == 1
        if isLongitude { longitude = half(longitude, isUpper) } else { latitude = half(latitude, isUpper) }
        isLongitude.toggle()
      }
    }
    self.init(
      (longitude.lowerBound + longitude.upperBound) / 2, (latitude.lowerBound + latitude.upperBound) / 2)
  }

  /// Whether a column is named for geohashes: "geohash", "geohash_6", "gh".
  static func isGeohash(named name: String) -> Bool {
    let name = ColumnNames.fold(name)
    return name == "gh" || name.hasPrefix("geohash") || name.hasSuffix("geohash")
  }

  /// Reads the two most frequent forms, `POINT (2.35 48.88)` and pairs of decimal numbers, without making a
  /// string; nil for anything else.
  init?(plain text: Bytes) {
    func number(_ range: Range<Int>) -> Double? { DecimalField(text.part(range)).number }
    let isPoint = text.starts(with: "POINT".utf8)
    var inner = 0..<text.count
    if isPoint {
      inner = (text.count > 5 && text[5] == .space ? 6 : 5)..<text.count
    }
    let isInside =
      inner.count > 2 && text[inner.lowerBound] == UInt8(ascii: "(")
      && text[text.count - 1] == UInt8(ascii: ")")
    if isInside { inner = inner.lowerBound + 1..<inner.upperBound - 1 }
    guard isInside || !isPoint, let gap = text.place(of: isPoint ? .space : .comma, in: inner),
      let first = number(inner.lowerBound..<gap), let second = number(gap + 1..<inner.upperBound)
    else { return nil }
    self.init(first, second, isPoint ? .standard : isInside ? .usual(latitudeFirst: true) : .unknown)
  }

  /// Whether a text means that there is no location.
  static func isEmpty(_ text: String) -> Bool {
    let text = text.trimmed().uppercased()
    if text.isEmpty || ["NA", "NULL", "NAN", "\\N"].contains(text) { return true }
    let words = text.split { $0 == " " || $0 == ";" }
    return words.last == "EMPTY" && words.contains("POINT")
  }

  /// Whether a text is a location and cannot be the name of a column. Two plain numbers need a decimal point,
  /// as `2019, 2020` may be a name.
  static func isNoName(_ text: String) -> Bool {
    switch LocationText(text)?.order {
    case nil: false
    case .certain, .standard: true
    case .usual, .unknown: text.contains(".")
    }
  }

  // MARK: Forms

  /// WKT (OGC 06-103r4), and PostGIS's with a system before it.
  private static func wellKnownText(_ text: String) -> LocationText? {
    var rest = text[...]
    var system: Int?
    if rest.prefix(5).uppercased() == "SRID=", let end = rest.firstIndex(of: ";") {
      system = Int(rest[..<end].dropFirst(5))
      if system == nil { return nil }
      rest = rest[end...].dropFirst()
    }
    guard rest.last == ")", let open = rest.firstIndex(of: "(") else { return nil }
    let words = rest[..<open].uppercased().split(separator: " ").map(String.init)
    guard
      ["POINT", "POINTZ", "POINTM", "POINTZM", "POINT Z", "POINT M", "POINT ZM"].contains(
        words.joined(separator: " ").replacing("MULTI", with: ""))
    else { return nil }
    // One point of several has a comma behind it, and is no number then.
    let numbers = rest[open...].split { $0.isWhitespace || "()".contains($0) }
    guard (2...4).contains(numbers.count), let x = Double(numbers[0]), let y = Double(numbers[1]), x.isFinite,
      y.isFinite
    else { return nil }
    return LocationText(x, y, .standard, system: system)
  }

  /// Well-known binary as hexadecimal digits, with PostGIS's system.
  private static func wellKnownBinary(_ text: String) -> LocationText? {
    let digits = Array(text.utf8)
    // A point with two to four coordinates, and perhaps a system.
    guard [42, 50, 58, 66, 74, 82].contains(digits.count), text.allSatisfy(\.isHexDigit) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    return bytes.withView { bytes in
      var shape = Shape(.skip)
      guard WellKnownBinary.read(bytes, into: &shape), let place = shape.positions.first,
        shape.positions.count == 1
      else { return nil }
      var reader = ByteReader(bytes, at: 1)
      reader.isBigEndian = bytes[0] == 0
      let hasSystem = reader.count().map { $0 & 0x2000_0000 != 0 } ?? false
      return LocationText(place.x, place.y, .standard, system: hasSystem ? reader.count() : nil)
    }
  }

  /// JSON in which Python's quotes and MongoDB's exact numbers are plain ones.
  private static func plainJSON(_ text: String) -> String {
    let quoted = text.contains("\"") ? text : text.replacing("'", with: "\"")
    return quoted.contains("\"$number")
      ? quoted.replacing(/\{"\$number[A-Za-z]+":\s*"([^"]*)"\}/) { $0.1 } : quoted
  }

  /// A JSON object: a GeoJSON point, or one with members of known names, at any depth; nil if it contains
  /// several without evidence for one of them.
  private static func members(of text: String) -> LocationText? {
    func numbers(behind name: String, _ opening: String) -> [Double]? {
      let places = text.ranges(of: "\"\(name)\"")
      guard places.count == 1, let start = places.first?.upperBound else { return nil }
      let rest = text[start...].drop { $0.isWhitespace || $0 == ":" }
      guard rest.hasPrefix(opening) else { return nil }
      let list = rest.dropFirst(opening.count).prefix {
        !"]},\"".contains($0) || $0 == "," && !opening.isEmpty
      }
      return list.split(separator: ",").compactMap { Double($0.trimmed()) }
    }
    if text.firstRange(of: "\"coordinates\"") != nil {
      guard text.firstRange(of: "\"Point\"") != nil, let place = numbers(behind: "coordinates", "["),
        place.count >= 2
      else { return nil }
      return LocationText(place[0], place[1], .standard)
    }
    func value(_ names: [String]) -> Double? {
      names.lazy.compactMap { numbers(behind: $0, "")?.first ?? numbers(behind: $0, "\"")?.first }.first
    }
    if let longitude = value(["longitudeE7"]), let latitude = value(["latitudeE7"]) {
      return LocationText(longitude / 1e7, latitude / 1e7)
    }
    guard let longitude = value(["lng", "lon", "longitude", "long", "_longitude", "x"]),
      let latitude = value(["lat", "latitude", "_latitude", "y"])
    else { return nil }
    return LocationText(longitude, latitude)
  }

  /// A full plus code: the middle of its cell. Source: the Open Location Code specification 1.0.
  private static func plusCode(_ text: String) -> LocationText? {
    let alphabet = Array("23456789CFGHJMPQRVWX")
    let letters = Array(text.uppercased())
    guard (11...16).contains(letters.count), letters[8] == "+" else { return nil }
    let digits = letters.compactMap { alphabet.firstIndex(of: $0) }
    guard digits.count == letters.count - 1 else { return nil }
    var (west, south, width, height) = (-180.0, -90.0, 400.0, 400.0)
    for pair in stride(from: 0, to: 10, by: 2) {
      (width, height) = (width / 20, height / 20)
      south += Double(digits[pair]) * height
      west += Double(digits[pair + 1]) * width
    }
    // Behind ten digits each divides a cell into four columns and five rows.
    for digit in digits.dropFirst(10) {
      (width, height) = (width / 4, height / 5)
      south += Double(digit / 4) * height
      west += Double(digit % 4) * width
    }
    return LocationText(west + width / 2, south + height / 2)
  }

  /// Two coordinates, in parentheses or brackets or without; behind lines of an address only in parentheses.
  private static func pair(_ text: String, _ decimalComma: Bool?) -> LocationText? {
    var inner = text[...]
    var usual = Order.unknown
    let isBehindLine = { (open: String.Index) in
      open == text.startIndex || text[text.index(before: open)].isNewline
    }
    if text.last == ")", let open = text.lastIndex(of: "("), isBehindLine(open) {
      inner = text[text.index(after: open)...].dropLast()
      usual = .usual(latitudeFirst: true)
    } else if text.first == "[", text.last == "]" {
      inner = inner.dropFirst().dropLast()
      usual = .usual(latitudeFirst: false)
    }
    guard let (first, second) = pointed(inner, decimalComma).flatMap(halves) ?? halves(of: inner)
    else { return nil }
    switch (first.axis, second.axis) {
    case (nil, nil): return LocationText(first.degrees, second.degrees, usual)
    case (.latitude?, .longitude?): return LocationText(second.degrees, first.degrees)
    case (.longitude?, .latitude?): return LocationText(first.degrees, second.degrees)
    default: return nil
    }
  }

  /// A text in which points stand for its decimal commas, as in `48,85 2,35`, `48,85, 2,35` or, where an
  /// option says that they are ones, `48,85,2,35`; nil where they may be anything.
  private static func pointed(_ text: Substring, _ decimalComma: Bool?) -> Substring? {
    guard decimalComma != false, text.contains(","), !text.contains(where: { ".;".contains($0) }) else {
      return nil
    }
    if decimalComma == true, let found = text.wholeMatch(of: /([^,]+,\d+),([^,]+,\d+)/) {
      return "\(found.1.replacing(",", with: "."));\(found.2.replacing(",", with: "."))"[...]
    }
    var commas = 0
    let pointed = text.replacing(/(\d),(?=\d)/) { match in
      commas += 1
      return "\(match.1)."
    }
    return commas == 2 || commas == 1 && !pointed.contains(",") ? pointed : nil
  }

  private static func halves(of text: Substring) -> (CoordinateText, CoordinateText)? {
    func both(_ parts: [Substring]) -> (CoordinateText, CoordinateText)? {
      guard parts.count == 2, let first = CoordinateText(parts[0]), let second = CoordinateText(parts[1])
      else { return nil }
      return (first, second)
    }
    if text.contains(";") {
      // Next to semicolons a comma is a decimal comma.
      let pointed = text.replacing(",", with: ".")
      return both(pointed.split(separator: ";", omittingEmptySubsequences: false).map { $0 })
    }
    if text.contains(",") { return both(text.split(separator: ",", omittingEmptySubsequences: false)) }
    // A letter ends the first of two, or begins the second.
    let letters = text.indices.filter { "NSEWnsew".contains(text[$0]) }
    if letters.count == 2 {
      let isBefore = letters[0] == text.firstIndex { !$0.isWhitespace }
      let cut = isBefore ? letters[1] : text.index(after: letters[0])
      return both([text[..<cut], text[cut...]])
    }
    return both(text.split(whereSeparator: \.isWhitespace))
  }
}
