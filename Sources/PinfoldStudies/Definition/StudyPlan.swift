public import Pinfold
import PinfoldData
import PinfoldEvaluation

/// What a study runs: sets of points × strategies × cameras × seeds, and what is measured of each.
///
/// A plan comes from a JSON file or from a Lua table of the same shape; `Documentation/studies.md` describes it.
public struct StudyPlan: Sendable {
  /// The study's name.
  public var name: String

  /// The sets of points.
  public var datasets: [PlannedDataset]

  /// The strategies; one with a parameter swept is several.
  public var strategies: [PlannedStrategy]

  /// The movements of the camera, each from each start.
  public var cameras: [PlannedCamera]

  /// The seeds: of where movements begin, of strategies that draw at random, and of what metrics draw.
  public var seeds: [UInt64]

  /// What is measured.
  public var metrics: [PlannedMetric]

  /// The full names of the measures that the study is about; all others explore.
  public var primary: [String]

  /// The size, tile size and margin of every view.
  public var screen: Viewport

  /// How markers are drawn.
  public var style: MarkerStyle

  /// On how many frames of a path, from the first, metrics that run the strategy again are measured.
  public var rerunFrames: Int

  /// After how many seconds a cell fails; nil where it may take any time.
  public var timeout: Double?

  /// What is timed; nil where nothing is.
  public var timing: PlannedTiming?

  /// How often things are timed.
  public struct PlannedTiming: Hashable, Sendable {
    /// Timed builds of each strategy on each set of points.
    public var builds = 5

    /// Timed passes over the views.
    public var passes = 5

    /// The seed of the order in which strategies take turns.
    public var seed: UInt64 = 1
  }

  private static let members = [
    "name", "datasets", "strategies", "cameras", "starts", "seeds", "metrics", "primary", "width", "height",
    "tileSize", "margin", "style", "rerunFrames", "timeout", "timing",
  ]

  /// Reads a JSON file.
  public init(path: String, registry: Registry) throws(StudyError) {
    do {
      let document = try JSONNode(path: path)
      try self.init(PlanNode(document, source: path), registry: registry)
    } catch let error as StudyPlanError {
      throw .plan(error)
    } catch {
      throw .data("\(error)")
    }
  }

  /// Reads a definition.
  public init(_ node: PlanNode, registry: Registry) throws(StudyPlanError) {
    var table = try PlanTable(node, of: "a study", known: Self.members)
    name = try table.text("name") ?? "study"
    datasets = []
    for dataset in try Self.list("datasets", of: &table, naming: "\"towns.csv\"") {
      datasets += try PlannedDataset.all(dataset, in: registry)
    }
    strategies = []
    for strategy in try Self.list("strategies", of: &table, naming: "\"grid\"") {
      strategies += try PlannedStrategy.all(strategy, in: registry)
    }
    let still = PlanNode(.text("still"), place: node.place)
    let fit = PlanNode(.text("fit"), place: node.place)
    cameras = try PlannedCamera.all(
      table.list("cameras") ?? [still], starts: table.list("starts") ?? [fit], in: registry)
    seeds = []
    for seed in table.list("seeds") ?? [PlanNode(.integer(1), place: node.place)] {
      guard let number = seed.integer, number >= 0 else {
        throw seed.mistake("seeds", takes: "whole numbers from 0")
      }
      seeds.append(UInt64(number))
    }
    metrics =
      try table.list("metrics").map { (nodes) throws(StudyPlanError) in
        try PlannedMetric.all(nodes, in: registry)
      } ?? PlannedMetric.usual(in: registry)
    screen = try Self.screen(&table)
    style = try Self.style(table.value("style"))
    rerunFrames = try table.integer("rerunFrames", in: 0...1_000_000) ?? 1
    timeout = try table.number("timeout", in: 0.001...1e9)
    timing = try Self.timing(table.value("timing"))
    primary = []
    let measures = metrics.flatMap(\.measures).map(\.label)
    for node in table.list("primary") ?? [] {
      guard let label = node.text, measures.contains(label) else {
        throw node.mistake(
          "primary measure '\(node.text ?? node.json)' is not measured"
            + Suggestion.clause(for: node.text ?? "", among: measures))
      }
      primary.append(label)
    }
    try refuseRepeats(at: node)
  }

  private static func list(
    _ name: String, of table: inout PlanTable, naming example: String
  ) throws(StudyPlanError) -> [PlanNode] {
    guard let nodes = table.list(name), !nodes.isEmpty else {
      throw table.node.mistake("a study without '\(name)'; give a list, as in [\(example)]")
    }
    return nodes
  }

  private static func screen(_ table: inout PlanTable) throws(StudyPlanError) -> Viewport {
    var screen = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0)
    screen.width = try table.number("width") ?? screen.width
    screen.height = try table.number("height") ?? screen.height
    screen.tileSize = try table.number("tileSize") ?? screen.tileSize
    screen.margin = try table.number("margin") ?? screen.margin
    return try table.node.placing { () throws(ViewportError) in try screen.validated() }
  }

  private static func style(_ node: PlanNode?) throws(StudyPlanError) -> MarkerStyle {
    guard let node else { return MarkerStyle() }
    var table = try PlanTable(node, of: "'style'", known: ["smallest", "largest", "saturation"])
    let smallest = try table.number("smallest", in: 0...1e6) ?? 12
    let largest = try table.number("largest", in: 0...1e6) ?? max(32, smallest)
    guard smallest <= largest else { throw node.mistake("'smallest' is more than 'largest'") }
    return MarkerStyle(
      smallest: smallest, largest: largest,
      saturation: try table.integer("saturation", in: 2...Int(Int32.max)) ?? 10_000)
  }

  private static func timing(_ node: PlanNode?) throws(StudyPlanError) -> PlannedTiming? {
    guard let node else { return nil }
    if case .flag(let isWanted) = node.value { return isWanted ? PlannedTiming() : nil }
    var table = try PlanTable(node, of: "'timing'", known: ["builds", "passes", "seed"])
    var timing = PlannedTiming()
    timing.builds = try table.integer("builds", in: 1...10_000) ?? timing.builds
    timing.passes = try table.integer("passes", in: 1...10_000) ?? timing.passes
    timing.seed = UInt64(try table.integer("seed", in: 0...Int.max) ?? 1)
    return timing
  }

  private func refuseRepeats(at node: PlanNode) throws(StudyPlanError) {
    let lists = [
      ("datasets", datasets.map(\.name)), ("strategies", strategies.map(\.about.label)),
      ("cameras", cameras.map(\.about.label)), ("seeds", seeds.map(\.description)),
      ("metrics", metrics.map(\.label)),
    ]
    for (list, names) in lists {
      var seen: Set<String> = []
      for name in names where !seen.insert(name).inserted {
        let advice = list == "datasets" ? "; give one of them another 'name'" : ""
        throw node.mistake("'\(list)' has '\(name)' twice\(advice)")
      }
    }
  }
}
