import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldVerbs

struct ScoreCommand: VerbCommand {
  static let configuration = CommandConfiguration("score")

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "What to judge") var subject: SubjectOptions
  @OptionGroup(title: "What to judge") var metrics: Flags<ScoreDefinition>
  @OptionGroup(title: "Result") var result: ResultOptions<TableFormat>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func validate() throws {
    if data.files.contains("-") && subject.frames == "-" {
      throw ValidationError("standard input holds either the data or the frames")
    }
  }

  func verb(_ registry: Registry) throws -> Score {
    _ = try result.chosen()
    let options = try metrics.definition(registry: registry)
    let frames = Score.Subject.file(
      subject.frames, of: try data.one(reading, registry),
      maxUnpacked: try reading.definition().maxUnpacked)
    return Score(frames, options)
  }

  func deliver(_ answer: ScoreAnswer) throws {
    try result.deliver(answer)
    try Console.report(answer.failures)
  }

  struct SubjectOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp("JSON of the frames, gzip'd or not; - for standard input.", valueName: "file"))
    var frames: String
  }
}
