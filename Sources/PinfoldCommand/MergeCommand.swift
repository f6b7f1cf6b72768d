import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions

/// `pinfold merge`: cells of parts added up.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Add up the cells of parts.",
    usage: "pinfold merge <cells> ... [--output <file>]",
    discussion: """
      Examples:
        pinfold merge monday.csv tuesday.csv --output week.csv

      Parts are what 'pinfold aggregate' writes, of the same zooms and columns. The result is, to the last bit, that of \
      all points at once, whatever the order of the parts. The parts of a study are joined by 'pinfold study merge'.
      """)

  @Argument(
    help: ArgumentHelp("Files of cells, gzip'd or not; - for standard input.", valueName: "cells"),
    completion: .file())
  var parts: [String]

  @OptionGroup(title: "Result") var output: OutputOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func run() throws {
    Interrupts.endProcess()
    let context = try running.context()
    _ = try CellFormat.chosen(by: output.path)
    Console.noteRepeats(of: parts)
    let all = try Cells.added(parts) { index in
      do { return try Cells.read(path: parts[index], context: context) } catch DataError.noRows {
        Console.note("\(parts[index]): no rows")
        return nil
      }
    }
    guard let all else { throw Failure.failed("no cells in \(parts.joined(separator: ", "))") }
    try all.deliver(to: output.path)
  }
}
