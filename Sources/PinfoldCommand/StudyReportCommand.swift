import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDrawing
import PinfoldScripting
import PinfoldStudies

extension StudyCommand {
  /// `pinfold study report`: writes a study's results as a document.
  struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "report",
      abstract: "Write what a study found as a page, as Markdown or as CSV.",
      discussion: """
        The page is one HTML file that needs no other, for any width, on paper too, light or dark as its reader \
        prefers; csv has a row for each data set, strategy, camera and measure. It tells what is missing of a study that is not finished. Pictures of frames need the data: where \
        they cannot be read any more the page says so.

        Examples:
          pinfold study report Results/cities --output report.html
          pinfold study report Results/cities --output report.md --figures figures
          pinfold study report Results/cities --format csv | head
        """)

    @Argument(help: "The folder of the study.", completion: .directory)
    var folder: String

    @Flag(
      help:
        "With csv: an apostrophe precedes names that begin with =, +, - or @, which a spreadsheet would compute."
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
        throw Failure.usage("--for-spreadsheets goes with --format csv")
      }
      let store = try StudyStore(in: folder)
      let results = try store.results()
      guard format != .csv || figures != nil else {
        return try Output.deliver(csv(of: StudyReport(results)), to: result.output.path)
      }
      let registry = try plugins.workbench().registry
      let gallery = StudyGallery(restoring: store, results, registry: registry)
      for note in gallery.notes { Console.note(note) }
      let report = StudyReport(results, gallery: gallery)
      if let figures { try write(report.figures, to: figures) }
      switch format {
      case .html: try Output.deliver(report.html, to: result.output.path)
      case .markdown: try Output.deliver(report.markdown(figures: figures), to: result.output.path)
      case .csv: try Output.deliver(csv(of: report), to: result.output.path)
      }
    }

    private func csv(of report: StudyReport) -> String { report.csv(isForSpreadsheets: forSpreadsheets) }

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
