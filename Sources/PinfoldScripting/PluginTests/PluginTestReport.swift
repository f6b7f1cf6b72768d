import Lua
import Pinfold
import PinfoldColumns
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// The results of the tests in a plugin's file.
package struct PluginTestReport: Sendable {
  /// The plugin.
  package let plugin: Plugin

  /// Every test, in the order of names.
  package let results: [Result]

  /// The result of one test.
  package struct Result: Hashable, Sendable {
    /// Its name.
    package let name: String

    /// Why it failed; nil if it passed.
    package let failure: Failure?
  }

  /// Why a test failed.
  package struct Failure: Hashable, Sendable {
    /// The expectation and the observation, or the error.
    package let message: String

    /// The file and the line of the test where it failed, as "mine.lua:12"; nil where that is not known.
    package let place: String?

    /// The text of that line.
    package let sourceLine: String?
  }

  /// Whether all tests passed.
  package var isPassed: Bool { results.allSatisfy { $0.failure == nil } }

  /// Reads a plugin and runs its tests, each in a fresh state.
  ///
  /// - Throws: ``PluginError`` where the file is no plugin.
  package init(path: String, limits: PluginLimits = PluginLimits()) throws(PluginError) {
    let plugin = try Plugin(path: path, limits: limits)
    self.plugin = plugin
    do {
      let state = try PluginState(plugin, context: RunContext())
      let names = try Self.tests(in: state)?.keys.compactMap(\.string) ?? []
      results = try names.map { Result(name: $0, failure: try Self.failure(of: $0, plugin)) }
      withExtendedLifetime(state) {}
    } catch {
      throw PluginError(path: path, error)
    }
  }

  private static func tests(in state: PluginState) throws -> LuaTable? { try state.table["tests"].table }

  private static func failure(of test: String, _ plugin: Plugin) throws -> Failure? {
    let state = try PluginState(plugin, context: RunContext())
    guard let body = try tests(in: state)?[test].function else { return nil }
    do {
      let object = try TestObject(plugin, in: state.lua)
      try body(object)
      guard !object.hasExpectations else { return nil }
      return Failure(
        message: "checks nothing; call test:expect, test:near or test:fails",
        place: plugin.place(of: ["tests", test]), sourceLine: nil)
    } catch let error as LuaError {
      guard let position = error.position else {
        return Failure(message: error.message, place: nil, sourceLine: nil)
      }
      let place = position.inFull(plugin.path)
      return Failure(
        message: error.message, place: "\(place)",
        sourceLine: place.chunk == plugin.path ? plugin.line(place.line) : nil)
    }
  }
}

/// The argument of a plugin's tests: it makes points and views, runs the plugin through the host, and checks
/// expectations.
final class TestObject: LuaObject, @unchecked Sendable {
  static let luaName = "test"
  private let plugin: Plugin
  private let registry: Registry
  private weak var lua: LuaState?

  /// Whether the test has checked anything.
  private(set) var hasExpectations = false

  init(_ plugin: Plugin, in lua: LuaState) throws(PluginError) {
    var registry = Workbench().registry
    try plugin.registrar()(&registry, .builtIn)
    self.plugin = plugin
    self.registry = registry
    self.lua = lua
  }

