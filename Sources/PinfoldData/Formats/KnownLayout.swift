/// Well-known files whose rows have no header: their columns have names all the same.
///
/// Sources: the read-me files of [GeoNames](https://download.geonames.org/export/dump/readme.txt) and of its
/// [postal codes](https://download.geonames.org/export/zip/readme.txt);
/// [OpenFlights](https://openflights.org/data.php).
struct KnownLayout {
  let names: [String]

  private let delimiter: UInt8

  /// The column of latitudes; that of longitudes comes next.
  private let latitude: Int

  /// The columns that hold one of a few short values, which other data of as many columns do not.
  private let codes: [(column: Int, isCode: @Sendable (String) -> Bool)]

  private static let all = [
    KnownLayout(
      names: [
        "geonameid", "name", "asciiname", "alternatenames", "latitude", "longitude", "feature class",
        "feature code", "country code", "cc2", "admin1 code", "admin2 code", "admin3 code", "admin4 code",
        "population", "elevation", "dem", "timezone", "modification date",
      ], delimiter: .tab, latitude: 4,
      codes: [(6, { $0.isEmpty || $0.count == 1 && "AHLPRSTUV".contains($0) }), (8, isCountry)]),
    KnownLayout(
      names: [
        "country code", "postal code", "place name", "admin name1", "admin code1", "admin name2",
        "admin code2", "admin name3", "admin code3", "latitude", "longitude", "accuracy",
      ], delimiter: .tab, latitude: 9,
      codes: [(0, isCountry), (11, { $0.isEmpty || Int($0).map((1...6).contains) == true })]),
    KnownLayout(
      names: [
        "airport id", "name", "city", "country", "iata", "icao", "latitude", "longitude", "altitude",
        "timezone", "dst", "tz database timezone", "type", "source",
      ], delimiter: .comma, latitude: 6,
      codes: [
        (4, { $0.isEmpty || $0 == "\\N" || $0.utf8.count == 3 }),
        (10, { ["E", "A", "S", "O", "Z", "N", "U", "\\N", ""].contains($0) }),
      ]),
  ]

  init?(_ row: [String], delimiter: UInt8) {
    guard let layout = Self.all.first(where: { $0.delimiter == delimiter && $0.holds(row) }) else {
      return nil
    }
    self = layout
  }

  private init(
    names: [String], delimiter: UInt8, latitude: Int,
    codes: [(column: Int, isCode: @Sendable (String) -> Bool)]
  ) {
    (self.names, self.delimiter, self.latitude, self.codes) = (names, delimiter, latitude, codes)
  }

  private func holds(_ row: [String]) -> Bool {
    guard row.count == names.count, let south = Dialect.value(of: row[latitude]), south.magnitude <= 90,
      let east = Dialect.value(of: row[latitude + 1]), east.magnitude <= 180
    else { return false }
    return codes.allSatisfy { $0.isCode(row[$0.column]) }
  }

  private static func isCountry(_ text: String) -> Bool {
    text.isEmpty
      || text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}
