import Pinfold

/// Makes a failing sample small: the fewest views and points, and the plainest ones, on which the same rule
/// still fails.
///
/// Chunks are removed, then single ones, as in delta debugging (A. Zeller, R. Hildebrandt, "Simplifying and
/// isolating failure-inducing input", 2002); then the rest is made plainer. The work is bounded, and the same
/// sample is always shrunk to the same one.
struct Shrinker {
  private(set) var sample: ContractSample
  private(set) var defect: ContractRule.Defect

  private let context: RunContext
  private let fails: (ContractSample) throws(ClusteringError) -> ContractRule.Defect?
  private var workLeft: Int

  /// - Parameter fails: the defect of a sample by the rule in question.
  init(
    _ sample: ContractSample, _ defect: ContractRule.Defect, context: RunContext,
    fails: @escaping (ContractSample) throws(ClusteringError) -> ContractRule.Defect?
  ) {
    self.sample = sample
    self.defect = defect
    self.context = context
    self.fails = fails
    // Halving a large sample costs twice its points, leaving out views all of them each time; a small one may
    // take some hundred tries. Where a plugin reaches its limit, each could take as long as that.
    let views = min(sample.viewports.count, 8)
    workLeft = defect.isLimit ? 0 : (4 + 2 * views) * sample.columns.count + 600 * Self.cost(points: 100)
  }

  /// A try costs something even on no points.
  private static func cost(points: Int) -> Int { points + 100 }

  mutating func run() throws(ClusteringError) {
    // Such as what generators are asked for.
    if sample.columns.count == 0 && sample.viewports.isEmpty { return }
    try reduce(count: { $0.viewports.count }) { sample, kept in
      sample.viewports = kept.map { sample.viewports[$0] }
    }
    try reducePoints()
    for simplify in Self.simplifications { try accept(simplify) }
    try reducePoints()
  }

  private mutating func reducePoints() throws(ClusteringError) {
    try reduce(count: { $0.columns.count }) { sample, kept in
      sample.columns = sample.columns.reordered(kept)
    }
  }

  /// Removes chunks, half as large each time, and at last single elements until none can go.
  private mutating func reduce(
    count: (ContractSample) -> Int, keep: (inout ContractSample, [Int]) -> Void
  ) throws(ClusteringError) {
    var chunk = max(1, count(sample) / 2)
    while true {
      var start = 0
      var isSmaller = false
      while start < count(sample) {
        let end = min(start + chunk, count(sample))
        let kept = Array(0..<start) + Array(end..<count(sample))
        if try accept({ keep(&$0, kept) }) { isSmaller = true } else { start = end }
        if workLeft <= 0 { return }
      }
      if chunk == 1 && !isSmaller { return }
      chunk = max(1, chunk / 2)
    }
  }

  /// Keeps a change if the rule still fails.
  @discardableResult
  private mutating func accept(_ change: (inout ContractSample) -> Void) throws(ClusteringError) -> Bool {
    guard workLeft > 0 else { return false }
    try context.check()
    var changed = sample
    change(&changed)
    workLeft -= Self.cost(points: changed.columns.count)
    guard let found = try fails(changed) else { return false }
    if found.isLimit {
      workLeft = 0
      return false
    }
    (sample, defect) = (changed, found)
    return true
  }

  private typealias Change = @Sendable (inout ContractSample) -> Void

  private static let simplifications: [Change] =
    [
      { $0.columns.weight = nil }, { $0.columns.priority = nil }, { $0.columns.mergeable = nil },
      { $0.columns.group = nil }, { $0.columns.ids = nil },
      { sample in sample.eachViewport { $0.margin = 0 } },
      { sample in sample.eachViewport { $0.bearing = 0 } },
      { sample in sample.eachViewport { $0.tileSize = 256 } },
      { sample in sample.eachViewport { ($0.width, $0.height) = ($0.width.rounded(), $0.height.rounded()) } },
      { sample in sample.eachViewport { ($0.width, $0.height) = (1280, 800) } },
      { sample in sample.eachViewport { $0.zoom = $0.zoom.rounded() } },
    ] + roundings

  /// From fine to coarse; powers of two, because full turns of the globe must still add exactly.
  private static let roundings = [0x1p-12, 0x1p-8, 0x1p-4, 0x1p-2, 1, 10].flatMap { step -> [Change] in
    [
      { sample in
        for row in 0..<sample.columns.count {
          sample.columns.move(row: row, to: sample.columns.coordinate(row).rounded(to: step))
        }
      },
      { sample in sample.eachViewport { $0.center = $0.center.rounded(to: step) } },
    ]
  }
}

extension ContractSample {
  fileprivate mutating func eachViewport(_ change: (inout Viewport) -> Void) {
    for place in viewports.indices { change(&viewports[place]) }
  }
}

extension Coordinate {
  fileprivate func rounded(to step: Double) -> Coordinate {
    func round(_ number: Double) -> Double { (number / step).rounded(.toNearestOrEven) * step }
    return Coordinate(longitude: round(longitude), latitude: round(latitude))
  }
}
