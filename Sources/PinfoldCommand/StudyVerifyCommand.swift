import ArgumentParser
import Pinfold
import PinfoldDefinitions
import PinfoldScripting
import PinfoldStudies

extension StudyCommand {
  /// `pinfold study verify`: proves what a study has stored.
  struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Prove a study's stored frames and values.",
      discussion: """
        Every frame is decoded and compared with its digest, every metric is measured again on the stored frames, and \
        the digests of all frames and values are compared with those of the manifest. Each run that does not hold is \
        named, and the exit code is 1. No strategy runs again.

        Examples:
          pinfold study verify Results/cities
          pinfold study verify Results/cities --plugin mine.lua
        """)

    @Argument(help: "The folder of the study.", completion: .directory)
    var folder: String

    @OptionGroup(title: "Plugins") var plugins: PluginOptions
    @OptionGroup(title: "Running") var running: Flags<RunDefinition>

    func run() throws {
      let store = try StudyStore(in: folder)
      let recorded = try store.manifest().pluginLimits
      let verifier = StudyVerifier(store, registry: try plugins.workbench(recorded: recorded).registry)
      let context = try running.stoppableContext()
      let progress = StudyProgressBar()
      let outcome: StudyVerification
      do {
        defer { progress.finish() }
        outcome = try verifier.verify(context: context) { progress.update($0) }
      } catch StudyError.stopped(.cancelled) {
        throw Failure.interrupted
      }
      for note in outcome.notes { Console.note(note) }
      for problem in outcome.problems { Console.error(problem) }
      let extent =
        "\(counted(outcome.runs, "run")): \(counted(outcome.frames, "frame")) decoded, "
        + "\(counted(outcome.values, "value")) measured again"
      guard outcome.problems.isEmpty else {
        Console.note("\(folder): \(extent); \(counted(outcome.problems.count, "fault"))")
        throw Failure.reported
      }
      Console.note("\(folder): \(extent); all hold")
    }
  }
}