  static func describe(_ lua: LuaClass<TestObject>) {
    lua.about(
      "What a plugin's tests get: points, views, the plugin itself, and expectations.",
      example: """
        tests = {
          ["near points merge"] = function(test)
            local points = test:points { x = { 0, 1, 500 }, y = { 0, 0, 0 } }
            test:expect(#test:cluster(points), 2)
          end,
        }
        """)
    lua.method(
      "points", "(columns: PointColumns): dataset",
      "Points; x and y are screen points to the right of and below the middle of the view at zoom 10, or with planar "
        + "coordinates on a plane, of which the usual view shows all."
    ) { (_, columns: LuaTable) in try dataset(columns) }
    lua.method(
      "view", "(options?: ViewOptions): view",
      "A view; without options the one at longitude 0, latitude 0 and zoom 10."
    ) { (_, options: LuaTable?) in
      let given = try Node(options, of: "view").members ?? []
      func isGiven(_ name: String) -> Bool { given.contains { $0.name == name } }
      let middle = isGiven("bbox") ? [] : isGiven("x") ? ["zoom"] : ["lon", "lat", "zoom"]
      let standard = middle.filter { !isGiven($0) }.map { name in
        (name, Node(.number(name == "zoom" ? standardZoom : 0), place: "view"))
      }
      return ViewObject(try ViewDefinition(Node(.table(standard + given), place: "view")))
    }
    lua.method(
      "cluster", "(points: dataset, parameters?: Parameters, view?: view, previous?: frame): frame",
      "The frame that the strategy gives, after another where it looks back."
    ) {
      (test, points: DatasetObject, values: LuaTable?, view: ViewObject?, previous: FrameObject?) in
      try test.frame(Clusterer(try test.product(.strategy, values)), points, view, after: previous)
    }
    lua.method(
      "select", "(points: dataset, parameters?: Parameters, view?: view, previous?: frame): Cluster, frame",
      "The points as one cluster, its marker where the representative puts it, and the frame of it."
    ) {
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
    lua.method(
      "measure", "(frames: frame|frame[], parameters?: Parameters): number|boolean|table|nil, string?",
      "The number that the metric gives, or nil and a reason; of several measures a table by their names."
    ) { (test, call: LuaCall, subject: LuaValue, values: LuaTable?) in
      let metric = try test.product(.metric, values)
      let results = try metric.evaluate(MetricSubject(subject.measuredFrames(argument: 2)))
      if results.count > 1 { return try call.results(MeasureTable(results: results)) }
      let value = results.first?.value
      return try call.results(of: [
        value?.number.map { .number($0) } ?? .nil, (value?.reason?.code).map { .string($0) } ?? .nil,
      ])
    }
    lua.method(
      "transition", "(old: frame, new: frame, parameters?: Parameters): transition",
      "The way that the diff finds."
    ) { (test, old: FrameObject, new: FrameObject, values: LuaTable?) in
      let diff = try test.product(.diff, values)
      return TransitionObject(
        try diff.transition(from: old.frame, to: new.frame), old.frame, new.frame)
    }
    lua.method(
      "views", "(start?: view, parameters?: Parameters): view[]",
      "The views of the camera's path, the start first."
    ) { (test, start: ViewObject?, values: LuaTable?) in
      let camera = try test.product(.camera, values)
      let start = try start?.viewport(on: .mercator) ?? standardView
      return try camera.views(from: start, on: .mercator).map { ViewObject($0) }
    }
    lua.method(
      "generate", "(count: integer, parameters?: Parameters, seed?: integer): dataset",
      "The points that the generator makes; the seed is 1 unless given."
    ) { (test, count: Int, values: LuaTable?, seed: Int?) in
      let generator = try test.product(.generator, values)
      let columns = try generator.columns(
        count: count, seed: UInt64(bitPattern: Int64(seed ?? 1)), context: RunContext())
      return DatasetObject(name: test.plugin.name, points: try PointSet(columns))
    }
    lua.method(
      "frame", "(points: dataset, parameters?: Parameters, view?: view): frame",
      "A frame of the built-in grid, for metrics and diffs to work on."
    ) { (test, points: DatasetObject, values: LuaTable?, view: ViewObject?) in
      let grid = try Registry.builtIn.find("grid", kind: .strategy)
      return try test.frame(
        Clusterer(try grid(try Self.values(values, of: grid))), points, view)
    }
    describeExpectations(lua)
  }

  private static func describeExpectations(_ lua: LuaClass<TestObject>) {
    lua.method(
      "expect", "(value: any, wanted: any, message?: string)",
      "Fails unless both are equal; of tables and columns whatever is in them."
    ) { (test, value: LuaValue, wanted: LuaValue, message: String?) in
      test.hasExpectations = true
      guard try !value.equals(wanted) else { return }
      throw test.failure(message, "expected \(test.text(of: wanted)), found \(test.text(of: value))")
    }
    lua.method(
      "near", "(value: number, wanted: number, tolerance?: number, message?: string)",
      "Fails unless both are at most the tolerance apart; 1e-9 unless given."
    ) { (test, value: Double, wanted: Double, tolerance: Double?, message: String?) in
      test.hasExpectations = true
      let tolerance = tolerance ?? 1e-9
      // Written so that NaN fails too.
      guard !((value - wanted).magnitude <= tolerance), value != wanted else { return }
      throw test.failure(
        message,
        "expected \(test.text(of: .number(wanted))), give or take \(test.text(of: .number(tolerance))), found "
          + test.text(of: .number(value)))
    }
    lua.method(
      "fails", "(body: function, text?: string)",
      "Fails unless the function raises an error that holds the text."
    ) { (test, body: LuaFunction, text: String?) in
      test.hasExpectations = true
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
      throw LuaError("this plugin is a \(plugin.kind.rawValue); its tests have no use for a \(kind.name)")
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
          throw LuaError("points: point \(place + 1) is at (\(x), \(y))")
        }
        let coordinate = view.projection.unproject(position)
        (columns.longitude[place], columns.latitude[place]) = (coordinate.longitude, coordinate.latitude)
      }
    }
    return DatasetObject(name: table.name, points: try PointSet(columns))
  }

  // MARK: Messages

  private func failure(_ message: String?, _ text: String) -> LuaError {
    LuaError(message.map { "\($0): \(text)" } ?? text)
  }

  private func text(of value: LuaValue) -> String {
    if case .integer(let number) = value { return String(number) }
    if let number = value.number { return "\(ParameterValue.number(number))" }
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
