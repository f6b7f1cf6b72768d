/// The use of a column.
public struct ColumnUse: Sendable, Hashable {
  /// The uses that a column can have.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    case longitude, latitude, location, id, weight, group, priority, mergeable

    var isLocation: Bool { [.longitude, .latitude, .location].contains(self) }
  }

  /// The use.
  public var role: Role

  /// The column's name; nil where GeoJSON itself defines it: coordinates, and ids of features.
  public var column: String?

  /// Whether it was guessed rather than named by an option.
  public var isGuessed: Bool
}

extension ReadOptions {
  /// The columns that options name for a use, with these options.
  var roles: [(role: ColumnUse.Role, option: String, name: String)] {
    let all: [(ColumnUse.Role, String, String?)] = [
      (.longitude, "--lon", longitude), (.latitude, "--lat", latitude),
      (.location, "--location", location), (.weight, "--weight", weight),
      (.group, "--group", group), (.priority, "--priority", priority), (.mergeable, "--mergeable", mergeable),
      (.id, "--id", id),
    ]
    return all.compactMap { role, option, name in name.map { (role, option, $0) } }
  }
}

/// The uses of a table's columns, as indices in its list of names.
struct ColumnRoles: Sendable {
  struct Choice: Sendable, Equatable {
    var column: Int
    var guessed: Bool
  }

  private var choices: [ColumnUse.Role: Choice] = [:]

  var attributes: [Int] = []

  /// The columns of letters that the signs of coordinates are taken from; nil for none.
  var hemispheres: (longitude: Int?, latitude: Int?) = (nil, nil)

  /// The attribute that holds labels to compare clusters with.
  var truth: Int?
  private(set) var requested: [Int] = []

  /// The attributes that an option takes for numbers.
  private(set) var numbers: [Int] = []

  init() {}

  subscript(role: ColumnUse.Role) -> Choice? {
    get { choices[role] }
    set { choices[role] = newValue }
  }

  var longitude: Choice? { self[.longitude] }
  var latitude: Choice? { self[.latitude] }

  /// Resolves the names in options, and guesses columns named `id` and `weight`.
  ///
  /// - Parameter featureIDs: whether `id` may also mean the ids of GeoJSON features.
  init(names: [String], options: ReadOptions, source: String, featureIDs: Bool = false) throws(DataError) {
    func find(_ name: String, _ option: String) throws(DataError) -> Int {
      if let place = ColumnNames.place(of: name, in: names) { return place }
      throw .unknownColumn(source, name: name, option: option, columns: names)
    }
    if options.location != nil, options.longitude != nil || options.latitude != nil {
      throw .badOption("--location", reason: "it holds longitude and latitude; leave --lon and --lat out")
    }
    for (role, option, name) in options.roles where !(role == .id && featureIDs && name == "id") {
      self[role] = Choice(column: try find(name, option), guessed: false)
    }
    for (role, name) in [(ColumnUse.Role.id, options.id), (.weight, options.weight)] where name == nil {
      if let place = names.firstIndex(where: { ColumnNames.fold($0) == role.rawValue }), !isTaken(place) {
        self[role] = Choice(column: place, guessed: true)
      }
    }
    for request in options.allRequests {
      let place = try find(request.name, request.option)
      if !requested.contains(place) { requested.append(place) }
    }
    truth = try options.truth.map { (name) throws(DataError) in try find(name, "--truth") }
    numbers = try options.numbers.map { (name) throws(DataError) in try find(name, "--numbers") }
    attributes = requested
  }

  private func isTaken(_ column: Int) -> Bool { choices.values.contains { $0.column == column } }

  /// Guesses the coordinates that no option named, or fails with the list of columns.
  mutating func completeCoordinates(names: [String], options: ReadOptions, source: String) throws(DataError) {
    if longitude != nil && latitude != nil || self[.location] != nil { return }
    // Where one was named, the guess must agree about that one.
    guard let guess = ColumnNames.coordinates(in: names, planar: options.hasMetres),
      longitude.map({ $0.column == guess.longitude }) ?? latitude.map({ $0.column == guess.latitude }) ?? true
    else { throw .noCoordinateColumns(source, columns: names) }
    if latitude == nil, ColumnNames.minutes(of: names[guess.latitude], in: names) != nil {
      throw .noCoordinateColumns(source, columns: names)
    }
    self[.longitude] = longitude ?? Choice(column: guess.longitude, guessed: true)
    self[.latitude] = latitude ?? Choice(column: guess.latitude, guessed: true)
  }

