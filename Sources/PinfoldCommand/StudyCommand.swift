import ArgumentParser
import Pinfold
import PinfoldDefinitions
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
      let plan = try running.stoppable(RegisterStudy(try plugins.study(of: file), in: results))
      let words = ["study", "run", file, "--results", results] + plugins.words
      Console.note(
        "\(results): registered; this runs it: pinfold \(words.map(\.shellQuoted).joined(separator: " "))")
      print("sha256 \(plan.sha256)")
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
      help: ArgumentHelp(
        "Repeat the study of a manifest.json, with the plugins in it. Different frames are an error.",
        valueName: "manifest"), completion: .file(extensions: ["json"]))
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
        status = try running.stoppable(RunStudy(source, in: results, try extent.definition())).status
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

    @Option(
      help: ArgumentHelp("Metrics, as in overlap,density(bucket=32).", valueName: "list"))
    var metrics: String

    @OptionGroup(title: "Plugins") var plugins: PluginOptions
    @OptionGroup(title: "Running") var running: Flags<RunDefinition>

    func run() throws {
      let registry = try plugins.workbench().registry
      let node = Node(.word(metrics), place: "--metrics")
      let chosen = try MetricDefinition.all(node, in: registry)
      let score = ScoreStudy(folder, by: chosen, registry: registry)
      let measured = try running.resumable(score)
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
      let status = try running.resumable(MergeStudies(parts, of: source.plan, into: results)).status
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
