package import Pinfold

/// One demand of a contract.
public struct ContractRule: Sendable, CustomStringConvertible {
  /// A breach of a rule, in words.
  package struct Defect {
    package var seen: String
    package var expected: String

    /// The views in question; a loop over views or frames fills in those at which a check breaks.
    var viewports: [Viewport]

    /// Whether a plugin's limit was reached, as it would be again at the next try.
    var isLimit = false

    init(_ seen: String, _ expected: String, in viewports: [Viewport] = []) {
      (self.seen, self.expected, self.viewports) = (seen, expected, viewports)
    }

    /// The defect in given views.
    func at(_ viewports: [Viewport]) -> Self { Self(seen, expected, in: viewports) }

    /// The defect with the circumstances in which it was seen.
    func seen(_ way: String, in viewports: [Viewport]) -> Self {
      Self("\(way) \(seen)", expected, in: viewports)
    }
  }

  typealias Waiver = @Sendable (Clusterer, RunContext) throws(ClusteringError) -> String?
  typealias Check = @Sendable (ContractTrial) throws(ClusteringError) -> Defect?

  /// The name, in lower camel case: "panInvariant".
  public let name: String

  /// The demand, a sentence.
  public let demand: String

  /// Why the rule does not apply to a clusterer; nil where it does.
  let waiver: Waiver

  /// Whether it can be tried on a sample.
  let applies: @Sendable (ContractSample) -> Bool

  private let check: Check

  /// - Parameter purposes: the samples made for the rule that it is tried on besides those for all rules.
  init(
    _ name: String, _ demand: String, also purposes: Set<ContractSample.Purpose> = [],
    on applies: @escaping @Sendable (ContractSample) -> Bool = { _ in true },
    waiver: @escaping Waiver = { _, _ in nil }, check: @escaping Check
  ) {
    self.name = name
    self.demand = demand
    self.applies = { ($0.purpose == .everyRule || purposes.contains($0.purpose)) && applies($0) }
    self.waiver = waiver
    self.check = check
  }

  /// Makes a rule for clusterers that promise a capability, or one of several.
  init(
    _ name: String, _ demand: String, promised capability: Capabilities,
    also purposes: Set<ContractSample.Purpose> = [.promises],
    on applies: @escaping @Sendable (ContractSample) -> Bool = \.hasPoints, check: @escaping Check
  ) {
    self.init(
      name, demand, also: purposes, on: applies,
      waiver: { clusterer, _ in clusterer.capabilities.isDisjoint(with: capability) ? "not promised" : nil },
      check: check)
  }

  /// Makes a rule about single frames.
  static func eachFrame(
    _ name: String, _ demand: String, on applies: @escaping @Sendable (ContractSample) -> Bool = \.hasPoints,
    _ check: @escaping @Sendable (Frame, ContractTrial) throws(ClusteringError) -> Defect?
  ) -> Self {
    Self(name, demand, on: applies) { (trial) throws(ClusteringError) in
      try trial.firstDefect { (frame) throws(ClusteringError) in try check(frame, trial) }
    }
  }

  /// The same demand without a waiver.
  var unwaived: Self {
    Self(name, demand, also: [.zooms, .places, .promises], on: applies, check: check)
  }

  public var description: String { "\(name): \(demand)" }

  /// The name of the broken rule and the defect; nil if the rule holds.
  ///
  /// An error may belong to another rule than this one. A strategy may refuse more points than its declared
  /// limit.
  ///
  /// - Throws: ``ClusteringError`` if the caller's own context stops the call.
  func outcome(of trial: ContractTrial) throws(ClusteringError) -> (rule: String, defect: Defect)? {
    guard applies(trial.sample) else { return nil }
    (trial.isIdle, trial.reservation) = (false, nil)
    do { return try check(trial).map { (name, $0) } } catch {
      if case .parameter = error { throw error }
      if case .tooManyPoints = error {
        trial.isIdle = true
        return nil
      }
      try trial.context.check()
      let owner = Self.owner(of: error)
      var defect = Defect(
        "\(error)",
        owner == Self.answers.name ? "no error" : "each point in one cluster, each marker somewhere",
        in: trial.sample.viewports)
      if case .pluginLimit = error { defect.isLimit = true }
      return (owner, defect)
    }
  }

