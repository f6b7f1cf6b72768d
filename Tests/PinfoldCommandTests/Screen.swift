/// What a terminal shows of the bytes that it is sent; lines that scroll away are kept.
///
/// It knows the few sequences that libedit uses on an xterm.
struct Screen {
  let columns: Int
  private(set) var lines: [[Character]] = [[]]
  private var row = 0
  private var column = 0

  init(columns: Int) { self.columns = columns }

  /// Everything shown so far, without blanks at line ends.
  var text: String { lines.map(Self.trimmed).joined(separator: "\n") }

  /// The line of the cursor with its blanks, up to the cursor.
  var currentLine: String { String(lines[row].prefix(column)) }

  var lineCount: Int { lines.count }

  private static func trimmed(_ line: [Character]) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  mutating func receive(_ text: String) { for character in text { receive(character) } }

  private mutating func receive(_ character: Character) {
    if !escape.isEmpty || character == "\u{1B}" { return receiveEscape(character) }
    switch character {
    case "\r": column = 0
    case "\n": moveDown()
    case "\r\n":
      column = 0
      moveDown()
    case "\u{8}": column = max(0, column - 1)
    case "\u{7}": break
    case "\t": column = min(columns - 1, (column / 8 + 1) * 8)
    default:
      if column == columns {
        column = 0
        moveDown()
      }
      pad(to: column)
      if column < lines[row].count { lines[row][column] = character } else { lines[row].append(character) }
      column += 1
    }
  }

  private var escape = ""

  private mutating func receiveEscape(_ character: Character) {
    escape.append(character)
    guard escape.count > 1, character.isLetter || character == "~" || (escape.count == 2 && character != "[")
    else {
      return
    }
    defer { escape = "" }
    guard escape.hasPrefix("\u{1B}[") else { return }
    let count = Int(escape.dropFirst(2).dropLast()) ?? 1
    switch character {
    case "A": row = max(0, row - count)
    case "B": for _ in 0..<count { moveDown() }
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = count - 1
    case "K": if column < lines[row].count { lines[row].removeSubrange(column...) }
    case "J":
      if column < lines[row].count { lines[row].removeSubrange(column...) }
      lines.removeSubrange((row + 1)...)
    case "P":
      let end = min(lines[row].count, column + count)
      if column < end { lines[row].removeSubrange(column..<end) }
    case "@":
      pad(to: column)
      lines[row].insert(contentsOf: String(repeating: " ", count: count), at: column)
    default: break
    }
  }

  private mutating func moveDown() {
    row += 1
    if row == lines.count { lines.append([]) }
  }

  private mutating func pad(to column: Int) {
    while lines[row].count < column { lines[row].append(" ") }
  }
}
