import Pinfold
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldEvaluation
import PinfoldStudies

/// `pinfold bench --scale`.
extension BenchCommand {
  /// The points where no data are named: enough for five sizes.
  static let usualScaleData = "cities(count=10000000)"

  /// Throws for options that do not go together, before the data are read.
  func checkScale() throws {
    guard scale else {
      if let option = sizes.members.first { throw Failure.usage("--\(option.name) is for --scale") }
      return
    }
    if lua { throw Failure.usage("--lua and --scale time different things; leave one out") }
    let others = ["passes", "repetitions", "baseline", "zooms", "locations", "fit"]
    if let option = subject.members.first(where: { others.contains($0.name) }) {
      throw Failure.usage(
        "--scale times builds and the first frame of all points; leave --\(option.name) out")
    }
  }

  func runScale(
    _ dataset: NamedPoints, _ wanted: BenchDefinition, _ clusterers: [NamedClusterer], _ format: TableFormat,
    _ context: RunContext
  ) throws {
    let sizes = try sizes.definition()
    var bench = ScaleBench(dataset: dataset, strategies: clusterers, screen: wanted.views.plan.screen)
    bench.smallest = sizes.smallest
    bench.longest = sizes.longest
    bench.builds = wanted.timing.builds
    bench.seed = wanted.views.seed
    let progress = ProgressBar()
    defer { progress.finish() }
    let outcome = try bench.run(context: context) { progress.update($0, $1) }
    progress.finish()
    let text = ScaleText(result: outcome).written(as: format)
    if let path = result.output.path, let file = PictureFile(named: path) {
      // The numbers are wanted with the picture.
      try Output.deliver(text, to: nil)
      try file.write(outcome.picture, to: path, in: .auto)
    } else {
      try Output.deliver(text, to: result.output.path)
    }
    try report(
      outcome.rows.compactMap { row in
        if case .failed(_, let message) = row.stop { (row.strategy, message) } else { nil }
      })
  }
}
