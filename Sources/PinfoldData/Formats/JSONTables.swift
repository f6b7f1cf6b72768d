import Pinfold

/// Tables in JSON that are no list of rows, made into one: columns as pandas writes them, and rows whose
/// columns are members of a member, as in Esri's `attributes`, Elasticsearch's `_source` and answers of
/// SPARQL.
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
  static func rows(ofWrapped list: Bytes) -> [UInt8]? {
    let head = list.part(0..<min(list.count, 1 << 16))
    guard list.count < most,
      let wrapper = ["attributes", "_source", "value", "N"].first(where: {
        head.place(of: Array("\"\($0)\"".utf8)) != nil
      }
      ),
      case .list(let rows)? = (try? Node(json: Array(list), source: "JSON"))?.value
    else { return nil }
    // SPARQL results: every value is an object with its type.
    if wrapper == "value" {
      guard rows.allSatisfy({ $0.members?.allSatisfy { $0.value["value"] != nil } == true }) else {
        return nil
      }
      return json(rows.map { ($0.members ?? []).map { ($0.name, $0.value["value"] ?? $0.value) } })
    }
    // DynamoDB's: every value is an object with its type as the only name, and numbers are texts.
    if wrapper == "N" {
      guard rows.allSatisfy({ $0.members?.allSatisfy { $0.value.members?.count == 1 } == true }) else {
        return nil
      }
      return json(rows.map { ($0.members ?? []).map { ($0.name, $0.value.members?[0].value ?? $0.value) } })
    }
    guard rows.contains(where: { $0[wrapper]?.members != nil }) else { return nil }
    return json(
      rows.map { row in
        let inner = row[wrapper]?.members ?? []
        let names = Set(inner.map(\.name))
        return inner + (row.members ?? []).filter { $0.name != wrapper && !names.contains($0.name) }
      })
  }

  private static func json(_ rows: [[(name: String, value: Node)]]) -> [UInt8] {
    Array(Node(.list(rows.map { Node(.table($0)) })).json.utf8)
  }
}
