package import Lua
import Pinfold
import PinfoldColumns
import PinfoldDefinitions
import PinfoldServer
import PinfoldVerbs

/// Everything that scripts, the shell and plugins find in Lua, as data: help, completion, editor types and
/// the reference are made of it. Functions and objects describe themselves where they are registered.
package enum APIReference {
  /// Global functions of scripts and the shell.
  package static let functions = ScriptFunctions.entries + plainFunctions

  /// Global functions of plugins, besides Lua's own.
  package static let pluginFunctions = plainFunctions + pluginOnlyFunctions

  /// Global functions that plugins alone have.
  package static let pluginOnlyFunctions = PluginState.functions

  private static let plainFunctions = LuaLibrary.entries(ColumnLibrary.open) + [LuaState.rawpairs]

  /// Kinds of values with fields and methods.
  package static let objects = [
    DatasetObject.luaEntry, TextsObject.luaEntry, ViewObject.luaEntry, StrategyObject.luaEntry,
    MetricObject.luaEntry, CameraObject.luaEntry, StudyObject.luaEntry, DiffObject.luaEntry,
    MapObject.luaEntry, FrameObject.luaEntry, LiveObject.luaEntry, TransitionObject.luaEntry,
    LuaClass.entry(ColumnLibrary.describe), GroupsObject.luaEntry, PointsObject.luaEntry,
    NeighborsObject.luaEntry, FramePoints.luaEntry, RowMethods.entry, TestObject.luaEntry,
  ]

  /// Tables with known fields: options, rows, and the tables of plugins.
  package static let tables = optionTables + EmbeddedFile.tables("rows") + PluginKind.tables

  private static var all: [LuaEntry] { functions + pluginOnlyFunctions + objects + tables }

  /// The entries that a name may mean: "dataset", "frame", "frame:plot", "frame.plot", or only "plot". In the
  /// order of functions, objects, tables and members; empty for an unknown name.
  package static func find(_ name: String) -> [LuaEntry] {
    let parts = name.split { $0 == "." || $0 == ":" }
    let owners = all.filter { $0.name == parts.first ?? "" }
    if parts.count > 1 { return owners.flatMap(\.members).filter { $0.name == parts[1] } }
    return owners + all.flatMap(\.members).filter { $0.name == name }
  }

  static func function(_ name: String) -> LuaEntry? { functions.first { $0.name == name } }

  static func members(of object: String) -> [LuaEntry] {
    (objects.first { $0.name == object }?.members ?? []).filter { $0.kind != .operation }
  }

  static func member(_ name: String, of object: String) -> LuaEntry? {
    members(of: object).first { $0.name == name }
  }
}

extension LuaEntry {
  /// One line: how it is written without its owner, and what it does.
  var line: String { kind == .field ? summary : "\(call): \(summary)" }

  /// The kind of object that a call returns; nil where it returns none.
  var resultObject: String? {
    results.first.flatMap { result in APIReference.objects.first { $0.name == result }?.name }
  }
}

extension APIReference {
  /// The options of functions and methods, printed from the declarations.
  static let optionTables: [LuaEntry] = [
    LuaEntry(
      .table, "Parameters", "", "Parameters by name.",
      members: [LuaEntry(.operation, "[string]", "number|string|boolean", "A value.")]),
    options(
      "ReadOptions", "How to read a file; the columns' names are guessed where none are given.",
      DatasetDefinition.fileOptions),
    options(
      "GenerateOptions", "How to make points up; also the generator's own parameters.",
      DatasetDefinition.generatorOptions),
    options("PointColumns", "Points as lists or columns of equal lengths.", PointTable.self),
    options("ViewOptions", "A location, a zoom and a screen.", ViewDefinition.self),
    options("SortOptions", "The order of rows.", SortDefinition.self),
    options("FitOptions", "The screen that is to hold all points.", FitDefinition.self),
    options("PlanOptions", "Which views to try.", ViewsDefinition.self),
    options(
      "StrategyOptions", "The steps that follow a strategy; also the strategy's own parameters.",
      ClusteringSteps.self),
    options("Limits", "When clusters give way to their points.", MergeLimits.parameterDescriptions),
    options("Separation", "How markers are kept apart.", Separation.parameterDescriptions),
    options(
      "Layout", "How the points of a stack are laid out around it.", SpreadLayout.parameterDescriptions),
    options("CompareOptions", "What to compare, and on which views.", ComparisonDefinition.self),
    options("StudyOptions", "What a study runs, on which data, and what it measures.", StudyDefinition.self),
    options("StudyRunOptions", "Which runs of a study to finish.", StudyRunDefinition.self),
    options("StudyVerifyOptions", "What a verification does besides looking.", StudyVerifyDefinition.self),
    options("Match", "What strategies are tuned to.", MatchDefinition.self),
    options("BenchOptions", "Options of a benchmark.", BenchDefinition.self),
    options("ChartOptions", "Options of a chart.", ChartOptions.self),
    options("ChartSeries", "Values of a chart.", ChartSeries.self),
    options("Style", "Sizes of markers.", StyleDefinition.self),
    options("Timing", "Options of timing.", TimingDefinition.self),
    options("ScoreOptions", "What to measure.", ScoreDefinition.self),
    options("CheckOptions", "Options of a check.", CheckDefinition.self),
    options("PictureOptions", "Options of a picture of several frames.", PictureOptions.self),
    options("LiveOptions", "Options of a live map.", LiveDefinition.self),
    options("PlotOptions", "Options of a picture of a frame.", WithoutFiles<FramePictureOptions>.self),
    options(
      "TransitionPlotOptions", "Options of a picture of a transition.",
      WithoutFiles<TransitionPictureOptions>.self),
    options("TilesOptions", "Options of vector tiles.", TilesDefinition.self),
    options("PageOptions", "Options of a page.", WithoutFiles<PageOptions>.self),
    options("LeafOptions", "Which points of a cluster to return.", LeavesDefinition.self),
    options("WritingOptions", "Options of written frames.", WritingDefinition.self),
    options("SpreadOptions", "Options of spreading.", SpreadDefinition.self),
    options("ReduceOptions", "How to fold the members of a cluster into one value.", ReduceDefinition.self),
    options(
      "MetricSubject", "What a metric measures that may run the strategy again.",
      MeasureDefinition.self),
    options(
      "Location", "A location, in degrees or on a plane.",
      LocationDefinition.optionDescriptions.filter { $0.name != "id" }),
    options("Move", "A point and its new location.", LocationDefinition.self),
  ]

  private static func options(
    _ name: String, _ summary: String, _ definition: (some Definition).Type
  ) -> LuaEntry {
    options(name, summary, definition.optionDescriptions)
  }

  private static func options(
    _ name: String, _ summary: String, _ options: [ParameterDescription]
  ) -> LuaEntry {
    LuaEntry(
      .table, name, "", summary,
      members: options.map {
        LuaEntry(.field, $0.name, $0.kind.luaType + ($0.isRequired ? "" : "?"), $0.details)
      })
  }
}
