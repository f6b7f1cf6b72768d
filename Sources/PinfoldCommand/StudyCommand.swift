import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldScripting
import PinfoldStudies
import PinfoldVerbs
import Platform

struct StudyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "study",
    subcommands: [
      RegisterCommand.self, RunStudyCommand.self, MergeCommand.self, StatusCommand.self,
      ScoreStudyCommand.self,
      VerifyCommand.self, CompareStudiesCommand.self, ReportCommand.self, ExportCommand.self,
    ])
}

extension StudyCommand {
  struct RegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration("study register")

    @Argument(
      help: "The study's definition: a JSON file, or a Lua script.",
      completion: .file(extensions: ["json", "lua"]))
    var file: String

    @Option(help: ArgumentHelp("The folder of the study, which is made.", valueName: "folder"))
    var results: String

    @OptionGroup(title: "Plugins") var plugins: PluginOptions
    @OptionGroup(title: "Running") var running: Flags<RunDefinition>

    func run() throws {
      let source = try plugins.study(of: file)
      let digest = try running.stoppable { try source.register(in: results, $0) }
      let words = ["study", "run", file, "--results", results] + plugins.words
      Console.note(
        "\(results): registered; this runs it: pinfold \(words.map(\.shellQuoted).joined(separator: " "))")
      print("sha256 \(digest)")
    }
  }

  struct RunStudyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      "study run", members: StudyDefinition.optionDescriptions.map(\.name))

    @Argument(
      help: "The study's definition: a JSON file, or a Lua script.",
      completion: .file(extensions: ["json", "lua"]))
    var file: String?

    @Option(
      help: .value(
        "manifest",
        "Repeat the study of a manifest.json, with the plugins in it. Different frames are an error."),
      completion: .file(extensions: ["json"]))
    var from: String?

    @Option(help: ArgumentHelp("The folder of the study, which is made if need be.", valueName: "folder"))
    var results: String

    @OptionGroup(title: "Which runs") var extent: Flags<StudyRunDefinition>
    @OptionGroup(title: "Plugins") var plugins: PluginOptions
    @OptionGroup(title: "Running") var running: Flags<RunDefinition>

    func validate() throws {
      guard (file == nil) != (from == nil) else {
        throw ValidationError("name a study's definition, or the manifest of one with --from")
      }
    }

    func run() throws {
      let source = try source()
      let status: StudyStatus
      do {
        let extent = try extent.definition()
        status = try running.stoppable { try source.run(in: results, extent, $0) }.status
      } catch StudyError.stopped(let error) {
        throw try whatIsLeft(of: source.plan, after: error)
      } catch StudyError.otherPlan(let folder, let differences) {
        if let manifest = try? StudyStore(in: results).manifest() {
          for change in try plugins.workbench(isQuiet: true).changes(since: manifest) { Console.note(change) }
        }
        throw StudyError.otherPlan(folder, differences: differences)
      }
      for problem in status.problems { Console.error("\(problem)") }
      Console.note("\(results): \(status.inWords)")
      if !status.problems.isEmpty { throw Failure.reported }
    }

    private func source() throws -> StudySource {
      if let file { return try plugins.study(of: file) }
      let path = from ?? ""
      let manifest = try StudyManifest(path: path)
      return try StudySource(
        of: manifest, path: path, in: try plugins.workbench(recorded: manifest.pluginLimits))
    }

    /// Writes the progress of the study, and returns how the command should end.
    private func whatIsLeft(of plan: StudyDefinition, after error: ClusteringError) throws -> Failure {
      let finished: String
      do {
        finished = try StudyStore(in: results).status().inWords
      } catch StudyError.noStudy {
        // It stopped while its data were read, before anything was written.
        finished = "0 of \(counted(plan.runCount, "run")) finished"
      }
      Console.errorLine("pinfold: stopped (\(error)); \(finished). Run the same command to resume")
      if case .cancelled = error { return .interrupted }
      return .reported
    }
  }

  struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration("study status")

    @Argument(help: "The folder of the study.", completion: .directory)
    var folder: String

    @Option(help: "How to write it.")
    var format = ListFormat.table

    func run() throws {
      try Output.deliver(try StudyStore(in: folder).status().written(as: format), to: nil)
    }
  }

  struct ScoreStudyCommand: ParsableCommand {
    static let configuration = CommandConfiguration("study score")

    @Argument(help: "The folder of the study.", completion: .directory)
    var folder: String

    @Option(help: .value("list", "Metrics, as in overlap,density(bucket=32)."))
    var metrics: String

    @OptionGroup(title: "Plugins") var plugins: PluginOptions
    @OptionGroup(title: "Running") var running: Flags<RunDefinition>

    func run() throws {
      let registry = try plugins.workbench().registry
      let node = Node(.word(metrics), place: "--metrics")
      let chosen = try MetricDefinition.all(node, in: registry)
      let measured = try running.resumable {
        try StudyStore(in: folder).score(by: chosen, registry: registry, $0)
      }
      Console.note(
        measured == 0 ? "\(folder): had all these values" : "\(folder): \(counted(measured, "run")) measured"
      )
    }
  }

  struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration("study merge")

    @Argument(help: "The folders of the studies.", completion: .directory)
    var parts: [String]

    @Option(help: ArgumentHelp("The folder of the study, which is made if need be.", valueName: "folder"))
    var results: String

    @OptionGroup(title: "Plugins") var plugins: PluginOptions
    @OptionGroup(title: "Running") var running: Flags<RunDefinition>

    func run() throws {
      let stores = try parts.map { try StudyStore(in: $0) }
      let manifests = try stores.map { (name: $0.folder, manifest: try $0.manifest()) }
      let source = try StudySource(
        of: try StudyManifest.union(of: manifests), path: parts[0], in: try plugins.workbench())
      let status = try running.resumable { try source.plan.merge(parts, into: results, $0) }.status
      Console.note("\(results): \(status.inWords)")
      if !status.isComplete {
        Console.note(
          "'pinfold study run --from \(results)/\(StudyStore.manifestName) --results \(results)' runs the rest"
        )
      }
    }
  }
}

extension PluginOptions {
  /// The study that a file describes; a script runs for it.
  fileprivate func study(of file: String) throws -> StudySource {
    guard file.hasSuffix(".lua") else {
      return StudySource(
        try StudyDefinition(path: file, registry: try workbench().registry),
        pluginLimits: limits.recorded)
    }
    let runner = try ScriptRunner(plugins: self, unsafe: false)
    try runner.run(file: file)
    guard let source = runner.declaredStudy else {
      throw Failure.failed("\(file): the script declares no study; it should call study { … }")
    }
    return source
  }
}

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
      let answer = try StudyComparisonAnswer(first, with: second)
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
      } catch {
        switch error {
        case StudyError.stopped(.cancelled): throw Failure.interrupted
        case StudyError.damaged: throw error
        case is StudyError, is PluginError: break
        default: throw error
        }
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
      return try running.stoppable { try verifier.verify(extent, $0) }
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
      let files = try StudyStore(in: folder).export(
        to: output, drawingBy: registry, .command(RunContext()))
      Console.note("\(output): \(counted(files.count, "file"))")
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
      help: .value(
        "folder", "Folder to write every figure to as well, as SVG and PNG; it is made if need be."),
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
      let report = try StudyStore(in: folder).report(drawingBy: registry, .command(RunContext()))
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
