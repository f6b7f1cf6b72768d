/// Who took whom.
struct RadiusFamilies: Sendable {
  private var nodes: [UInt32] = []
  private var places: [UInt32] = []
  private var ends: [Int] = []

  /// Adds a node to the family at the end.
  mutating func add(_ node: UInt32) { nodes.append(node) }

  /// The number of nodes of the family at the end.
  var lastCount: Int { nodes.count - (ends.last ?? 0) }

  /// Ends the family at the end.
  ///
  /// - Parameter place: where the one that took others has its place among a zoom's first items.
  mutating func end(at place: UInt32) {
    places.append(place)
    ends.append(nodes.count)
  }

  /// Forgets the nodes since the last family ended.
  mutating func forget() { nodes.removeLast(lastCount) }

  /// Calls `body` with each family, the one that took first.
  func forEach(_ body: (_ nodes: ArraySlice<UInt32>, _ place: UInt32) -> Void) {
    var start = 0
    for (end, place) in zip(ends, places) {
      body(nodes[start..<end], place)
      start = end
    }
  }
}

/// One thread's work on some cells.
struct RadiusTaking {
  private let around: RadiusNeighborhood
  private(set) var families = RadiusFamilies()

  // What the seed at hand may take, by place.
  private var items: [Int] = []
  private var formed: [Int] = []

  init(around: RadiusNeighborhood) { self.around = around }

  /// Lets each seed of a cell take what is near it.
  mutating func look(at start: Int) {
    let seeds = around.seeds
    for place in start..<seeds.end(ofRunAt: start, bits: around.reach.bits) {
      let seed = seeds[place]
      guard seed.node >= around.oldest, !seeds.isTaken(place) else { continue }
      let isFirst = around.formed.count == 0
      take(around: seed, at: isFirst ? place : Int(seed.place), isFirst ? 0 : place)
    }
  }

  /// Takes what is near.
  ///
  /// - Parameters:
  ///   - place: where to search a zoom's first items.
  ///   - formedPlace: where to search the clusters formed since.
  private mutating func take(around seed: RadiusItem, at place: Int, _ formedPlace: Int) {
    let (reach, bits) = (around.reach, around.reach.bits)
    items.removeAll(keepingCapacity: true)
    formed.removeAll(keepingCapacity: true)
    families.add(seed.node)
    var count = Int(seed.count)
    reach.forEachCell(around: seed) { column, row in
      guard around.filter.mayHold(column: column, row: row) else { return }
      let cell = Morton.key(x: column, y: row)
      around.items.forEachPlace(in: cell, bits: bits, near: place) { other in
        if look(at: other, of: around.items, from: seed, &count) { items.append(other) }
      }
      around.formed.forEachPlace(in: cell, bits: bits, near: formedPlace) { other in
        if look(at: other, of: around.formed, from: seed, &count) { formed.append(other) }
      }
    }
    guard families.lastCount > 1, count >= reach.minPoints else {
      families.forget()
      return
    }
    for place in items { around.items.take(place) }
    for place in formed { around.formed.take(place) }
    families.end(at: UInt32(place))
  }

  /// Adds an item to the family if the seed can take it; the seed itself is there already.
  @inline(__always)
  private mutating func look(
    at place: Int, of list: RadiusItems.Access, from seed: RadiusItem, _ count: inout Int
  ) -> Bool {
    let other = list[place]
    // Distance first: whether items out of reach are taken may be the business of other threads.
    guard around.reach.holds(other, from: seed), !list.isTaken(place) else { return false }
    if other.node != seed.node {
      families.add(other.node)
      count += Int(other.count)
    }
    return true
  }
}
