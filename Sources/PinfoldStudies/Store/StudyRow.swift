import Pinfold
import PinfoldData
import PinfoldEvaluation

/// The tables of a study's database that are read.
enum StudyTable: String {
  case study, plan, dataset, unusable, strategy, camera, seed, measure, run, frame, score, message, timing,
    sample
  case strategyParameter = "strategy_parameter"

  /// The columns that identify a row, in the order in which rows are read.
  var key: [String] {
    switch self {
    case .study: ["key"]
    case .plan: ["section", "number"]
    case .dataset, .strategy, .camera, .seed, .measure, .run: ["id"]
    case .unusable: ["dataset", "reason"]
    case .strategyParameter: ["strategy", "number"]
    case .frame: ["run", "number"]
    case .score: ["run", "measure", "number"]
    case .message: ["run", "text"]
    case .timing: ["dataset", "strategy"]
    case .sample: ["dataset", "strategy", "kind", "number"]
    }
  }
}

/// A row of a study's table, whose values are checked as they are read.
///
/// SQLite holds any type in any column, and other programs may have written to the database: a value of
/// another type or out of its range throws a ``StudyValueError``.
struct StudyRow {
  let table: StudyTable
  fileprivate let row: SQLiteStatement

  /// All values with the names of their columns.
  var values: [(column: String, value: SQLiteValue)] {
    row.columns.enumerated().map { ($1, row.value($0)) }
  }

  func text(_ column: String) throws(StudyValueError) -> String {
    guard case .text(let text) = try storage(column) else { throw error(column, "is not a text") }
    return text
  }

  /// A finite number within a range.
  func number(_ column: String, in range: ClosedRange<Double> = .finite) throws(StudyValueError) -> Double {
    let number: Double? =
      switch try storage(column) {
      case .number(let number): number
      case .integer(let number): Double(number)
      default: nil
      }
    guard let number, range.contains(number) else {
      let isBounded = range.upperBound < .greatestFiniteMagnitude
      throw error(
        column,
        isBounded
          ? "is not a number from \(range.lowerBound) to \(range.upperBound)" : "is not a finite number")
    }
    return number
  }

  /// A whole number within a range.
  func integer(_ column: String, in range: ClosedRange<Int>) throws(StudyValueError) -> Int {
    guard case .integer(let number) = try storage(column), range.contains(number) else {
      throw error(
        column,
        range.lowerBound == range.upperBound
          ? "is not \(range.lowerBound)"
          : "is not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A whole number from 0, such as an id.
  func count(_ column: String, atMost most: Int = .max) throws(StudyValueError) -> Int {
    try integer(column, in: 0...most)
  }

  /// A position in a list of `count` elements.
  func index(_ column: String, of count: Int) throws(StudyValueError) -> Int {
    guard case .integer(let number) = try storage(column), (0..<count).contains(number) else {
      throw error(column, "is not an index below \(count)")
    }
    return number
  }

  /// A flag, 0 or 1.
  func flag(_ column: String) throws(StudyValueError) -> Bool { try integer(column, in: 0...1) == 1 }

  /// A digest as hexadecimal digits.
  func digest(_ column: String) throws(StudyValueError) -> Digest {
    guard case .text(let text) = try storage(column), let digest = Digest(text) else {
      throw error(column, "is not a SHA-256 of 64 hexadecimal digits")
    }
    return digest
  }

  func word<Word>(_ column: String) throws(StudyValueError) -> Word
  where Word: RawRepresentable<String>, Word: CaseIterable {
    guard case .text(let text) = try storage(column), let word = Word(rawValue: text) else {
      throw error(column, "is none of: \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  func bytes(_ column: String) throws(StudyValueError) -> [UInt8] {
    guard case .blob(let bytes) = try storage(column) else { throw error(column, "is not a blob") }
    return bytes
  }

  /// A value that may be NULL, read by another method: `row.optional("licence", row.text)`.
  func optional<Value>(
    _ column: String, _ read: (String) throws(StudyValueError) -> Value
  ) throws(StudyValueError) -> Value? {
    if case .null = try storage(column) { return nil }
    return try read(column)
  }

  /// A number that may be NULL.
  func optionalNumber(
    _ column: String, in range: ClosedRange<Double> = .finite
  ) throws(StudyValueError) -> Double? {
    if case .null = try storage(column) { nil } else { try number(column, in: range) }
  }

  /// The error of a value that is wrong though its type and range are right.
  func error(_ column: String, _ problem: String) -> StudyValueError {
    StudyValueError(
      description: "table '\(table.rawValue)', row with \(keyInWords), column '\(column)': "
        + "\(Self.text(of: value(column))) \(problem)")
  }

  /// The columns that identify the row: "run 3, number 0".
  var keyInWords: String {
    table.key.map { "\($0) \(Self.text(of: value($0)))" }.joined(separator: ", ")
  }

  private func storage(_ column: String) throws(StudyValueError) -> SQLiteValue {
    guard let value = value(column) else { throw error(column, "is missing") }
    return value
  }

  private func value(_ column: String) -> SQLiteValue? { row.columns.firstIndex(of: column).map(row.value) }

  /// A value as messages show it.
  static func text(of value: SQLiteValue?) -> String {
    switch value {
    case nil: "no such column"
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): String(text.prefix(40)).debugDescription
    case .blob(let bytes): "a blob of \(bytes.count) bytes"
    }
  }
}

/// A value of a study's database that this program cannot have written.
struct StudyValueError: Error, CustomStringConvertible {
  let description: String
}

extension SQLiteDatabase {
  /// Inserts a row of values in the order of the table's columns.
  func insert(_ table: StudyTable, _ values: [any SQLiteConvertible], replacing: Bool = false) throws {
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    try execute("INSERT \(replacing ? "OR REPLACE " : "")INTO \(table.rawValue) VALUES (\(marks))", values)
  }

  /// Reads rows of a table in the order of its key.
  func readRows<Output>(
    of table: StudyTable, where condition: String = "TRUE", _ values: [any SQLiteConvertible] = [],
    _ transform: (StudyRow) throws -> Output
  ) throws -> [Output] {
    let order = table.key.joined(separator: ", ")
    let row = try statement(
      "SELECT * FROM \(table.rawValue) WHERE \(condition) ORDER BY \(order)", values)
    var outputs: [Output] = []
    while try row.step() { outputs.append(try transform(StudyRow(table: table, row: row))) }
    return outputs
  }

  /// Reads a table whose ids count from 0.
  func readList<Output>(of table: StudyTable, _ transform: (StudyRow) throws -> Output) throws -> [Output] {
    var count = 0
    return try readRows(of: table) { row in
      _ = try row.integer("id", in: count...count)
      count += 1
      return try transform(row)
    }
  }
}
