import Foundation
package import Pinfold
import PinfoldData

/// Damage to a study's database, as other programs, disks and people may do it.
public enum StudyDamage {
  /// Executes SQL in the study of a folder; nothing guards against values that the study would never write.
  public static func execute(_ sql: String, in folder: String) throws {
    try SQLiteDatabase(path: path(in: folder), .writing, isTrusted: true).execute(sql)
  }

  /// Removes the constraints that would refuse damaged values, and leaves one file, which can be copied.
  public static func expose(_ folder: String) throws {
    try execute(
      """
      PRAGMA journal_mode = DELETE;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '');
      PRAGMA writable_schema = RESET;
      """, in: folder)
  }

  /// Does some damage at random.
  package static func damage(_ folder: String, _ random: inout SplitMix64) throws {
    switch random.below(12) {
    case 0: try flipBits(folder, &random)
    case 1: try removeSchema(folder, &random)
    case 2: try removeRows(folder, &random)
    case 3: try damageManifest(folder, &random)
    default: for _ in 0...random.below(3) { try changeValue(folder, &random) }
    }
  }

  private static func path(in folder: String) -> String { "\(folder)/study.sqlite" }

  /// Values that no column expects, and some that would be right elsewhere.
  private static let values = [
    "NULL", "0", "1", "-1", "2", "7", "9223372036854775807", "-9223372036854775808", "2147483648",
    "4294967296",
    "0.5", "-0.5", "1e308", "-1e308", "9e999", "-9e999", "5e-324", "1e19", "'xxxx'", "''", "'[]'", "'{}'",
    "'<b>'",
    "'1e999'", "'0 0 0'", "'12 8 10'", "'frame'", "'lower'", "x''", "x'00'", "x'ff00ff'", "zeroblob(5000)",
    "randomblob(40)", "printf('%.*c', 3000, 'x')", "char(27, 0, 10, 1114111)", "'\u{202E}é'",
  ]

  private static func changeValue(_ folder: String, _ random: inout SplitMix64) throws {
    let table = try pick(from: tables(folder), &random)
    let column = try pick(from: columns(of: table, in: folder), &random)
    let other = try pick(from: columns(of: table, in: folder), &random)
    let value = random.below(8) == 0 ? "\"\(other)\"" : values[random.below(values.count)]
    let rows = random.below(4) == 0 ? "TRUE" : "\"\(other)\" IN (\(some(other, table, random.below(50))))"
    // A value that another row has already is refused where it must be unique.
    try execute("UPDATE OR IGNORE \"\(table)\" SET \"\(column)\" = \(value) WHERE \(rows)", in: folder)
  }

  private static func removeRows(_ folder: String, _ random: inout SplitMix64) throws {
    let table = try pick(from: tables(folder), &random)
    let column = try pick(from: columns(of: table, in: folder), &random)
    try execute(
      "DELETE FROM \"\(table)\" WHERE \"\(column)\" IN (\(some(column, table, random.below(20))))", in: folder
    )
  }

  private static func removeSchema(_ folder: String, _ random: inout SplitMix64) throws {
    let table = try pick(from: tables(folder), &random)
    let column = try pick(from: columns(of: table, in: folder), &random)
    try execute(
      random.below(2) == 0
        ? "DROP TABLE \"\(table)\"" : "ALTER TABLE \"\(table)\" RENAME COLUMN \"\(column)\" TO other",
      in: folder)
  }

  private static func damageManifest(_ folder: String, _ random: inout SplitMix64) throws {
    let value = values[random.below(values.count)]
    try execute(
      """
      UPDATE study SET
        value = substr(value, 1, \(random.below(3000))) || \(value) || substr(value, \(random.below(3000)))
      WHERE key = 'manifest'
      """, in: folder)
  }

  private static func flipBits(_ folder: String, _ random: inout SplitMix64) throws {
    let file = URL(filePath: path(in: folder))
    var bytes = try Data(contentsOf: file)
    for _ in 0...random.below(20) { bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8)) }
    try bytes.write(to: file)
  }

  private static func some(_ column: String, _ table: String, _ offset: Int) -> String {
    "SELECT \"\(column)\" FROM \"\(table)\" LIMIT 1 OFFSET \(offset)"
  }

  private static func pick(from names: [String], _ random: inout SplitMix64) throws -> String {
    names.isEmpty ? "none" : names[random.below(names.count)]
  }

  private static func tables(_ folder: String) throws -> [String] {
    try read("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", in: folder)
  }

  private static func columns(of table: String, in folder: String) throws -> [String] {
    try read("SELECT name FROM pragma_table_info('\(table)')", in: folder)
  }

  private static func read(_ sql: String, in folder: String) throws -> [String] {
    try SQLiteDatabase(path: path(in: folder), .writing).values(sql).compactMap(\.text)
  }
}
