import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldScripting
import PinfoldStudies
import PinfoldVerbs

extension StudyCommand {
  struct CompareStudiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration("study compare")

    @Argument(help: "The folder of a study.", completion: .directory)
    var first: String

    @Argument(help: "The folder of the study to compare it with.", completion: .directory)
    var second: String

    @OptionGroup(title: "Result") var result: ResultOptions<TableFormat>

    func run() throws {
      Interrupts.endProcess()
      let format = try result.chosen()
      let answer = try CompareStudies(first, with: second).answer(.command(RunContext()))
      if format != .json { for note in answer.notes { Console.note(note) } }
      try result.deliver(answer)
    }
  }

  struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration("study verify")

    @Argument(help: "The folder of the study.", completion: .directory)
    var folder: String

    @OptionGroup(title: "Running again") var extent: Flags<StudyVerifyDefinition>
    @OptionGroup(title: "Plugins") var plugins: PluginOptions
    @OptionGroup(title: "Running") var running: Flags<RunDefinition>

    func run() throws {
      let extent = try extent.definition()
      let outcome: StudyVerification
      do {
        outcome = try verification(extent)
      } catch StudyError.stopped(.cancelled) {
        throw Failure.interrupted
      } catch StudyError.damaged(let path, let reason) {
        throw StudyError.damaged(path, reason: reason)
      } catch let error where error is StudyError || error is PluginError {
        // An unreadable study gives no information.
        Console.error("\(error)")
        throw Failure.incomplete
      }
      for note in outcome.notes { Console.note(note) }
      for problem in outcome.problems { Console.error(problem) }
      for unproved in outcome.unproved { Console.note("not proved: \(unproved)") }
      Console.note("\(folder): \(outcome.inWords)")
      switch outcome.outcome {
      case .holds: return
      case .fails: throw Failure.reported
      case .incomplete: throw Failure.incomplete
      }
    }

    private func verification(_ extent: StudyVerifyDefinition) throws -> StudyVerification {
      let store = try StudyStore(in: folder)
      let recorded = try store.manifest().pluginLimits
      let verifier = try StudyVerifier(store, in: try plugins.workbench(recorded: recorded))
      return try running.stoppable(VerifyStudy(verifier, extent))
    }
  }

  struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration("study export")

    @Argument(help: "The folder of the study.", completion: .directory)
    var folder: String

    @Option(
      name: .shortAndLong, help: ArgumentHelp("The folder to write, which is made.", valueName: "folder"),
      completion: .directory)
    var output: String

    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    func run() throws {
      Interrupts.endProcess()
      let registry = try plugins.workbench().registry
      let answer = try ExportStudy(folder, to: output, drawingBy: registry).answer(.command(RunContext()))
      Console.note("\(output): \(counted(answer.files.count, "file"))")
    }
  }

  struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration("study report")

    @Argument(help: "The folder of the study.", completion: .directory)
    var folder: String

    @Flag(
      help:
        "With csv: put an apostrophe before names that begin with =, +, - or @, because a spreadsheet would evaluate them."
    )
    var forSpreadsheets = false

    @Option(
      help: ArgumentHelp(
        "Folder to write every figure to as well, as SVG and PNG; it is made if need be.", valueName: "folder"
      ),
      completion: .directory)
    var figures: String?

    @OptionGroup var result: ResultOptions<Format>
    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    enum Format: String, FileFormat {
      case html, markdown, csv

      static let usual = html

      var endings: [String] { self == .markdown ? ["md", "markdown"] : [rawValue] }
    }

    func run() throws {
      Interrupts.endProcess()
      let format = try result.chosen()
      if forSpreadsheets && format != .csv {
        throw Failure.usage("--for-spreadsheets needs --format csv")
      }
      let isDrawn = format != .csv || figures != nil
      let workbench = try plugins.workbench(isQuiet: !isDrawn)
      let registry = isDrawn ? workbench.registry : nil
      if let manifest = try? StudyStore(in: folder).manifest() {
        for change in workbench.changes(since: manifest) { Console.note(change) }
      }
      let report = try ReportStudy(folder, drawingBy: registry).answer(.command(RunContext()))
      if let figures { try write(report.figures, to: figures) }
      let text =
        switch format {
        case .html: report.html
        case .markdown: report.markdown(figures: figures)
        case .csv: report.csv(isForSpreadsheets: forSpreadsheets)
        }
      try Output.deliver(text, to: result.output.path)
    }

    private func write(_ figures: [ReportFigure], to folder: String) throws {
      try Folder.make(folder)
      for figure in figures {
        try Output.deliver(figure.picture.svg, to: "\(folder)/\(figure.name).svg")
        try Output.deliver(try SVGImage.png(of: figure.picture, scale: 2), to: "\(folder)/\(figure.name).png")
      }
      Console.note("\(folder): \(counted(figures.count, "figure")), each as SVG and PNG")
    }
  }
}
