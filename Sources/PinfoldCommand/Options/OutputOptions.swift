import ArgumentParser

/// The destination of the result.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "File to write, which appears only when complete. Without it: standard output.", valueName: "file"),
    completion: .file())
  var path: String?
}

/// The formats of most results.
enum TableFormat: String, ExpressibleByArgument, CaseIterable {
  case table, csv, json
}

/// The formats of listings and reports.
enum ListFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json
}
