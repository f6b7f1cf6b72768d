import Synchronization

/// A thread's share of merging the markers of a level.
///
/// Bound by cache misses: what a marker meets is next to it in memory, but the next one of the bucket is not.
struct MarkerWorker: ~Copyable {
  /// Collisions by bucket; without those found before buckets were made.
  private let pending = Slots(Self.bucketLimit) { GrowingBuffer<Collision>() }
  var entered = GrowingBuffer<Collision>()

  /// The markers formed in a bucket, those of each component together.
  private(set) var formed = GrowingBuffer<UInt32>()

  /// The runs of a round.
  private(set) var runs: [MarkerRun] = []
  private var roundStart = 0

  /// Components of which one has met a marker of the other.
  private(set) var conflicts: [(Int, Int)] = []

  /// How far the markers that it has formed reach from their locations.
  private(set) var reach = 0.0

  private var crowded = GrowingBuffer<UInt32>()
  private var snapping = GrowingBuffer<UInt32>()
  private var found = GrowingBuffer<UInt32>()
  private var heap = Heap<Collision>()
  private var block = 0
  private var numbers = 0..<0

  /// The markers formed in a round.
  var newest: [UInt32] { (roundStart..<formed.count).map { formed[$0] } }

  /// Calls `body` with each collision of a bucket.
  func forEachPending(in bucket: Int, _ body: (Collision) -> Void) {
    for index in 0..<pending[bucket].count { body(pending[bucket][index]) }
  }

  static var bucketLimit: Int { 8 }

  /// Forgets the level before.
  mutating func reset() {
    reach = 0
    entered.count = 0
    for bucket in 0..<Self.bucketLimit { pending[bucket].count = 0 }
    // A block of another index may be none of this.
    block = 0
    beginBucket()
  }

  /// Begins a bucket.
  mutating func beginBucket() {
    formed.count = 0
    begin()
  }

  /// Begins a round.
  mutating func begin() {
    roundStart = formed.count
    runs.removeAll(keepingCapacity: true)
    conflicts.removeAll(keepingCapacity: true)
    numbers = 0..<0
  }
}

// MARK: - Before buckets

extension MarkerWorker {
  /// Finds what the markers of some blocks collide with, of those that have lower numbers; lists those that
  /// share a snap cell, and those with so many around them that only snap cells can tell.
  mutating func enter(_ blocks: Range<Int>, _ level: MarkerLevel, _ context: RunContext) {
    let (cells, items) = (level.cells, level.items)
    for block in blocks {
      var number = Int(cells.blocks[block].first)
      var left = cells.blocks[block].parts
      while left != 0 {
        let part = left & (0 &- left)
        if !items.isIsolated(part, of: block, number, level.reach) {
          for marker in Int(cells.starts[number])..<Int(cells.starts[number &+ 1]) {
            if marker & 0xFFFF == 0, context.isStopped { return }
            enter(marker, near: block, level)
          }
        }
        left ^= part
        number &+= 1
      }
    }
  }

  private mutating func enter(_ marker: Int, near block: Int, _ level: MarkerLevel) {
    guard level.findFew(around: marker, near: block, into: &found) else {
      crowded.append(UInt32(truncatingIfNeeded: marker))
      return
    }
    if found.count > 1 {
      if level.sharesSnapCell(marker, with: found) { snapping.append(UInt32(truncatingIfNeeded: marker)) }
      enterFound(marker, level)
    }
  }

  /// Returns what was listed.
  mutating func takeListed() -> (crowded: [UInt32], snapping: [UInt32]) {
    let listed = ((0..<crowded.count).map { crowded[$0] }, (0..<snapping.count).map { snapping[$0] })
    crowded.count = 0
    snapping.count = 0
    return listed
  }

  /// Merges markers that share a snap cell into one.
  mutating func snap(
    _ markers: ArraySlice<RadixSort.Item>, _ level: MarkerLevel, _ numbers: MarkerNumbers,
    _ context: RunContext
  ) {
    var whole = Int(markers[markers.startIndex].index)
    for (step, marker) in markers.dropFirst().enumerated() {
      if step & 0xFFFF == 0xFFFF, context.isStopped { return }
      whole = form(of: whole, Int(marker.index), level, numbers)
    }
    level.owners.clear(whole)
    reach = max(reach, level.room.reach(level.extents(of: whole)))
    level.grid.insert(whole &- level.standingCount, at: level.items.positions[whole])
  }

  /// Finds what a marker collides with, of those that have lower numbers.
  mutating func enter(_ marker: Int, _ level: MarkerLevel) {
    if level.items.free[marker] == 0 { return }
    let own = level.room.reach(level.extents(of: marker))
    find(
      around: level.items.positions[marker], reaching: own, level, formed: marker >= level.standingCount)
    enterFound(marker, level)
  }

  @inline(__always)
  private mutating func enterFound(_ marker: Int, _ level: MarkerLevel) {
    let extents = level.extents(of: marker)
    for index in 0..<found.count {
      let other = Int(found[index])
      guard other < marker, level.items.free[other] != 0 else { continue }
      if let collision = level.collision(marker, extents, other) { entered.append(collision) }
    }
  }

  /// Puts what was entered into buckets.
  mutating func dealEntered(_ level: MarkerLevel) {
    for index in 0..<entered.count { pend(entered[index], level) }
    entered.count = 0
  }
}