  private static func owner(of error: ClusteringError) -> String {
    guard case .invalidGrouping(_, let defect) = error else { return answers.name }
    if case .badPosition = defect { return positions.name }
    return conservation.name
  }
}

/// One clusterer on one sample. Frames are kept, because most rules look at the same ones.
final class ContractTrial {
  let clusterer: Clusterer
  let sample: ContractSample
  let context: RunContext
  let points: PointSet

  /// For each point, by canonical index, the index of its section in ``PointSet/sections``.
  let sections: [Int]

  /// Whether a rule found nothing of what it is about, such as stacks, so that no defect proves nothing.
  var isIdle = false

  /// Why a rule that is idle could not be decided, where that is worth telling.
  var reservation: String?

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
    try clusterer.build(
      columns.map { sample.points(of: $0) } ?? points, context: context.withThreads(threads))
  }

  func frame(of map: ClusterMap, for viewport: Viewport, after previous: Frame? = nil, threads: Int = 1)
    throws(ClusteringError) -> Frame
  { try map.frame(for: viewport, after: previous, context: context.withThreads(threads)) }

  /// The frames of the sample's views on a map, in their order.
  func frames(of map: ClusterMap) throws(ClusteringError) -> [Frame] {
    try sample.viewports.map { (viewport) throws(ClusteringError) in try frame(of: map, for: viewport) }
  }

  /// The frame of each of the sample's views, computed once.
  func frames() throws(ClusteringError) -> [Frame] { try asked().frames }

  /// The map that made ``frames()``.
  func askedMap() throws(ClusteringError) -> ClusterMap { try asked().map }

  private func asked() throws(ClusteringError) -> (map: ClusterMap, frames: [Frame]) {
    if let kept { return kept }
    let map = try map()
    let made = (map, try frames(of: map))
    kept = made
    return made
  }

  /// The first defect of any frame.
  func firstDefect(_ check: (Frame) throws(ClusteringError) -> ContractRule.Defect?) throws(ClusteringError)
    -> ContractRule.Defect?
  {
    for frame in try frames() {
      guard let defect = try check(frame) else { continue }
      return defect.viewports.isEmpty ? defect.at([frame.view.viewport]) : defect
    }
    return nil
  }

  /// The first frame that differs from the sample's.
  ///
  /// - Parameter way: how the other frames were made, for messages.
  func firstDifference(_ way: String, _ other: (Viewport) throws(ClusteringError) -> Frame)
    throws(ClusteringError) -> ContractRule.Defect?
  {
    try firstDefect { (frame) throws(ClusteringError) in
      try other(frame.view.viewport).difference(from: frame)?.seen("with \(way)", in: sample.viewports)
    }
  }

  /// The first frame of a map that differs from the sample's.
  func firstDifference(
    _ way: String, of map: ClusterMap, threads: Int = 1, isOfOthers: Bool = false, weights: Double = 1
  ) throws(ClusteringError) -> ContractRule.Defect? {
    try firstDefect { (frame) throws(ClusteringError) in
      try self.frame(of: map, for: frame.view.viewport, threads: threads).difference(
        from: frame, isOfOthers: isOfOthers, weights: weights)?.seen("with \(way)", in: sample.viewports)
    }
  }

  /// The first frame over other points that differs from the sample's.
  func firstDifference(
    over sets: [(way: String, columns: PointColumns)], isOfOthers: Bool = false, weights: Double = 1
  ) throws(ClusteringError) -> ContractRule.Defect? {
    for (way, columns) in sets {
      let map = try map(of: columns)
      if let defect = try firstDifference(way, of: map, isOfOthers: isOfOthers, weights: weights) {
        return defect
      }
    }
    return nil
  }

  func isMergeable(_ point: Int) -> Bool { points.sections[sections[point]].mergeable }

  func groupName(_ point: Int) -> String {
    let group = points.sections[sections[point]].group
    return group < 0 ? "none" : "'\(points.groupNames[Int(group)])'"
  }

  /// A point as messages name it.
  func name(_ point: Int) -> String { "'\(points.ids[point])'" }
}

extension RunContext {
  /// The same with another number of threads.
  package func withThreads(_ threads: Int) -> RunContext {
    var context = self
    context.threads = threads
    return context
  }
}
