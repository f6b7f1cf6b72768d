import Lua
import Pinfold
import PinfoldColumns
import PinfoldData
import PinfoldDefinitions

/// Points as lists or columns: `points { lon = {…}, lat = {…}, id = {…}, weight = {…} }`; whatever else is a
/// list or a column becomes an attribute of that name.
struct PointTable: Definition {
  /// The values of columns that all points have, by the names of these.
  private var given: [String: LuaValue] = [:]
  private var ungrouped = UngroupedPoints.together
  private var attributes: [(name: String, value: LuaValue)] = []
  private(set) var name = "points"
  private(set) var isPlanar = false
  static let owner = "points"
  static let options: [DefinedOption<PointTable>] = [
    column("lon", "Longitudes in degrees."),
    column("lat", "Latitudes in degrees."),
    column("x", "In place of lon, on a plane."),
    column("y", "In place of lat, on a plane."),
    column(
      "id", type: "(integer|string)[]", standard: "the rows' numbers", "Ids, which must be unique."),
    column("weight", standard: "1", "Weights."),
    column(
      "group", type: "string[]",
      "Groups, which never share a cluster; an empty text is none."),
    column("priority", standard: "0", "Priorities."),
    column(
      "mergeable", type: "boolean[]|column", standard: "true",
      "Whether points may join clusters."),
    DefinedOption(
      "ungrouped", \.ungrouped, "Whether points without a group merge together, or each stays alone."),
    DefinedOption("name", \.name, "The dataset's name."),
    DefinedOption("planar", \.isPlanar, "Whether coordinates are on a plane and not on the globe."),
  ]

  private static func column(
    _ name: String, type: String = "number[]|column", standard: String? = nil, _ help: String
  ) -> DefinedOption<PointTable> {
    DefinedOption(
      name, .type(type, "a list or a column"), standard: standard, help
    ) { (table, node, _) throws(DefinitionError) in table.given[name] = node.object(as: LuaValue.self) }
  }

  init(_ table: LuaTable, of function: String) throws {
    let known = Set(Self.optionDescriptions.map(\.name))
    // A value that is no list, or looks like a typo, is a mistake rather than a column.
    let others = try table.entries.compactMap { key, value -> (name: String, value: LuaValue)? in
      guard let name = key.string, !known.contains(name),
        Suggestion.slip(name, of: Self.optionDescriptions.map(\.name)) == nil
      else { return nil }
      return value.table != nil || value.object(as: LuaColumn.self) != nil ? (name, value) : nil
    }
    let names = Set(others.map(\.name))
    let raw = known.subtracting(["name", "planar", "ungrouped"]).union(names)
    let node = try Node(table, of: function, raw: raw)
    let members = (node.members ?? []).filter { !names.contains($0.name) }
    try self.init(Node(.table(members), place: node.place))
    attributes = others.sorted { $0.name < $1.name }
  }

  init() {}

  var lacksCoordinates: Bool { ["lon", "lat", "x", "y"].allSatisfy { value($0).isNil } }
  var hasPlaneCoordinates: Bool { value("lon").isNil }

  private func value(_ name: String) -> LuaValue { given[name] ?? .nil }

