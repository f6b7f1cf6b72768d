import Foundation
import PinfoldData
import PinfoldEvaluation

// The content of a database and its manifest is compared with the result of a definition, in both directions:
// missing, different and additional entries are faults.
extension StudyStore {
  /// Differences between the manifest beside the database and the one in it.
  func manifestFaults() throws(StudyError) -> [String] {
    guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(Self.manifestName)"),
      let file = JSONValue(json: bytes)
    else { return ["\(Self.manifestName) is missing or is not JSON"] }
    return file.differences(from: try storedManifest()).map {
      "\(Self.manifestName): \($0.place) is \($0.here), but \($0.there) in the database"
    }
  }

  /// Differences between the manifest in the database and a newly made one.
  func manifestFaults(_ made: StudyManifest) throws(StudyError) -> [String] {
    guard let made = JSONValue(json: Data(made.json.utf8)) else { return [] }
    return try storedManifest().differences(from: made).map {
      "manifest: \($0.place) is \($0.here), but the definition gives \($0.there)"
    }
  }

  private func storedManifest() throws(StudyError) -> JSONValue {
    let text = try read { try $0.entry("manifest") }
    guard let value = JSONValue(json: Data(text.utf8)) else {
      throw .damaged(folder, reason: "table 'study', row with key 'manifest': not a manifest")
    }
    return value
  }

  /// Differences between the tables and the result of the definition. For a study's measures see
  /// ``measures()``.
  func tableFaults(_ content: StudyContent, _ manifest: StudyManifest) throws(StudyError) -> [String] {
    let tables: [StudyTable] = [
      .study, .plan, .dataset, .unusable, .strategy, .strategyParameter, .camera, .seed,
    ]
    let made: [StoredRows]
    do {
      let database = try SQLiteDatabase(inMemory: "the definition")
      try database.execute(StudySchema.tables)
      try database.set("run", manifest.run.id)
      try database.set("began", manifest.run.began)
      try database.insert(content)
      made = try tables.map { try database.rows(of: $0) }
    } catch {
      return ["the definition is inconsistent: \(error)"]
    }
    return try read { db in
      try zip(tables, made).flatMap { table, made in
        var stored = try db.rows(of: table)
        // It is compared member by member.
        if table == .study { stored = stored.filter { $0.value.first?.value != .text("manifest") } }
        return table.faults(stored, made: made)
      }
    }
  }

  /// All measures, in all their versions.
  func measures() throws(StudyError) -> [MeasureRecord] {
    try read { try Self.measures($0, where: "TRUE").map(\.measure) }
  }

  /// The runs with their ids and identities.
  func runIdentities() throws(StudyError) -> [(id: Int, run: StudyRun, identity: Digest)] {
    try read { db in
      let axes = try StudyAxes(db)
      return try db.readRows(of: .run) { row in
        let (id, run) = try axes.run(row)
        return (id, run, try row.digest("sha256"))
      }
    }
  }
}

/// The values of rows with their columns, by the key in words.
private typealias StoredRows = [String: [(column: String, value: SQLiteValue)]]

extension StudyTable {
  /// Where rows are not those that a definition makes.
  fileprivate func faults(_ stored: StoredRows, made: StoredRows) -> [String] {
    Set(stored.keys).union(made.keys).sorted().flatMap { key -> [String] in
      let place = "table '\(rawValue)', row with \(key)"
      guard let made = made[key] else { return ["\(place): no such row in the definition"] }
      guard let stored = stored[key] else { return ["\(place) is missing"] }
      return made.compactMap { column, there in
        let here = stored.first { $0.column == column }?.value
        guard here != there else { return nil }
        return "\(place), column '\(column)': \(StudyRow.text(of: here)), but the definition gives "
          + StudyRow.text(of: there)
      }
    }
  }
}

extension SQLiteDatabase {
  fileprivate func rows(of table: StudyTable) throws -> StoredRows {
    Dictionary(try readRows(of: table) { ($0.keyInWords, $0.values) }) { first, _ in first }
  }
}

extension JSONValue {
  /// Where another value differs, by the path of each member: "strategies[1].label".
  fileprivate func differences(
    from other: JSONValue, at place: String = ""
  ) -> [(place: String, here: String, there: String)] {
    switch (self, other) {
    case (.table(let mine), .table(let theirs)):
      return Set(mine.keys).union(theirs.keys).sorted().flatMap { key in
        Self.differences(mine[key], theirs[key], at: place.isEmpty ? key : "\(place).\(key)")
      }
    case (.list(let mine), .list(let theirs)):
      return (0..<max(mine.count, theirs.count)).flatMap { index in
        Self.differences(
          mine.indices.contains(index) ? mine[index] : nil,
          theirs.indices.contains(index) ? theirs[index] : nil, at: "\(place)[\(index)]")
      }
    default: return self == other ? [] : [(place, inWords, other.inWords)]
    }
  }

  private static func differences(
    _ mine: JSONValue?, _ theirs: JSONValue?, at place: String
  ) -> [(place: String, here: String, there: String)] {
    if let mine, let theirs { return mine.differences(from: theirs, at: place) }
    if mine == nil, theirs == nil { return [] }
    return [(place, mine?.inWords ?? "missing", theirs?.inWords ?? "missing")]
  }

  /// The value as messages show it.
  private var inWords: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): String(text.prefix(40)).debugDescription
    case .list(let elements): "a list of \(elements.count)"
    case .table(let members): "a table of \(members.count)"
    }
  }
}
