/// The difference between a base sequence and an edited one: removed and inserted elements. It maps indices
/// of the result to the base or the added elements, and back.
///
/// - Complexity: O(log *d*) per lookup, where *d* is the number of differences.
struct SequenceDelta: Sendable {
  /// The removed indices of the base, ascending.
  let removed: [Int]

  /// The index in the result of each added element, ascending.
  let added: [Int]

  /// The length of the result.
  let count: Int

  private let baseCount: Int

  /// - Parameters:
  ///   - removed: indices of the base, ascending.
  ///   - insertionPoints: for each added element, the number of base elements before it; ascending.
  init(baseCount: Int, removed: [Int], insertionPoints: [Int]) {
    self.baseCount = baseCount
    self.removed = removed
    count = baseCount - removed.count + insertionPoints.count
    var passed = 0
    added = insertionPoints.enumerated().map { number, insertionPoint in
      while passed < removed.count, removed[passed] < insertionPoint { passed += 1 }
      return insertionPoint - passed + number
    }
  }

  enum Source {
    case base(Int)
    case added(Int)
  }

  /// The origin of the element at an index of the result.
  @inline(__always)
  func source(of index: Int) -> Source {
    let number = addedCount(before: index)
    if number < added.count, added[number] == index { return .added(number) }
    return .base(baseIndex(ofKept: index - number))
  }

  /// The index in the result of a base element that was not removed.
  @inline(__always)
  func index(ofBase index: Int) -> Int {
    let kept = index - removedCount(before: index)
    // An added element precedes the kept one of this number if at most as many kept ones precede it.
    return kept + added.indices.partitioningIndex { added[$0] - $0 > kept }
  }

  /// The number of elements removed before an index of the base.
  @inline(__always)
  func removedCount(before index: Int) -> Int { removed.indices.partitioningIndex { removed[$0] >= index } }

  /// The number of elements added before an index of the result.
  @inline(__always)
  func addedCount(before index: Int) -> Int { added.indices.partitioningIndex { added[$0] >= index } }

  /// The index in the base of the `number`th kept element; one past the end after the last.
  @inline(__always)
  func baseIndex(ofKept number: Int) -> Int {
    number + removed.indices.partitioningIndex { removed[$0] - $0 > number }
  }

  /// The sources of a range of the result: `base` without `removed`, and `added`.
  struct Parts {
    var base: Range<Int>
    var removed: Range<Int>
    var added: Range<Int>
  }

  /// Returns the sources of a range of the result. Elements removed at its ends belong to the next range.
  func parts(of range: Range<Int>) -> Parts {
    let lower = addedCount(before: range.lowerBound)
    let upper = addedCount(before: range.upperBound)
    let first = range.lowerBound - lower
    let last = range.upperBound - upper
    let taken = removed.indices.partitioningIndex { removed[$0] - $0 >= first }
    let takenUp = (taken..<removed.count).partitioningIndex { removed[$0] - $0 >= last }
    return Parts(base: first + taken..<last + takenUp, removed: taken..<takenUp, added: lower..<upper)
  }

  /// The base range that equals a range of the result; nil if elements were added or removed in it or at its
  /// ends.
  func untouched(_ range: Range<Int>) -> Range<Int>? {
    let parts = parts(of: range)
    guard parts.added.isEmpty, parts.removed.isEmpty else { return nil }
    let end = parts.removed.upperBound
    if end < removed.count, removed[end] == parts.base.upperBound { return nil }
    return parts.base
  }

  /// For each index of the result, the index in the base followed by the added elements. O(*n* + *d*).
  func sources() -> [UInt32] {
    var sources: [UInt32] = []
    sources.reserveCapacity(count)
    var base = 0
    var taken = 0
    func keep(until end: Int) {
      while sources.count < end {
        let stop = taken < removed.count ? removed[taken] : baseCount
        let run = min(stop - base, end - sources.count)
        sources.append(contentsOf: UInt32(base)..<UInt32(base + run))
        base += run
        while taken < removed.count, removed[taken] == base {
          taken += 1
          base += 1
        }
      }
    }
    for (number, index) in added.enumerated() {
      keep(until: index)
      sources.append(UInt32(baseCount + number))
    }
    keep(until: count)
    return sources
  }

  /// For each index of the base, the index in the result; undefined for removed elements.
  func indicesOfBase() -> [UInt32] {
    var indices = [UInt32](repeating: 0, count: baseCount)
    for (index, source) in sources().enumerated() where source < baseCount {
      indices[Int(source)] = UInt32(index)
    }
    return indices
  }
}
