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
    static let configuration = CommandConfiguration(
      commandName: "compare",
      abstract: "Show which scores of two studies differ, and by how much.",
      usage: "pinfold study compare [<options>] <first> <second>",
      discussion: """
        Runs of the same dataset, strategy, camera, start and seed are compared where the points and the views are the \
        same: frames by their digests, and scores on the frames on which both have a value. The table has the \
        scores that differ, and a summary over sources of data; csv and json have all scores. Notes list what the \
        studies do not share. The studies may be unfinished.

        Examples:
          pinfold study compare Results/published Results/mine
          pinfold study compare Results/published Results/mine --output differences.csv
        """)

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
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Verify a study's stored frames and values.",
      discussion: """
        The definition in the study's manifest is read again with its data and the plugins in it. Tables, manifest, the \
        identity and the views of every run are compared with what it makes. Every frame is decoded and compared with \
        its digest, every metric is measured again on the stored frames, and the digests of all frames and values are \
        compared with those of the manifest. --rerun repeats some runs. The output lists what this does not prove.

        Exit codes: 0 everything was checked and is correct; 1 something is wrong, and is named; 2 something could \
        not be checked, for example because data are missing or have changed.

        Examples:
          pinfold study verify Results/cities
          pinfold study verify Results/cities --rerun 5
        """)

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
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Write a study's report, statistics, tables and figures for papers and archives.",
      usage: "pinfold study export [<options>] <folder> --output <folder>",
      discussion: """
        The folder gets the report, scores.csv with a row for each score, statistics.json with all tests and \
        unrounded numbers, each table as CSV, JSON and LaTeX (booktabs), each figure as SVG, methods.md, CITATION.cff, the manifest, and \
        ro-crate-metadata.json, which lists them with their SHA-256. The same study gives the same bytes.

        Example:
          pinfold study export Results/cities --output paper
        """)

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
    static let configuration = CommandConfiguration(
      commandName: "report",
      abstract: "Write the report of a study as a page, Markdown or CSV.",
      discussion: """
        The page is a single HTML file, for any width and for print, light or dark as the reader prefers. csv has \
        a row for each data set, strategy, camera and measure. For an unfinished study the report says what is \
        missing. Pictures of frames need the data; if they cannot be read, the page says so.

        Examples:
          pinfold study report Results/cities --output report.html
          pinfold study report Results/cities --output report.md --figures figures
          pinfold study report Results/cities --format csv | head
        """)

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
