/// Points that an old and a new cluster share.
public struct Flow: Hashable, Sendable {
  /// The old cluster, by its index in the old frame.
  public var old: Int

  /// The new cluster, by its index in the new frame.
  public var new: Int

  /// The number of points.
  public var count: Int

  /// Describes a flow.
  public init(old: Int, new: Int, count: Int) {
    self.old = old
    self.new = new
    self.count = count
  }
}

extension Flow {
  /// The flows between two frames, by old cluster, then new cluster.
  ///
  /// Points of one set are the same by their canonical indices, those of different sets by their ids.
  ///
  /// - Throws: ``ClusteringError/differentProjections``.
  /// - Complexity: O(*k*) for *k* ranges of one order as clusters, as with most strategies in any two views;
  ///   else O(*m* + *n*), where *m* is the number of members and *n* that of all points, which only costs a
  ///   cleared array.
  public static func between(_ old: Frame, _ new: Frame) throws(ClusteringError) -> [Flow] {
    try old.checkSameWorld(as: new)
    guard old.points.isIdentical(to: new.points) else {
      return flows(from: old, to: new, labels: labels(of: new, over: old))
    }
    let order = old.clusters.order
    guard order.isIdentical(to: new.clusters.order) else {
      return flows(from: old, to: new, labels: new.labels)
    }
    if order.isCanonical {
      // Points by themselves are ranges of the canonical order too.
      return joined(flows(from: old.allPieces, to: new.allPieces), old, new)
    }
    guard !old.showsSelection, !new.showsSelection else {
      return flows(from: old, to: new, labels: new.labels)
    }
    var found = flows(from: old.pieces, to: new.pieces)
    found += flows(from: old.nonMergeablePieces, to: new.nonMergeablePieces)
    return joined(found, old, new)
  }

  /// Intersects disjoint ranges of one order.
  private static func flows(from old: [Piece], to new: [Piece]) -> [Flow] {
    let (old, new) = (old.ascending, new.ascending)
    var flows: [Flow] = []
    flows.reserveCapacity(max(old.count, new.count))
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      let (a, b) = (old[i], new[j])
      let common = a.range.clamped(to: b.range)
      if !common.isEmpty { flows.append(Flow(old: a.cluster, new: b.cluster, count: common.count)) }
      if a.range.upperBound < b.range.upperBound { i += 1 } else { j += 1 }
    }
    return flows
  }

  /// Sorted flows, each pair once: a merged cluster may meet another in several ranges.
  private static func joined(_ flows: [Flow], _ old: Frame, _ new: Frame) -> [Flow] {
    func rises(_ one: Flow, _ next: Flow) -> Bool { (one.old, one.new) < (next.old, next.new) }
    if zip(flows, flows.dropFirst()).allSatisfy(rises) { return flows }
    let sorted = dealt(dealt(flows, to: new.count) { $0.new }, to: old.count) { $0.old }
    if zip(sorted, sorted.dropFirst()).allSatisfy(rises) { return sorted }
    var joined: [Flow] = []
    for flow in sorted {
      if let last = joined.last, last.old == flow.old, last.new == flow.new {
        joined[joined.count - 1].count += flow.count
      } else {
        joined.append(flow)
      }
    }
    return joined
  }

  /// The flows sorted stably by their cluster in one frame, by counting.
  @inline(__always)
  private static func dealt(_ flows: [Flow], to clusters: Int, by cluster: (Flow) -> Int) -> [Flow] {
    var places = [Int32](repeating: 0, count: clusters + 1)
    for flow in flows { places[cluster(flow) + 1] += 1 }
    for index in 1...clusters { places[index] += places[index - 1] }
    return [Flow](count: flows.count) { sorted in
      for flow in flows {
        let place = cluster(flow)
        sorted.set(Int(places[place]), to: flow)
        places[place] += 1
      }
    }
  }

  /// Counts member by member.
  ///
  /// - Parameter labels: the new cluster of each old point by canonical index; −1 for none.
  private static func flows(from old: Frame, to new: Frame, labels: [Int32]) -> [Flow] {
    var flows: [Flow] = []
    var shared = [Int](repeating: 0, count: new.count)
    var met: [Int] = []
    for cluster in 0..<old.count {
      old.forEachMember(of: cluster) { point in
        let other = Int(labels[point])
        guard other >= 0 else { return }
        if shared[other] == 0 { met.append(other) }
        shared[other] += 1
      }
      met.sort()
      for other in met {
        flows.append(Flow(old: cluster, new: other, count: shared[other]))
        shared[other] = 0
      }
      met.removeAll(keepingCapacity: true)
    }
    return flows
  }

  /// The new cluster of each point of another set's frame, by canonical index in the old set; −1 for none.
  private static func labels(of new: Frame, over old: Frame) -> [Int32] {
    let (mine, theirs) = (old.membersByHash(), new.membersByHash())
    let (ids, otherIDs) = (old.points.ids, new.points.ids)
    let clusters = new.labels
    var labels = [Int32](repeating: -1, count: old.points.count)
    var start = 0
    for item in mine {
      while start < theirs.count, theirs[start].key < item.key { start += 1 }
      // Equal ids have equal hashes; the converse holds almost always, so ids are compared.
      var index = start
      while index < theirs.count, theirs[index].key == item.key {
        let other = Int(theirs[index].index)
        if otherIDs[other] == ids[Int(item.index)] { labels[Int(item.index)] = clusters[other] }
        index += 1
      }
    }
    return labels
  }
}

