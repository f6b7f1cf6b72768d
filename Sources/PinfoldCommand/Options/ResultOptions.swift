import ArgumentParser
import Pinfold
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
  /// - Parameters:
  ///   - path: nil or `-` for standard output.
  ///   - others: further endings, which are none of these formats.
  /// - Throws: a usage error that lists the endings there are.
  static func chosen(by path: String?, or others: [String] = []) throws(Failure) -> Self {
    guard let path, path != "-", let ending = FileName.ending(of: path), !others.contains(ending) else {
      return usual
    }
    if let format = allCases.first(where: { $0.endings.contains(ending) }) { return format }
    let endings = (allCases.flatMap(\.endings) + others).map { "." + $0 }
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

struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "File to write, compressed if its name ends in .gz. Default: standard output.",
      valueName: "file"),
    completion: .file())
  var path: String?
}

/// The format of a result, and its destination.
struct ResultOptions<Format: FileFormat>: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Format of the result. Default: by the ending of --output, else \(Format.usual.rawValue).",
      valueName: "format"))
  var format: Format?

  @OptionGroup var output: OutputOptions

  /// The format: that of the option, else that of the name.
  ///
  /// - Parameter others: further endings of names, which are none of the formats.
  /// - Throws: a usage error for other endings, and for bytes that would go to a terminal.
  func chosen(or others: [String] = []) throws(Failure) -> Format {
    guard let format else { return try Format.chosen(by: output.path, or: others).forTerminal(output.path) }
    return try format.forTerminal(output.path)
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

extension FileFormat {
  fileprivate func forTerminal(_ path: String?) throws(Failure) -> Self {
    if !isText, path == nil || path == "-", Terminal.showsOutput {
      throw .usage("--format \(self) is binary and cannot be shown in a terminal; give --output a file name")
    }
    return self
  }
}
