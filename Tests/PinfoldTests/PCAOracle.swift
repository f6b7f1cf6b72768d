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

  /// The main direction by the angle that a Jacobi rotation turns by: nothing in common with the formula in use.
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

  func clusters(in rect: WorldRect, maximum: Int) -> [[Int]] {
    var open = points.sections.filter(\.mergeable)
      .map { node(Array($0.range), cut: cut(Array($0.range))) }
      .filter { isVisible($0.members, rect) }
    var done: [Node] = []
    let budget = max(maximum, open.count)
    while !open.isEmpty {
      let next = open.indices.max { isBefore(open[$1], open[$0]) } ?? 0
      let node = open.remove(at: next)
      let halves = halves(of: node).filter { isVisible($0.members, rect) }
      if halves.isEmpty || open.count + done.count + halves.count > budget {
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
    var halves: [[Int]] = [[], []]
    for (member, deviation) in zip(node.members, all) {
      let product = Double(deviation.x) * axis.x + Double(deviation.y) * axis.y
      halves[product < 0 ? 0 : 1].append(member)
    }
    return halves.map { self.node($0, cut: node.cut) }
  }
}
