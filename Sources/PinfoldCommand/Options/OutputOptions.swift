import ArgumentParser

/// The destination of the result.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "File to write, which appears only when complete; packed if its name ends in .gz. Default: standard output.",
      valueName: "file"),
    completion: .file())
  var path: String?
}
