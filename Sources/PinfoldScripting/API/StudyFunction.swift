import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldStudies
import PinfoldVerbs

/// `study { datasets = …, strategies = …, … }`: the plan of a study, with the members of a JSON definition.
/// `study "Results/cities/manifest.json"`: a study that should reproduce the frames of a manifest.
/// `study "cities.json"`: the study of a definition.
enum StudyFunction {
  static func open(in lua: LuaLibrary, scope: ScriptScope) {
    lua.define(
      "study", "(definition: StudyOptions|string): study",
      "Plans a study: strategies along camera paths over data, stored frame by frame; or, of the path of a "
        + "manifest.json, the one that is to come to the same frames again; of another JSON file, the one that it defines.",
      example: #"study { datasets = { "stations.csv" }, strategies = { "grid" } }:run("Results")"#
    ) { (definition: LuaValue) in
      let source = try source(definition, scope)
      for path in source.plan.datasets.compactMap(\.path) + source.plan.framePaths {
        try scope.checkReading(path)
      }
      scope.declare(source)
      return StudyObject(source, scope: scope)
    }
  }

  private static func source(_ definition: LuaValue, _ scope: ScriptScope) throws -> StudySource {
    switch definition {
    case .string(let path):
      try scope.checkReading(path)
      guard let manifest = try? StudyManifest(path: path) else {
        return StudySource(
          try StudyDefinition(path: path, registry: scope.registry),
          pluginLimits: scope.workbench.pluginLimits.recorded)
      }
      return try StudySource(
        of: manifest, path: path, in: scope.workbench,
        limits: manifest.pluginLimits.map { PluginLimits($0) })
    case .table(let table):
      let plan = try StudyDefinition(table, of: "study", registry: scope.registry)
      if let written = plan.plugins.first(where: { $0.sources.isEmpty }) {
        throw DefinitionError(
          place: "study",
          message:
            "a study keeps its plugins' texts, but the \(written.name) has no file of its own: "
            + "save it as a plugin"
        )
      }
      return StudySource(plan, pluginLimits: scope.workbench.pluginLimits.recorded)
    default:
      throw LuaArgumentError(1, "table or path of a manifest expected, got \(definition.typeName)")
    }
  }
}

/// A planned study as a script sees it.
final class StudyObject: LuaObject, Sendable {
  static let luaName = "study"

  private let source: StudySource
  private let scope: ScriptScope

  private var plan: StudyDefinition { source.plan }

  init(_ source: StudySource, scope: ScriptScope) {
    self.source = source
    self.scope = scope
  }

  static func describe(_ lua: LuaClass<StudyObject>) {
    lua.about("A planned study.")
    lua.getter("name", "string", "Its name.") { $0.plan.name }
    lua.getter("runs", "integer", "The number of its runs: all combinations.") { $0.plan.runCount }
    lua.method(
      "run", "(folder: string, options?: StudyRunOptions): StudyReport",
      "Runs or resumes it in a folder, and returns scores by dataset, strategy and camera."
    ) { (study, call: LuaCall, folder: String, options: LuaTable?) in
      let extent = try StudyRunDefinition(options, of: "run")
      try study.scope.checkWriting(in: folder)
      return try study.scope.rows(call) {
        try study.source.run(in: folder, extent, $0).reported($0).script
      }
    }
    lua.method(
      "register", "(folder: string): {sha256: string, notes: string[]}",
      "Writes the plan into a new folder before any run, and returns its digest: reports then tell later additions."
    ) { (study, call: LuaCall, folder: String) in
      try study.scope.checkWriting(in: folder)
      return try study.scope.rows(call) {
        ScriptForm(["sha256": try study.source.register(in: folder, $0)])
      }
    }
    lua.method(
      "views", "(): table[]",
      "The views of each dataset along all cameras, each once: those that another program must make frames for."
    ) { (study, call: LuaCall) in
      try study.scope.rows(call) { try study.plan.listViews($0) }
    }
    lua.method(
      "merge", "(parts: string[], folder: string): StudyReport",
      "Combines the runs of other folders, such as those of parts, in one folder with this plan; nothing is run."
    ) { (study, call: LuaCall, parts: [String], folder: String) in
      try study.checkReading(parts)
      try study.scope.checkWriting(in: folder)
      return try study.scope.rows(call) {
        try study.plan.merge(parts, into: folder, $0).reported($0).script
      }
    }
    lua.method(
      "export", "(folder: string, output: string): {files: string[], notes: string[]}",
      "Exports a folder for papers and archives: report, statistics, tables (CSV, JSON, LaTeX), figures and a "
        + "description of the methods."
    ) { (study, call: LuaCall, folder: String, output: String) in
      try study.checkReading([folder])
      try study.scope.checkWriting(in: output)
      return try study.scope.rows(call) {
        let store = try StudyStore(in: folder)
        return ScriptForm(["files": try store.export(to: output, drawingBy: study.scope.registry, $0)])
      }
    }
    lua.method(
      "verify", "(folder: string, options?: StudyVerifyOptions): StudyVerification",
      "Compares a folder with the result of its manifest's definition, and measures its frames again."
    ) { (study, call: LuaCall, folder: String, options: LuaTable?) in
      let extent = try StudyVerifyDefinition(options, of: "verify")
      try study.checkReading([folder])
      try call.reserve(points: study.plan.datasets)
      let store = try StudyStore(in: folder)
      let verifier = try StudyVerifier(
        store, in: study.scope.workbench, limits: try store.manifest().pluginLimits.map { PluginLimits($0) })
      return try study.scope.rows(call) { try verifier.verify(extent, $0).script }
    }
    lua.method(
      "compare", "(folder: string, other: string): StudyComparison",
      "Compares the results of two folders by the runs that both have."
    ) { (study, call: LuaCall, folder: String, other: String) in
      try study.checkReading([folder, other])
      return try study.scope.rows(call) { _ in try StudyComparisonAnswer(folder, with: other).script }
    }
    lua.metamethod(.toString) { (study: StudyObject) in
      "study '\(study.plan.name)': \(counted(study.plan.runCount, "run"))"
    }
  }

  private func checkReading(_ folders: [String]) throws {
    for folder in folders { try scope.checkReading("\(folder)/\(StudyStore.fileName)") }
  }
}
