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
    self.key = key
    self.dataset = dataset.reading([ColumnRequest(key.column, option: "--key")])
    let data = try self.dataset.columns(of: bytes)
    guard data.report.format == .delimited else {
      throw DefinitionError(
        place: "--key", message: "\(dataset.source) is no delimited text with a line of titles, such as CSV")
    }
    header = bytes.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
    report = data.report
    taken = bytes.count
    let (columns, ids, _) = Self.newest(data, by: key.column)
    set = try PointSet(columns)
    for id in ids { seen[id] = .now }
  }

  /// Takes up what stands behind what was read: moves known points, and adds others.
  ///
  /// - Returns: what is wrong with it, a line each.
  mutating func take(_ bytes: [UInt8]) throws -> [String] {
    defer { taken = bytes.count }
    let data = try dataset.columns(of: Array(header + bytes[taken...]))
    let (columns, ids, missing) = Self.newest(data, by: key.column)
    set = try set.removing(ids.filter { set.index(of: $0) != nil }).inserting(columns)
    for id in ids { seen[id] = .now }
    return (data.report.unusableCount > 0 ? Array(data.report.warnings.prefix(1)) : [])
      + (missing > 0 ? ["\(dataset.source): \(missing) rows without '\(key.column)' are passed over"] : [])
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

  /// The last row of each key, with the key as its id, and how many rows have none.
  private static func newest(
    _ data: PointData, by name: String
  ) -> (columns: PointColumns, ids: [PointID], missing: Int) {
    var columns = data.columns
    let column = data.report.column(named: name) ?? name
    // A column of ids that are all different is no attribute.
    let key = columns.attributes.firstIndex { $0.name == column }.map { columns.attributes.remove(at: $0) }
    func id(_ row: Int) -> PointID? {
      switch key?.values {
      case .integers(let values): values[row].isMissing ? nil : .integer(values[row])
      case let values?: values.text(at: row).map { .text($0) }
      case nil: columns.ids?[row]
      }
    }
    var last: [PointID: Int] = [:]
    var missing = 0
    for row in 0..<columns.count {
      if let id = id(row) { last[id] = row } else { missing += 1 }
    }
    let rows = last.values.sorted()
    let ids = rows.compactMap(id)
    columns = columns.reordered(rows)
    columns.ids = PointIDs(ids)
    return (columns, ids, missing)
  }
}
