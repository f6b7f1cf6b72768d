struct Dialect: Equatable {
  var delimiter: UInt8
  var hasHeader: Bool

  /// The names of the columns: of the header or the known layout, else their numbers from 1.
  var names: [String]
  var hasNames: Bool

  /// Whether the first row has a place in WKT or WKB, so that no two columns need be coordinates.
  private(set) var hasPlace = false

  /// Whether blanks pad the fields, as those of the header: they are no part of values without quotes.
  var isPadded: Bool
  var start: Int

  /// The number of lines above the header.
  var preamble = 0

  /// The delimiters that are told apart.
  static let delimiters: [UInt8] = [.comma, .tab, UInt8(ascii: ";"), UInt8(ascii: "|")]

  /// Detects everything that the options leave open; sets `needsMore` if more text could change the result.
  init(
    _ text: Bytes, from origin: Int, _ request: ReadRequest, needsMore: inout Bool
  ) {
    let options = request.options
    let above = Preamble(text, from: origin, options, needsMore: &needsMore)
    (preamble, delimiter) = (above.lines, 0)
    let origin = above.end
    delimiter =
      options.delimiter ?? above.delimiter
      ?? Self.sniffDelimiter(
        text, from: origin, tabFirst: request.source.lowercased().contains(".tsv"), needsMore: &needsMore)
    var scanner = FieldScanner(text: text, delimiter: delimiter, position: origin)
    let first = scanner.nextRow() ?? []
    if scanner.metEnd { needsMore = true }
    let isNamed = options.header ?? Self.isHeader(first, options)
    hasHeader = isNamed
    start = isNamed ? scanner.position : origin
    let known = isNamed ? nil : KnownLayout.of(first, delimiter: delimiter)
    names =
      known?.names
      ?? first.enumerated().map { index, name in
        // A nameless column, as of row names, is named by its number. Blanks around a name are no part of it.
        let trimmed = name.trimmingSpaces
        return isNamed && !name.isEmpty ? (trimmed.isEmpty ? name : trimmed) : String(index + 1)
      }
    hasNames = isNamed || known != nil
    hasPlace = !isNamed && first.contains(where: LocationText.isNoName)
    isPadded = isNamed && first.count > 1 && first.dropFirst().allSatisfy { $0.utf8.first == .space }
  }

  /// The candidate that gives the most rows of the same width, of those the widest.
  private static func sniffDelimiter(
    _ text: Bytes, from origin: Int, tabFirst: Bool, needsMore: inout Bool
  ) -> UInt8 {
    var best: (delimiter: UInt8, rows: Int, width: Int) = (tabFirst ? .tab : .comma, 0, 1)
    for candidate in delimiters {
      var scanner = FieldScanner(text: text, delimiter: candidate, position: origin)
      defer { if scanner.metEnd { needsMore = true } }
      guard let width = scanner.skipRow(), width > 1 else { continue }
      var rows = 1
      for _ in 0..<50 {
        guard let count = scanner.skipRow() else { break }
        if count == width { rows += 1 }
      }
      if (rows, width) > (best.rows, best.width) { best = (candidate, rows, width) }
    }
    return best.delimiter
  }

  // Names are hardly ever decimal fractions; two of them in the first row are a point, as is a location.
  private static func isHeader(_ first: [String], _ options: ReadOptions) -> Bool {
    if ColumnNames.coordinates(in: first, planar: options.hasMetres) != nil { return true }
    if first.contains(where: LocationText.isNoName) || hasCoordinates(first, options) { return false }
    func isFraction(_ field: String) -> Bool {
      field.withView { field in
        (field.contains(.dot) || options.decimalComma && field.contains(.comma))
          && DecimalField(field, decimalComma: options.decimalComma).number != nil
      }
    }
    return first.count(where: isFraction) < 2
  }

  /// Whether the first row has coordinates in the columns that options name by their numbers; names that are
  /// these numbers have not.
  static func hasCoordinates(_ first: [String], _ options: ReadOptions) -> Bool {
    func field(_ name: String?) -> String? {
      guard let number = name.flatMap({ Int($0) }), first.indices.contains(number - 1) else { return nil }
      return first[number - 1]
    }
    if first.enumerated().allSatisfy({ Int($1) == $0 + 1 }) { return false }
    if let pair = field(options.location) { return LocationText(pair) != nil }
    let axes: [(String?, CoordinateText.Axis)] = [
      (options.longitude, .longitude), (options.latitude, .latitude),
    ]
    return axes.allSatisfy { name, axis in
      field(name)?.withView {
        DecimalField(coordinate: $0, CoordinateStyle(options), axis: axis).number != nil
      } == true
    }
  }

  /// Guesses the coordinates of a text without names: the only two columns, adjacent, whose first thousand
  /// rows contain numbers within ±360, most with three decimals or more. Returns the first.
  func coordinateColumns(_ text: Bytes, needsMore: inout Bool) -> Int? {
    let (columns, rows) = numbers(in: text, needsMore: &needsMore)
    let found = columns.indices.filter { columns[$0].largest <= 360 && columns[$0].precise * 2 > rows }
    return found.count == 2 && found[1] == found[0] + 1 ? found[0] : nil
  }

  /// The columns that may be coordinates, without evidence from names or decimals, with an example of each:
  /// those whose first thousand rows contain numbers within ±180; if several have mostly fractions, these.
  func possibleCoordinates(
    _ text: Bytes, needsMore: inout Bool
  ) -> [(column: Int, example: Double)] {
    let (columns, _) = numbers(in: text, needsMore: &needsMore)
    let fit = columns.indices.prefix(names.count).filter {
      columns[$0].largest <= 180 && columns[$0].count > 0
    }
    let fractions = fit.filter { columns[$0].fractions * 2 > columns[$0].count }
    return (fractions.count > 1 ? fractions : fit).map { ($0, columns[$0].example) }
  }

  /// The first fields of each column that are not empty, as far as they are in the first rows.
  func samples(_ text: Bytes, needsMore: inout Bool) -> [[String]] {
    var columns = names.map { _ in [String]() }
    var full = 0
    forEachRow(of: text, atMost: 2000, needsMore: &needsMore) { row in
      guard full < columns.count else { return }
      for (column, field) in row.enumerated() where column < columns.count && columns[column].count < 100 {
        if LocationText.isEmpty(field) { continue }
        columns[column].append(field)
        if columns[column].count == 100 { full += 1 }
      }
    }
    return columns
  }

  /// The letters of hemispheres in the first rows of each column; none for one with other texts.
  func hemispheres(_ text: Bytes, needsMore: inout Bool) -> [Set<Character>] {
    var columns = names.map { _ in Set<Character>() }
    var others = Set<Int>()
    forEachRow(of: text, atMost: 100, needsMore: &needsMore) { row in
      for (column, field) in row.enumerated() where column < columns.count && !others.contains(column) {
        if field.isEmpty { continue }
        if field.utf8.count < 8, let letter = ColumnRoles.hemisphere(field) {
          columns[column].insert(letter)
        } else {
          others.insert(column)
        }
      }
    }
    for column in others { columns[column] = [] }
    return columns
  }

  private func forEachRow(
    of text: Bytes, atMost most: Int, needsMore: inout Bool, _ body: ([String]) -> Void
  ) {
    var scanner = FieldScanner(text: text, delimiter: delimiter, position: start)
    for _ in 0..<most {
      guard let row = scanner.nextRow() else { break }
      body(row)
    }
    if scanner.metEnd { needsMore = true }
  }

  private struct Numbers {
    var largest = 0.0

    /// The number of values, of those with decimals, and of those with three or more.
    var (count, fractions, precise) = (0, 0, 0)
    var example = 0.0
  }

  private func numbers(
    in text: Bytes, needsMore: inout Bool
  ) -> (columns: [Numbers], rows: Int) {
    var columns: [Numbers] = []
    var rows = 0
    forEachRow(of: text, atMost: 1000, needsMore: &needsMore) { row in
      if rows == 0 { columns = row.map { _ in Numbers() } }
      rows += 1
      for (index, field) in row.enumerated() where index < columns.count && columns[index].largest.isFinite {
        if field.isEmpty || field == "\\N" { continue }
        guard let number = DecimalField(field).number else {
          columns[index].largest = .infinity
          continue
        }
        columns[index].largest = max(columns[index].largest, number.magnitude)
        if columns[index].count == 0 { columns[index].example = number }
        columns[index].count += 1
        guard let point = field.lastIndex(of: ".") else { continue }
        columns[index].fractions += 1
        if field[point...].count > 3 { columns[index].precise += 1 }
      }
    }
    return (columns, rows)
  }
}

/// Well-known files whose rows have no header: their columns have names all the same.
///
/// Sources: the read-me files of [GeoNames](https://download.geonames.org/export/dump/readme.txt) and of its
/// [postal codes](https://download.geonames.org/export/zip/readme.txt);
/// [OpenFlights](https://openflights.org/data.php).
struct KnownLayout {
  let names: [String]

  private let delimiter: UInt8
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

  static func of(_ row: [String], delimiter: UInt8) -> KnownLayout? {
    all.first { $0.delimiter == delimiter && $0.holds(row) }
  }

  private func holds(_ row: [String]) -> Bool {
    guard row.count == names.count, let south = DecimalField(row[latitude]).number, south.magnitude <= 90,
      let east = DecimalField(row[latitude + 1]).number, east.magnitude <= 180
    else { return false }
    return codes.allSatisfy { $0.isCode(row[$0.column]) }
  }

  private static func isCountry(_ text: String) -> Bool {
    text.isEmpty
      || text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}
