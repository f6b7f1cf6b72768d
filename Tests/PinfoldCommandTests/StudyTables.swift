import Foundation
import Pinfold
import PinfoldDefinitions
import TestSupport

/// The tables of options in `Sources/PinfoldStudies/PinfoldStudies.docc/Studies.md`, printed from the
/// declarations.
enum StudyTables {
  private static let start = "<!-- The tables are printed from the declarations of the options. -->\n"
  private static let end = "\n<!-- end -->"

  /// The tables as the page has them, and as they are printed; with `RECORD_SNAPSHOTS=1` the page gets them
  /// first.
  static func page() throws -> (found: String, printed: String) {
    let file = Folders.package.appending(path: "Sources/PinfoldStudies/PinfoldStudies.docc/Studies.md")
    var text = try String(contentsOf: file, encoding: .utf8)
    guard let first = text.range(of: start), let last = text.range(of: end) else { return ("", printed) }
    let range = first.upperBound..<last.lowerBound
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      text.replaceSubrange(range, with: printed)
      try Data(text.utf8).write(to: file)
      return (printed, printed)
    }
    return (String(text[range]), printed)
  }

  private static var printed: String {
    table("A study", StudyDefinition.optionDescriptions)
      + table("A dataset that is a file, beside its `path`", DatasetDefinition.fileOptions)
      + table(
        "A dataset that is made up, beside `generate` and the generator's own parameters",
        DatasetDefinition.generatorOptions)
      + table("A strategy, beside its `name` and its own parameters", ClusteringSteps.optionDescriptions)
      + table("`limits`", MergeLimits.optionDescriptions)
      + table("`separate`", Separation.optionDescriptions)
      + table("`match`", MatchDefinition.optionDescriptions)
      + table("`style`", StyleDefinition.optionDescriptions)
      + table("`timing`", TimingDefinition.optionDescriptions)
  }

  private static func table(_ title: String, _ options: [OptionDescription]) -> String {
    "\n\(title):\n\n| member | what it is |\n|---|---|\n"
      + options.map { "| `\($0.name)` | \($0.details) |\n" }.joined()
  }
}
