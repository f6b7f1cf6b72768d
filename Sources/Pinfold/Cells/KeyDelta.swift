/// Edits of the sorted keys of a canonical order, for searches along the edited order.
struct KeyDelta: Sendable {
  private let splice: SequenceDelta

  /// The keys added, in the canonical order of their points.
  let added: [UInt64]

  /// Takes keys out of an order and adds others.
  init(splice: SequenceDelta, added: [UInt64]) {
    self.splice = splice
    self.added = added
  }

  /// The key at a place of the edited order.
  @inline(never)
  func key(at place: Int, in keys: UnsafeBufferPointer<UInt64>) -> UInt64 {
    switch splice.source(of: place) {
    case .base(let place): keys[place]
    case .added(let place): added[place]
    }
  }

  /// The first place in a range of one section, along the edited order, whose key is at least `key`.
  @inline(never)
  func firstIndex(notBelow key: UInt64, _ range: Range<Int>, in keys: UnsafeBufferPointer<UInt64>) -> Int {
    let firstAdded = splice.addedCount(before: range.lowerBound)
    let lastAdded = splice.addedCount(before: range.upperBound)
    let newer = (firstAdded..<lastAdded).partitioningIndex { added[$0] >= key }
    let firstKept = range.lowerBound - firstAdded
    let lastKept = range.upperBound - lastAdded
    guard firstKept < lastKept else { return firstKept + newer }
    // From the first key kept to the last all are of one section and ascend, those taken out too.
    let start = splice.basePlace(ofKept: firstKept)
    let end = splice.basePlace(ofKept: lastKept - 1) + 1
    let older = (start..<end).partitioningIndex { keys[$0] >= key }
    return older - splice.removedCount(before: older) + newer
  }
}
