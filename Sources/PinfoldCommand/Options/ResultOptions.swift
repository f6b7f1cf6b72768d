import ArgumentParser
import Pinfold
import PinfoldDefinitions
import PinfoldScripting
import PinfoldStudies
import PinfoldVerbs

/// Formats of a result, of which the name of its file chooses one.
protocol FileFormat: ExpressibleByArgument, CaseIterable, Sendable, RawRepresentable<String> {
  /// The format if neither an option nor a file name decides.
  static var usual: Self { get }

  /// The extensions of files in this format, without the dot.
  var endings: [String] { get }

  /// Whether it is text that a terminal shows.
  var isText: Bool { get }
}

extension FileFormat {
  var endings: [String] { [rawValue] }

  var isText: Bool { true }

  /// The format that the name of a file chooses; a name without an ending chooses the usual one.
  ///
  /// - Parameter path: nil or `-` for standard output.
  /// - Throws: a usage error that lists the endings there are.
  static func chosen(by path: String?) throws(Failure) -> Self {
    guard let path, path != "-", let ending = FileName.ending(of: path) else { return usual }
    if let format = allCases.first(where: { $0.endings.contains(ending) }) { return format }
    let endings = allCases.flatMap(\.endings).map { "." + $0 }
    let list =
      endings.count == 1
      ? endings[0] : endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
    throw .usage("--output '\(path)': expected a name that ends in \(list)")
  }
}

/// The formats of most results.
enum TableFormat: String, FileFormat {
  /// Markdown includes the table unchanged.
  case table, csv, json, markdown

  static let usual = table

  var endings: [String] {
    switch self {
    case .table: ["txt"]
    case .markdown: ["md", "markdown"]
    case .csv, .json: [rawValue]
    }
  }
}

/// The formats of listings and reports.
enum ListFormat: String, FileFormat {
  case table, json

  static let usual = table

  var endings: [String] { self == .table ? ["txt"] : [rawValue] }
}

enum CellFormat: String, FileFormat {
  case csv

  static let usual = csv
}

extension NameSpecification {
  static let output: Self = [.customShort("o"), .customLong("output")]
  static let code: Self = [.customShort("e"), .customLong("execute")]
}

extension ArgumentHelp {
  /// The help of an option or an argument whose value is shown by a name.
  static func value(_ name: String, _ abstract: String) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: name)
  }
}

struct OutputOptions: ParsableArguments {
  @Option(
    name: .output,
    help: .value("file", "File to write, compressed if its name ends in .gz. Default: standard output."),
    completion: .file())
  var path: String?
}

/// The format of a result, and its destination.
struct ResultOptions<Format: FileFormat>: ParsableArguments {
  @Option(
    help: .value(
      "format", "Format of the result. Default: by the ending of --output, else \(Format.usual.rawValue)."))
  var format: Format?

  @OptionGroup var output: OutputOptions

  /// The format: that of the option, else that of the name.
  ///
  /// - Throws: a usage error for other endings, and for bytes that would go to a terminal.
  func chosen() throws(Failure) -> Format {
    let chosen = if let format { format } else { try Format.chosen(by: output.path) }
    if !chosen.isText, output.path == nil || output.path == "-", Terminal.showsOutput {
      throw .usage(
        "--format \(chosen) is binary and cannot be shown in a terminal; give --output a file name")
    }
    return chosen
  }
}

extension ResultOptions<TableFormat> {
  func deliver(_ answer: some TableText) throws {
    try Output.deliver(answer.written(as: try chosen()), to: output.path)
  }
}

extension ResultOptions<ListFormat> {
  func deliver(_ answer: some ListText) throws {
    try Output.deliver(answer.written(as: try chosen()), to: output.path)
  }
}

extension ListText {
  func written(as format: ListFormat) -> [UInt8] {
    switch format {
    case .table: Array(table.utf8)
    case .json: json
    }
  }
}

extension TableText {
  func written(as format: TableFormat) -> [UInt8] {
    switch format {
    case .table: Array(table.utf8)
    case .csv: csv
    case .json: json
    case .markdown: Array("```\n\(table)```\n".utf8)
    }
  }
}

/// A subcommand that reads its options into a verb, runs it, and delivers the answer.
protocol VerbCommand: ParsableCommand {
  associatedtype Work: Verb

  var plugins: PluginOptions { get }
  var running: Flags<RunDefinition> { get }

  /// Reads the verb. Mistakes that the arguments alone show are thrown here, before any data are read.
  func verb(_ registry: Registry) throws -> Work

  func deliver(_ answer: Work.Answer) throws
}

extension VerbCommand {
  func run() throws { try deliver(try running.answer(try verb(try plugins.workbench().registry))) }
}

extension Flags<RunDefinition> {
  /// The context of a run that begins now; Ctrl-C ends the process.
  ///
  /// - Parameter usual: the number of threads if no flag gives it; nil for one per processor.
  func context(threads usual: Int? = nil) throws(DefinitionError) -> RunContext {
    Interrupts.endProcess()
    return try definition().context(threads: usual)
  }

  func answer<Work: Verb>(_ verb: Work, threads usual: Int? = nil) throws -> Work.Answer {
    try VerbContext.command(try context(threads: usual)).showingProgress(verb.answer)
  }

  func stoppable<Answer>(_ work: (VerbContext) throws -> Answer) throws -> Answer {
    var context = try context()
    let cancellation = Cancellation()
    context.cancellation = cancellation
    Interrupts.flip(cancellation)
    return try VerbContext.command(context).showingProgress(work)
  }

  /// The answer of work that Ctrl-C stops, and that the same command resumes.
  func resumable<Answer>(_ work: (VerbContext) throws -> Answer) throws -> Answer {
    do { return try stoppable(work) } catch StudyError.stopped(.cancelled) {
      Console.errorLine("pinfold: stopped; the same command goes on from here")
      throw Failure.interrupted
    }
  }
}

extension VerbContext {
  /// The surroundings of a verb in a command: its notes go to standard error, its options are flags.
  static func command(_ run: RunContext) -> VerbContext {
    var context = VerbContext(run) { Console.note($0) }
    context.option = ParameterDescription.flag
    return context
  }

  /// Calls `body` with surroundings whose progress is shown.
  func showingProgress<Result>(_ body: (VerbContext) throws -> Result) rethrows -> Result {
    let bar = ProgressBar()
    defer { bar.finish() }
    var context = self
    context.progress = { bar.update($0.done, $0.total, of: $0.phase, before: $0.before) }
    context.note = { [note] text in
      bar.clear()
      note(text)
    }
    return try body(context)
  }
}
