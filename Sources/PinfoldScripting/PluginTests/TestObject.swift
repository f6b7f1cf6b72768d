import Lua
import Pinfold
import PinfoldColumns
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// The argument of a plugin's tests: it makes points and views, runs the plugin through the host, and checks
/// expectations.
final class TestObject: LuaObject, @unchecked Sendable {
  static let luaName = "test"

  private let plugin: Plugin
  private let registry: Registry
  private weak var lua: LuaState?

  /// Serves the tests of a plugin that run in a state.
  init(_ plugin: Plugin, in lua: LuaState) throws(PluginError) {
    var registry = Workbench().registry
    try plugin.registrar()(&registry, .builtIn)
    self.plugin = plugin
    self.registry = registry
    self.lua = lua
  }

  static func describe(_ lua: LuaClass<TestObject>) {
    lua.method("points") { (_, columns: LuaTable) in try dataset(columns) }
    lua.method("view") { (_, options: LuaTable?) in
      let given = try Node(options, of: "view").members ?? []
      func isGiven(_ name: String) -> Bool { given.contains { $0.name == name } }
      let middle = isGiven("bbox") ? [] : isGiven("x") ? ["zoom"] : ["lon", "lat", "zoom"]
      let standard = middle.filter { !isGiven($0) }.map { name in
        (name, Node(.number(name == "zoom" ? standardZoom : 0), place: "view"))
      }
      return ViewObject(try ViewDefinition(Node(.table(standard + given), place: "view")))
    }
    lua.method("cluster") {
      (test, points: DatasetObject, values: LuaTable?, view: ViewObject?, previous: FrameObject?) in
      try test.frame(Clusterer(try test.product(.strategy, values)), points, view, after: previous)
    }
    lua.method("select") {
      (
        test, call: LuaCall, points: DatasetObject, values: LuaTable?, view: ViewObject?,
        previous: FrameObject?
      ) in
      let representative = try test.product(.representative, values)
      // A budget of one cluster puts all points into one.
      let clusterer = Clusterer(.pca(budget: 1), representative: representative)
      let frame = try test.frame(clusterer, points, view, after: previous)
      return try call.results(frame.frame.count > 0 ? frame.table(0) : nil, frame)
    }
    lua.method("measure") { (test, call: LuaCall, subject: LuaValue, values: LuaTable?) in
      let metric = try test.product(.metric, values)
      guard let frames = try subject.object(as: FrameObject.self).map({ [$0.frame] }) ?? subject.frames else {
        throw LuaArgumentError(2, "frame or list of frames expected, got \(subject.typeName)")
      }
      let results = try metric.evaluate(MetricSubject(frames))
      if results.count > 1 { return try call.results(MeasureTable(results: results)) }
      let value = results.first?.value
      return try call.results(of: [
        value?.number.map { .number($0) } ?? .nil, (value?.reason?.code).map { .string($0) } ?? .nil,
      ])
    }
    lua.method("transition") { (test, old: FrameObject, new: FrameObject, values: LuaTable?) in
      let diff = try test.product(.diff, values)
      return TransitionObject(
        try diff.transition(from: old.frame, to: new.frame), old.frame, new.frame)
    }
    lua.method("views") { (test, start: ViewObject?, values: LuaTable?) in
      let camera = try test.product(.camera, values)
      let start = try start?.viewport(on: .mercator) ?? standardView
      return try camera.views(from: start, on: .mercator).map { ViewObject($0) }
    }
    lua.method("generate") { (test, count: Int, values: LuaTable?, seed: Int?) in
      let generator = try test.product(.generator, values)
      let columns = try generator.columns(
        count: count, seed: UInt64(bitPattern: Int64(seed ?? 1)), context: RunContext())
      return DatasetObject(name: test.plugin.name, points: try PointSet(columns))
    }
    lua.method("frame") { (test, points: DatasetObject, values: LuaTable?, view: ViewObject?) in
      let grid = try Registry.builtIn.find("grid", kind: .strategy)
      return try test.frame(
        Clusterer(try grid(try Self.values(values, of: grid))), points, view)
    }
    describeExpectations(lua)
  }

