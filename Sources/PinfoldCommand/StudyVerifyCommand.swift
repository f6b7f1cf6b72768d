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
        The definition in the study's manifest is read again with its data and the plugins in it. Tables, manifest, the \
        identity and the views of every run are compared with what it makes. Every frame is decoded and compared with \
        its digest, every metric is measured again on the stored frames, and the digests of all frames and values are \
        compared with those of the manifest. With --rerun some runs are run again. What this does not prove is listed.

        Exit codes: 0 everything was looked at and holds; 1 something does not hold, and is named; 2 something could \
        not be looked at, perhaps everything, as when data are missing or have changed.

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
        // Nothing is known of what cannot be read.
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
      let context = try running.stoppableContext()
      let progress = StudyProgressBar()
      defer { progress.finish() }
      return try verifier.verify(rerunning: extent.rerun, seed: extent.seed, context: context) {
        progress.update($0)
      }
    }
  }
}
