/// Guesses which columns are coordinates from their names, the plainest first.
enum ColumnNames {
  private static let plain = [
    ("lon", "lat"), ("lng", "lat"), ("longitude", "latitude"), ("long", "lat"), ("x", "y"),
    ("long_x", "lat_y"),
    ("länge", "breite"), ("laenge", "breite"), ("längengrad", "breitengrad"), ("reclong", "reclat"),
    ("longitude_deg", "latitude_deg"),
  ]

  private static let planar = [("x", "y"), ("easting", "northing"), ("eastings", "northings")]

  // Longest first, as each holds the next.
  private static let words = [("longitude", "latitude"), ("long", "lat"), ("lng", "lat"), ("lon", "lat")]

  /// The columns of longitude and latitude; nil if no pair of names matches. Plain names come first, then
  /// the shortest of pairs like `dme_longitude_deg` and `dme_latitude_deg`.
  static func coordinates(in names: [String], planar isPlanar: Bool) -> (longitude: Int, latitude: Int)? {
    let folded = names.map(fold)
    var places: [String: Int] = [:]
    for (index, name) in folded.enumerated() where places[name] == nil { places[name] = index }

    for (longitude, latitude) in isPlanar ? planar + plain : plain {
      if let first = places[longitude], let second = places[latitude] { return (first, second) }
    }
    var best: (longitude: Int, latitude: Int)?
    for (index, name) in folded.enumerated() {
      guard let other = counterpart(of: name), let latitude = places[other] else { continue }
      if let best, folded[best.longitude].utf8.count <= name.utf8.count { continue }
      best = (index, latitude)
    }
    return best
  }

  /// The index of a column: by its name, by its name in another case, or by its number from 1.
  static func place(of name: String, in names: [String]) -> Int? {
    if let exact = names.firstIndex(of: name) { return exact }
    if let folded = names.firstIndex(where: { fold($0) == fold(name) }) { return folded }
    if let number = Int(name), (1...max(1, names.count)).contains(number), !names.isEmpty {
      return number - 1
    }
    return nil
  }

  static func fold(_ name: String) -> String {
    // By bytes: a file may have a million names.
    let bytes = name.lowercased().utf8
    guard let first = bytes.firstIndex(where: { $0 != .space }),
      let last = bytes.lastIndex(where: { $0 != .space })
    else { return "" }
    return String(Substring(bytes[first...last]))
  }

  private static func counterpart(of name: String) -> String? {
    let bytes = Array(name.utf8)
    for (longitude, latitude) in words {
      guard let start = start(of: longitude, in: bytes) else { continue }
      return String(
        decoding: bytes[..<start] + latitude.utf8 + bytes[(start + longitude.utf8.count)...], as: UTF8.self)
    }
    return nil
  }

  // By bytes: to search by characters takes longer than to read a file of many columns.
  private static func start(of word: String, in bytes: [UInt8]) -> Int? {
    guard bytes.count >= word.utf8.count else { return nil }
    return (0...bytes.count - word.utf8.count).first { bytes[$0...].starts(with: word.utf8) }
  }
}
