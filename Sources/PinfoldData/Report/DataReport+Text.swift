import Pinfold

extension DataReport {
  /// One line for each fact that a user should know before trusting the points; for standard error.
  public var warnings: [String] {
    var lines = losses
    func warn(_ line: String) { lines.append("\(source): \(line)") }
    let guesses = roles.filter(\.isGuessed).compactMap { use in
      use.column.map { "\(use.role.rawValue) '\($0.onOneLine(limit: 40))'" }
    }
    if !guesses.isEmpty {
      let others = otherReadings.map { "; or say \($0.options)" }.joined()
      warn("columns guessed: \(guesses.joined(separator: ", "))\(others)")
    }
    if let encoding, isEncodingGuessed {
      warn("texts are not UTF-8 and are read as \(encoding)\(encodingAdvice)")
    }
    if let idDefect {
      warn(
        "\(idDefect), so points are named by their rows, as in '#0'; --id names a column of ids that do not repeat"
      )
    }
    if isLatitudeFirst {
      warn("coordinates read as latitude, longitude\(orderReason)")
    } else if isOrderGuessed {
      warn("coordinates read as longitude, latitude; --latitude-first reads them the other way")
    }
    if wrappedLongitudes > 0 { warn("\(wrappedLongitudes) longitudes past 180 wrapped to the west") }
    if extent.beyondMercator > 0 {
      let points = counted(extent.beyondMercator, "point")
      warn("\(points) past ±85.0511°, where the map ends; on maps they are at its edge")
    }
    if let crowd, crowd.isSuspicious(among: shown) {
      let place = "\(Numeral.text(crowd.longitude)), \(Numeral.text(crowd.latitude))"
      let advice =
        crowd.isNullIsland && !isPlanar ? "; leave them out with --where 'lon != 0 or lat != 0'" : ""
      warn("\(crowd.count) of \(shown) points are on one location, \(place)\(advice)")
    }
    return lines
  }

  private var encodingAdvice: String {
    let example = encodingExample.map { ", as in '\($0.onOneLine(limit: 40))'" } ?? ""
    return "\(example); \(TextEncoding.advice)"
  }

  /// Why the latitude is first, or the option that reads pairs of one column in the other order.
  private var orderReason: String {
    roles.contains { $0.role == .longitude }
      ? ", as values past 90 show" : "; --no-latitude-first reads them the other way"
  }

  /// One line for each reason why rows are lost, one on the option that would read them, and ``notes``.
  package var losses: [String] {
    var lines = OddCells.lines(oddCells)
    if let rows = weightless {
      let reason = rows.reason.rawValue
      lines.append(
        "\(rows.count) of \(usable) points have a \(reason), counted as 0\(rows.firstInWords); --unweighted skip leaves them out"
      )
    }
    if let advice { lines.append(advice) }
    return unusableLines(since: []) + lines.map { "\(source): \($0)" } + notes
  }

  /// One line for each reason for which more rows are unusable than in an earlier report.
  package func unusableLines(since earlier: [UnusableRows]) -> [String] {
    unusable.filter { rows in earlier.first { $0.reason == rows.reason }.map { rows.count > $0.count } ?? true
    }
    .map { rows in
      "\(source): \(rows.count) of \(self.rows) rows unusable: \(rows.reason.rawValue)\(rows.firstInWords)"
    }
  }

  var shown: Int { selection?.count ?? usable }

  /// The report as an aligned table.
  public var table: String { table(with: []) }

  /// The report as an aligned table, with further rows.
  package func table(with more: [(String, String)]) -> String {
    var table = TextTable()
    for (label, value) in facts + more { table.row([label, value]) }
    return table.text
  }

