import Pinfold
import PinfoldDefinitions

/// The tables of options in `Sources/PinfoldStudies/PinfoldStudies.docc/Studies.md`, printed from the
/// declarations.
enum StudyTables {
  private static let part = PrintedPart(
    name: "Studies.md", start: "<!-- The tables are printed from the declarations of the options. -->")

  /// The tables as the page has them, and as they are printed.
  static func page() throws -> (found: String, printed: String) {
    (try part.found(printed: printed), printed)
  }

  private static var printed: String {
    table("A study", StudyDefinition.optionDescriptions)
      + table("A dataset that is a file, beside its `path`", DatasetDefinition.fileOptions)
      + table(
        "A dataset that is made up, beside `generate` and the generator's own parameters",
        DatasetDefinition.generatorOptions)
      + table("A strategy, beside its `name` and its own parameters", ClusteringSteps.optionDescriptions)
      + table("`limits`", MergeLimits.parameterDescriptions)
      + table("`separate`", Separation.parameterDescriptions)
      + table("`match`", MatchDefinition.optionDescriptions)
      + table("`style`", StyleDefinition.optionDescriptions)
      + table("`timing`", TimingDefinition.optionDescriptions)
  }

  private static func table(_ title: String, _ options: [ParameterDescription]) -> String {
    "\n\(title):\n\n| member | what it is |\n|---|---|\n"
      + options.map { "| `\($0.name)` | \($0.details) |\n" }.joined()
  }
}