// MARK: - Components

extension MarkerWorker {
  /// Merges the markers of a component as if there were no others but those that nobody owns.
  ///
  /// - Parameter bucket: the one of the collisions that have their turn.
  mutating func run(
    _ component: Int, _ lane: Int, of components: CollisionComponents, in bucket: Int,
    _ level: MarkerLevel, _ numbers: MarkerNumbers, _ context: RunContext
  ) {
    let start = formed.count
    components.forEachCollision(of: component) { heap.push($0) }
    var steps = 0
    while let collision = heap.popMax() {
      steps += 1
      if steps & 0xFFF == 0, context.isStopped { return }
      let (one, other) = (Int(collision.pair.0), Int(collision.pair.1))
      if level.items.free[one] == 0 || level.items.free[other] == 0 { continue }
      let marker = form(of: one, other, level, numbers)
      level.owners.set(marker, to: component)
      level.grid.insert(marker &- level.standingCount, at: level.items.positions[marker])
      meet(marker, of: component, components, in: bucket, level, numbers)
    }
    runs.append(MarkerRun(component: component, lane: lane, formed: start..<formed.count))
  }

  /// Finds what a marker that was just formed collides with, but for those that others form in this bucket.
  private mutating func meet(
    _ marker: Int, of component: Int, _ components: CollisionComponents, in bucket: Int,
    _ level: MarkerLevel, _ numbers: MarkerNumbers
  ) {
    let (position, extents) = (level.items.positions[marker], level.extents(of: marker))
    let own = level.room.reach(extents)
    reach = max(reach, own)
    find(around: position, reaching: own, level, formed: true)
    for index in 0..<found.count {
      let other = Int(found[index])
      if other == marker { continue }
      let owner = level.owners.owner(of: other)
      if owner == MarkerOwners.gone { continue }
      let isOwn = owner.map { components.roots[$0] == component } ?? false
      if isOwn ? level.items.free[other] == 0 : owner != nil && other >= numbers.start { continue }
      guard let collision = level.collision(marker, extents, other) else { continue }
      if level.bucket(of: collision.depth) > bucket {
        pend(collision, level)
      } else if isOwn || owner == nil && level.owners.claim(other, for: component) {
        heap.push(collision)
      } else if let owner = level.owners.owner(of: other) {
        conflicts.append((component, components.roots[owner]))
      }
    }
  }

  /// Finds what a marker collides with of those that other components have formed in this bucket.
  mutating func meetFormed(
    _ marker: Int, _ components: CollisionComponents, in bucket: Int, _ level: MarkerLevel,
    _ numbers: MarkerNumbers
  ) {
    guard let owner = level.owners.owner(of: marker), owner != MarkerOwners.gone else { return }
    let component = components.roots[owner]
    let (position, extents) = (level.items.positions[marker], level.extents(of: marker))
    found.count = 0
    level.findFormed(around: position, reaching: level.room.reach(extents), level.formedReach, into: &found)
    for index in 0..<found.count {
      let other = Int(found[index])
      guard other >= numbers.start, other != marker, let owner = level.owners.owner(of: other),
        owner != MarkerOwners.gone, components.roots[owner] != component,
        let collision = level.collision(marker, extents, other)
      else { continue }
      if level.bucket(of: collision.depth) <= bucket {
        conflicts.append((component, components.roots[owner]))
      } else if other < marker {
        pend(collision, level)
      }
    }
  }

  private mutating func form(of one: Int, _ other: Int, _ level: MarkerLevel, _ source: MarkerNumbers) -> Int
  {
    if numbers.isEmpty { numbers = source.take() }
    let marker = numbers.lowerBound
    numbers = marker + 1..<numbers.upperBound
    level.form(marker, of: one, other)
    formed.append(UInt32(truncatingIfNeeded: marker))
    return marker
  }

  /// Lists the markers that may collide with one.
  ///
  /// - Parameter own: how far that one reaches.
  private mutating func find(
    around position: WorldPoint, reaching own: Double, _ level: MarkerLevel, formed: Bool
  ) {
    found.count = 0
    let distance = level.room.distance(own, level.standingReach)
    level.findStanding(around: position, within: distance, near: &block, into: &found)
    if formed {
      level.findFormed(around: position, reaching: own, max(level.formedReach, reach), into: &found)
    }
  }

  @inline(__always)
  private mutating func pend(_ collision: Collision, _ level: MarkerLevel) {
    pending[level.bucket(of: collision.depth)].append(collision)
  }
}

extension RunContext {
  /// Whether the call should stop; who shares out the work throws then.
  fileprivate var isStopped: Bool {
    do {
      try check()
      return false
    } catch {
      return true
    }
  }
}

/// Numbers for new markers; threads take some at a time.
final class MarkerNumbers: Sendable {
  /// The first number.
  let start: Int

  private let taken: Atomic<Int>

  init(from start: Int) {
    self.start = start
    taken = Atomic(start)
  }

  /// The number after all that were taken.
  var end: Int { taken.load(ordering: .relaxed) }

  /// Takes the next numbers.
  func take() -> Range<Int> {
    let first = taken.wrappingAdd(Self.stretch, ordering: .relaxed).oldValue
    return first..<first + Self.stretch
  }

  /// Enough that threads write to cache lines of their own.
  private static var stretch: Int { 64 }
}