  /// Makes columns of the table.
  ///
  /// - Parameters:
  ///   - isWhole: whether coordinates must be given; without them their columns are empty.
  ///   - onGlobe: whether longitudes past ±180° come around, as those of files do.
  func columns(
    of function: String, isWhole: Bool = true, onGlobe: Bool = false
  ) throws -> PointColumns {
    func numbers(_ names: String...) throws -> [Double]? {
      for name in names {
        let value = self.value(name)
        if value.isNil { continue }
        guard let numbers = try value.numbers(of: "\(function): '\(name)'") else {
          throw LuaError(
            "\(function): '\(name)' is a \(value.typeName); it takes a list of numbers or a column")
        }
        return numbers
      }
      return nil
    }
    let x = try numbers("lon", "x")
    // Beside degrees, x and y are columns like others.
    let others =
      hasPlaneCoordinates
      ? [] : ["x", "y"].compactMap { name in given[name].map { (name: name, value: $0) } }
    let y = try numbers("lat", "y")
    if isWhole && (x == nil || y == nil) {
      throw LuaError("\(function): coordinates are missing; give lon and lat, or x and y")
    }
    if onGlobe, hasPlaneCoordinates,
      let far = x?.first(where: { $0.magnitude > 360 }) ?? y?.first(where: { $0.magnitude > 90 })
    {
      throw LuaError("\(function): \(Numeral.text(far)) is no degree; points on a plane have planar = true")
    }
    let longitude = onGlobe ? x?.map(\.wrappedDegrees) : x
    var columns = PointColumns(longitude: longitude ?? [], latitude: y ?? [])
    columns.weight = try numbers("weight")
    columns.priority = try numbers("priority")
    let (group, mergeable, id) = (value("group"), value("mergeable"), value("id"))
    if !group.isNil { (columns.group, columns.groupNames) = try Self.groups(group, of: function) }
    if !mergeable.isNil { columns.mergeable = try Self.truths(mergeable, of: "\(function): 'mergeable'") }
    if ungrouped == .alone { columns.keepUngroupedAlone() }
    columns.attributes = try (attributes + others).map { name, value in
      Attribute(name: name, values: try Self.attribute(value, of: "\(function): '\(name)'"))
    }
    if !id.isNil {
      guard let list = id.table else {
        throw LuaError("\(function): 'id' is a \(id.typeName); it takes a list")
      }
      columns.ids = PointIDs(
        try list.elements(as: LuaValue.self, of: "\(function): 'id'").map {
          try PointID($0, of: "\(function): 'id'")
        })
    }
    return columns
  }

  private static func groups(_ value: LuaValue, of function: String) throws -> ([Int32], [String]) {
    guard let table = value.table else {
      throw LuaError("\(function): 'group' is a \(value.typeName); it takes a list of texts")
    }
    var names: [String] = []
    var numbers: [ExactText: Int32] = [:]
    let groups = try table.elements(as: String.self, of: "\(function): 'group'").map { name -> Int32 in
      if name.isEmpty { return -1 }
      if let number = numbers[ExactText(name)] { return number }
      numbers[ExactText(name)] = Int32(names.count)
      names.append(name)
      return Int32(names.count - 1)
    }
    return (groups, names)
  }

  private static func truths(_ value: LuaValue, of owner: String) throws -> [Bool] {
    if let column = value.object(as: LuaColumn.self) { return column.map(\.holds) }
    guard let table = value.table else {
      throw LuaError("\(owner) is a \(value.typeName); it takes a list of booleans or a column")
    }
    return try table.elements(as: Bool.self, of: owner)
  }

  private static func attribute(_ value: LuaValue, of owner: String) throws -> Attribute.Values {
    if let column = value.object(as: LuaColumn.self) { return column.values }
    guard let table = value.table else { return .numbers([]) }
    switch try table.elements(as: LuaValue.self, of: owner).first ?? .nil {
    case .boolean: return .booleans(try table.elements(as: Bool.self, of: owner))
    case .string:
      var texts = TextColumn()
      for text in try table.elements(as: String.self, of: owner) { texts.append(text) }
      return .texts(texts)
    default:
      let values = try table.elements(as: LuaValue.self, of: owner)
      let wholes = values.compactMap(\.integer)
      return wholes.count == values.count
        ? .integers(wholes.map(Int64.init)) : .numbers(try table.elements(of: owner))
    }
  }
}

extension Double {
  /// A longitude within ±180°.
  var wrappedDegrees: Double { isFinite && magnitude > 180 ? remainder(dividingBy: 360) : self }
}

extension PointID {
  /// Reads the id that a script gives.
  init(_ value: LuaValue, of owner: String) throws {
    if let number = value.integer {
      self = .integer(Int64(number))
    } else if let text = value.string {
      // Different bytes that are no UTF-8 are read as one character.
      guard !text.unicodeScalars.contains("\u{FFFD}") else {
        throw LuaError("\(owner) holds a text that is not UTF-8: '\(text)'")
      }
      self = .text(text)
    } else {
      throw LuaError("\(owner) holds a \(value.typeName); ids are whole numbers or texts")
    }
  }
}
