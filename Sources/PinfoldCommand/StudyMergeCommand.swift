import ArgumentParser
import Pinfold
import PinfoldDefinitions
import PinfoldScripting
import PinfoldStudies

extension StudyCommand {
  /// `pinfold study merge`: joins studies, or the parts of one.
  struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge",
      abstract: "Join studies, or the parts of one, in one folder.",
      usage: "pinfold study merge [<options>] <parts> ... --results <folder>",
      discussion: """
        Parts are what 'pinfold study run --part' makes, or whole studies that differ in datasets, strategies, cameras \
        and seeds only: the merged study has what any of them has. Their order does not matter to the results of parts; \
        of other studies, those named first come first. A run that several have must be the same in all. The data are \
        read, to see that they are the parts'. No strategy runs, and timings stay behind: 'pinfold study run' on the \
        merged folder adds what is missing.

        Examples:
          pinfold study merge part1 part2 part3 part4 --results Results/cities
          pinfold study merge Results/published Results/mine --results Results/both
        """)

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
      var merger = StudyMerger(source.plan, stores)
      merger.note = { Console.note($0) }
      let status: StudyStatus
      do {
        status = try merger.merge(into: results, context: try running.stoppableContext()).status()
      } catch StudyError.stopped(.cancelled) {
        Console.errorLine("pinfold: stopped; the same command goes on from here")
        throw Failure.interrupted
      }
      Console.note("\(results): \(status.inWords)")
      if !status.isComplete {
        Console.note(
          "'pinfold study run --from \(results)/\(StudyStore.manifestName) --results \(results)' does the rest"
        )
      }
    }
  }
}
