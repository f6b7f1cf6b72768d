import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldServer
import PinfoldVerbs

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
    options("PointColumns", "Points as lists or columns of equal lengths.", PointTable.optionDescriptions),
    options("ViewOptions", "A location, a zoom and a screen.", ViewDefinition.optionDescriptions),
    options("SortOptions", "The order of rows.", SortDefinition.optionDescriptions),
    options("FitOptions", "The screen that is to hold all points.", FitDefinition.optionDescriptions),
    options("PlanOptions", "Which views to try.", ViewsDefinition.optionDescriptions),
    options(
      "StrategyOptions", "The steps that follow a strategy; also the strategy's own parameters.",
      ClusteringSteps.optionDescriptions),
    options("Limits", "When clusters give way to their points.", MergeLimits.parameterDescriptions),
    options("Separation", "How markers are kept apart.", Separation.parameterDescriptions),
    options(
      "Layout", "How the points of a stack are laid out around it.", SpreadLayout.parameterDescriptions),
    options(
      "CompareOptions", "What to compare, and on which views.", ComparisonDefinition.optionDescriptions),
    options(
      "StudyOptions", "What a study runs, on which data, and what it measures.",
      StudyDefinition.optionDescriptions),
    options("StudyRunOptions", "Which runs of a study to finish.", StudyRunDefinition.optionDescriptions),
    options(
      "StudyVerifyOptions", "What a verification does besides looking.",
      StudyVerifyDefinition.optionDescriptions),
    options("Match", "What strategies are tuned to.", MatchDefinition.optionDescriptions),
    options("Style", "How large markers are drawn.", StyleDefinition.optionDescriptions),
    options("Timing", "How often things are timed.", TimingDefinition.optionDescriptions),
    options("ScoreOptions", "What to measure.", ScoreDefinition.optionDescriptions),
    options("CheckOptions", "How to hold something to its contract.", CheckDefinition.optionDescriptions),
    options("PictureOptions", "How to draw several frames.", PictureOptions.optionDescriptions),
    options("LiveOptions", "How to show points in the browser.", LiveDefinition.optionDescriptions),
    options("PlotOptions", "How to draw a frame.", WithoutFiles<FramePictureOptions>.optionDescriptions),
    options(
      "TransitionPlotOptions", "How to draw a transition.",
      WithoutFiles<TransitionPictureOptions>.optionDescriptions),
    options("TilesOptions", "Which vector tiles to write.", TilesDefinition.optionDescriptions),
    options("PageOptions", "How to write a map as a page.", WithoutFiles<PageOptions>.optionDescriptions),
    options("LeafOptions", "Which points of a cluster to return.", LeavesDefinition.optionDescriptions),
    options(
      "WritingOptions", "What a written frame says of each cluster.", WritingDefinition.optionDescriptions),
    options("SpreadOptions", "How to lay the points of a stack out.", SpreadDefinition.optionDescriptions),
    options(
      "ReduceOptions", "How to fold the members of a cluster into one value.",
      ReduceDefinition.optionDescriptions),
    options(
      "MetricSubject", "What a metric measures that may run the strategy again.",
      MeasureDefinition.optionDescriptions),
    options(
      "Location", "A location, in degrees or on a plane.",
      LocationDefinition.optionDescriptions.filter { $0.name != "id" }),
    options("Move", "A point and its new location.", LocationDefinition.optionDescriptions),
  ]

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
