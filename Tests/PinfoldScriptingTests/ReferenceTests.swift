import Foundation
import Lua
import Pinfold
import PinfoldColumns
import PinfoldData
import PinfoldEvaluation
import TestSupport
import Testing

@testable import PinfoldScripting

/// The reference as data, the page made for people, and what Lua code really finds say the same.
@Suite("The Lua reference")
struct ReferenceTests {
  // MARK: Against the real thing

  @Test("names every function there is, and no other")
  func functions() throws {
    let standard: Set = [
      "_VERSION", "arg", "assert", "collectgarbage", "coroutine", "error", "getmetatable", "io", "ipairs",
      "load", "math", "next", "os", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset",
      "require", "select", "setmetatable", "string", "table", "tonumber", "tostring", "type", "utf8",
      "xpcall",
    ]
    let scripts = Set(try LuaGlobals.ofScripts().names.map(\.name)).subtracting(standard)
    #expect(scripts == Set(APIReference.functions.map(\.name)))
    let plugins = Set(try LuaGlobals.ofPlugins().names.map(\.name)).subtracting(standard)
    #expect(plugins == Set(APIReference.pluginFunctions.map(\.name)))
  }

  /// A session with one value of each kind in `objects`.
  private static func session() throws -> ScriptSession {
    let session = try ScriptSession(workbench: Workbench(), output: { _ in })
    try session.run(
      text: """
        data = generate("uniform", { count = 10 })
        objects = { dataset = data, view = data:fit(), strategy = strategy("grid"), metric = metric("overlap"),
          diff = diff("identity"), camera = camera("pan"), column = column{1}, groups = column{1}:group(),
          study = study { datasets = { "towns.csv" }, strategies = { "grid" } } }
        objects.texts = points { lon = { 1 }, lat = { 2 }, name_ = { "a" } }.name_
        objects.map = strategy("radius"):build(data)
        objects.frame = objects.map:frame(objects.view)
        objects.transition = objects.diff:between(objects.frame, objects.frame)
        objects.rows = data:head()
        """, name: "objects")
    let objects = try #require(session.lua.global("objects").table)
    let points = try PointSet(PointColumns(longitude: [1], latitude: [1]))
    let view = try ProjectedView(PluginFixture.view, on: .mercator)
    try objects.set("points", PointsObject(points, [0], in: view, after: PreviousFrame(nil)))
    try objects.set("neighbors", try session.lua.run("return objects.points:neighbors(1)").first ?? .nil)
    try objects.set("framepoints", try session.lua.run("return objects.frame.points").first ?? .nil)
    let fixture = PluginFixture()
    let plugin = try Plugin(path: fixture.strategy("return {}"))
    try objects.set("test", try TestObject(plugin, in: session.lua))
    return session
  }

  /// The same with a live map; for a thread that may wait.
  private static func liveSession() throws -> ScriptSession {
    let session = try session()
    try session.run(text: "objects.livemap = live(data, { open = false })", name: "objects")
    return session
  }

  @Test("names every field and method there is, and no other")
  func members() async throws {
    try await onThread { try Self.checkMembers() }
  }

  private static func checkMembers() throws {
    let session = try Self.liveSession()
    let objects = try #require(session.lua.global("objects").table)
    for entry in APIReference.objects {
      let described = entry.members.filter { $0.kind != .operation }.map(\.name)
      // Rows are tables, whose methods are those of ``checkKinds()``.
      if entry.name == "rows" { continue }
      let real = try #require(try objects[entry.name].userdata, "\(entry.name)").members
      #expect(Set(real) == Set(described), "\(entry.name)")
      #expect(Set(described).count == described.count, "\(entry.name)")
    }
    #expect(try Set(objects.keys.compactMap(\.string)) == Set(APIReference.objects.map(\.name)))
  }

  @Test("tells fields from methods")
  func kinds() async throws {
    try await onThread { try Self.checkKinds() }
  }

  private static func checkKinds() throws {
    let session = try Self.liveSession()
    for entry in APIReference.objects {
      for member in entry.members where member.kind != .operation {
        let answer = try session.lua.run("return type(objects.\(entry.name).\(member.name))").first?.string
        #expect((answer == "function") == (member.kind == .method), "\(entry.name).\(member.name)")
      }
    }
  }

  /// What each function that takes options says of an option that it does not have.
  static let calls: [(table: String, call: String)] = [
    ("ReadOptions", "dataset('x', { zzz = 1 })"), ("GenerateOptions", "generate('uniform', { zzz = 1 })"),
    ("PointColumns", "points { lon = {}, lat = {}, zzz = 1 }"),
    ("ViewOptions", "view { lon = 0, lat = 0, zoom = 3, zzz = 1 }"),
    ("FitOptions", "data:fit { zzz = 1 }"), ("PlanOptions", "data:views { zzz = 1 }"),
    ("CompareOptions", "compare { zzz = 1 }"), ("StudyOptions", "study { zzz = 1 }"),
    ("CheckOptions", "check('grid', {}, { zzz = 1 })"),
    ("ScoreOptions", "score(data, { objects.frame }, { zzz = 1 })"),
    ("LiveOptions", "live(data, { zzz = 1 })"), ("PictureOptions", "plot({}, { zzz = 1 })"),
    ("TilesOptions", "tiles(objects.map, 'no.pmtiles', { zzz = 1 })"),
    ("PlotOptions", "objects.frame:plot { zzz = 1 }"),
    ("TransitionPlotOptions", "objects.transition:plot { zzz = 1 }"),
    ("LeafOptions", "objects.map:leaves(objects.frame[1].id, { zzz = 1 })"),
    ("SpreadOptions", "objects.frame:spread(1, { zzz = 1 })"),
    ("ReduceOptions", "objects.frame:reduce { map = print, reduce = print, zzz = 1 }"),
  ]

