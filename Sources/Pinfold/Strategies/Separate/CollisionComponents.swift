/// Two overlapping markers. The greatest value merges first.
///
/// Ties in depth go to the pair with the lowest id, then to the lowest id of the other marker.
struct Collision: Comparable, BitwiseCopyable {
  let depth: Double
  let ranks: (low: UInt32, high: UInt32)
  let pair: (UInt32, UInt32)

  static func == (a: Collision, b: Collision) -> Bool { a.depth == b.depth && a.ranks == b.ranks }

  @inline(__always)
  static func < (a: Collision, b: Collision) -> Bool {
    a.depth != b.depth ? a.depth < b.depth : a.ranks > b.ranks
  }
}

/// The collisions of a bucket in components: those that share markers are in one.
///
/// A component is known by the number of its first collision.
struct CollisionComponents {
  private let collisions: [Collision]

  /// By collision, its component.
  private(set) var roots: [Int] = []

  /// By collision, the next of its component; −1 for none.
  private var next: [Int] = []
  private var sets: DisjointSets

  /// Sorts collisions into components, which own their markers then.
  init(_ collisions: [Collision], _ owners: MarkerOwners) {
    self.collisions = collisions
    sets = DisjointSets(count: collisions.count)
    for (number, collision) in collisions.enumerated() {
      for marker in [Int(collision.pair.0), Int(collision.pair.1)] {
        if let owner = owners.owner(of: marker) {
          sets.join(number, owner)
        } else {
          owners.set(marker, to: number)
        }
      }
    }
    link()
  }

  private mutating func link() {
    roots = collisions.indices.map { sets.root(of: $0) }
    next = [Int](repeating: -1, count: collisions.count)
    for number in collisions.indices.reversed() where roots[number] != number {
      next[number] = next[roots[number]]
      next[roots[number]] = number
    }
  }

  var all: [Int] { roots.indices.filter { roots[$0] == $0 } }

  @inline(__always)
  func forEachCollision(of component: Int, _ body: (Collision) -> Void) {
    var number = component
    while number >= 0 {
      body(collisions[number])
      number = next[number]
    }
  }

  /// Joins components that are in conflict, and returns what they were, and what they are now.
  mutating func join(_ conflicts: [(Int, Int)]) -> (before: Set<Int>, after: Set<Int>) {
    if conflicts.isEmpty { return ([], []) }
    let before = Set(conflicts.flatMap { [roots[$0.0], roots[$0.1]] })
    for (one, other) in conflicts { sets.join(one, other) }
    link()
    return (before, Set(before.map { roots[$0] }))
  }
}