  private static func describeExpectations(_ lua: LuaClass<TestObject>) {
    lua.method("expect") { (test, value: LuaValue, wanted: LuaValue, message: String?) in
      guard try !value.equals(wanted) else { return }
      throw test.failure(message, "expected \(test.text(of: wanted)), found \(test.text(of: value))")
    }
    lua.method("near") { (test, value: Double, wanted: Double, tolerance: Double?, message: String?) in
      let tolerance = tolerance ?? 1e-9
      // Written so that NaN fails too.
      guard !((value - wanted).magnitude <= tolerance), value != wanted else { return }
      throw test.failure(
        message,
        "expected \(test.text(of: .number(wanted))), give or take \(test.text(of: .number(tolerance))), found "
          + test.text(of: .number(value)))
    }
    lua.method("fails") { (test, body: LuaFunction, text: String?) in
      let found: String
      do {
        _ = try body()
        found = ""
      } catch let error as LuaError where error.kind == .runtime {
        found = error.description
      }
      if found.isEmpty { throw test.failure(nil, "expected an error, found none") }
      if let text, !found.contains(text) {
        throw test.failure(nil, "expected an error with '\(text)', found '\(found)'")
      }
    }
  }

  // MARK: The plugin

  private func product<Product>(
    _ kind: RegistryKind<Product>, _ values: LuaTable?
  ) throws -> Product {
    guard plugin.kind.rawValue == kind.name else {
      throw LuaError(
        .runtime, "this plugin is a \(plugin.kind.rawValue); its tests have no use for a \(kind.name)")
    }
    let registration = try registry.find(plugin.name, kind: kind)
    return try registration(try Self.values(values, of: registration))
  }

  private static func values<Product>(
    _ table: LuaTable?, of registration: Registration<Product>
  ) throws -> ParameterValues {
    try ParameterValues(
      try Node(table, of: "parameters"), of: registration.parameters, owner: registration.label)
  }

  private func frame(
    _ clusterer: Clusterer, _ points: DatasetObject, _ view: ViewObject?, after previous: FrameObject? = nil
  ) throws -> FrameObject {
    let map = try clusterer.build(points.points)
    let points = map.points
    let standard =
      points.projection.wraps ? Self.standardView : ScreenDefinition().viewport.fitted(to: points)
    let viewport = try view?.viewport(on: points.projection) ?? standard
    return FrameObject(try map.frame(for: viewport, after: previous?.frame))
  }

  // MARK: Points

  private static let standardZoom = 10.0
  private static var standardView: Viewport {
    Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: standardZoom)
  }

  /// Points in degrees or on a plane, or in screen points from the middle of the standard view.
  private static func dataset(_ table: LuaTable) throws -> DatasetObject {
    let table = try PointTable(table, of: "points")
    var columns = try table.columns(of: "points")
    if table.isPlanar {
      return DatasetObject(name: table.name, points: try PointSet(columns, isPlanar: true))
    }
    if table.hasPlaneCoordinates, columns.longitude.count == columns.latitude.count {
      let view = try ProjectedView(standardView, on: .mercator)
      let middle = view.worldPosition(of: view.center)
      for (place, (x, y)) in zip(columns.longitude, columns.latitude).enumerated() {
        guard let position = view.position(worldX: middle.x + x, worldY: middle.y + y) else {
          throw LuaError(.runtime, "points: point \(place + 1) is at (\(x), \(y))")
        }
        let coordinate = view.projection.unproject(position)
        (columns.longitude[place], columns.latitude[place]) = (coordinate.longitude, coordinate.latitude)
      }
    }
    return DatasetObject(name: table.name, points: try PointSet(columns))
  }

  // MARK: Messages

  private func failure(_ message: String?, _ text: String) -> LuaError {
    LuaError(.runtime, message.map { "\($0): \(text)" } ?? text)
  }

  private func text(of value: LuaValue) -> String {
    if case .integer(let number) = value { return String(number) }
    if let number = value.number { return "\(ParameterValue.number(number))" }
    if let column = value.object(as: LuaColumn.self) {
      return
        "column { \((0..<min(column.count, 20)).map { self.text(of: column.value(at: $0)) }.joined(separator: ", ")) }"
    }
    return lua.flatMap { try? Echo($0).text(of: value) } ?? value.typeName
  }
}

extension LuaValue {
  /// Whether two values are the same; tables and columns are compared by their elements.
  fileprivate func equals(_ other: LuaValue, depth: Int = 0) throws -> Bool {
    if self == other { return true }
    if let column = object(as: LuaColumn.self), let other = other.object(as: LuaColumn.self) {
      return column.count == other.count
        && (0..<column.count).allSatisfy { column.value(at: $0) == other.value(at: $0) }
    }
    guard let table, let others = other.table, depth < 100 else { return false }
    let entries = try table.entries
    guard try others.keys.count == entries.count else { return false }
    return try entries.allSatisfy { key, value in
      try value.equals(try others.get(key, as: LuaValue.self), depth: depth + 1)
    }
  }
}
