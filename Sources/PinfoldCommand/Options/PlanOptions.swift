import ArgumentParser
import Pinfold
import PinfoldEvaluation

/// On which views strategies are judged.
struct PlanOptions: ParsableArguments {
  @Option(help: "Zooms at which to look at crowded places, as in 3-12 or 4,8,12.5.")
  var zooms = "3-12"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many places to look at, at each zoom.", valueName: "number"))
  var spots = 5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seed of everything that is drawn at random; equal seeds give equal results.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var screen: ScreenOptions

  func validate() throws {
    guard (0...100_000).contains(spots) else {
      throw ValidationError("--spots \(spots): expected a whole number in 0…100000")
    }
  }

  /// The plan: all points at once, and places at each zoom.
  func plan() throws -> ViewPlan {
    ViewPlan(screen: try screen.somewhere(), zooms: try Self.zooms(in: zooms), spots: spots, seed: seed)
  }

  private static func zooms(in text: String) throws(Failure) -> [Double] {
    var zooms: [Double] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
      guard (1...2).contains(ends.count), let low = ends[0], let high = ends[ends.count - 1],
        low <= high, (0...Viewport.zoomRange.upperBound).contains(low), Viewport.zoomRange.contains(high)
      else {
        throw .usage("--zooms '\(text)': expected zooms in 0…32, as in 3-12 or 4,8,12.5")
      }
      zooms += stride(from: low, through: high, by: 1)
    }
    return zooms
  }
}
