import Lua
import Pinfold

/// `frame:reduce { attributes = {…}, map = f, reduce = g, initial = v }`: folds the members of each cluster into one
/// value by functions of the script.
///
/// Members come in the order of their ids, so that even a `reduce` that depends on the order gives the same value for
/// the same points.
struct FrameReduction {
  private let frame: Frame
  private let attributes: [Attribute]
  private let map: LuaFunction
  private let reduce: LuaFunction
  private let initial: LuaValue?

  /// Checks a script's options.
  ///
  /// - Parameters:
  ///   - options: `map(point)` makes a value of a point, and `reduce(a, b)` joins two values. `attributes` names those
  ///     that points carry besides `id`, `lon`, `lat` and `weight`. `initial` is what to start with, or a function that
  ///     makes it for each cluster; without it the first member's value.
  ///   - frame: the clusters.
  init(_ options: [String: LuaValue], of frame: Frame) throws {
    var options = OptionTable(options, of: "reduce", known: ["attributes", "map", "reduce", "initial"])
    self.frame = frame
    attributes = try (options.list("attributes") ?? []).map { value in
      guard let name = value.string else {
        throw LuaError(.runtime, "reduce: 'attributes' holds a \(value.typeName); it takes names")
      }
      return try frame.points.attribute(named: name)
    }
    guard let map = try options.function("map"), let reduce = try options.function("reduce") else {
      throw LuaError(
        .runtime, "reduce: both 'map', a function of a point, and 'reduce', one of two values, are needed")
    }
    (self.map, self.reduce) = (map, reduce)
    initial = options.value("initial")
    try options.finish()
  }

  /// The value of each cluster.
  func results(_ call: LuaCall) throws -> [LuaValue] {
    try (0..<frame.count).map { cluster in
      var result = initial
      if let make = initial?.function { result = try present(make(), of: "initial") }
      for member in frame.members(of: cluster) {
        try call.checkStop()
        let value = try present(map(point(member)), of: "map", member)
        result = try result.map { try present(reduce($0, value), of: "reduce", member) } ?? value
      }
      return result ?? .nil
    }
  }

  private func point(_ member: Int) -> [String: LuaValue] {
    let points = frame.points
    let coordinate = points.coordinate(member)
    var point: [String: LuaValue] = [
      "id": points.ids[member].luaValue, "lon": .number(coordinate.longitude),
      "lat": .number(coordinate.latitude), "weight": .number(points.weight?[member] ?? 1),
    ]
    for attribute in attributes { point[attribute.name] = attribute.values.luaValue(at: member) }
    return point
  }

  /// The first result of a function, which must not be nil: a list of clusters' values would end there.
  private func present(_ results: [LuaValue], of name: String, _ member: Int? = nil) throws -> LuaValue {
    if let value = results.first, !value.isNil { return value }
    let place = member.map { " for point '\(frame.points.ids[$0])'" } ?? ""
    throw LuaError(.runtime, "reduce: '\(name)' returned nil\(place); it must return a value, such as false")
  }
}

extension Attribute.Values {
  /// The value of a point; nil where it is missing.
  fileprivate func luaValue(at index: Int) -> LuaValue {
    switch self {
    case .numbers(let values): values[index].isNaN ? .nil : .number(values[index])
    case .booleans(let values): values[index].map { .boolean($0) } ?? .nil
    case .texts(let column): column[index].map { .string($0) } ?? .nil
    }
  }
}
