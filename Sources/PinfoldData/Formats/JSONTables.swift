import Pinfold

/// Tables in JSON that are no list of rows, made into one: columns as pandas writes them, and rows whose
/// columns are members of a member, as in Esri's `attributes`, Elasticsearch's `_source` and answers of
/// SPARQL, or wherever paths lead.
///
/// - Complexity: O(*n*) in the bytes, with a tree of them in memory.
enum JSONTables {
  /// Larger documents are not changed.
  private static let most = 1 << 28

  /// The rows of a document `{"lat": {"0": 48.85, …}, …}` or `{"columns": ["lat", …], "data": [[48.85, …],
  /// …]}`; nil for any other.
  static func rows(ofColumns text: Bytes) -> [UInt8]? {
    guard text.count < most, text.first(where: { !$0.isBlank }) == UInt8(ascii: "{"),
      let root = try? Node(json: Array(text), source: "JSON"), let members = root.members
    else { return nil }
    if case .list(let names)? = root["columns"]?.value, case .list(let rows)? = root["data"]?.value {
      let names = names.map { $0.text ?? $0.json }
      return json(
        rows.map { row in
          guard case .list(let values) = row.value else { return [] }
          return Array(zip(names, values))
        })
    }
    let keys = members.first?.value.members?.map(\.name) ?? []
    guard members.count > 1, !keys.isEmpty,
      members.allSatisfy({ $0.value.members.map { $0.map(\.name) == keys } == true })
    else { return nil }
    let columns = members.map { (name: $0.name, values: $0.value.members?.map(\.value) ?? []) }
    return json(keys.indices.map { row in columns.map { ($0.name, $0.values[row]) } })
  }

  /// The rows of a list whose objects have their columns in a member; nil for any other list.
  ///
  /// - Returns: the rows, and whether some have points as Esri's geometry, which then is their location,
  ///   whatever columns are beside it.
  static func rows(ofWrapped list: Bytes) -> (text: [UInt8], hasGeometry: Bool)? {
    let head = list.part(0..<min(list.count, 1 << 16))
    guard list.count < most,
      let wrapper = (wrappers + ["value", "N"]).first(where: { name in
        head.place(of: Array("\"\(name)\"".utf8)) != nil
      }),
      case .list(let rows)? = (try? Node(json: Array(list), source: "JSON"))?.value
    else { return nil }
    /// The rows with what each value holds; nil where some do not hold any.
    func unwrapped(_ content: (Node) -> Node?) -> (text: [UInt8], hasGeometry: Bool)? {
      guard rows.allSatisfy({ $0.members?.allSatisfy { content($0.value) != nil } == true }) else {
        return nil
      }
      return (json(rows.map { ($0.members ?? []).map { ($0.name, content($0.value) ?? $0.value) } }), false)
    }
    // SPARQL results: every value is an object with its type.
    if wrapper == "value" { return unwrapped { $0["value"] } }
    // DynamoDB's: every value is an object with its type as the only name, and numbers are texts.
    if wrapper == "N" { return unwrapped { $0.members?.count == 1 ? $0.members?[0].value : nil } }
    guard rows.contains(where: { $0[wrapper]?.members != nil }) else { return nil }
    let hasGeometry =
      wrapper == "attributes"
      && rows.contains { row in
        row["geometry"].map { $0["x"] != nil && $0["y"] != nil } == true && row[wrapper]?["geometry"] == nil
      }
    let text = json(
      rows.map { row in
        let own = (row.members ?? []).filter { $0.name != wrapper }
        // A row's own members keep their names.
        var names = Set(own.map(\.name))
        let inner = (row[wrapper]?.members ?? []).map { member in
          var name = member.name
          while !names.insert(name).inserted { name += "_" }
          return (name: name, value: member.value)
        }
        return inner + own
      })
    return (text, hasGeometry)
  }

  // MARK: Lists

  /// The most lists that are looked at.
  private static let mostLists = 16

