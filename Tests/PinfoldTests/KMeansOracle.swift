import TestSupport

@testable import Pinfold

/// *k*-means as the books have it: every point is compared with every centre, and a point of weight *w*
/// counts as *w*. Weights are whole numbers.
struct KMeansOracle {
  let points: PointSet
  var maxIterations = 100
  var tolerance = 1e-4

  private func weight(_ point: Int, among members: [Int]) -> Int {
    guard let weights = points.weight, members.contains(where: { weights[$0] > 0 }) else { return 1 }
    return Int(weights[point])
  }

  /// What became of one group.
  struct Outcome {
    var clusters: [[Int]]
    var inertias: [UInt128]
    var reseeds = 0
  }

  private func east(_ x: UInt32, _ center: UInt32) -> Int128 {
    let plain = Int128(x) - Int128(center)
    guard points.projection.wraps else { return plain }
    let world = Int128(1) << 32
    return plain >= world / 2 ? plain - world : plain < -world / 2 ? plain + world : plain
  }

  private func distance(_ point: Int, _ center: WorldPoint) -> UInt128 {
    let (dx, dy) = (east(points.x[point], center.x), Int128(points.y[point]) - Int128(center.y))
    return UInt128(dx * dx + dy * dy)
  }

  private func seeds(_ members: [Int], _ wanted: Int, _ random: inout SplitMix64) -> [WorldPoint] {
    let weights = members.map { weight($0, among: members) }
    var first = random.below(weights.reduce(0, +))
    let start = zip(members, weights).first { _, weight in
      first -= weight
      return first < 0
    }
    var centers = [points.position(start?.0 ?? members[0])]
    func weighted(_ center: WorldPoint) -> [UInt128] {
      zip(members, weights).map { UInt128($1) * distance($0, center) }
    }
    var distances = weighted(centers[0])
    while centers.count < wanted {
      let total = distances.reduce(0, +)
      if total == 0 { break }
      let candidates = (0..<2 + Int(Double.log(Double(wanted)))).map { _ in
        var target = min(UInt128(random.unit() * Double(total)), total - 1)
        let drawn = zip(members, distances).first { _, distance in
          if target < distance { return true }
          target -= distance
          return false
        }
        return points.position(drawn?.0 ?? members[0])
      }
      let sums = candidates.map { candidate in
        zip(weighted(candidate), distances).reduce(UInt128(0)) { $0 + min($1.0, $1.1) }
      }
      let center = candidates[sums.firstIndex(of: sums.min() ?? 0) ?? 0]
      centers.append(center)
      distances = zip(weighted(center), distances).map { min($0, $1) }
    }
    return centers
  }

  private func mean(_ members: [Int], _ weights: [Int128], around center: WorldPoint) -> WorldPoint {
    func rounded(_ offset: (Int) -> Int128) -> Int128 {
      let sum = zip(members, weights).reduce(0) { $0 + $1.1 * offset($1.0) }
      let twice = 2 * sum + weights.reduce(0, +)
      let unit = 2 * weights.reduce(0, +)
      return twice >= 0 ? twice / unit : -((-twice + unit - 1) / unit)
    }
    let dx = rounded { east(points.x[$0], center.x) }
    let dy = rounded { Int128(points.y[$0]) - Int128(center.y) }
    return WorldPoint(
      x: UInt32(truncatingIfNeeded: Int128(center.x) + dx), y: UInt32(Int128(center.y) + dy))
  }

  /// The places that are farthest from their centres, as many as are wanted; ties go to the lowest id.
  private func farthest(_ wanted: Int, of clusters: [[Int]], from centers: [WorldPoint]) -> [WorldPoint] {
    let all = clusters.flatMap { $0 }
    let distances = zip(clusters, centers).flatMap { cluster, center in
      cluster.filter { weight($0, among: all) > 0 }.map { (member: $0, distance: distance($0, center)) }
    }
    var spots: [WorldPoint] = []
    for (member, _) in distances.sorted(by: {
      $0.distance != $1.distance
        ? $0.distance > $1.distance : points.idRanks[$0.member] < points.idRanks[$1.member]
    }) where spots.count < wanted && !spots.contains(points.position(member)) {
      spots.append(points.position(member))
    }
    return spots
  }

  func settle(_ members: [Int], from start: [WorldPoint]) -> Outcome {
    var centers = start
    var outcome = Outcome(clusters: [], inertias: [])
    for iteration in 1...maxIterations {
      var clusters = centers.map { _ in [Int]() }
      var inertia: UInt128 = 0
      for member in members {
        let distances = centers.map { distance(member, $0) }
        let least = distances.min() ?? 0
        clusters[distances.firstIndex(of: least) ?? 0].append(member)
        inertia += UInt128(weight(member, among: members)) * least
      }
      let weights = clusters.map { $0.map { Int128(weight($0, among: members)) } }
      outcome.clusters = clusters.filter { !$0.isEmpty }.sorted { $0[0] < $1[0] }
      let last = outcome.inertias.last
      outcome.inertias.append(inertia)
      let empty = clusters.indices.filter { weights[$0].allSatisfy { $0 == 0 } }
      if empty.isEmpty, let last, Double(last) - Double(inertia) <= tolerance * Double(last) { break }
      if iteration == maxIterations { break }
      let spots = empty.isEmpty ? [] : farthest(empty.count, of: clusters, from: centers)
      for i in centers.indices where !empty.contains(i) {
        centers[i] = mean(clusters[i], weights[i], around: centers[i])
      }
      for (i, spot) in zip(empty, spots) { centers[i] = spot }
      outcome.reseeds += empty.count
    }
    return outcome
  }

  /// The clusters of a view, groups one after the other.
  func clusters(in rect: WorldRect, count: Int, seed: Int, restarts: Int = 1) -> [[Int]] {
    let groups = points.sections.filter(\.mergeable)
      .map { section in (section.group, section.range.filter { rect.contains(points.position($0)) }) }
      .filter { !$0.1.isEmpty }
    let all = groups.flatMap { $0.1 }
    let shares = KMeansShares.of(
      count, amongst: groups.map { $0.1.reduce(0) { $0 + weight($1, among: all) } }
    ) {
      groups[$0].1.map { points.idRanks[$0] }.min() ?? 0
    }
    return zip(groups, shares).flatMap { group, share in
      var random = SplitMix64(seed: SplitMix64.mix(UInt64(seed)))
      var best: Outcome?
      for _ in 0..<restarts {
        let outcome = settle(group.1, from: seeds(group.1, share, &random))
        if (outcome.inertias.last ?? 0) < (best?.inertias.last ?? .max) { best = outcome }
      }
      return best?.clusters ?? []
    }
  }
}

extension PointColumns {
  /// Decorated, with weights that are whole numbers.
  func decoratedWhole(seed: UInt64) -> PointColumns {
    var columns = decorated(seed: seed)
    columns.weight = columns.weight?.map { ($0 * 10).rounded() }
    return columns
  }
}