/// Members of a cluster that are adjacent in an order.
struct Piece {
  private let start: UInt32
  private let end: UInt32
  private let number: UInt32

  init(range: Range<Int>, cluster: Int) {
    (start, end) = (UInt32(range.lowerBound), UInt32(range.upperBound))
    number = UInt32(cluster)
  }

  var range: Range<Int> { Int(start)..<Int(end) }
  var cluster: Int { Int(number) }
}

extension [Piece] {
  /// The pieces sorted by their start.
  var ascending: [Piece] {
    if zip(self, dropFirst()).allSatisfy({ $0.range.lowerBound <= $1.range.lowerBound }) { return self }
    let items = enumerated().map {
      RadixSort.Item(key: UInt64($1.range.lowerBound), index: UInt32($0))
    }
    return RadixSort.sorted(items).map { self[Int($0.index)] }
  }
}

extension Frame {
  /// The members of mergeable clusters as ranges of the strategy's order.
  var pieces: [Piece] {
    var pieces: [Piece] = []
    pieces.reserveCapacity(clusters.count)
    for cluster in 0..<clusters.count {
      if let range = clusters.range(of: cluster) {
        pieces.append(Piece(range: range, cluster: cluster))
      } else {
        for range in clusters[cluster] { pieces.append(Piece(range: range, cluster: cluster)) }
      }
    }
    return pieces
  }

  /// The members of all clusters, where they are ranges of one order.
  var allPieces: [Piece] { nonMergeable.isEmpty ? pieces : pieces + nonMergeablePieces }

  /// Whether a mergeable point is shown separately, as it is selected.
  fileprivate var showsSelection: Bool { (clusters.count..<count).contains(where: isSelected) }

  /// The separate points as ranges of the canonical order, last in a frame.
  var nonMergeablePieces: [Piece] {
    nonMergeable.enumerated().map { Piece(range: $1..<$1 + 1, cluster: clusters.count + $0) }
  }

  /// The members of all clusters sorted by their id hashes.
  fileprivate func membersByHash() -> [RadixSort.Item] {
    let hashes = points.idHashes
    var items: [RadixSort.Item] = []
    for cluster in 0..<count {
      forEachMember(of: cluster) { items.append(RadixSort.Item(key: hashes[$0], index: UInt32($0))) }
    }
    return RadixSort.sorted(items)
  }
}