  /// If all attributes should be loaded, takes every column but those of coordinates and ids.
  mutating func takeRemaining(of names: [String], options: ReadOptions) {
    guard options.attributes == .all else { return }
    let taken = choices.filter { role, choice in
      // A guessed id column may turn out not to contain ids; if it does, it is skipped later.
      role == .id ? !choice.guessed : role.isLocation
    }
    let columns = Set(taken.values.map(\.column))
    attributes = names.indices.filter { !columns.contains($0) || requested.contains($0) }
  }

  func moved(_ index: (Int) -> Int?) -> ColumnRoles {
    var result = self
    result.choices = choices.compactMapValues { choice in
      index(choice.column).map { Choice(column: $0, guessed: choice.guessed) }
    }
    result.hemispheres = (hemispheres.longitude.flatMap(index), hemispheres.latitude.flatMap(index))
    result.attributes = attributes.compactMap(index)
    result.requested = requested.compactMap(index)
    result.numbers = numbers.compactMap(index)
    return result
  }

  /// The columns whose elements are needed; coordinates are not, where the reader parses them on its way.
  var columnsOfCells: Set<Int> {
    Set(choices.filter { $0.key != .longitude && $0.key != .latitude }.values.map(\.column))
      .union(attributes).union([hemispheres.longitude, hemispheres.latitude].compactMap { $0 })
  }
}

