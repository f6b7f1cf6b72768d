/// The numbers on the markers of a map and the lines above it, which symbols are too coarse to show.
struct MapLabels {
  /// A number at its middle, or a line above a map at its start, as shares of the document's width and
  /// height.
  struct Label {
    let text: String
    let x: Double
    let y: Double

    /// The class of the count, for colors; nil for a line above a map.
    let colorClass: Int?
  }

  /// The document without any text.
  let bare: String

  /// In the order of drawing.
  private(set) var labels: [Label] = []

  /// Takes the texts out of maps of this package; other documents, and what moves, keep theirs.
  init(in svg: String) {
    guard !svg.contains("@keyframes"),
      let size = svg.firstMatch(of: /^<svg [^>]*?width="([0-9.]+)" height="([0-9.]+)"/),
      let width = Double(size.1), let height = Double(size.2), width > 0, height > 0
    else {
      bare = svg
      return
    }
    // Maps are documents inside of the document.
    var corners: [(x: Double, y: Double)] = []
    var bare: [Substring] = []
    for line in svg.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<svg") {
        let corner = corners.last ?? (0, 0)
        corners.append((corner.x + Self.number("x", in: line), corner.y + Self.number("y", in: line)))
      } else if line.hasPrefix("</svg>") {
        corners.removeLast(corners.isEmpty ? 0 : 1)
      } else if line.hasPrefix("<text "), line.hasSuffix("</text>") {
        if let label = Self.label(line, corners.last ?? (0, 0), width, height) { labels.append(label) }
        continue
      }
      bare.append(line)
    }
    self.bare = bare.joined(separator: "\n")
  }

  /// Nil for names along the edge and the legend's, which have no room.
  private static func label(
    _ line: Substring, _ corner: (x: Double, y: Double), _ width: Double, _ height: Double
  ) -> Label? {
    guard
      let match = line.wholeMatch(of: /<text class="(?:t([0-9]) middle|title|soft)" [^>]*>([^<]*)<\/text>/)
    else { return nil }
    let colorClass = match.1.flatMap { Int($0) }
    // The lines above a map begin at its edge, where nothing else does.
    if colorClass == nil, line.contains(" x=\"") { return nil }
    // A text's middle lies above its base line.
    return Label(
      text: String(match.2).xmlUnescaped, x: (corner.x + number("x", in: line)) / width,
      y: (corner.y + number("y", in: line) - 4) / height, colorClass: colorClass)
  }

  /// The value of an attribute; 0 where it is missing.
  private static func number(_ name: String, in line: Substring) -> Double {
    guard let start = line.firstRange(of: " \(name)=\"")?.upperBound else { return 0 }
    return Double(line[start...].prefix { $0 != "\"" }) ?? 0
  }

  /// Writes the numbers over a picture of symbols, those of the topmost markers first, where no other stands.
  ///
  /// - Parameter style: the escape sequence of a class's numbers; nil for text without any.
  func written(over picture: String, style: ((Int) -> String)?) -> String {
    guard !labels.isEmpty else { return picture }
    var rows = picture.split(separator: "\n", omittingEmptySubsequences: false).map { SymbolRow(String($0)) }
    let height = rows.last?.cells.isEmpty == true ? rows.count - 1 : rows.count
    let width = rows.map(\.cells.count).max() ?? 0
    for label in labels.reversed() {
      let row = Int(label.y * Double(height))
      let text = Array(label.text)
      guard rows.indices.contains(row) else { continue }
      guard let colorClass = label.colorClass else {
        // As much of it as there is room for.
        let start = max(1, Int((label.x * Double(width)).rounded()))
        let room = max(0, rows[row].cells.count - start - 1)
        rows[row].write(Array(text.prefix(room)), at: start, style: style == nil ? nil : "\u{1B}[0m")
        continue
      }
      let start = Int((label.x * Double(width) - Double(text.count) / 2).rounded())
      rows[row].write(text, at: start, style: style?(colorClass))
    }
    return rows.map(\.text).joined(separator: "\n")
  }
}

/// One line of a picture of symbols: its characters, each with the escape sequences before it.
private struct SymbolRow {
  struct Cell {
    var sequences: String
    var character: Character
    var isLabel = false
  }

  private(set) var cells: [Cell] = []
  private let end: String

  init(_ line: String) {
    var sequences = ""
    var rest = line[...]
    while let character = rest.first {
      if character == "\u{1B}", let close = rest.firstIndex(of: "m") {
        sequences += rest[...close]
        rest = rest[rest.index(after: close)...]
      } else {
        cells.append(Cell(sequences: sequences, character: character))
        sequences = ""
        rest = rest.dropFirst()
      }
    }
    end = sequences
  }

  /// Writes a text, with a blank on either side, unless it would touch another one or the edge.
  mutating func write(_ text: [Character], at start: Int, style: String?) {
    let range = (start - 1)..<(start + text.count + 1)
    guard range.lowerBound >= 0, range.upperBound <= cells.count, !cells[range].contains(where: \.isLabel)
    else {
      return
    }
    // Characters after the label keep their look: the escape sequences of the covered ones still apply.
    let covered = cells[range].map(\.sequences).joined()
    let before = cells[..<range.lowerBound].map(\.sequences).joined()
    for (index, character) in zip(range, [" "] + text + [" "]) {
      cells[index] = Cell(sequences: "", character: character, isLabel: true)
    }
    guard let style else { return }
    cells[range.lowerBound].sequences = style
    if range.upperBound < cells.count {
      cells[range.upperBound].sequences =
        "\u{1B}[0m" + GraphicRendition(before + covered).sequence + cells[range.upperBound].sequences
    }
  }

  var text: String { cells.map { $0.sequences + String($0.character) }.joined() + end }
}

/// The colors that escape sequences leave behind.
private struct GraphicRendition {
  private var foreground = ""
  private var background = ""
  private var isInverse = false

  init(_ sequences: String) {
    for sequence in sequences.split(separator: "\u{1B}[") {
      var numbers = sequence.dropLast().split(separator: ";", omittingEmptySubsequences: false)[...]
      while let first = numbers.popFirst() {
        let code = Int(first) ?? 0
        switch code {
        case 0: (foreground, background, isInverse) = ("", "", false)
        case 7: isInverse = true
        case 27: isInverse = false
        case 38, 48:
          let count = numbers.first == "2" ? 4 : 2
          let color = ([first] + numbers.prefix(count)).joined(separator: ";")
          numbers = numbers.dropFirst(count)
          if code == 38 { foreground = color } else { background = color }
        case 39: foreground = ""
        case 49: background = ""
        case 30...37, 90...97: foreground = String(first)
        case 40...47, 100...107: background = String(first)
        default: break
        }
      }
    }
  }

  var sequence: String {
    let parts = [isInverse ? "7" : "", foreground, background].filter { !$0.isEmpty }
    return parts.isEmpty ? "" : "\u{1B}[\(parts.joined(separator: ";"))m"
  }
}

extension String {
  fileprivate var xmlUnescaped: String {
    replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&amp;", with: "&")
  }
}
