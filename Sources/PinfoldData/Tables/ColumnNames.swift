/// Guesses which columns are coordinates from their names, the plainest first.
enum ColumnNames {
  private static let plain = [
    ("lon", "lat"), ("lng", "lat"), ("longitude", "latitude"), ("long", "lat"), ("x", "y"),
    ("long_x", "lat_y"),
    ("reclong", "reclat"), ("longitude_deg", "latitude_deg"),
  ]

  private static let planar = [("x", "y"), ("easting", "northing"), ("eastings", "northings")]

  // Longest first, as each holds the next.
  private static let words = [("longitude", "latitude"), ("long", "lat"), ("lng", "lat"), ("lon", "lat")]

  /// The columns of longitude and latitude; nil if no pair of names matches.
  ///
  /// After the plain names come those with more around them (`dme_longitude_deg`), if the same name with the
  /// other word is there too (`dme_latitude_deg`): the shortest wins, then the first.
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

  /// The place of a column: by its name, by its name in another case, or by its number from 1.
  static func place(of name: String, in names: [String]) -> Int? {
    if let exact = names.firstIndex(of: name) { return exact }
    if let folded = names.firstIndex(where: { fold($0) == fold(name) }) { return folded }
    if let number = Int(name), (1...max(1, names.count)).contains(number), !names.isEmpty {
      return number - 1
    }
    return nil
  }

  static func fold(_ name: String) -> String {
    String(name.lowercased().drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  // The latitude's name for a longitude's.
  private static func counterpart(of name: String) -> String? {
    for (longitude, latitude) in words {
      guard let range = name.firstRange(of: longitude) else { continue }
      return name.replacingCharacters(in: range, with: latitude)
    }
    return nil
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
