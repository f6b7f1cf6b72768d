import ArgumentParser
import Foundation
import Lua
import Pinfold
import PinfoldData
import PinfoldEvaluation
import PinfoldStudies
import Testing

@testable import PinfoldCommand
@testable import PinfoldDefinitions
@testable import PinfoldScripting

/// Flags, Lua tables and JSON ask for the same thing in the same words, and get the same.
@Suite("The three doors")
struct DoorTests {
  // MARK: Definitions

  /// One way to set one option of a definition.
  private struct Case {
    var option: String
    var flags: [String]
    var json: String
    var lua: String
  }

  /// A value of a kind that differs from the standard one, as a flag states it.
  private static func sample(_ about: ParameterDescription) throws -> String {
    if let example = about.example { return example }
    let candidates =
      switch about.kind {
      case .text, .list, .table, .switched, .type: ["x"]
      case .choice(let words): Array(words.reversed())
      default: ["true", "false", "3", "40", "0.5"]
      }
    return try #require(
      candidates.first { $0 == "x" || about.kind.accepted(Node(.word($0))) != nil && $0 != about.standard },
      "\(about.name)")
  }

  /// The sample as it is written in JSON, or with other marks around lists in Lua.
  private static func literal(_ sample: String, _ kind: ParameterKind, _ open: String, _ close: String)
    -> String
  {
    func scalar(_ text: Substring) -> String {
      Double(text) != nil || Bool(String(text)) != nil ? String(text) : "\"\(text)\""
    }
    let parts = sample.split(separator: ",")
    var isList = parts.count > 1
    if case .list = kind { isList = true }
    return isList ? open + parts.map(scalar).joined(separator: ", ") + close : scalar(sample[...])
  }

  private static func cases(_ about: ParameterDescription) throws -> [Case] {
    func nested(_ options: [ParameterDescription], flag: (ParameterDescription, String) -> [String]) throws
      -> [Case]
    {
      try options.map { inner in
        let sample = try Self.sample(inner)
        let (json, lua) = (literal(sample, inner.kind, "[", "]"), literal(sample, inner.kind, "{", "}"))
        return Case(
          option: "\(about.name).\(inner.name)", flags: flag(inner, sample),
          json: "\"\(about.name)\": { \"\(inner.name)\": \(json) }",
          lua: "\(about.name) = { \(inner.name) = \(lua) }")
      }
    }
    switch about.kind {
    case .table(_, let options): return try nested(options) { [$0.flag, $1] }
    case .switched(let name, let options):
      return try nested(options) { ["--\(name.lowercased())", "\($0.name)=\($1)"] } + [
        Case(
          option: about.name, flags: [about.flag], json: "\"\(about.name)\": true",
          lua: "\(about.name) = true")
      ]
    default:
      let sample = try sample(about)
      let (json, lua) = (literal(sample, about.kind, "[", "]"), literal(sample, about.kind, "{", "}"))
      let flags =
        if case .flag = about.kind {
          [sample == "true" ? about.flag : "--no-" + about.flag.dropFirst(2)]
        } else {
          [about.flag, sample]
        }
      return [
        Case(
          option: about.name, flags: flags, json: "\"\(about.name)\": \(json)",
          lua: "\(about.name) = \(lua)")
      ]
    }
  }

  @Test("a size by zoom is the same through all doors, and its label is read again")
  func sizeByZoom() throws {
    let registry = Workbench().registry
    let session = try ScriptSession(workbench: Workbench(), output: { _ in })
    let json = try Node(
      json: Array(#"{ "name": "radius", "radius": { "0": 80, "12.5": 40 } }"#.utf8), source: "test.json")
    let lua = try #require(
      try session.lua.run("return { 'radius', radius = { [0] = 80, [12.5] = 40 } }").first)
    let label = "radius(radius=0:80,12.5:40)"
    let nodes = [
      Node(.text(label), place: "test"), Node(.text("radius,radius=0:80,12.5:40"), place: "test"),
      json, try Node(lua, place: "test"),
    ]
    for node in nodes {
      let definition = try ClustererDefinition.one(node, in: registry)
      #expect(definition.label == label)
      #expect((try definition.choice.make() as? RadiusStrategy)?.radius == [0: 80, 12.5: 40])
    }
    let several = try ClustererDefinition.all(
      Node(.text("grid(cellSize=0:80,12:40,finer=true),radius(radius=3:50,4:60),none"), place: "test"),
      in: registry)
    #expect(
      several.map(\.label) == ["grid(cellSize=0:80,12:40,finer=true)", "radius(radius=3:50,4:60)", "none"])
    let error = #expect(throws: DefinitionError.self) {
      try ClustererDefinition.one(Node(.text("grid(cellSize=0:10,1:30)"), place: "test"), in: registry)
    }
    #expect(error?.message.contains("grow no faster than the map") == true)
  }

  /// Asks all doors for every option of a definition.
  ///
  /// - Parameter told: what is compared of two definitions.
  private func compare<Root: Definition, Told: Equatable>(
    _ root: Root.Type, members: [(name: String, value: Node)] = [], _ told: (Root) -> Told
  ) throws {
    let registry = Workbench().registry
    let session = try ScriptSession(workbench: Workbench(), output: { _ in })
    func read(_ node: Node) throws -> Told {
      let given = try #require(node.members)
      return told(try Root(Node(.table(members + given), place: node.place), registry: registry))
    }
    let standard = try read(Node(.table([]), place: "test"))
    var count = 0
    for option in try Root.optionDescriptions.filter(\.hasFlag).flatMap(Self.cases) {
      let flags = try Flags<Root>.parse(option.flags).members
      let byFlags = try read(Node(.table(flags), place: "flags"))
      let json = try Node(json: Array("{ \(option.json) }".utf8), source: "test.json")
      let byJSON = try read(json)
      let lua = try #require(try session.lua.run("return { \(option.lua) }").first)
      let byLua = try read(Node(lua, place: "test"))
      #expect(byFlags == byJSON, "\(Root.self).\(option.option)")
      #expect(byJSON == byLua, "\(Root.self).\(option.option)")
      #expect(byFlags != standard, "\(Root.self).\(option.option) does nothing")
      count += 1
    }
    #expect(count >= Root.optionDescriptions.filter(\.hasFlag).count)
  }

  @Test("read every option of every definition alike")
  func definitions() throws {
    try compare(ReadOptions.self) { $0 }
    try compare(ClusteringSteps.self) { [$0.clustererText] }
    try compare(ScreenDefinition.self) { $0 }
    try compare(BoxDefinition.self) { $0 }
    try compare(WritingDefinition.self) { $0 }
    try compare(TilesDefinition.self) { $0 }
    try compare(ViewsDefinition.self) { $0 }
    try compare(StyleDefinition.self) { $0 }
    try compare(DrawingDefinition.self) { $0 }
    try compare(MotionDefinition.self) { $0 }
    try compare(PageDefinition.self) { $0 }
    try compare(ScoreDefinition.self) { "\($0.metrics.map(\.label)) \($0.seed)" }
    try compare(StrategiesDefinition.self) { $0.strategies }
    try compare(ImageDefinition.self) { $0 }
    try compare(ServeDefinition.self) { $0 }
    try compare(RunDefinition.self) { $0 }
    try compare(ScriptLimits.self) { $0 }
    try compare(CheckDefinition.self) { "\($0.kind ?? "") \($0.seed) \($0.isThorough) \($0.budget ?? 0)" }
    try compare(BenchDefinition.self) {
      "\($0.strategies.strategies.map(\.label)) \($0.strategies.strategies[0].steps.clustererText) "
        + "\($0.baseline ?? "") \($0.timing) \($0.repetitions) \($0.views)"
    }
    let data = Node(.table([("generate", Node(.text("uniform"), place: "test"))]), place: "test")
    try compare(ComparisonDefinition.self, members: [("datasets", data)]) {
      "\($0.strategies.strategies.map(\.label)) \($0.strategies.strategies[0].steps.clustererText) "
        + "\($0.metrics.map(\.label)) \($0.views) \($0.match)"
    }
  }

  @Test("read a dataset alike, whether its settings are in parentheses or members")
  func datasets() throws {
    let registry = Workbench().registry
    let session = try ScriptSession(workbench: Workbench(), output: { _ in })
    let lua = try #require(
      try session.lua.run("return { generate = 'cities', count = 50, seed = 2 }").first)
    let json = try Node(json: Array(#"{ "generate": "cities(count=50,seed=2)" }"#.utf8), source: "a")
    let nodes = [
      Node(.table([("generate", Node(.word("cities,count=50,seed=2"), place: "--generate"))]), place: "flag"),
      try Node(lua, place: "generate"), json,
    ]
    let definitions = try nodes.map { try DatasetDefinition.one($0, in: registry) }
    #expect(definitions[0] == definitions[1] && definitions[1] == definitions[2])
    #expect(definitions[0].name == "cities(count=50,seed=2)")
    #expect(try definitions[0].load().points.count == 50)
  }

  // MARK: Results

  @Test(
    "compare strategies alike by flags, from Lua and from JSON",
    arguments: [
      ("", "", ""),
      (
        "--zooms 4,6 --locations 2 --no-fit --seed 3", "zooms = {4, 6}, locations = 2, fit = false, seed = 3",
        #", "zooms": [4, 6], "locations": 2, "fit": false, "seed": 3"#
      ),
      (
        "--metrics ink --separate --min-points 3",
        "metrics = 'ink', separate = true, limits = { minPoints = 3 }",
        #", "metrics": "ink", "separate": true, "limits": { "minPoints": 3 }"#
      ),
      (
        "--width 300 --tile-size 512 --representative first",
        "width = 300, tileSize = 512, representative = 'first'",
        #", "width": 300, "tileSize": 512, "representative": "first""#
      ),
    ])
  func comparisons(flags: String, lua: String, json: String) throws {
    let tool = try Tool()
    let command = [
      "compare", "--generate", "cities,count=300", "--strategy", "grid,grid(cellSize=90)", "--format", "csv",
    ]
    let byFlags = try tool.run(command + flags.split(separator: " ").map(String.init))
    #expect(byFlags.status == 0, "\(byFlags.errors)")
    let script = """
      local rows = compare { datasets = { generate("cities(count=300)") },
        strategies = { "grid", strategy("grid", { cellSize = 90 }) }, \(lua) }
      for _, row in ipairs(rows) do
        for name, value in pairs(row) do
          local isValue = name:find("%.") and not name:find("%.defined$") and not name:find("%.reason$")
          if isValue then print(row.strategy .. " " .. name .. " " .. ("%.6g"):format(value)) end
        end
      end
      """
    let byLua = try tool.run(["run", "-e", script])
    #expect(byLua.status == 0, "\(byLua.errors)")
    let text =
      #"{ "datasets": { "generate": "cities", "count": 300 }, "strategies": ["grid", { "name": "grid", "cellSize": 90 }]"#
      + json + " }"
    let document = try Node(json: Array(text.utf8), source: "test.json")
    // Without plugins, of which there are none in the tool's folder.
    let definition = try ComparisonDefinition(document, registry: Workbench().registry)
    let result = try Comparison(definition).run()
    let byJSON = result.rows.flatMap { row in
      row.summaries.compactMap { summary in
        summary.score.number.map { "\(row.strategy) \(summary.label) \(String(format: "%.6g", $0))" }
      }
    }
    // Each line of CSV: dataset, strategy, …, measure, score; the columns are found by their names.
    let lines = CSVLines(byFlags.output)
    let values = lines.rows.compactMap { row -> String? in
      guard let number = Double(row["score"] ?? "") else { return nil }
      return "\(row["strategy"] ?? "") \(row["measure"] ?? "") \(String(format: "%.6g", number))"
    }
    let told = byLua.output.split(separator: "\n").map(String.init)
    #expect(!values.isEmpty)
    #expect(told.sorted() == values.sorted())
    #expect(byJSON.sorted() == values.sorted())
  }

  /// Lines of CSV by the names of their columns.
  private struct CSVLines {
    var rows: [[String: String]]

    init(_ text: String) {
      // A comma within quotes belongs to its field.
      func fields(_ line: Substring) -> [String] {
        line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().reduce(into: [""]) {
          fields, part in
          if part.offset % 2 == 1 {
            fields[fields.count - 1] += part.element
          } else {
            let parts = part.element.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            fields[fields.count - 1] += parts.first ?? ""
            fields += parts.dropFirst()
          }
        }
      }
      let lines = text.split(whereSeparator: \.isNewline)
      let names = lines.first.map(fields) ?? []
      rows = lines.dropFirst().map { Dictionary(zip(names, fields($0))) { first, _ in first } }
    }
  }

  // MARK: Words

  @Test("each option is in the help, in the reference and in Studies.md")
  func documentation() throws {
    let tool = try Tool()
    func help<Root: Definition>(_ command: String, _ root: Root.Type) throws {
      let text = try tool(command, "--help").output.split(whereSeparator: \.isWhitespace).joined(
        separator: " ")
      for option in Root.optionDescriptions where option.hasFlag {
        let all = DefinedFlag.all(option)
        #expect(!all.isEmpty)
        for flag in all { #expect(text.contains(flag.flag), "\(command): \(flag.flag)") }
        if case .table = option.kind { continue }
        #expect(text.contains(option.help), "\(command): \(option.help)")
      }
    }
    try help("cluster", ReadOptions.self)
    try help("cluster", StrategiesDefinition.self)
    try help("cluster", ScreenDefinition.self)
    try help("cluster", BoxDefinition.self)
    try help("cluster", WritingDefinition.self)
    try help("cluster", PartsDefinition.self)
    try help("tiles", TilesDefinition.self)
    try help("aggregate", CellsDefinition.self)
    try help("diff", InterruptionDefinition.self)
    try help("plot", DrawingDefinition.self)
    try help("plot", MotionDefinition.self)
    try help("plot", PageDefinition.self)
    try help("compare", ComparisonDefinition.self)
    try help("bench", BenchDefinition.self)
    try help("cluster", RunDefinition.self)
    try help("plot", ImageDefinition.self)
    try help("serve", ServeDefinition.self)
    try help("run", ScriptLimits.self)
    try help("score", ScoreDefinition.self)

    let page = try StudyTables.page()
    #expect(
      page.found == page.printed,
      "Studies.md is not as the declarations print it; RECORD_SNAPSHOTS=1 writes it")
  }
}

extension ClusteringSteps {
  /// All that the steps say.
  fileprivate var clustererText: String {
    "\(representative?.label ?? "") \(limits) \(selected) \(separation.map { "\($0)" } ?? "")"
  }
}
