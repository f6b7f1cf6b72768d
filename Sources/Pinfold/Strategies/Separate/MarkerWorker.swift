import Synchronization

/// The merges of one component.
struct MarkerRun {
  let component: Int
  let lane: Int

  /// Where the lane lists the markers that were formed.
  let formed: Range<Int>
}

/// The input of threads that merge the components of a bucket.
struct MarkerRound: Sendable {
  let level: MarkerLevel
  let components: CollisionComponents
  let bucket: Int

  /// For the markers formed in this bucket.
  let numbers: MarkerNumbers
}

/// A thread's share of merging the markers of a level.
///
/// Bound by cache misses: what a marker meets is next to it in memory, but the next one of the bucket is not.
struct MarkerWorker: ~Copyable {
  /// Collisions by bucket; without those found before buckets were made.
  private let pending = Slots(Self.bucketLimit) { GrowingBuffer<Collision>() }
  private(set) var entered = GrowingBuffer<Collision>()

  /// The markers with too many around them, and those that share a snap cell.
  var crowded = GrowingBuffer<UInt32>()
  var snapping = GrowingBuffer<UInt32>()

  /// The markers formed in a bucket, those of each component together.
  private(set) var formed = GrowingBuffer<UInt32>()

  /// The merges of a round, and the number of markers formed before.
  private(set) var runs: [MarkerRun] = []
  private var roundStart = 0

  /// Components of which one has met a marker of the other.
  private(set) var conflicts: [(Int, Int)] = []

  /// The greatest extent of the formed markers from their locations.
  private(set) var reach = 0.0

  private var found = GrowingBuffer<UInt32>()
  private var heap = Heap<Collision>()
  private var block = 0
  private var numbers = 0..<0

  static var bucketLimit: Int { 8 }

  var newest: [UInt32] { (roundStart..<formed.count).map { formed[$0] } }

  func forEachPending(in bucket: Int, _ body: (Collision) -> Void) {
    for index in 0..<pending[bucket].count { body(pending[bucket][index]) }
  }

  mutating func reset() {
    reach = 0
    entered.count = 0
    for bucket in 0..<Self.bucketLimit { pending[bucket].count = 0 }
    // A block of another index may be none of this.
    block = 0
    beginBucket()
  }

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

  private mutating func form(_ one: Int, _ other: Int, _ level: MarkerLevel, _ source: MarkerNumbers) -> Int {
    if numbers.isEmpty { numbers = source.take() }
    let marker = numbers.lowerBound
    numbers = marker + 1..<numbers.upperBound
    level.form(marker, of: one, other)
    formed.append(UInt32(truncatingIfNeeded: marker))
    return marker
  }

  /// Lists the markers that may collide with one.
  private mutating func find(around marker: Int, reaching own: Double, _ level: MarkerLevel, formed: Bool) {
    found.count = 0
    let position = level.items.positions[marker]
    let distance = level.room.distance(own, level.standingReach)
    level.findStanding(around: position, within: distance, near: &block, into: &found)
    if formed {
      level.findFormed(around: position, reaching: own, max(level.formedReach, reach), into: &found)
    }
  }
}

// MARK: - Before buckets

