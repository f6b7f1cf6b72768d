import Lua
import Pinfold
import PinfoldColumns
import PinfoldDefinitions
import PinfoldEvaluation

/// Folds the members of each cluster into one value by functions of the script. Members come in the order of
/// their ids, so the result is deterministic even for a `reduce` that depends on order.
struct FrameReduction {
  private let frame: Frame
  private let attributes: [Attribute]
  private let map: LuaFunction
  private let reduce: LuaFunction
  private let initial: LuaValue?

  /// Checks a script's options.
  init(_ options: LuaTable, of frame: Frame) throws {
    let options = try ReduceDefinition(options, of: "reduce", raw: ["initial"])
    self.frame = frame
    attributes = try options.attributes.map { try frame.points.attribute(named: $0) }
    guard let map = options.map?.function, let reduce = options.reduce?.function else {
      throw LuaError("reduce: both 'map', a function of a point, and 'reduce', one of two values, are needed")
    }
    (self.map, self.reduce) = (map, reduce)
    initial = options.initial
  }

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
      "id": points.id(member).luaValue, "lon": .number(coordinate.longitude),
      "lat": .number(coordinate.latitude), "weight": .number(points.weight?[member] ?? 1),
    ]
    for attribute in attributes { point[attribute.name] = attribute.values.luaValue(at: member) }
    return point
  }

  /// The first result of a function, which must not be nil: a list of the clusters' values would end there.
  private func present(_ results: [LuaValue], of name: String, _ member: Int? = nil) throws -> LuaValue {
    if let value = results.first, !value.isNil { return value }
    let place = member.map { " for point '\(frame.points.id($0))'" } ?? ""
    throw LuaError("reduce: '\(name)' returned nil\(place); it must return a value, such as false")
  }
}

/// The options of a reduction.
struct ReduceDefinition: Definition {
  fileprivate(set) var attributes: [String] = []
  fileprivate(set) var map: LuaValue?
  fileprivate(set) var reduce: LuaValue?
  fileprivate(set) var initial: LuaValue?
  static let owner = "reduce"
  static let options: [DefinedOption<ReduceDefinition>] = [
    DefinedOption("attributes", \.attributes, "What points carry besides id, lon, lat and weight."),
    DefinedOption(
      "map", .type("fun(point: table): any", "a function"), isRequired: true, "Makes a value of a member."
    ) { (options, node, _) throws(DefinitionError) in options.map = try function(node, "map") },
    DefinedOption(
      "reduce", .type("fun(a: any, b: any): any", "a function"), isRequired: true, "Joins two values."
    ) { (options, node, _) throws(DefinitionError) in options.reduce = try function(node, "reduce") },
    DefinedOption(
      "initial", .type("any", "a value, or a function"), standard: "the first member's value",
      "What to start with, or a function that makes it."
    ) { (options, node, _) throws(DefinitionError) in options.initial = node.object(as: LuaValue.self) },
  ]

  private static func function(_ node: Node, _ name: String) throws(DefinitionError) -> LuaValue {
    guard let value = node.object(as: LuaValue.self), value.function != nil else {
      throw node.mistake(name, takes: "a function")
    }
    return value
  }
}

extension Attribute.Values {
  /// The value of a point; nil where it is missing.
  func luaValue(at index: Int) -> LuaValue {
    switch self {
    case .numbers(let values): values[index].isNaN ? .nil : .number(values[index])
    case .integers(let values): values[index].isMissing ? .nil : .integer(Int(values[index]))
    case .booleans(let values): values[index].map { .boolean($0) } ?? .nil
    case .texts(let column): column[index].map { .string($0) } ?? .nil
    }
  }
}

/// The results of a metric as a table: numbers by measure, in `undefined` the reasons of the measures without
/// one, and in `why` what these mean.
struct MeasureTable: LuaPushable {
  let results: [MetricResult]

  func push(to call: LuaCall) {
    var fields = LuaFields(
      results.map { ($0.measure.name, $0.value.number.map { LuaValue.number($0) } ?? .nil) })
    let reasons = results.compactMap { result in result.value.reason.map { (result.measure.name, $0.code) } }
    if !reasons.isEmpty {
      fields.set("undefined", Dictionary(uniqueKeysWithValues: reasons))
      fields.set("why", meanings.joined(separator: " "))
    }
    fields.push(to: call)
  }

  private var meanings: [String] {
    var meanings: [String] = []
    for reason in results.compactMap(\.value.reason) {
      let advice = reason == .needsFrames ? " Give it a list, as in measure { old, new }." : ""
      let meaning = reason.meaning + advice
      if !meaning.isEmpty, !meanings.contains(meaning) { meanings.append(meaning) }
    }
    return meanings
  }
}
