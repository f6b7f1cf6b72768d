/// Edits of the sorted keys of a canonical order, for searches along the edited order.
struct KeyDelta: Sendable {
  private let indices: SequenceDelta

  /// The keys added, in the canonical order of their points.
  let added: [UInt64]

  /// Takes keys out of an order and adds others.
  init(indices: SequenceDelta, added: [UInt64]) {
    self.indices = indices
    self.added = added
  }

  /// The key at an index of the edited order.
  @inline(never)
  func key(at index: Int, in keys: Column<UInt64>) -> UInt64 {
    switch indices.source(of: index) {
    case .base(let index): keys[index]
    case .added(let index): added[index]
    }
  }

  /// The first index in a range of one section, along the edited order, whose key is at least `key`.
  @inline(never)
  func firstIndex(notBelow key: UInt64, _ range: Range<Int>, in keys: Column<UInt64>) -> Int {
    let firstAdded = indices.addedCount(before: range.lowerBound)
    let lastAdded = indices.addedCount(before: range.upperBound)
    let newer = (firstAdded..<lastAdded).partitioningIndex { added[$0] >= key }
    let firstKept = range.lowerBound - firstAdded
    let lastKept = range.upperBound - lastAdded
    guard firstKept < lastKept else { return firstKept + newer }
    // From the first key kept to the last all are of one section and ascend, those taken out too.
    let start = indices.baseIndex(ofKept: firstKept)
    let end = indices.baseIndex(ofKept: lastKept - 1) + 1
    let older = (start..<end).partitioningIndex { keys[$0] >= key }
    return older - indices.removedCount(before: older) + newer
  }
}
