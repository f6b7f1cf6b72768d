import Synchronization

/// Edits of a set since its columns were last merged: a few removed and added points, sorted.
///
/// A Morton cell is one range of the canonical order before and after an edit, so queries read the large and
/// the small columns together, at O(log *d*) more per access, where *d* is the number of edits.
final class PointDelta: Sendable {
  let added: PointStorage

  /// The edits of the canonical order.
  let indices: SequenceDelta

  /// The edits of the order of ids.
  let ranks: SequenceDelta

  /// The insertion point of each added point.
  let insertionPoints: [InsertionPoint]

  let sections: [PointSection]

  /// The names of the edited set's groups with points, in byte order.
  let groupNames: [String]

  let order: PointOrder

  /// The keys of the added points, for searches along the canonical order.
  let keys: KeyDelta

  private let whole = AtomicLazyReference<PointStorage>()

  /// The number of base points before an added one, in canonical order and in the order of ids.
  struct InsertionPoint {
    var index: Int
    var rank: Int
  }

  /// - Parameters:
  ///   - removed: the removed indices of the base, ascending.
  ///   - insertionPoints: of the added points, in their canonical order.
  init(
    base: PointStorage, removed: [Int], added: PointStorage, _ groups: JointGroups,
    insertionPoints: [InsertionPoint], _ projection: Projection
  ) {
    self.added = added
    self.insertionPoints = insertionPoints
    indices = SequenceDelta(
      baseCount: base.count, removed: removed, insertionPoints: insertionPoints.map { $0.index })
    var rankInsertionPoints = [Int](repeating: 0, count: insertionPoints.count)
    for (point, rank) in zip(insertionPoints, added.idRanks) { rankInsertionPoints[Int(rank)] = point.rank }
    ranks = SequenceDelta(
      baseCount: base.count, removed: removed.map { Int(base.idRanks[$0]) }.sorted(),
      insertionPoints: rankInsertionPoints)
    keys = KeyDelta(indices: indices, added: added.keys.array)
    (sections, groupNames) = groups.used(in: Self.sections(of: base, indices, added, groups))
    func order(_ storage: PointStorage, _ permutation: [UInt32]) -> PointOrder {
      PointSet(projection: projection, base: storage).order(permutation, origin: 0 &- projection.gridPhase)
    }
    self.order = PointOrder(
      delta: indices, base: base.order, removed: order(base, removed.map { UInt32($0) }),
      added: order(added, Array(0..<UInt32(added.count))))
  }

  /// The number of removed and added points.
  var count: Int { indices.removed.count + indices.added.count }

  /// All columns merged, lazily. Threads that call this at the same time may each do the work; all use one
  /// result.
  func merged(onto base: PointStorage, phase: UInt32) -> PointStorage {
    mergedAlready ?? whole.storeIfNil(PointStorage(merging: self, onto: base, phase: phase))
  }

  var mergedAlready: PointStorage? { whole.load() }

  func idRank(_ index: Int, _ base: PointStorage) -> UInt32 {
    switch indices.source(of: index) {
    case .base(let index): UInt32(ranks.index(ofBase: Int(base.idRanks[index])))
    case .added(let index): UInt32(ranks.added[Int(added.idRanks[index])])
    }
  }

  private var ownBytes: Int { order.byteCount + 16 * (indices.removed.count + 2 * indices.added.count) }

  var memoryParts: [MemoryPart] {
    added.memoryParts + (mergedAlready?.memoryParts ?? []) + [MemoryPart(self, bytes: ownBytes)]
  }

  var byteCount: Int { added.byteCount + ownBytes + (mergedAlready?.byteCount ?? 0) }

  /// The sections of the base and of the added points, in canonical order.
  private static func sections(
    of base: PointStorage, _ indices: SequenceDelta, _ added: PointStorage, _ groups: JointGroups
  ) -> [PointSection] {
    var counts: [PointSection: Int] = [:]
    func add(_ section: PointSection, _ count: Int) {
      counts[PointSection(range: 0..<0, group: section.group, mergeable: section.mergeable), default: 0] +=
        count
    }
    for section in base.sections {
      let removed =
        indices.removedCount(before: section.range.upperBound)
        - indices.removedCount(before: section.range.lowerBound)
      add(section.renumbered(groups.ofBase), section.range.count - removed)
    }
    for section in added.sections { add(section.renumbered(groups.ofAdded), section.range.count) }
    var end = 0
    return counts.filter { $0.value > 0 }.sorted { $0.key.precedes($1.key) }.map { section, count in
      defer { end += count }
      return PointSection(range: end..<end + count, group: section.group, mergeable: section.mergeable)
    }
  }
}

/// The groups of columns and of added points, with common numbers.
struct JointGroups {
  /// In byte order.
  private let names: [String]

  /// The common number of each group of the base.
  let ofBase: [Int32]

  /// The common number of each group of the added points.
  let ofAdded: [Int32]

  init(_ base: [String], _ added: [String]) {
    let known = Set(base.map { ExactText($0) })
    let more = added.filter { !known.contains(ExactText($0)) }
    names = more.isEmpty ? base : (base + more).inByteOrder
    ofBase = more.isEmpty ? Array(0..<Int32(base.count)) : names.numbers(of: base)
    ofAdded = added.isEmpty ? [] : names.numbers(of: added)
  }

  /// The renumbered sections and the names of their groups, without groups that have no points.
  func used(in sections: [PointSection]) -> (sections: [PointSection], names: [String]) {
    var numbers = [Int32](repeating: -1, count: names.count)
    for section in sections where section.group >= 0 { numbers[Int(section.group)] = 0 }
    let used = names.indices.filter { numbers[$0] == 0 }
    for (number, group) in used.enumerated() { numbers[group] = Int32(number) }
    return (sections.map { $0.renumbered(numbers) }, used.map { names[$0] })
  }
}

extension PointSection {
  func renumbered(_ numbers: [Int32]) -> PointSection {
    group < 0 ? self : PointSection(range: range, group: numbers[Int(group)], mergeable: mergeable)
  }

  /// Whether the section precedes another in canonical order.
  func precedes(_ other: PointSection) -> Bool {
    mergeable == other.mergeable ? group < other.group : mergeable
  }
}