  @Test("names every option there is, and no other", arguments: calls)
  func options(table: String, call: String) throws {
    let session = try Self.session()
    let error = #expect(throws: LuaError.self) { try session.lua.run(call) }
    let message = try #require(error?.message)
    let known = try #require(message.components(separatedBy: "; there are: ").last, "\(message)")
    let entry = try #require(APIReference.find(table).first)
    // A generator's own parameters stand beside the options of all.
    let own = try Workbench().registry.find("uniform", kind: .generator).parameters.map(\.name)
    let names = Set(known.components(separatedBy: ", ")).subtracting(
      table == "GenerateOptions" ? own + ["generate"] : table == "ReadOptions" ? ["path"] : [])
    #expect(names == Set(entry.members.map(\.name)), "\(table): \(message)")
  }

  @Test("names every field of a row, and no other")
  func rows() throws {
    let session = try Self.session()
    try session.run(
      text: """
        rows = { Cluster = objects.frame[1], Registered = list()[1], RegisteredParameter = list()[1].parameters[1],
          Marker = objects.transition[1], ShownMarker = objects.transition:at(0.5)[1],
          Flow = objects.transition.flows[1], Node = objects.map:tile(0, 0, 0)[1],
          Pin = objects.frame:spread(1)[1], Bounds = objects.points:bounds(), CheckReport = check("overlap"),
          Finding = check("overlap").findings[1], Scores = score(data, { objects.frame }) }
        """, name: "rows")
    let rows = try #require(session.lua.global("rows").table)
    let names = try rows.keys.compactMap(\.string)
    #expect(names.count == 12)
    for name in names {
      let entry = try #require(APIReference.find(name).first)
      let real = Set(try #require(try rows[name].table).keys.compactMap(\.string))
      #expect(real.isSubset(of: entry.members.map(\.name)), "\(name)")
      #expect(real.isSuperset(of: entry.members.filter { !$0.isOptional }.map(\.name)), "\(name)")
    }
  }

  @Test("names every field of a plugin's table, and what its functions get", arguments: PluginKind.allCases)
  func plugins(kind: PluginKind) throws {
    let name = kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst() + "Plugin"
    let entry = try #require(APIReference.find(name).first)
    #expect(Set(entry.members.map(\.name)) == Set(PluginKind.commonFields + kind.ownFields))
    let view = try #require(APIReference.find("PluginView").first)
    #expect(
      Set(view.members.map(\.name))
        == Set(try ProjectedView(PluginFixture.view, on: .mercator).luaTable.keys))
    let parameter = try #require(APIReference.find("PluginParameter").first)
    #expect(parameter.members.map(\.name) == PluginParameter.fields)
    let capabilities = try #require(APIReference.find("PluginCapabilities").first)
    // No plugin can keep the promise to take in edits.
    #expect(
      capabilities.members.map(\.name) == Capabilities.names.map(\.name).filter { $0 != "incremental" })
  }

  @Test("has examples that are Lua, and types that it knows")
  func examples() throws {
    let session = try Self.session()
    let all = APIReference.functions + APIReference.objects + APIReference.tables
    let names = Set((APIReference.objects + APIReference.tables).map(\.name))
      .union(["Representative"])
    for entry in all + all.flatMap(\.members) {
      #expect(entry.summary.hasSuffix("."), "\(entry.name)")
      if let example = entry.example?.replacing("…", with: "") {
        // Expressions, statements, or fields of a table.
        let isLua = ["return \(example)", example, "return { \(example) }"].contains {
          (try? session.lua.load($0)) != nil
        }
        #expect(isLua, "\(example)")
      }
      for match in entry.type.matches(of: /\b[A-Z][A-Za-z]+\b/) {
        #expect(names.contains(String(match.output)), "\(entry.name): \(entry.type)")
      }
    }
  }

  @Test("is found by name, whole or in part")
  func search() throws {
    #expect(
      APIReference.find("dataset").map { $0.signature(of: "owner") } == [
        "dataset(path, options) → dataset", "dataset", "owner.dataset: dataset",
        "owner:dataset(cluster) → dataset", "owner.dataset: dataset",
        "owner.dataset: string|dataset|table", "owner.dataset: string",
      ])
    #expect(APIReference.find("frame:plot").map(\.name) == ["plot"])
    #expect(APIReference.find("frame.plot") == APIReference.find("frame:plot"))
    #expect(APIReference.find("column:iter").count == 1)
    #expect(APIReference.find("frame.plt").isEmpty)
  }
}
