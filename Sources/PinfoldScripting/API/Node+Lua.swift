import Lua
import Pinfold
import PinfoldDefinitions

extension Node {
  /// Makes a node of a script's value. The first element of a table, where it is a name, becomes its `name`.
  init(_ value: LuaValue, place: String, raw: Set<String> = []) throws {
    var reader = LuaNodeReader(raw: raw)
    self = try reader.node(value, place, depth: 0)
  }

  /// Makes a node of the table of options that a script passes to a function; without a table it is empty.
  init(
    _ table: LuaTable?, of function: String, with members: [(name: String, value: Value)] = [],
    leaving others: Set<String> = [], raw: Set<String> = []
  ) throws {
    let node = try table.map { try Node(.table($0), place: function, raw: raw.union(others)) }
    let first = members.map { ($0.name, Node($0.value, place: function)) }
    guard let node, !node.isEmptyList else {
      self.init(.table(first), place: function)
      return
    }
    guard case .table(let rest) = node.value else {
      throw DefinitionError(place: function, message: "a list is given where options have names")
    }
    self.init(.table(first + rest.filter { !others.contains($0.name) }), place: function)
  }

  private var isEmptyList: Bool { if case .list(let nodes) = value { nodes.isEmpty } else { false } }
}

extension Definition {
  /// Reads the table of options that a script passes to a function.
  init(
    _ table: LuaTable?, of function: String, registry: Registry = Registry(), raw: Set<String> = []
  ) throws {
    try self.init(try Node(table, of: function, raw: raw), registry: registry)
  }
}

private struct LuaNodeReader {
  /// Members of the outermost table that are kept as the Lua values they are.
  let raw: Set<String>

  private var count = 0

  /// The deepest nesting of tables; a table nested deeper contains itself.
  private static let deepest = 16

  /// The most values of one table; a table that others share counts once for each path to it.
  private static let most = 100_000

  init(raw: Set<String>) { self.raw = raw }

  mutating func node(_ value: LuaValue, _ place: String, depth: Int) throws(DefinitionError) -> Node {
    count += 1
    guard depth < Self.deepest, count <= Self.most else {
      throw DefinitionError(place: place, message: "tables lie in each other too deep, or are too large")
    }
    switch value {
    case .nil: return Node(.null, place: place)
    case .boolean(let flag): return Node(.flag(flag), place: place)
    case .integer(let number): return Node(.integer(number), place: place)
    case .number(let number): return Node(.number(number), place: place)
    case .string(let text): return Node(.text(text), place: place)
    case .table(let table): return Node(try contents(of: table, place, depth), place: place)
    case .function, .userdata, .other:
      let object: Any =
        value.object(as: DatasetObject.self)?.named ?? value.object(as: StrategyObject.self)?.definition
        ?? value.object(as: MetricObject.self)?.definition ?? value.object(as: ViewObject.self)?.definition
        ?? value
      return Node(.object(object, type: value.typeName), place: place)
    }
  }

  /// Numbers by number, as sizes by zoom are; nil for anything else, as for a list.
  private func stops(
    _ entries: [(key: LuaValue, value: LuaValue)], _ place: String
  ) -> [(name: String, value: Node)]? {
    let isList = entries.indices.allSatisfy { entries[$0].key.integer == $0 + 1 }
    guard !isList, entries.allSatisfy({ $0.key.number != nil && $0.value.number != nil }) else { return nil }
    return entries.map { key, value in
      let zoom = ParameterValue.number(key.number ?? 0).description
      return (zoom, Node(.number(value.number ?? 0), place: "\(place)[\(zoom)]"))
    }
  }

  private mutating func contents(
    of table: LuaTable, _ place: String, _ depth: Int
  ) throws(DefinitionError) -> Node.Value {
    var list: [Node] = []
    var members: [(name: String, value: Node)] = []
    let entries: [(key: LuaValue, value: LuaValue)]
    do { entries = try table.entries } catch { throw DefinitionError(place: place, message: "\(error)") }
    if let stops = stops(entries, place) { return .table(stops) }
    for (key, value) in entries {
      if let name = key.string {
        let inner = "\(place).\(name)"
        let isRaw = depth == 0 && raw.contains(name)
        members.append(
          (
            name,
            isRaw
              ? Node(.object(value, type: value.typeName), place: inner)
              : try node(value, inner, depth: depth + 1)
          ))
      } else if key.integer == list.count + 1 {
        list.append(try node(value, "\(place)[\(list.count + 1)]", depth: depth + 1))
      } else {
        throw DefinitionError(place: place, message: "the list has gaps")
      }
    }
    if members.isEmpty { return .list(list) }
    guard list.count <= 1 else {
      throw DefinitionError(place: place, message: "a table is a list or has names, not both")
    }
    return .table(list.map { ("name", $0) } + members)
  }
}
