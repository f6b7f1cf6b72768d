import Pinfold

extension DataReport {
  /// One line for each fact that a user should know before trusting the points; for standard error.
  public var warnings: [String] {
    var lines = losses
    let guesses = roles.filter(\.isGuessed).compactMap { use in
      use.column.map { "\(use.role.rawValue) '\($0.onOneLine(limit: 40))'" }
    }
    if !guesses.isEmpty {
      let others = otherReadings.map { "; or say \($0.options)" }.joined()
      lines.append("\(source): columns guessed: \(guesses.joined(separator: ", "))\(others)")
    }
    if let encoding, isEncodingGuessed {
      lines.append(
        "\(source): texts are not UTF-8 and are read as \(encoding); --encoding names another encoding")
    }
    if let idDefect {
      lines.append(
        "\(source): \(idDefect), so points are named by their rows, as in '#0'; --id names a column of ids that "
          + "do not repeat")
    }
    if isLatitudeFirst { lines.append("\(source): coordinates read as latitude, longitude\(orderReason)") }
    if wrappedLongitudes > 0 {
      lines.append("\(source): \(wrappedLongitudes) longitudes past 180 wrapped to the west")
    }
    if extent.beyondMercator > 0 {
      lines.append(
        "\(source): \(counted(extent.beyondMercator, "point")) past ±85.0511°, where the map ends; on maps they are at its edge"
      )
    }
    if let crowd, crowd.isSuspicious(among: shown) {
      lines.append(
        "\(source): \(crowd.count) of \(shown) points are on one location, \(Numeral.text(crowd.longitude)), "
          + Numeral.text(crowd.latitude)
          + (crowd.isNullIsland && !isPlanar
            ? "; leave them out with --where 'lon != 0 or lat != 0'" : ""))
    }
    return lines
  }

  /// Why the latitude is first, or the option that reads pairs of one column in the other order.
  private var orderReason: String {
    roles.contains { $0.role == .location }
      ? "; --no-latitude-first reads them the other way" : ", as values past 90 show"
  }

  /// One line for each reason why rows are lost, one on the option that would read them, and ``notes``.
  package var losses: [String] {
    let lines = unusable.map { rows in
      "\(source): \(rows.count) of \(self.rows) rows unusable: \(rows.reason.rawValue)"
        + (rows.examples.first.map { " (first: \($0.place), \($0.text))" } ?? "")
    }
    let weightless = self.weightless.map { rows in
      "\(source): \(rows.count) of \(usable) points have a \(rows.reason.rawValue), counted as 0"
        + (rows.examples.first.map { " (first: \($0.place), \($0.text))" } ?? "")
        + "; --unweighted skip leaves them out"
    }
    let odd = OddCells.lines(oddCells).map { "\(source): \($0)" }
    return lines + odd + (weightless.map { [$0] } ?? []) + (advice.map { ["\(source): \($0)"] } ?? []) + notes
  }

  var shown: Int { selection?.count ?? usable }

  /// The report as an aligned table.
  public var table: String {
    var table = TextTable()
    for (label, value) in facts { table.row([label, value]) }
    return table.text
  }

  private var facts: [(String, String)] {
    var facts = [
      ("source", source), ("format", formatText),
      ("size", "\(bytes) bytes\(isGzipped ? " unpacked" : "")"),
    ]
    if let member { facts.append(("member", member.onOneLine(limit: 80))) }
    if let origin { facts.append(("made from", origin.onOneLine(limit: 400))) }
    if let layer { facts.append(("layer", layer.onOneLine(limit: 40))) }
    if system != .degrees && !isPlanar { facts.append(("crs", system.shownName.onOneLine(limit: 80))) }
    if let encoding { facts.append(("encoding", encoding)) }
    if let delimiter { facts.append(("delimiter", Self.name(of: delimiter))) }
    if let hasHeader {
      facts.append(
        (
          "header",
          hasHeader
            ? "yes" + (linesAboveHeader > 0 ? ", below \(counted(linesAboveHeader, "line"))" : "") : "no"
        ))
    }
    let names = columns.prefix(Self.shownColumns).map { $0.onOneLine(limit: 40) }.joined(
      separator: ", ")
    let more = hiddenColumns > 0 ? ", … and \(hiddenColumns) more" : ""
    facts.append(("columns", columns.isEmpty ? "none" : names + more))
    for use in roles { facts.append((use.role.rawValue, use.text)) }
    if let idDefect { facts.append(("id", "rows, as '#0': \(idDefect)")) }
    if isLatitudeFirst {
      facts.append(("order", "latitude first\(orderReason)"))
    } else if hasPairs {
      facts.append(("order", "longitude first; --latitude-first reads them the other way"))
    }
    for reading in otherReadings {
      facts.append(
        (
          "could be",
          "\(reading.longitude.onOneLine(limit: 40)), \(reading.latitude.onOneLine(limit: 40)): \(reading.options)"
        ))
    }
    if otherReadings.isEmpty, roles.contains(where: { $0.role == .longitude && $0.isGuessed }) {
      facts.append(("to change", "--lon COLUMN --lat COLUMN"))
    }
    facts.append(("rows", String(rows)))
    facts.append(("usable", String(usable)))
    for rows in unusable {
      facts.append(("unusable", "\(rows.count): \(rows.reason.rawValue)"))
      for example in rows.examples { facts.append(("", "\(example.place): \(example.text)")) }
    }
    if let weightless {
      facts.append(
        ("weight 0", "\(weightless.count): \(weightless.reason.rawValue); --unweighted skip leaves them out"))
      for example in weightless.examples { facts.append(("", "\(example.place): \(example.text)")) }
    }
    for line in OddCells.lines(oddCells) { facts.append(("values", line)) }
    if let selection {
      facts.append(("selected", "\(selection.count): \(selection.condition.onOneLine())"))
    }
    if wrappedLongitudes > 0 {
      facts.append(("wrapped", "\(wrappedLongitudes) longitudes past 180"))
    }
    if let repeats {
      facts.append(
        (
          "positions",
          "\(repeats.distinct) different, at most \(repeats.most) points on one\(Self.location(of: repeats))"
        ))
    }
    let corners = extent.edges.map(Numeral.text).joined(separator: ", ")
    facts.append(("bounds", shown == 0 ? "none" : corners))
    if extent.beyondMercator > 0 {
      facts.append(("beyond Mercator", "\(extent.beyondMercator) points"))
    }
    return facts
  }

  private var formatText: String {
    format.name + (isGzipped ? ", gzip'd" : "") + (isPlanar ? ", planar" : "")
  }

  /// The location of the most crowded coordinates: ", at 0, 0"; empty where none is shared.
  private static func location(of repeats: CoordinateRepeats) -> String {
    guard repeats.most > 1 else { return "" }
    return ", at \(Numeral.text(repeats.longitude)), \(Numeral.text(repeats.latitude))"
  }

  static func name(of delimiter: UInt8) -> String {
    switch delimiter {
    case .tab: "tab"
    case .space: "space"
    default: String(UnicodeScalar(delimiter))
    }
  }
}

extension UnusableRows.Example {
  /// The position: "line 12", or "feature 3, line 12".
  public var place: String {
    [feature.map { "feature \($0)" }, line.map { "line \($0)" }].compactMap { $0 }.joined(
      separator: ", ")
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
