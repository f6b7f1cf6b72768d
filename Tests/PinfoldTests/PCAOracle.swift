@testable import Pinfold

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the strategy must answer, by plain recursion over lists.
struct PCAOracle {
  let points: PointSet
  let axis: (_ xx: Double, _ yy: Double, _ xy: Double) -> (x: Double, y: Double)

  /// The exponent of distances in the mean through which nodes are divided, plus 1.
  var gamma = 1.0

  struct Node {
    var members: [Int]
    var cut: UInt32
    var squaredError = 0.0
    var lowestRank: UInt32 = 0
  }

  private func node(_ members: [Int], cut: UInt32) -> Node {
    var node = Node(members: members, cut: cut)
    node.squaredError = squaredError(node)
    node.lowestRank = members.map { points.idRanks[$0] }.min() ?? 0
    return node
  }

  /// The main direction by the angle that a Jacobi rotation turns by: nothing in common with the formula in
  /// use.
  static func jacobi(_ xx: Double, _ yy: Double, _ xy: Double) -> (x: Double, y: Double) {
    let angle = atan2(2 * xy, xx - yy) / 2
    return (cos(angle), sin(angle))
  }

  /// The main direction by the formula in use, for sets with points exactly on dividing lines.
  static func formula(_ xx: Double, _ yy: Double, _ xy: Double) -> (x: Double, y: Double) {
    let root = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
    if root == 0 { return (1, 0) }
    return xx >= yy ? (xx - yy + root, 2 * xy) : (2 * xy, root - (xx - yy))
  }

  /// The formula as Applidium published it.
  static func applidium(_ xx: Double, _ yy: Double, _ xy: Double) -> (x: Double, y: Double) {
    if xy == 0 { return xx > yy ? (1, 0) : (0, 1) }
    let lambda = ((xx + yy) + ((xx + yy) * (xx + yy) + 4 * xy * xy).squareRoot()) / 2
    return (xy, lambda - xx)
  }

  /// The nodes of the deepest level that is not more than a budget, each level made from the roots.
  func levels(in rect: WorldRect, budget: Int) -> [[Int]] {
    let roots = points.sections.filter(\.mergeable)
      .map { node(Array($0.range), cut: cut(Array($0.range))) }
      .filter { isVisible($0.members, rect) }
    func level(_ depth: Int, under node: Node) -> [Node] {
      let halves = depth == 0 ? [] : halves(of: node)
      return halves.isEmpty
        ? [node] : halves.filter { isVisible($0.members, rect) }.flatMap { level(depth - 1, under: $0) }
    }
    var best = roots
    for depth in 1...200 {
      let next = roots.flatMap { level(depth, under: $0) }
      if next.count > max(budget, roots.count) || next.map(\.members) == best.map(\.members) { break }
      best = next
    }
    return best.map { $0.members.sorted() }.sorted { $0[0] < $1[0] }
  }

  func clusters(in rect: WorldRect, budget: Int) -> [[Int]] {
    var open = points.sections.filter(\.mergeable)
      .map { node(Array($0.range), cut: cut(Array($0.range))) }
      .filter { isVisible($0.members, rect) }
    var done: [Node] = []
    let limit = max(budget, open.count)
    while !open.isEmpty {
      let next = open.indices.max { isBefore(open[$1], open[$0]) } ?? 0
      let node = open.remove(at: next)
      let halves = halves(of: node).filter { isVisible($0.members, rect) }
      if halves.isEmpty || open.count + done.count + halves.count > limit {
        done.append(node)
      } else {
        open += halves
      }
    }
    return done.map { $0.members.sorted() }.sorted { $0[0] < $1[0] }
  }

  private func isBefore(_ a: Node, _ b: Node) -> Bool {
    a.squaredError != b.squaredError ? a.squaredError > b.squaredError : a.lowestRank < b.lowestRank
  }

  private func isVisible(_ members: [Int], _ rect: WorldRect) -> Bool {
    members.contains { rect.contains(points.position($0)) }
  }

  func cut(_ members: [Int]) -> UInt32 {
    guard points.projection.wraps else { return 0 }
    let xs = members.map { UInt64(points.x[$0]) }.sorted()
    let gaps = zip(xs, [xs[xs.count - 1]] + xs.dropLast()).map { x, before in
      x > before ? x - before : x + (1 << 32) - before
    }
    // Equal x give a gap of the whole world, which is right only if no x differs.
    let real = zip(xs, gaps).filter { $0.1 < 1 << 32 }
    guard let widest = real.map(\.1).max() else { return UInt32(xs[0]) }
    return UInt32(real.filter { $0.1 == widest }.map(\.0).min() ?? 0)
  }

  private func deviations(_ node: Node) -> [(x: Int128, y: Int128)] {
    let count = Int128(node.members.count)
    let xs = node.members.map { Int128(points.x[$0] &- node.cut) }
    let ys = node.members.map { Int128(points.y[$0]) }
    let (sumX, sumY) = (xs.reduce(0, +), ys.reduce(0, +))
    return zip(xs, ys).map { (count * $0 - sumX, count * $1 - sumY) }
  }

  func squaredError(_ node: Node) -> Double {
    let count = Int128(node.members.count)
    // Squares of deviations, each n times too long, sum to n² times the error.
    let sum = deviations(node).reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y }
    return Double(sum / count) / Double(count)
  }

  func halves(of node: Node) -> [Node] {
    let all = deviations(node)
    guard all.contains(where: { $0.x != 0 || $0.y != 0 }) else { return [] }
    let count = Int128(node.members.count)
    func sum(_ term: ((x: Int128, y: Int128)) -> Int128) -> Double {
      Double(all.reduce(0) { $0 + term($1) } / count)
    }
    let axis = axis(sum { $0.x * $0.x }, sum { $0.y * $0.y }, sum { $0.x * $0.y })
    let mean = outlierMean(all)
    var halves: [[Int]] = [[], []]
    for (member, deviation) in zip(node.members, all) {
      let product = (Double(deviation.x) - mean.x) * axis.x + (Double(deviation.y) - mean.y) * axis.y
      halves[product < 0 ? 0 : 1].append(member)
    }
    return halves.map { self.node($0, cut: node.cut) }
  }

  private func outlierMean(_ all: [(x: Int128, y: Int128)]) -> (x: Double, y: Double) {
    if gamma == 1 { return (0, 0) }
    let distances = all.map { max(hypot(Double($0.x), Double($0.y)), Double(all.count)) }
    let farthest = distances.max() ?? 1
    let weights = distances.map { pow($0 / farthest, gamma - 1) }
    let total = weights.reduce(0, +)
    let x = zip(all, weights).reduce(0) { $0 + Double($1.0.x) * $1.1 }
    let y = zip(all, weights).reduce(0) { $0 + Double($1.0.y) * $1.1 }
    return (x / total, y / total)
  }
}

extension PCATree {
  /// Whole trees, built at once.
  convenience init(over points: PointSet, context: RunContext, rule: SplitRule) throws(ClusteringError) {
    try self.init(completing: PCATreeTop(over: points, rule: rule, context: context), context)
  }
}
