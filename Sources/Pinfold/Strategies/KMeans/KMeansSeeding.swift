/// Draws the first centers of *k*-means: each is the best of some points drawn with a probability in
/// proportion to their weight times their squared distance from the nearest center so far. The best leaves
/// the least sum of these products; of equal ones the first drawn is taken.
///
/// Each node of the tree of boxes has the sum of its points' distances, an upper bound of them, and the
/// center nearest to all its points if there is one. So a new center visits the nodes on the border of the
/// region that it would take, and the points of the blocks there. Sums are exact, so this changes no draw.
///
/// Source: D. Arthur, S. Vassilvitskii, "k-means++: the advantages of careful seeding", SODA 2007, in its
/// greedy variant, with 2 + ⌊ln *k*⌋ candidates a center as in scikit-learn.
struct KMeansSeeding: Sendable {
  private let space: KMeansSpace

  private let centers: Column<WorldPoint>

  /// The number of the center nearest to each point.
  private let owners: Column<Int32>

  /// By node.
  private let states: Column<State>

  private let scratch = Scratch()
  private let wanted: Int

  private struct State: BitwiseCopyable {
    var sum: UInt128 = 0

    /// An upper bound of the squared distances.
    var squaredReach: UInt128 = 0

    /// The center of all points; −1 for several.
    var owner: Int32 = 0

    /// Adds the points of another node.
    mutating func join(_ other: State) {
      sum += other.sum
      squaredReach = max(squaredReach, other.squaredReach)
      if owner != other.owner { owner = -1 }
    }
  }

  init(_ wanted: Int, of space: KMeansSpace) {
    self.space = space
    self.wanted = wanted
    centers = scratch.column(wanted)
    owners = scratch.column(space.count)
    states = scratch.column(space.nodeCount)
  }

  /// The centers; fewer than wanted if there are fewer positions.
  func drawn(_ random: inout SplitMix64, _ context: RunContext) throws(ClusteringError) -> [WorldPoint] {
    let draws = 2 + Int(Double.log(Double(wanted)))
    centers[0] = space.position(space.point(atWeight: random.below(space.weight)))
    give(space.root, to: 0)
    var count = 1
    while count < wanted {
      try context.check()
      let total = states[space.place(of: space.root)].sum
      guard total > 0 else { break }
      let candidates = (0..<draws).map { _ in
        position(atSum: min(UInt128(random.unit() * Double(nearest: total)), total - 1))
      }
      centers[count] = try best(of: candidates, context)
      approach(space.root, Int32(count))
      count += 1
    }
    return (0..<count).map { centers[$0] }
  }

  /// The candidate that leaves the least sum of squared distances.
  private func best(
    of candidates: [WorldPoint], _ context: RunContext
  ) throws(ClusteringError) -> WorldPoint {
    var context = context
    context.threads = context.lanes(for: space.count)
    let sums = try Parallel.map(candidates, context) { (candidate) throws(ClusteringError) in
      sum(of: space.root, with: candidate)
    }
    var least = 0
    for number in sums.indices where sums[number] < sums[least] { least = number }
    return candidates[least]
  }

  /// The relation of a new center to a node's points.
  private enum Effect { case none, some, all }

  @inline(__always)
  private func effect(of center: WorldPoint, on node: KMeansSpace.Node, _ state: State) -> Effect {
    let box = space.box(of: node)
    if space.squaredDistance(of: box, from: center) >= state.squaredReach { return .none }
    guard state.owner >= 0 else { return .some }
    let owner = centers[Int(state.owner)]
    guard let excess = space.excess(of: center, over: owner, in: box) else { return .some }
    return excess.least >= 0 ? .none : excess.most <= 0 ? .all : .some
  }

  /// The sum of a node's squared distances with one more center.
  private func sum(of node: KMeansSpace.Node, with center: WorldPoint) -> UInt128 {
    let state = states[space.place(of: node)]
    switch effect(of: center, on: node, state) {
    case .none: return state.sum
    case .all: return space.moments(of: node, around: center).inertia
    case .some: break
    }
    var sum: UInt128 = 0
    if node.level == 0 {
      for point in space.points(of: node) {
        sum +=
          UInt128(space.weight(of: point))
          &* min(squaredDistance(of: point), space.squaredDistance(space.position(point), center))
      }
    } else {
      space.forEachChild(of: node) { sum += self.sum(of: $0, with: center) }
    }
    return sum
  }

  /// The squared distance of a point from its center.
  @inline(__always)
  private func squaredDistance(of point: Int) -> UInt128 {
    space.squaredDistance(space.position(point), centers[Int(owners[point])])
  }

  /// Assigns a new center the points that are nearer to it than to their own.
  private func approach(_ node: KMeansSpace.Node, _ number: Int32) {
    let center = centers[Int(number)]
    switch effect(of: center, on: node, states[space.place(of: node)]) {
    case .none: return
    case .all: return give(node, to: number)
    case .some: break
    }
    if node.level == 0 {
      for point in space.points(of: node)
      where space.squaredDistance(space.position(point), center) < squaredDistance(of: point) {
        owners[point] = number
      }
      sumUp(block: node)
    } else {
      space.forEachChild(of: node) { approach($0, number) }
      joinChildren(of: node)
    }
  }

  /// Assigns all points of a node to a center.
  private func give(_ node: KMeansSpace.Node, to number: Int32) {
    let center = centers[Int(number)]
    if node.level == 0 {
      for point in space.points(of: node) { owners[point] = number }
    } else {
      space.forEachChild(of: node) { give($0, to: number) }
    }
    if let reach = space.squaredReach(of: space.box(of: node), from: center) {
      states[space.place(of: node)] = State(
        sum: space.moments(of: node, around: center).inertia, squaredReach: reach, owner: number)
    } else if node.level == 0 {
      sumUp(block: node)
    } else {
      joinChildren(of: node)
    }
  }

  private func sumUp(block: KMeansSpace.Node) {
    let points = space.points(of: block)
    var state = State(owner: owners[points.lowerBound])
    for point in points {
      let distance = squaredDistance(of: point)
      state.join(
        State(
          sum: UInt128(space.weight(of: point)) &* distance, squaredReach: distance, owner: owners[point]))
    }
    states[space.place(of: block)] = state
  }

  private func joinChildren(of node: KMeansSpace.Node) {
    var state: State?
    space.forEachChild(of: node) {
      let child = states[space.place(of: $0)]
      if state == nil { state = child } else { state?.join(child) }
    }
    if let state { states[space.place(of: node)] = state }
  }

  /// The position of the point at which the running sum of squared distances passes a value.
  private func position(atSum target: UInt128) -> WorldPoint {
    var (node, target) = (space.root, target)
    while node.level > 0 {
      var next: KMeansSpace.Node?
      space.forEachChild(of: node) { child in
        guard next == nil else { return }
        let sum = states[space.place(of: child)].sum
        if target < sum { next = child } else { target -= sum }
      }
      guard let next else { break }
      node = next
    }
    for point in space.points(of: node) {
      let share = UInt128(space.weight(of: point)) &* squaredDistance(of: point)
      if target < share { return space.position(point) }
      target -= share
    }
    preconditionFailure("the sums do not add up")
  }
}
