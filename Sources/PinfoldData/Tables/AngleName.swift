/// The hemisphere and the unit in the name of a column of angles, such as `Lat [°S]`, `lon_W`, `西经` or
/// `latitude_radians`.
struct AngleName {
  /// The name without a unit or a hemisphere.
  private(set) var base: String

  /// The hemisphere whose degrees count as positive: N, S, E or W; O for Ost or Ouest, whichever it is.
  private(set) var hemisphere: Character?

  /// The unit, where it is not degrees: "radians", "gradians".
  private(set) var unit: String?

  /// - Parameter name: a name as ``ColumnNames/fold(_:)`` makes it.
  init(_ name: String) {
    let (base, mark) = Self.marked(name) ?? (name, "")
    self.init(base: base, mark: mark)
    if base.utf8.contains(where: { $0 > 127 }) { readSigns() }
    for prefix in ["geogr. ", "geographische ", "geographic ", "geografische "] where base.hasPrefix(prefix) {
      self.base.removeFirst(prefix.count)
    }
  }

  private init(base: String, mark: String) {
    self.base = base
    let words = mark.split { !$0.isLetter || $0 == "º" }
    let found = Set(words.compactMap { Self.hemispheres[String($0)] })
    hemisphere = found.count == 1 ? found.first : nil
    unit = words.lazy.compactMap { word in Self.units.first { $0.words.contains(String(word)) }?.name }.first
    // "Breite (Grad)" is in degrees.
    let isGerman = ["breit", "bredd", "läng", "laeng", "leng"].contains { base.contains($0) }
    if unit == nil, words.contains("grad"), !isGerman { unit = "gradians" }
    if hemisphere == "O", isGerman { hemisphere = "E" }
  }

  /// Whether a mark behind a blank or an underscore is one of a hemisphere on the axis of its name: `lon_s`
  /// and `x_e` have none.
  private static func isMark(_ mark: Substring, of base: Substring) -> Bool {
    let isLatitude = ["lat", "breit"].contains { base.contains($0) }
    let isLongitude = ["lon", "lng", "läng", "laeng"].contains { base.contains($0) }
    guard isLatitude || isLongitude else { return false }
    if units.contains(where: { $0.words.contains(String(mark)) }) { return true }
    return hemispheres[mark.filter(\.isLetter)].map { "NS".contains($0) ? isLatitude : isLongitude } ?? false
  }

  private static func marked(_ name: String) -> (base: String, mark: String)? {
    guard let last = name.utf8.last else { return nil }
    if last == .dot { return (String(name.dropLast()), "") }
    if ")]".utf8.contains(last) {
      guard let open = name.lastIndex(where: { "([".contains($0) }), open > name.startIndex else {
        return nil
      }
      return (ColumnNames.fold(String(name[..<open]).replacing("\n", with: " ")), String(name[open...]))
    }
    if name.utf8.contains(UInt8(ascii: "/")), let slash = name.lastIndex(of: "/"),
      name[slash...].contains("°")
    {
      return (ColumnNames.fold(String(name[..<slash])), String(name[slash...]))
    }
    guard name.utf8.contains(where: { $0 == .space || $0 == UInt8(ascii: "_") }),
      let cut = name.lastIndex(where: { " _".contains($0) }),
      isMark(name[name.index(after: cut)...], of: name[..<cut])
    else { return nil }
    return (ColumnNames.fold(String(name[..<cut])), String(name[cut...]))
  }

  /// Chinese and Japanese names of one hemisphere's degrees.
  private mutating func readSigns() {
    let letters: [Character: Character] = ["东": "E", "東": "E", "西": "W", "南": "S", "北": "N"]
    let angles: [Character: String] = [
      "经": "经度", "經": "經度", "経": "経度", "纬": "纬度", "緯": "緯度",
    ]
    guard base.count == 2, let first = base.first, let last = base.last, let letter = letters[first],
      let angle = angles[last]
    else { return }
    (base, hemisphere) = (angle, letter)
  }

  static let hemispheres: [String: Character] = [
    "n": "N", "north": "N", "s": "S", "south": "S", "e": "E", "east": "E", "w": "W", "west": "W", "o": "O",
  ]

  private static let units: [(name: String, words: [String])] = [
    ("radians", ["rad", "rads", "radian", "radians"]), ("gradians", ["gon", "gons", "gradian", "gradians"]),
  ]
}