  /// The bytes of the lists whose first element is an object, wherever they are but for those within another,
  /// in their order: Overpass's `elements`, `results`, `locations`.
  ///
  /// - Complexity: O(*n*) in the bytes.
  static func lists(in text: Bytes) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (isText, index) = (false, 0)
    // Where the list began that is being passed, and how deep it is.
    var (start, depth): (Int?, Int) = (nil, 0)
    while index < text.count, ranges.count < mostLists {
      switch text[index] {
      case .backslash where isText: index += 1
      case .quote: isText.toggle()
      case UInt8(ascii: "[") where !isText:
        if start == nil, text[(index + 1)...].first(where: { !$0.isBlank }) == UInt8(ascii: "{") {
          (start, depth) = (index, 0)
        }
        depth += 1
      case UInt8(ascii: "]") where !isText:
        depth -= 1
        if let first = start, depth == 0 {
          ranges.append(first..<index + 1)
          start = nil
        }
      default: break
      }
      index += 1
    }
    return ranges
  }

  // MARK: Members of members

  /// The rows of a document with columns of the values that paths name, as `position.lon`,
  /// `location.coordinates[0]` or `data.items[].geo.lat`; nil where no list of objects has all of them. A
  /// path begins at a row or at the document, and counts from 0.
  static func rows(ofPaths names: [String], in text: Bytes) -> [UInt8]? {
    for (path, rows) in listsWithPaths(in: text) {
      func values(_ name: String) -> [Node?] {
        let keys = keys(of: name)
        let rest = Array(keys.starts(with: path) ? keys.dropFirst(path.count) : keys[...])
        return rows.map { row in
          row[name] ?? value(rest, of: row)
            ?? wrappers.lazy.compactMap { row[$0] }.first.flatMap { value(rest, of: $0) }
        }
      }
      let columns = names.map { (name: $0, values: values($0)) }
      guard columns.allSatisfy({ $0.values.contains { $0 != nil } }) else { continue }
      return json(
        rows.enumerated().map { place, row in
          let inner = wrappers.lazy.compactMap { row[$0]?.members }.first ?? []
          let own = inner + (row.members ?? [])
          let known = Set(own.map(\.name))
          return own
            + columns.filter { !known.contains($0.name) }
            .compactMap { column in column.values[place].map { (column.name, $0) } }
        })
    }
    return nil
  }

  /// The paths of the values of the first row of each list of objects; none of GeoJSON, whose columns are the
  /// properties.
  static func paths(in text: Bytes) -> [String] {
    func leaves(_ node: Node, _ path: String) -> [String] {
      guard let members = node.members, !members.isEmpty else { return [path] }
      return members.flatMap { leaves($0.value, path.isEmpty ? $0.name : "\(path).\($0.name)") }
    }
    let rows = listsWithPaths(in: text).compactMap(\.rows.first).filter { $0["geometry"] == nil }
    return rows.flatMap { leaves($0, "") }
  }

  /// The lists of objects of a document: the path of each, its length, and its first row as a list.
  static func firstRows(in text: Bytes) -> [(path: String, count: Int, row: [UInt8])] {
    listsWithPaths(in: text).map { path, rows in
      (path.joined(separator: "."), rows.count, Array(Node(.list(Array(rows.prefix(1)))).json.utf8))
    }
  }

  private static let wrappers = ["attributes", "_source"]

  /// The lists of objects of a document, or its lines, each with the names that lead to it.
  private static func listsWithPaths(in text: Bytes) -> [(path: [String], rows: [Node])] {
    guard text.count < most else { return [] }
    func node(_ text: some Sequence<UInt8>) -> Node? { try? Node(json: Array(text), source: "JSON") }
    let root = node(text) ?? Node(.list(text.split(separator: .lineFeed).compactMap { node($0) }))
    func lists(in node: Node, _ path: [String]) -> [(path: [String], rows: [Node])] {
      if case .list(let rows) = node.value { return rows.first?.members == nil ? [] : [(path, rows)] }
      return (node.members ?? []).flatMap { lists(in: $0.value, path + [$0.name]) }
    }
    return lists(in: root, [])
  }

  private static func keys(of path: String) -> [String] {
    path.replacing("[", with: ".").split(whereSeparator: { ".]".contains($0) }).map(String.init)
      .filter { $0 != "$" && $0 != "*" }
  }

  private static func value(_ keys: [String], of node: Node) -> Node? {
    keys.reduce(node) { node, key in
      guard case .list(let values)? = node?.value else { return node?[key] }
      return Int(key).flatMap { values.indices.contains($0) ? values[$0] : nil }
    }
  }

  private static func json(_ rows: [[(name: String, value: Node)]]) -> [UInt8] {
    Array(Node(.list(rows.map { Node(.table($0)) })).json.utf8)
  }
}
