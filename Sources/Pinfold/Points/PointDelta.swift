import Synchronization

/// The edits of a set since its columns were last put in one piece: a few points taken out, a few
/// added, each small and sorted.
///
/// A Morton cell is one range of the canonical order before an edit and after it, so queries read the large
/// columns and the small ones together, in O(log *d*) more for each access, where *d* is the number of edits.
final class PointDelta: Sendable {
  /// The points added, as columns of their own.
  let added: PointStorage

  /// Which indices of the canonical order are taken out, and where others are added.
  let indices: SequenceDelta

  /// The same of the order of ids.
  let ranks: SequenceDelta

  /// For each point added, how many of the base come before it in canonical order and in the order of ids.
  let insertionPoints: [InsertionPoint]

  /// The sections of the edited set.
  let sections: [PointSection]

  /// The names of the groups of the edited set that have a point, in byte order.
  let groupNames: [String]

  /// The canonical order of the edited set.
  let order: PointOrder

  /// The keys of the points added, for searches along the canonical order.
  let keys: KeyDelta

  private let whole = AtomicLazyReference<PointStorage>()

  /// Returns the number of points of the base that come before an added one.
  struct InsertionPoint {
    var index: Int
    var rank: Int
  }

  /// Edits columns.
  ///
  /// - Parameters:
  ///   - removed: the indices of the base that are taken out, ascending.
  ///   - added: the points added.
  ///   - groups: the groups of both.
  ///   - insertionPoints: where they go, in their canonical order.
  init(
    base: PointStorage, removed: [Int], added: PointStorage, _ groups: JointGroups,
    insertionPoints: [InsertionPoint], phase: UInt32
  ) {
    self.added = added
    self.insertionPoints = insertionPoints
    indices = SequenceDelta(
      baseCount: base.count, removed: removed, insertionPoints: insertionPoints.map(\.index))
    var rankInsertionPoints = [Int](repeating: 0, count: insertionPoints.count)
    for (point, rank) in zip(insertionPoints, added.idRanks) { rankInsertionPoints[Int(rank)] = point.rank }
    ranks = SequenceDelta(
      baseCount: base.count, removed: removed.map { Int(base.idRanks[$0]) }.sorted(),
      insertionPoints: rankInsertionPoints)
    keys = KeyDelta(indices: indices, added: added.keys)
    (sections, groupNames) = groups.used(in: Self.sections(of: base, indices, added, groups))
    func order(_ storage: PointStorage, _ permutation: [UInt32]) -> PointOrder {
      PointOrder(
        copying: permutation, x: storage.x, y: storage.y, idHashes: storage.idHashes,
        weights: storage.weight, scale: base.order.scale,
        cuts: [PointOrder.Cut(range: 0..<permutation.count, origin: 0 &- phase)])
    }
    self.order = PointOrder(
      delta: indices, base: base.order, removed: order(base, removed.map { UInt32($0) }),
      added: order(added, Array(0..<UInt32(added.count))))
  }

  /// The number of points taken out or added.
  var count: Int { indices.removed.count + indices.added.count }

  /// All columns in one piece; put together when they are first asked for.
  ///
  /// Threads that ask at the same time may each do the work; all go on with one result.
  func merged(onto base: PointStorage, phase: UInt32) -> PointStorage {
    mergedAlready ?? whole.storeIfNil(PointStorage(merging: self, onto: base, phase: phase))
  }

  /// All columns in one piece, if somebody asked for them.
  var mergedAlready: PointStorage? { whole.load() }

  /// The rank of a point's id among all ids, from the lowest.
  func idRank(_ index: Int, _ base: PointStorage) -> UInt32 {
    switch indices.source(of: index) {
    case .base(let index): UInt32(ranks.index(ofBase: Int(base.idRanks[index])))
    case .added(let index): UInt32(ranks.added[Int(added.idRanks[index])])
    }
  }

  var memoryParts: [MemoryPart] {
    let parts = added.memoryParts + (mergedAlready?.memoryParts ?? [])
    return parts + [
      MemoryPart(self, bytes: order.byteCount + 16 * (indices.removed.count + 2 * indices.added.count))
    ]
  }

  var byteCount: Int {
    added.byteCount + order.byteCount + 16 * (indices.removed.count + 2 * indices.added.count)
      + (mergedAlready?.byteCount ?? 0)
  }

  /// The sections of the base and of the points added, in one order.
  private static func sections(
    of base: PointStorage, _ indices: SequenceDelta, _ added: PointStorage, _ groups: JointGroups
  ) -> [PointSection] {
    var sections: [PointSection] = []
    var more = added.sections.map { $0.renumbered(groups.ofAdded) }[...]
    var end = 0
    func add(_ section: PointSection, count: Int) {
      if count > 0 {
        sections.append(
          PointSection(range: end..<end + count, group: section.group, mergeable: section.mergeable))
      }
      end += count
    }
    for section in base.sections.lazy.map({ $0.renumbered(groups.ofBase) }) {
      while let next = more.first, next.precedes(section) {
        add(next, count: next.range.count)
        more.removeFirst()
      }
      let range = section.range
      var count =
        range.count - indices.removedCount(before: range.upperBound)
        + indices.removedCount(before: range.lowerBound)
      if let next = more.first, !section.precedes(next) {
        count += next.range.count
        more.removeFirst()
      }
      add(section, count: count)
    }
    for section in more { add(section, count: section.range.count) }
    return sections
  }
}

/// The groups of columns and of points added to them, under common numbers.
struct JointGroups {
  /// The names, in byte order.
  private let names: [String]

  /// The common number of each group of the columns.
  let ofBase: [Int32]

  /// The common number of each group of the points added.
  let ofAdded: [Int32]

  init(_ base: [String], _ added: [String]) {
    let known = Set(base.map { ExactText($0) })
    let more = added.filter { !known.contains(ExactText($0)) }
    names = more.isEmpty ? base : (base + more).inByteOrder
    ofBase = more.isEmpty ? Array(0..<Int32(base.count)) : names.numbers(of: base)
    ofAdded = added.isEmpty ? [] : names.numbers(of: added)
  }

  /// The sections with renumbered groups, and the names of these groups; groups without points are left out.
  func used(in sections: [PointSection]) -> (sections: [PointSection], names: [String]) {
    var numbers = [Int32](repeating: -1, count: names.count)
    for section in sections where section.group >= 0 { numbers[Int(section.group)] = 0 }
    let used = names.indices.filter { numbers[$0] == 0 }
    for (number, group) in used.enumerated() { numbers[group] = Int32(number) }
    return (sections.map { $0.renumbered(numbers) }, used.map { names[$0] })
  }
}

extension PointSection {
  /// The section with its group's number replaced.
  func renumbered(_ numbers: [Int32]) -> PointSection {
    group < 0 ? self : PointSection(range: range, group: numbers[Int(group)], mergeable: mergeable)
  }

  /// Whether the section comes before another in canonical order.
  func precedes(_ other: PointSection) -> Bool {
    mergeable == other.mergeable ? group < other.group : mergeable
  }
}