extension MarkerWorker {
  /// Finds the collisions of the markers of some blocks with markers of lower numbers. Also lists markers
  /// that share a snap cell, and those in places so dense that only snap cells can decide.
  mutating func enter(_ blocks: Range<Int>, _ level: MarkerLevel, _ context: RunContext) {
    level.items.cells.forEachCell(of: blocks) { cell in
      if level.items.isIsolated(cell, level.reach) { return }
      for marker in cell.items {
        if marker & 0xFFFF == 0, context.isStopped { return }
        enter(marker, near: cell.block, level)
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

  /// Finds what a marker collides with, of those that have lower numbers.
  mutating func enter(_ marker: Int, _ level: MarkerLevel) {
    if level.items.free[marker] == 0 { return }
    let own = level.room.reach(level.extents(of: marker))
    find(around: marker, reaching: own, level, formed: marker >= level.items.count)
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

  /// Merges markers that share a snap cell into one.
  mutating func snap(
    _ markers: ArraySlice<RadixSort.Item>, _ level: MarkerLevel, _ numbers: MarkerNumbers,
    _ context: RunContext
  ) {
    var whole = Int(markers[markers.startIndex].index)
    for (step, marker) in markers.dropFirst().enumerated() {
      if step & 0xFFFF == 0xFFFF, context.isStopped { return }
      whole = form(whole, Int(marker.index), level, numbers)
    }
    level.owners.clear(whole)
    reach = max(reach, level.room.reach(level.extents(of: whole)))
    level.grid.insert(whole &- level.items.count, at: level.items.positions[whole])
  }

  /// Puts what was entered into buckets.
  mutating func dealEntered(_ level: MarkerLevel) {
    for index in 0..<entered.count { pend(entered[index], level) }
    entered.count = 0
  }

  @inline(__always)
  private mutating func pend(_ collision: Collision, _ level: MarkerLevel) {
    pending[level.bucket(of: collision.depth)].append(collision)
  }
}

// MARK: - Components

extension MarkerWorker {
  /// Merges the markers of a component as if only unowned markers existed besides.
  mutating func run(_ component: Int, _ lane: Int, _ round: MarkerRound, _ context: RunContext) {
    let (level, start) = (round.level, formed.count)
    round.components.forEachCollision(of: component) { heap.push($0) }
    var steps = 0
    while let collision = heap.popMax() {
      steps += 1
      if steps & 0xFFF == 0, context.isStopped { return }
      let (one, other) = (Int(collision.pair.0), Int(collision.pair.1))
      if level.items.free[one] == 0 || level.items.free[other] == 0 { continue }
      let marker = form(one, other, level, round.numbers)
      level.owners.set(marker, to: component)
      level.grid.insert(marker &- level.items.count, at: level.items.positions[marker])
      meet(marker, of: component, round)
    }
    runs.append(MarkerRun(component: component, lane: lane, formed: start..<formed.count))
  }

  /// Finds what a marker that was just formed collides with, but for those that others form in this bucket.
  private mutating func meet(_ marker: Int, of component: Int, _ round: MarkerRound) {
    let (level, roots) = (round.level, round.components.roots)
    let extents = level.extents(of: marker)
    let own = level.room.reach(extents)
    reach = max(reach, own)
    find(around: marker, reaching: own, level, formed: true)
    for index in 0..<found.count {
      let other = Int(found[index])
      if other == marker { continue }
      let owner = level.owners.owner(of: other)
      if owner == MarkerOwners.gone { continue }
      let isOwn = owner.map { roots[$0] == component } ?? false
      if isOwn ? level.items.free[other] == 0 : owner != nil && other >= round.numbers.start { continue }
      guard let collision = level.collision(marker, extents, other) else { continue }
      if level.bucket(of: collision.depth) > round.bucket {
        pend(collision, level)
      } else if isOwn || owner == nil && level.owners.claim(other, for: component) {
        heap.push(collision)
      } else if let owner = level.owners.owner(of: other) {
        conflicts.append((component, roots[owner]))
      }
    }
  }

  /// Finds what a marker collides with of those that other components have formed in this bucket.
  mutating func meetOthers(_ marker: Int, _ round: MarkerRound) {
    let (level, roots) = (round.level, round.components.roots)
    guard let owner = level.owners.owner(of: marker), owner != MarkerOwners.gone else { return }
    let component = roots[owner]
    let (position, extents) = (level.items.positions[marker], level.extents(of: marker))
    found.count = 0
    level.findFormed(around: position, reaching: level.room.reach(extents), level.formedReach, into: &found)
    for index in 0..<found.count {
      let other = Int(found[index])
      guard other >= round.numbers.start, other != marker, let owner = level.owners.owner(of: other),
        owner != MarkerOwners.gone, roots[owner] != component,
        let collision = level.collision(marker, extents, other)
      else { continue }
      if level.bucket(of: collision.depth) <= round.bucket {
        conflicts.append((component, roots[owner]))
      } else if other < marker {
        pend(collision, level)
      }
    }
  }
}

extension GrowingBuffer {
  mutating func takeAll() -> [Element] {
    let all = (0..<count).map { self[$0] }
    count = 0
    return all
  }
}

extension RunContext {
  /// Whether the call should stop; the caller that distributes the work throws.
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
  let start: Int
  private let taken: Atomic<Int>

  init(from start: Int) {
    self.start = start
    taken = Atomic(start)
  }

  /// The number after all that were taken.
  var end: Int { taken.load(ordering: .relaxed) }

  /// Takes the next numbers: as many as fill a cache line or more, which no other thread writes then.
  func take() -> Range<Int> {
    let first = taken.wrappingAdd(64, ordering: .relaxed).oldValue
    return first..<first + 64
  }
}
