import Lua
import Pinfold
import PinfoldDefinitions

/// Points as lists or columns: `points { lon = {…}, lat = {…}, id = {…}, weight = {…} }`.
struct PointTable: Definition {
  private var longitude: LuaValue = .nil
  private var latitude: LuaValue = .nil
  private var x: LuaValue = .nil
  private var y: LuaValue = .nil
  private var id: LuaValue = .nil
  private var weight: LuaValue = .nil

  /// The dataset's name.
  private(set) var name = "points"

  /// Whether the points are on a plane.
  private(set) var isPlanar = false

  static let owner = "points"

  static let options: [DefinedOption<PointTable>] = [
    column("lon", \.longitude, "Longitudes in degrees."),
    column("lat", \.latitude, "Latitudes in degrees."),
    column("x", \.x, "In place of lon, on a plane."),
    column("y", \.y, "In place of lat, on a plane."),
    column(
      "id", \.id, type: "(integer|string)[]", standard: "the rows' numbers", "Ids, which must be unique."),
    column("weight", \.weight, standard: "1", "Weights."),
    DefinedOption("name", \.name, "The dataset's name."),
    DefinedOption("planar", \.isPlanar, "Whether coordinates are on a plane and not on the globe."),
  ]

  private static func column(
    _ name: String, _ property: any WritableKeyPath<PointTable, LuaValue> & Sendable,
    type: String = "number[]|column", standard: String? = nil, _ help: String
  ) -> DefinedOption<PointTable> {
    DefinedOption(
      name, .type(type, "a list or a column"), standard: standard, help
    ) { (table, node, _) throws(DefinitionError) in
      table[keyPath: property] = node.object(as: LuaValue.self) ?? .nil
    }
  }

  /// Reads the table that a script gives to a function.
  init(_ table: LuaTable, of function: String) throws {
    try self.init(table, of: function, raw: ["lon", "lat", "x", "y", "id", "weight"])
  }

  init() {}

  /// Whether the coordinates are x and y.
  var hasPlaneCoordinates: Bool { longitude.isNil }

  /// Makes columns of the table.
  ///
  /// - Parameter function: the name of the table's function in messages.
  func columns(of function: String) throws -> PointColumns {
    func numbers(_ values: (name: String, value: LuaValue)...) throws -> [Double]? {
      for (name, value) in values where !value.isNil {
        if let column = value.object(as: LuaColumn.self) { return column.withNumbers { Array($0) } }
        guard let table = value.table else {
          throw LuaError(
            .runtime, "\(function): '\(name)' is a \(value.typeName); it takes a list of numbers or a column")
        }
        return try table.elements(of: "\(function): '\(name)'")
      }
      return nil
    }
    guard let x = try numbers(("lon", longitude), ("x", x)),
      let y = try numbers(("lat", latitude), ("y", y))
    else {
      throw LuaError(.runtime, "\(function): coordinates are missing; give lon and lat, or x and y")
    }
    var columns = PointColumns(longitude: x, latitude: y)
    columns.weight = try numbers(("weight", weight))
    if !id.isNil {
      guard let list = id.table else {
        throw LuaError(.runtime, "\(function): 'id' is a \(id.typeName); it takes a list")
      }
      columns.ids = PointIDs(
        try list.elements(as: LuaValue.self, of: "\(function): 'id'").map {
          try PointID($0, of: "\(function): 'id'")
        })
    }
    return columns
  }
}

extension PointID {
  /// Reads the id that a script gives.
  ///
  /// - Parameter owner: the owner of the id in messages.
  init(_ value: LuaValue, of owner: String) throws {
    if let number = value.integer {
      self = .integer(Int64(number))
    } else if let text = value.string {
      self = .text(text)
    } else {
      throw LuaError(.runtime, "\(owner) holds a \(value.typeName); ids are whole numbers or texts")
    }
  }
}