/// Guesses which columns are coordinates from their names, the plainest first.
package enum ColumnNames {
  private static let plain = [
    ("lon", "lat"), ("lng", "lat"), ("longitude", "latitude"), ("long", "lat"), ("x", "y"),
    ("long_x", "lat_y"), ("x_lon", "y_lat"), ("x_long", "y_lat"), ("point_x", "point_y"),
    ("coord_x", "coord_y"), ("_x", "_y"),
    ("x_coord", "y_coord"), ("xcoord", "ycoord"),
    ("länge", "breite"), ("laenge", "breite"), ("längengrad", "breitengrad"), ("reclong", "reclat"),
    ("longitude_deg", "latitude_deg"), ("经度", "纬度"), ("經度", "緯度"), ("経度", "緯度"), ("경도", "위도"),
    ("долгота", "широта"), ("довгота", "широта"), ("lengtegraad", "breedtegraad"),
    ("lengdegrad", "breddegrad"),
    ("längdgrad", "breddgrad"), ("længdegrad", "breddegrad"), ("boylam", "enlem"), ("délka", "šířka"),
    ("długość geograficzna", "szerokość geograficzna"), ("długość", "szerokość"), ("pituus", "leveys"),
    ("longitudee7", "latitudee7"),
  ]

  private static let planar = [
    ("x", "y"), ("easting", "northing"), ("eastings", "northings"), ("e", "n"), ("x_utm", "y_utm"),
    ("utm_x", "utm_y"), ("utm_e", "utm_n"), ("utm_easting", "utm_northing"), ("rechtswert", "hochwert"),
    ("ostwert", "nordwert"),
  ]

  /// The pair of names that mean meters east and north; nil where there is none.
  static func metres(in names: [String]) -> (east: String, north: String)? {
    let folded = names.map { AngleName(fold($0)).base }
    for (east, north) in planar.dropFirst() {
      if let first = folded.firstIndex(of: east), let second = folded.firstIndex(of: north) {
        return (names[first], names[second])
      }
    }
    return nil
  }

  /// The name of the minutes beside a column of whole degrees, as `lat_min` is beside `lat_deg`; nil for
  /// none.
  static func minutes(of degrees: String, in names: [String]) -> String? {
    let name = fold(degrees)
    for (ending, other) in [("degrees", "minutes"), ("degree", "minute"), ("deg", "min"), ("d", "m")]
    where name.hasSuffix(ending) {
      if let found = names.first(where: { fold($0) == name.dropLast(ending.count) + other }) { return found }
    }
    return nil
  }

  /// Every pair of names that could be longitude and latitude, that of ``coordinates(in:planar:)`` first.
  static func allCoordinates(in names: [String], planar isPlanar: Bool) -> [(longitude: Int, latitude: Int)] {
    var (left, found) = (names, [(longitude: Int, latitude: Int)]())
    while found.count < 4, let pair = coordinates(in: left, planar: isPlanar) {
      found.append(pair)
      (left[pair.longitude], left[pair.latitude]) = ("", "")
    }
    return found
  }

  // Longest first, as each holds the next.
  private static let words = [("longitude", "latitude"), ("long", "lat"), ("lng", "lat"), ("lon", "lat")]

  /// The columns of longitude and latitude; nil if no pair of names matches. Plain names come first, then
  /// the shortest of pairs like `dme_longitude_deg` and `dme_latitude_deg`, those of an end last.
  package static func coordinates(
    in names: [String], planar isPlanar: Bool
  ) -> (longitude: Int, latitude: Int)? {
    let folded = withoutUnits(names.map(fold))
    var places: [String: Int] = [:]
    for (index, name) in folded.enumerated() where places[name] == nil { places[name] = index }

    for (longitude, latitude) in isPlanar ? planar + plain : plain {
      if let first = places[longitude], let second = places[latitude] { return (first, second) }
    }
    var best: (longitude: Int, latitude: Int)?
    for (index, name) in folded.enumerated() {
      guard let other = counterpart(of: name), let latitude = places[other] else { continue }
      if let best, rank(folded[best.longitude]) <= rank(name) { continue }
      best = (index, latitude)
    }
    return best
  }

  /// The place of a name among those of pairs: shorter ones first, but where a way ends behind where it
  /// begins.
  private static func rank(_ name: String) -> (Int, Int) {
    let isEnd = ["end", "dest", "dropoff", "arrival", "to_", "to "].contains { name.hasPrefix($0) }
    return (isEnd ? 1 : 0, name.utf8.count)
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

  static func fold(_ name: String) -> String { name.lowercased().trimmingSpaces }

  /// Names without units and hemispheres; those of several hemispheres, as of a box, keep theirs, and so does
  /// `lat_s` beside `lon_s`.
  private static func withoutUnits(_ names: [String]) -> [String] {
    let angles = names.map { AngleName($0) }
    if !angles.contains(where: { $0.hemisphere != nil }) { return angles.map(\.base) }
    let counts = Dictionary(angles.map { ($0.base, 1) }, uniquingKeysWith: +)
    let pairs = names.compactMap { name in counterpart(of: name).map { [name, $0] } }
    let alike = Set(pairs.filter { names.contains($0[1]) }.joined())
    return zip(names, angles).map { name, angle in
      angle.hemisphere != nil && (counts[angle.base, default: 0] > 1 || alike.contains(name))
        ? name : angle.base
    }
  }

  /// Whether two names differ by the word for longitude and latitude alone.
  static func areCounterparts(_ longitude: String, _ latitude: String) -> Bool {
    counterpart(of: fold(longitude)) == fold(latitude)
  }

  /// Whether the name of a column of pairs tells that the latitude is first; nil if it does not tell.
  static func saysLatitudeFirst(_ name: String) -> Bool? {
    let name = fold(name)
    let letters = name.filter(\.isLetter)
    for (word, isFirst) in [("xy", false), ("yx", true)] where letters == word || name.hasSuffix("_" + word) {
      return isFirst
    }
    if ["geo_point", "geopoint", "geo point"].contains(where: name.hasPrefix) { return true }
    guard let latitude = name.firstRange(of: "lat")?.lowerBound,
      let longitude = ["lon", "lng"].compactMap({ name.firstRange(of: $0)?.lowerBound }).min()
    else { return nil }
    return latitude < longitude
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
