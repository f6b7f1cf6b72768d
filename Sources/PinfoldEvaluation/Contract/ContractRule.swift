import Pinfold

/// One demand of a contract.
public struct ContractRule: Sendable, CustomStringConvertible {
  /// A breach of a rule.
  struct Defect {
    /// The views in question.
    var viewports: [Viewport]

    /// The observation, in words.
    var seen: String

    /// The expectation, in words.
    var expected: String

    /// Whether a plugin's limit was reached, as it would be again at the next try.
    var isLimit = false
  }

  /// The name, in lower camel case: "panInvariant".
  public let name: String

  /// The demand, a sentence.
  public let demand: String

  /// Why the rule does not apply to a clusterer; nil where it does.
  let waiver: @Sendable (Clusterer, RunContext) throws(ClusteringError) -> String?

  /// Whether it can be tried on a sample; on others it says nothing.
  let applies: @Sendable (ContractSample) -> Bool

  private let check: @Sendable (ContractTrial) throws(ClusteringError) -> Defect?

  init(
    _ name: String, _ demand: String,
    on applies: @escaping @Sendable (ContractSample) -> Bool = { _ in true },
    waiver: @escaping @Sendable (Clusterer, RunContext) throws(ClusteringError) -> String? = { _, _ in nil },
    check: @escaping @Sendable (ContractTrial) throws(ClusteringError) -> Defect?
  ) {
    self.name = name
    self.demand = demand
    self.applies = applies
    self.waiver = waiver
    self.check = check
  }

  /// Makes a rule for those that promise something, or one of several things.
  init(
    _ name: String, _ demand: String, promised capability: Capabilities,
    check: @escaping @Sendable (ContractTrial) throws(ClusteringError) -> Defect?
  ) {
    self.init(
      name, demand,
      waiver: { clusterer, _ in
        clusterer.capabilities.isDisjoint(with: capability) ? "not promised" : nil
      },
      check: check)
  }

  /// The same demand, made of everybody.
  var unwaived: Self { Self(name, demand, on: applies, check: check) }

  public var description: String { "\(name): \(demand)" }

  /// The name of the rule that is broken, and how; nil where none is. It is this rule, unless an error
  /// belongs to another. A strategy may refuse more points than a limit that it states.
  ///
  /// - Throws: ``ClusteringError`` as the caller's own context asks.
  func outcome(of trial: ContractTrial) throws(ClusteringError) -> (rule: String, defect: Defect)? {
    guard applies(trial.sample) else { return nil }
    do {
      return try check(trial).map { (name, $0) }
    } catch {
      if case .parameter = error { throw error }
      if case .tooManyPoints = error { return nil }
      try trial.context.check()
      let owner = Self.owner(of: error)
      var defect = Defect(
        viewports: trial.sample.viewports, seen: "\(error)",
        expected: owner == Self.answers.name
          ? "no error" : "each point in one cluster, each marker somewhere")
      if case .pluginLimit = error { defect.isLimit = true }
      return (owner, defect)
    }
  }

  /// The rule to which an error belongs.
  private static func owner(of error: ClusteringError) -> String {
    guard case .invalidGrouping(_, let defect) = error else { return answers.name }
    if case .badPosition = defect { return positions.name }
    return conservation.name
  }
}

/// One clusterer on one sample, as rules see it. Frames are kept, because most rules look at the same ones.
final class ContractTrial {
  let clusterer: Clusterer
  let sample: ContractSample
  let context: RunContext

  /// The sample's points.
  let points: PointSet

  /// For each point, by canonical index, the index of its section in ``PointSet/sections``.
  let sections: [Int]

  private var kept: (map: ClusterMap, frames: [Frame])?

  init(_ clusterer: Clusterer, on sample: ContractSample, context: RunContext) {
    self.clusterer = clusterer
    self.sample = sample
    self.context = context
    points = sample.points
    sections = points.sections.enumerated().flatMap {
      [Int](repeating: $0.offset, count: $0.element.range.count)
    }
  }

  /// Builds an index over the sample's points, or over other ones.
  func map(of columns: PointColumns? = nil, threads: Int = 1) throws(ClusteringError) -> ClusterMap {
    try clusterer.build(columns.map { sample.points(of: $0) } ?? points, context: context(threads: threads))
  }

  /// Computes the frame of a view.
  func frame(
    of map: ClusterMap, for viewport: Viewport, after previous: Frame? = nil, threads: Int = 1
  ) throws(ClusteringError) -> Frame {
    try map.frame(for: viewport, after: previous, context: context(threads: threads))
  }

  /// The frame of each of the sample's views, computed in their order on one index, each once.
  func frames() throws(ClusteringError) -> [Frame] { try asked().frames }

  /// The map that made ``frames()``.
  func askedMap() throws(ClusteringError) -> ClusterMap { try asked().map }

  private func asked() throws(ClusteringError) -> (map: ClusterMap, frames: [Frame]) {
    if let kept { return kept }
    let map = try map()
    var frames: [Frame] = []
    for viewport in sample.viewports { frames.append(try frame(of: map, for: viewport)) }
    kept = (map, frames)
    return (map, frames)
  }

  /// The context with a number of threads.
  func context(threads: Int) -> RunContext {
    var context = context
    context.threads = threads
    return context
  }

  /// Whether a point may join clusters.
  func isMergeable(_ point: Int) -> Bool { points.sections[sections[point]].mergeable }

  /// The name of a point's group.
  func groupName(_ point: Int) -> String {
    let group = points.sections[sections[point]].group
    return group < 0 ? "none" : "'\(points.groupNames[Int(group)])'"
  }

  /// A point as messages name it.
  func name(_ point: Int) -> String { "'\(points.ids[point])'" }
}
