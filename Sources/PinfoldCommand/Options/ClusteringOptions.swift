import ArgumentParser
import Pinfold

/// What happens to a strategy's clusters before they are shown.
struct ClusteringOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where markers stand, as in centroid. Without it: as each strategy likes.", valueName: "name"),
    completion: .representatives)
  var representative: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Fewest points of a cluster; smaller ones dissolve into their points. Without it: 2.",
      valueName: "number"))
  var minPoints: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Last zoom at which points merge; beyond it only points on one spot do. Without it: no such zoom.",
      valueName: "zoom"))
  var maxZoom: Double?

  @Flag(name: .customLong("separate"), help: "Merge clusters whose markers would lie on one another.")
  var separates = false

  @Option(
    name: .customLong("separation"),
    help: ArgumentHelp(
      "A parameter of --separate, which it implies, as in collisionMode=rectangle or padding=4; may be given more "
        + "than once.", valueName: "key=value"))
  var settings: [String] = []

  /// When clusters give way to their points.
  func limits() throws -> MergeLimits {
    var limits = MergeLimits()
    if let minPoints { limits.minPoints = minPoints }
    if let maxZoom { limits.maxZoom = maxZoom }
    do {
      try limits.checkParameters(owner: "the limits")
    } catch ParameterError.unacceptable(let name, _, let value, let expectation) {
      let option = name == "minPoints" ? "--min-points" : "--max-zoom"
      throw Failure.usage("\(option) \(value): expected \(expectation)")
    }
    return limits
  }

  /// How markers are kept apart; nil where they are not.
  func separation() throws -> Separation? {
    guard separates || !settings.isEmpty else { return nil }
    let owner = "--separation"
    var specification = Specification(name: "separate")
    for setting in settings { try specification.add(setting, option: owner) }
    let texts = Dictionary(uniqueKeysWithValues: specification.settings.map { ($0.key, $0.value) })
    return try Separation(try Separation.parameterDescriptions.parsed(texts, owner: owner), owner: owner)
  }

  /// A strategy with all that comes after it.
  func clusterer(_ strategy: any ClusteringStrategy, registry: Registry) throws -> Clusterer {
    let chosen = try representative.map {
      try registry.make(try Specification.one($0, option: "--representative"), kind: .representative).product
    }
    return Clusterer(strategy, representative: chosen, limits: try limits(), separation: try separation())
  }
}
