import Pinfold
import PinfoldData
import PinfoldDefinitions

/// Points of which each has a key: a row with a key that is known is news of its point, and replaces it.
struct KeyedPoints: Sendable {
  private(set) var set: PointSet

  /// What was read first.
  let report: DataReport

  private let key: DataFollower.Key
  private let dataset: DatasetDefinition

  /// The line of titles, which stands above each part of the content that is read.
  private let header: ArraySlice<UInt8>

  /// How many bytes of the content are taken up.
  var taken: Int

  /// How many lines of all content are taken up.
  private var lines: Int

  /// When a row of each key came last.
  private var seen: [PointID: ContinuousClock.Instant] = [:]

  /// Reads the first points; of rows of one key the last counts.
  ///
  /// - Parameter bytes: delimited text, whose first line has the titles.
  init(_ key: DataFollower.Key, _ dataset: DatasetDefinition, _ bytes: [UInt8]) throws {
    guard !dataset.isPlanar else {
      throw DefinitionError(
        place: "--key", message: "points on a plane cannot move beyond it; leave out --planar or --key")
    }
    guard !dataset.isCut else {
      throw DefinitionError(
        place: "--key",
        message:
          "rows of a key come again, so the first rows or some of them are no set of points; leave out --head and "
          + "--sample, or --key")
    }
    self.key = key
    self.dataset = dataset.reading([ColumnRequest(key.column, option: "--key")])
    let (data, _, missing) = try Self.read(bytes, self.dataset, key)
    guard data.report.format == .delimited else {
      throw DefinitionError(
        place: "--key", message: "\(dataset.source) is no delimited text with a line of titles, such as CSV")
    }
    header = bytes.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
    taken = bytes.count
    lines = Self.lines(bytes[...])
    var report = data.report
    // The key names the points.
    report.idDefect = nil
    report.notes += Self.note(dataset.source, missing, key)
    self.report = report
    set = try PointSet(data.columns)
    for point in 0..<set.count { seen[set.id(point)] = .now }
  }

  /// Takes up what stands behind what was read: moves known points, adds others, and removes those whose last
  /// row is not selected.
  ///
  /// - Returns: what is wrong with it, a line each.
  mutating func take(_ bytes: [UInt8]) throws -> [String] {
    let before = lines - 1
    defer { (taken, lines) = (bytes.count, lines + Self.lines(bytes[taken...])) }
    var (data, ids, missing): (PointData, [PointID], Int)
    do {
      (data, ids, missing) = try Self.read(Array(header + bytes[taken...]), dataset, key)
    } catch DataError.noUsableRows(let source, let rows, let reason, let line, let text, let advice) {
      throw DataError.noUsableRows(
        source, rows: rows, reason: reason, line: line + before, text: text, advice: advice)
    }
    for reason in data.report.unusable.indices {
      for example in data.report.unusable[reason].examples.indices {
        data.report.unusable[reason].examples[example].line? += before
      }
    }
    var columns = data.columns
    var notes = data.report.unusableLines(since: [])
    notes += Self.note(dataset.source, missing, key)
    // A part of the data may look of another type than the whole: a column of texts, all numbers.
    columns.attributes = columns.attributes.compactMap { attribute in
      guard let own = set.attributes.first(where: { $0.name == attribute.name }) else { return nil }
      let (values, odd) = attribute.values.fitted(to: own.values.kind)
      if let odd {
        notes.append(
          "\(dataset.source): \(counted(odd.count, "value")) of '\(attribute.name)' \(odd.count == 1 ? "counts" : "count") as missing, as "
            + "'\(odd.example.onOneLine(limit: 40))'; the column has \(own.values.kind.rawValue)s")
      }
      return values.map { Attribute(name: attribute.name, values: $0) }
    }
    set = try set.removing(ids.filter { set.index(of: $0) != nil }).inserting(columns)
    for id in ids { seen[id] = set.index(of: id) == nil ? nil : .now }
    return notes
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 == UInt8(ascii: "\n") } }

  private static func note(_ source: String, _ missing: Int, _ key: DataFollower.Key) -> [String] {
    guard missing > 0 else { return [] }
    let verb = missing == 1 ? "is" : "are"
    return ["\(source): \(counted(missing, "row")) without '\(key.column)' \(verb) passed over"]
  }

  /// Removes points of which no row has come for too long.
  mutating func age() throws {
    guard let maxAge = key.maxAge else { return }
    let limit = ContinuousClock.now - .seconds(maxAge)
    let old = seen.filter { $0.value < limit }.map(\.key)
    guard !old.isEmpty else { return }
    set = try set.removing(old)
    for id in old { seen[id] = nil }
  }

  /// The last row of each key, with the key as its id, where the options select it; the keys of all rows, and
  /// how many rows have none.
  private static func read(
    _ bytes: [UInt8], _ dataset: DatasetDefinition, _ key: DataFollower.Key
  ) throws -> (data: PointData, ids: [PointID], missing: Int) {
    var (ids, missing, column) = ([PointID](), 0, key.column)
    var data = try dataset.columns(of: bytes) { all in
      var data = all
      column = all.report.column(named: column) ?? column
      (data.columns, ids, missing) = newest(all.columns, by: column)
      return data
    }
    // A column of ids that are all different is no attribute.
    data.columns.attributes.removeAll { $0.name == column }
    return (data, ids, missing)
  }

  private static func newest(
    _ columns: PointColumns, by column: String
  ) -> (columns: PointColumns, ids: [PointID], missing: Int) {
    let key = columns.attributes.first { $0.name == column }
    // Whether a column is one of integers depends on all of its values, and a part of them has the same keys.
    func id(_ row: Int) -> PointID? {
      let id = key.map { $0.values.text(at: row).map { .text($0) } } ?? columns.ids?[row]
      guard case .text(let text)? = id, let number = Int64(text), "\(number)" == text else { return id }
      return .integer(number)
    }
    var last: [PointID: Int] = [:]
    var missing = 0
    for row in 0..<columns.count {
      if let id = id(row) { last[id] = row } else { missing += 1 }
    }
    let rows = last.values.sorted()
    let ids = rows.compactMap(id)
    var newest = columns.reordered(rows)
    newest.ids = PointIDs(ids)
    return (newest, ids, missing)
  }
}

extension Attribute.Values {
  /// The values as those of a column of some type, and those that are none of it: how many, and one of them.
  /// No values where all are missing.
  fileprivate func fitted(
    to kind: AttributeKind
  ) -> (values: Attribute.Values?, odd: (count: Int, example: String)?) {
    let present = presentRows
    if self.kind == kind { return (self, nil) }
    if present.isEmpty { return (nil, nil) }
    let texts = (0..<count).map { text(at: $0) }
    func odd(_ isNone: (Int) -> Bool) -> (count: Int, example: String)? {
      let rows = present.filter(isNone)
      return rows.first.map { (rows.count, texts[$0] ?? "") }
    }
    switch kind {
    case .text:
      var column = TextColumn()
      for text in texts { if let text { column.append(text) } else { column.appendMissing() } }
      return (.texts(column), nil)
    case .number:
      let numbers = texts.map { $0.flatMap(Self.number) }
      return (.numbers(numbers.map { $0 ?? .nan }), odd { numbers[$0] == nil })
    case .boolean:
      let flags = texts.map { $0.flatMap(Self.truth) }
      return (.booleans(flags), odd { flags[$0] == nil })
    }
  }
}