  private var facts: [(String, String)] {
    var facts: [(String, String)] = []
    func add(_ label: String, _ value: String?, limit: Int = .max) {
      if let value { facts.append((label, limit == .max ? value : value.onOneLine(limit: limit))) }
    }
    func add(_ examples: [UnusableRows.Example]) {
      for example in examples { add("", "\(example.place): \(example.text)") }
    }
    add("source", source)
    add("format", format.name + (isGzipped ? ", gzip'd" : "") + (isPlanar ? ", planar" : ""))
    add("size", "\(bytes) bytes\(isGzipped ? " unpacked" : "")")
    add("member", member, limit: 80)
    add("made from", origin, limit: 400)
    add("layer", layer, limit: 40)
    if system != .degrees && !isPlanar { add("crs", system.shownName, limit: 80) }
    add("encoding", encoding.map { isEncodingGuessed ? "\($0), guessed\(encodingAdvice)" : $0 })
    add("delimiter", delimiter.map(Self.name))
    add("header", hasHeader.map { $0 ? "yes" : "no" })
    let names = columns.prefix(Self.shownColumns).map { $0.onOneLine(limit: 40) }.joined(separator: ", ")
    let more = hiddenColumns > 0 ? ", … and \(hiddenColumns) more" : ""
    add("columns", columns.isEmpty ? "none" : names + more)
    for use in roles { add(use.role.rawValue, use.text) }
    add("id", idDefect.map { "rows, as '#0': \($0)" })
    if isLatitudeFirst {
      add("order", "latitude first\(orderReason)")
    } else if hasPairs {
      add("order", "longitude first; --latitude-first reads them the other way")
    }
    for reading in otherReadings {
      let names = [reading.longitude, reading.latitude].map { $0.onOneLine(limit: 40) }
      add("could be", "\(names.joined(separator: ", ")): \(reading.options)")
    }
    if otherReadings.isEmpty, roles.contains(where: { $0.role == .longitude && $0.isGuessed }) {
      add("to change", "--lon COLUMN --lat COLUMN")
    }
    add("rows", String(rows))
    add("usable", String(usable))
    for rows in unusable {
      add("unusable", "\(rows.count): \(rows.reason.rawValue)")
      add(rows.examples)
    }
    if let rows = weightless {
      add("weight 0", "\(rows.count): \(rows.reason.rawValue); --unweighted skip leaves them out")
      add(rows.examples)
    }
    for line in OddCells.lines(oddCells) { add("values", line) }
    add("selected", selection.map { "\($0.count): \($0.condition.onOneLine())" })
    if wrappedLongitudes > 0 { add("wrapped", "\(wrappedLongitudes) longitudes past 180") }
    if let repeats {
      let place = "\(Numeral.text(repeats.longitude)), \(Numeral.text(repeats.latitude))"
      add(
        "positions",
        "\(repeats.distinct) different, at most \(counted(repeats.most, "point")) on one"
          + (repeats.most > 1 ? ", at \(place)" : ""))
    }
    add("bounds", shown == 0 ? "none" : extent.edges.map(Numeral.text).joined(separator: ", "))
    if extent.beyondMercator > 0 { add("beyond Mercator", "\(extent.beyondMercator) points") }
    for note in notes {
      add("note", note.hasPrefix("\(source): ") ? String(note.dropFirst(source.count + 2)) : note, limit: 400)
    }
    return facts
  }

  static func name(of delimiter: UInt8) -> String {
    switch delimiter {
    case .tab: "tab"
    case .space: "space"
    default: String(UnicodeScalar(delimiter))
    }
  }
}

extension ColumnUse {
  var text: String {
    guard let column else { return "of the feature" }
    let reason: String
    switch role {
    case _ where !isGuessed: reason = ""
    case .location: reason = " (guessed by its content)"
    default: reason = Int(column) == nil ? " (guessed by its name)" : " (guessed by its numbers)"
    }
    return "'\(column.onOneLine(limit: 40))'" + reason
  }
}

extension UnusableRows {
  fileprivate var firstInWords: String {
    examples.first.map { " (first: \($0.place), \($0.text))" } ?? ""
  }
}
