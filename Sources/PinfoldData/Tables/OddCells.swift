import Pinfold
import Platform

/// Cells of a column that a user should know of: those that are no numbers among numbers, and those that
/// stand for no value.
struct OddCells: Sendable, Hashable {
  enum Kind: String {
    /// A few texts that make texts of a column of numbers.
    case texts

    /// Texts that people write as numbers, in a column that holds nothing else.
    case written

    /// Texts in a column that an option takes for numbers; they are read as missing.
    case dropped

    /// Marks of missing values, such as `n/a`, among numbers.
    case marks
  }

  let column: String
  let kind: Kind

  /// The number of such cells, and of all cells that hold something.
  private(set) var count = 0
  let present: Int

  private(set) var first: Int?

  /// The options that read them as numbers, where they look like some.
  private var options: String?

  /// Where the first stands, and what it says.
  var example: UnusableRows.Example?

  init(_ kind: Kind, _ column: String, of present: Int) {
    (self.column, self.kind, self.present) = (column, kind, present)
  }

  /// The first of some rows whose texts people write as numbers, such as `2,148,000`, where the others are
  /// numbers too; nil for other columns, and where nothing shows what a comma is but there are plain numbers.
  init?(_ rows: some Sequence<Int>, in cells: CellColumn, named name: String) {
    let texts = rows.lazy.map { cells.string($0) ?? "" }
    guard let first = rows.first(where: { _ in true }),
      let options = WrittenNumbers.options(for: texts, column: name),
      WrittenNumbers(texts) != nil || Array(rows).count == cells.presentCount
    else { return nil }
    self.init(.written, name, of: cells.presentCount)
    self.options = options
    add(first)
  }

  /// Notes how many of the cells `--numbers` reads as numbers, from their texts.
  mutating func noteNumbers(among texts: some Sequence<String>) {
    let written = WrittenNumbers(texts, areNumbers: true)
    let numbers = texts.reduce(0) { $0 + (written?.value(of: $1) == nil ? 0 : 1) }
    guard numbers > 0 else { return }
    let all = count == 1 ? "it" : "them"
    let read = numbers == count ? all : "\(numbers) of them, and the others as missing"
    options = "--numbers \(column.shellQuoted) reads \(read)"
  }

  mutating func add(_ row: Int) {
    if first == nil { first = row }
    count += 1
  }

  /// One line for a user on cells that are no numbers.
  var text: String {
    let are = count == 1 ? "is no number" : "are no numbers"
    switch kind {
    case .written:
      return "column \(name) is text, though it looks like numbers\(place); "
        + (options ?? "--numbers \(column.shellQuoted) reads them")
    case .texts:
      return "column \(name) is text, as \(count) of \(present) values \(are)\(place); "
        + (options ?? "--numbers \(column.shellQuoted) reads \(count == 1 ? "it" : "them") as missing")
    case .dropped, .marks:
      return "column \(name): \(count) of \(present) values \(are), read as missing\(place)"
    }
  }

  private var name: String { "'\(column.onOneLine(limit: 40))'" }
  private var place: String { example.map { " (first: \($0.place), '\($0.text)')" } ?? "" }

  /// The most columns that are named each.
  private static let most = 3

  /// A line for each of a few columns, and one for all marks of missing values.
  static func lines(_ all: [OddCells]) -> [String] {
    let (marks, odd) = (all.filter { $0.kind == .marks }, all.filter { $0.kind != .marks })
    var lines = odd.prefix(most).map(\.text)
    if odd.count > most {
      lines.append("\(counted(odd.count - most, "more column")) with values that are no numbers")
    }
    if !marks.isEmpty {
      let named = marks.prefix(most).map { "\($0.count) of \($0.name)\($0.place)" }
      let more = marks.count > most ? ["those of \(counted(marks.count - most, "more column"))"] : []
      lines.append("read as missing: \((named + more).joined(separator: ", "))")
    }
    return lines
  }
}
