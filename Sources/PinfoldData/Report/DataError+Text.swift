import Pinfold

extension DataError: CustomStringConvertible {
  /// One line: what is wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .cannotRead(let source, let reason): "cannot read \(source): \(reason)"
    case .cannotWrite(let source, let reason): "cannot write \(source): \(reason)"
    case .empty(let source):
      "\(source): empty; expected CSV, GeoJSON, a GeoPackage or another format of points"
    case .binary(let source):
      "\(source): binary data; expected CSV, GeoJSON, a GeoPackage or another format of points"
    case .otherFormat(let source, let name, let advice): "\(source): \(name); \(advice)"
    case .damaged(let source, let format, let reason): "\(source): damaged \(format): \(reason)"
    case .severalLayers(let source, let layers):
      "\(source): \(layers.count) layers; choose one with --layer: \(Self.list(layers))"
    case .unknownLayer(let source, let name, let layers):
      "\(source): no layer '\(name.onOneLine())' (--layer)"
        + (Suggestion.closest(to: name, among: layers).map { " (did you mean '\($0)'?)" }
          ?? "; it has \(Self.list(layers))")
    case .otherSystem(let source, let name, let fitsDegrees):
      "\(source): coordinates in \(name.onOneLine(limit: 80)); "
        + (fitsDegrees
          ? "but all numbers fit degrees: if they are, say --crs EPSG:4326; if not, " : "")
        + (!ProjLibrary.isInstalled
          ? "install PROJ, which converts them (\(ProjLibrary.advice)), or "
          : "PROJ does not know that system: name another with --crs, or ")
        + "take them as plain x and y with --planar"
    case .notConverted(let source, let reason):
      "\(source): ogr2ogr: \(reason.onOneLine(limit: 300))"
    case .truncatedGzip(let source):
      "\(source): gzip'd data cut short; fetch or pack the file again"
    case .damagedGzip(let source, let reason): "\(source): damaged gzip'd data (\(reason))"
    case .badJSON(let source, let line, let reason): "\(source):\(line): \(reason)"
    case .badFrames(let source, let path, let reason):
      // A lone frame has nothing before the first dot.
      [source, path.hasPrefix(".") ? String(path.dropFirst()) : path, reason].filter { !$0.isEmpty }
        .joined(separator: ": ")
    case .noCoordinateColumns(let source, let columns):
      "\(source): no columns that could be coordinates among \(Self.list(columns)); \(Self.advice(columns))"
    case .unclearOrder(let source, let columns, let values): Self.unclearOrder(source, columns, values)
    case .unclearPair(let source, let column, let values):
      "\(source): column '\(column.onOneLine(limit: 40))' holds pairs, and nothing says which number is the longitude: "
        + "\(values.map(Numeral.text).joined(separator: ", ")) is latitude and longitude with --latitude-first, "
        + "longitude and latitude with --no-latitude-first"
    case .severalLocations(let source, let columns):
      "\(source): \(columns.count) columns hold locations: \(Self.list(columns)); choose one with --location"
    case .unknownColumn(let source, let name, let option, let columns):
      "\(source): no column '\(name.onOneLine())' (\(option))"
        + (Suggestion.closest(to: name, among: columns).map { " (did you mean '\($0)'?)" }
          ?? (option == "--where"
            ? Condition.advice(on: name.onOneLine(), in: "=", among: columns) ?? "" : "")
            + "; it has \(Self.list(columns))")
    case .otherEncoding(let source, let line):
      "\(source):\(line): text that is not in the encoding of the rest; name the encoding of the whole file, as in "
        + "--encoding windows-1252"
    case .duplicateID(let source, let id, let column, let first, let second, let count):
      "\(source):\(second): id '\(id.onOneLine())' (column '\(column)') is already that of line \(first)"
        + (count > 1 ? ", and \(count) ids repeat, which 'pinfold info' lists" : "")
        + "; ids must be unique, or leave out --id to number the rows"
    case .missingID(let source, let column, let line, let count):
      "\(source):\(line): no id in column '\(column)'\(count > 1 ? ", as in \(count) rows" : ""); "
        + "every row needs one, or leave out --id to number the rows"
    case .noUsableRows(let source, let rows, let reason, let line, let text, let advice):
      "\(source): none of \(rows) rows can be used; line \(line): \(reason): \(text)"
        + (advice.map { "; \($0)" } ?? "")
    case .unlikelyReading(let source, let count, let rows, let line, let text, let advice, let options):
      "\(source): \(count) of \(rows) rows cannot be used, the first in line \(line): \(text); \(advice). To skip "
        + "these rows, say \(options)"
    case .noRows(let source): "\(source): no rows"
    case .noneSelected(let source, let rows, let condition):
      "\(source): of \(rows) usable rows the condition '\(condition.onOneLine())' holds for none"
    case .noneWithin(let source, let edges):
      "\(source): no points within \(edges.map(Numeral.text).joined(separator: ", ")) (--within)"
    case .badCondition(let source, let error): "\(source): --where: \(error)"
    case .unusableRow(let source, let reason, let line, let text, let count):
      "\(source):\(line): \(reason): \(text) (\(count) unusable \(count == 1 ? "row" : "rows"), none is allowed)"
    case .badOption(let option, let reason): "\(option): \(reason)"
    case .badCells(let source, let reason): "\(source): \(reason)"
    case .outOfMemory(let source): "\(source): too large for this machine's memory"
    case .stopped(let reason): reason
    case .tooLarge(let source, let reason): "\(source): \(reason)"
    }
  }

  /// The options to type if no columns were recognized as coordinates, based on their names.
  private static func advice(_ columns: [String]) -> String {
    if let (east, north) = ColumnNames.metres(in: columns) {
      return
        "'\(east.onOneLine(limit: 40))' and '\(north.onOneLine(limit: 40))' look like meters: name their system, as in "
        + "--crs EPSG:32632 for UTM zone 32 north, or take them as a plane with --planar"
    }
    let usual = "name them with --lon and --lat, or one that holds both with --location"
    let names = columns.map(ColumnNames.fold)
    if names.contains(where: { $0.contains("mgrs") || $0.contains("usng") || $0.contains("grid ref") }) {
      return "grid references are not read: convert them to degrees, or " + usual
    }
    for (words, advice) in codes {
      let isNamed = names.contains { name in words.contains { name == $0 || name.hasPrefix($0 + "_") } }
      if isNamed { return advice + "; or " + usual }
    }
    if let parts = parts(columns) { return parts + ", or " + usual }
    if columns.count == 1, names[0].split(separator: " ").count > 1 {
      return "if blanks separate the fields, say --delimiter space; else " + usual
    }
    return usual
  }

  /// What to do about degrees and minutes in columns of their own; nil where there are none.
  private static func parts(_ columns: [String]) -> String? {
    for name in columns {
      guard let minutes = ColumnNames.minutes(of: name, in: columns) else { continue }
      return
        "'\(name.onOneLine(limit: 40))' and '\(minutes.onOneLine(limit: 40))' look like parts of an angle: join them "
        + "into one column, as in 48°51'36\"N"
    }
    return nil
  }

  /// Names of columns of codes that are not read, and what makes degrees of them.
  private static let codes: [(names: [String], advice: String)] = [
    (
      ["gridref", "os_grid", "osgb", "ngr", "grid_reference"],
      "grid references are not read: convert them to degrees"
    ),
    (
      ["h3", "hex_id", "h3index"],
      "H3 cells are not read: cell_to_latlng of the library h3 makes degrees of them"
    ),
    (
      ["quadkey", "s2", "s2cell", "s2_cell_id"],
      "cells of quadkeys and S2 are not read: convert their centers to degrees"
    ),
    (["elements"], "ways and relations of Overpass have a location where the query ends in 'out center'"),
    (["w3w", "what3words"], "words of what3words are not read: only its service converts them"),
    (
      ["locator", "maidenhead", "gridsquare", "grid_square"],
      "Maidenhead locators are not read: convert them to degrees"
    ),
  ]

  private static func unclearOrder(_ source: String, _ columns: [String], _ values: [Double]) -> String {
    let numbers = values.map(Numeral.text)
    let names = columns.map { name in
      name.contains { !$0.isLetter && !$0.isNumber } ? "'\(name.onOneLine(limit: 40))'" : name
    }
    let all = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    guard names.count == 2 else {
      return "\(source): no header says which columns are coordinates; \(all) have numbers that could be: "
        + (parts(columns) ?? "name them with --lon and --lat")
    }
    func reading(_ longitude: Int) -> String {
      let latitude = 1 - longitude
      return "longitude \(numbers[longitude]), latitude \(numbers[latitude]) with "
        + "--lon \(names[longitude]) --lat \(names[latitude])"
    }
    let readings = [0, 1].filter { values[1 - $0].magnitude <= 90 }.map(reading)
    return
      "\(source): no header says which of columns \(names.joined(separator: " and ")) is the longitude: "
      + "\(numbers.joined(separator: ", ")) is \(readings.joined(separator: ", or "))"
  }

  // A file may have hundreds of columns; list only a line or two.
  private static func list(_ columns: [String]) -> String {
    let shown = columns.prefix(40).map { "'\($0.onOneLine(limit: 40))'" }.joined(separator: ", ")
    return columns.isEmpty
      ? "none" : shown + (columns.count > 40 ? ", … (\(columns.count) in all)" : "")
  }
}
