import Lua
import Pinfold
import PinfoldColumns

/// The `fields` and `outlines` that a plugin returns with its clusters.
struct PluginDetails {
  var fields: [(name: String, values: [LuaValue])] = []

  /// The corners of each cluster's outline; nil where there are no outlines.
  var outlines: [[WorldPoint]]?

  var isEmpty: Bool { fields.isEmpty && outlines == nil }

  init() {}

  /// Names that clusters have for themselves, in some form of output.
  private static let taken: Set = [
    "id", "lon", "lat", "x", "y", "count", "weight", "stack", "hidden", "point", "expansionZoom", "bounds",
    "hull", "members", "outline", "west", "south", "east", "north", "attributes", "aggregates", "fields",
    "cluster", "cluster_id", "point_count", "point_count_abbreviated", "expansion_zoom",
  ]

  /// Reads the details of a plugin's answer for this number of clusters.
  init(_ answer: LuaTable, count: Int, in view: ProjectedView) throws {
    let given = try answer["fields"]
    if !given.isNil {
      guard let table = given.table else {
        throw LuaError("'fields' is a \(given.typeName); it must be a table of lists by names")
      }
      for (key, value) in try table.entries {
        guard let name = key.string, !name.isEmpty else {
          throw LuaError("'fields' is a list; it must be a table of lists by names")
        }
        if Self.taken.contains(name) {
          throw LuaError("field '\(name)' has a name that every cluster has for itself")
        }
        fields.append((name, try Self.values(value, name, count)))
      }
    }
    let drawn = try answer["outlines"]
    if drawn.isNil { return }
    guard let lists = drawn.table else {
      throw LuaError("'outlines' is a \(drawn.typeName); it must be a list for each cluster")
    }
    let outlines = try lists.elements(as: LuaValue.self, of: "'outlines'")
    guard outlines.count == count else {
      throw LuaError("'outlines' holds \(outlines.count) values for \(count) clusters")
    }
    self.outlines = try outlines.enumerated().map { try Self.outline($1, of: $0 + 1, in: view) }
  }

  private static func values(_ value: LuaValue, _ name: String, _ count: Int) throws -> [LuaValue] {
    var values: [LuaValue] = []
    if let column = value.object(as: LuaColumn.self) {
      values = column.wholes?.map { .integer(Int($0)) } ?? column.map { .number($0) }
    } else if let table = value.table {
      values = try table.elements(as: LuaValue.self, of: "field '\(name)'")
    } else {
      throw LuaError("field '\(name)' is a \(value.typeName); it must be a list or a column")
    }
    guard values.count == count else {
      throw LuaError("field '\(name)' holds \(values.count) values for \(count) clusters")
    }
    for (number, value) in values.enumerated() {
      guard value.number != nil || value.string != nil || value.boolean != nil else {
        throw LuaError(
          "field '\(name)' of cluster \(number + 1) is a \(value.typeName); it must be a text or a number")
      }
      if name == "color", value.boolean != false, value.string?.wholeMatch(of: color) == nil {
        let shown = value.string.map { "'\($0)'" } ?? "a \(value.typeName)"
        throw LuaError("the color of cluster \(number + 1) is \(shown); colors are written #ff8800")
      }
    }
    return values
  }

  private static var color: Regex<Substring> { /#[0-9a-fA-F]{6}/ }

  private static func outline(_ value: LuaValue, of cluster: Int, in view: ProjectedView) throws
    -> [WorldPoint]
  {
    if value.boolean == false { return [] }
    guard let numbers = try value.numbers(of: "the outline of cluster \(cluster)") else {
      throw LuaError("the outline of cluster \(cluster) is a \(value.typeName); it must be a list")
    }
    guard numbers.count.isMultiple(of: 2), numbers.count != 2, numbers.count != 4 else {
      throw LuaError(
        "the outline of cluster \(cluster) has \(numbers.count) numbers; x and y of three corners at least are needed"
      )
    }
    return try stride(from: 0, to: numbers.count, by: 2).map { i in
      guard let corner = view.position(worldX: numbers[i], worldY: numbers[i + 1]) else {
        throw LuaError("a corner of cluster \(cluster) is at (\(numbers[i]), \(numbers[i + 1]))")
      }
      return corner
    }
  }
}

extension ClusterDetails {
  /// The details of clusters that several calls returned: of each cluster those of its call, and its number
  /// there; a field that a call does not have is missing for its clusters.
  init(_ clusters: [(details: PluginDetails, number: Int)]) {
    var names: [String] = []
    for (details, _) in clusters {
      for field in details.fields where !names.contains(field.name) { names.append(field.name) }
    }
    let fields = names.sorted().map { name in
      Attribute(
        name: name,
        values: Attribute.Values(
          clusters.map { details, number in
            details.fields.first { $0.name == name }?.values[number] ?? .boolean(false)
          }))
    }
    let hasOutlines = clusters.contains { $0.details.outlines != nil }
    self.init(
      fields: fields,
      outlines: hasOutlines ? clusters.map { $0.details.outlines?[$0.number] ?? [] } : nil)
  }
}

extension Attribute.Values {
  /// Numbers where all values are numbers, booleans where all are, else texts; `false` among numbers and
  /// texts stands for none.
  fileprivate init(_ values: [LuaValue]) {
    let present = values.filter { $0.boolean != false }
    if present.allSatisfy({ $0.boolean != nil }) {
      self = .booleans(values.map(\.boolean))
    } else if present.contains(where: { ($0.integer ?? 0).magnitude > 1 << 53 }),
      present.allSatisfy({ $0.integer != nil })
    {
      self = .integers(values.map { $0.integer.map(Int64.init) ?? .missing })
    } else if present.allSatisfy({ $0.number != nil }) {
      self = .numbers(values.map { $0.number ?? .nan })
    } else {
      var texts = TextColumn()
      for value in values {
        if let text = value.string {
          texts.append(text)
        } else if let number = value.number {
          texts.append("\(ParameterValue.number(number))")
        } else if value.boolean == true {
          texts.append("true")
        } else {
          texts.appendMissing()
        }
      }
      self = .texts(texts)
    }
  }
}
