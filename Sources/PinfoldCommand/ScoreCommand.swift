import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldEvaluation
import PinfoldScripting

/// `pinfold score`: metrics of frames that a file holds, whoever made them.
struct ScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Judge frames that any program made by metrics.",
    discussion: """
      Examples:
        pinfold cluster stations.csv --members --format json -o frame.json
        pinfold score stations.csv --frames frame.json
        pinfold score stations.csv --frames others.json.gz \\
            --metrics overlap,lattice,churn --format csv

      Frames are JSON as 'pinfold cluster --members --format json' writes it: one frame, or a list of those that \
      a camera shows one after another. Documentation/scoring.md tells what is read of it. The table tells the \
      first measure of each metric; csv and json tell all.
      """)

  @Argument(help: "CSV, TSV, GeoJSON or JSON arrays, gzip'd or not; - for standard input.")
  var data: String

  @OptionGroup(title: "What to judge") var subject: SubjectOptions

  @OptionGroup(title: "Result") var result: CompareCommand.ResultOptions
  @OptionGroup(title: "Reading the data") var reading: DataOptions
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: RunOptions

  func validate() throws {
    if data == "-" && subject.frames == "-" {
      throw ValidationError("standard input holds either the data or the frames")
    }
  }

  func run() throws {
    Interrupts.endProcess()
    let context = running.context()
    let registry = try plugins.workbench().registry
    let metrics = try registry.scoringMetrics(subject.metrics)
    let points = try reading.load(data).points
    let frames = try FrameReader.read(
      path: subject.frames, points: points, maxUnpacked: try reading.readOptions().maxUnpacked)
    let judged = MetricSubject(frames, seed: subject.seed, context: context)
    let scores = try SequenceScores(metrics, of: judged)
    for (place, frame) in judged.frames.enumerated()
    where !Conservation(of: frame, counts: frames[place].counts).passes {
      Console.note("frame \(place + 1) loses, repeats or miscounts points: it does not pass conservation")
    }
    try Output.deliver(ScoreText(scores, of: judged).written(as: result.format), to: result.output.path)
    for message in scores.messages { Console.error(message) }
    if !scores.messages.isEmpty { throw Failure.reported }
  }
}

extension ScoreCommand {
  /// What is judged, beside the data.
  struct SubjectOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp("JSON of the frames, gzip'd or not; - for standard input.", valueName: "file"))
    var frames: String

    @Option(
      help: ArgumentHelp(
        "Metrics to judge by, as in overlap,lattice. Without it: all that do not run a strategy again; 'pinfold "
          + "list metrics' tells what there is.", valueName: "list"))
    var metrics: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Seed of everything that metrics draw at random.", valueName: "number"))
    var seed: UInt64 = 1
  }
}

extension MetricSubject {
  /// Frames as a file tells them.
  init(_ frames: [StatedFrame], seed: UInt64, context: RunContext) {
    self.init(frames.map(\.frame), seed: seed, context: context)
    claims = frames.map { FrameClaims(counts: $0.counts, radii: $0.radii) }
  }
}

extension Registry {
  /// The metrics of a list; where there is none, all that need nothing but frames.
  fileprivate func scoringMetrics(_ text: String?) throws -> [any Metric] {
    if let text {
      return try Specification.list(text, option: "--metrics").map { try make($0, kind: .metric).product }
    }
    return try all(.metric).map { try $0() }.filter { !$0.about.reruns }
  }
}
