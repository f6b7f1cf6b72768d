/// The difference between a base sequence and an edited one: which elements are taken out and where others
/// are inserted. It maps each index of the result to one of the base or of the added elements, and the other
/// way round.
///
/// - Complexity: O(log *d*) for every question, where *d* is the number of differences.
struct SequenceDelta: Sendable {
  /// The indices of the base that are taken out, ascending.
  let removed: [Int]

  /// The index in the result of each element added, ascending.
  let added: [Int]

  /// The length of the result.
  let count: Int

  private let baseCount: Int

  /// Describes a sequence from which elements are taken out and into which others are inserted.
  ///
  /// - Parameters:
  ///   - removed: indices of the base, ascending.
  ///   - insertionPoints: for each element added, in their order, how many elements of the base come before
  ///     it; ascending.
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

  /// Where an element of the result comes from.
  enum Source {
    case base(Int)
    case added(Int)
  }

  /// Where the element at an index of the result comes from.
  @inline(__always)
  func source(of index: Int) -> Source {
    let number = addedCount(before: index)
    if number < added.count, added[number] == index { return .added(number) }
    return .base(baseIndex(ofKept: index - number))
  }

  /// The index in the result of an element of the base that was not taken out.
  @inline(__always)
  func index(ofBase index: Int) -> Int {
    let kept = index - removedCount(before: index)
    // An element added goes before the one kept with this number if it stands at most as many elements on.
    return kept + added.indices.partitioningIndex { added[$0] - $0 > kept }
  }

  /// The number of elements taken out before an index of the base.
  @inline(__always)
  func removedCount(before index: Int) -> Int { removed.indices.partitioningIndex { removed[$0] >= index } }

  /// The number of elements added before an index of the result.
  @inline(__always)
  func addedCount(before index: Int) -> Int { added.indices.partitioningIndex { added[$0] >= index } }

  /// The index in the base of the element that is the `number`th of those kept; past the last of them, one
  /// past the end of all.
  @inline(__always)
  func baseIndex(ofKept number: Int) -> Int {
    number + removed.indices.partitioningIndex { removed[$0] - $0 > number }
  }

  /// The sources of a range of the result: a range of the base, less a range of those removed, and a range
  /// of those added.
  struct Parts {
    var base: Range<Int>
    var removed: Range<Int>
    var added: Range<Int>
  }

  /// Returns the sources of a range of the result. Elements removed at its ends belong to neither side and
  /// are left to the range that follows.
  func parts(of range: Range<Int>) -> Parts {
    let lower = addedCount(before: range.lowerBound)
    let upper = addedCount(before: range.upperBound)
    let first = range.lowerBound - lower
    let last = range.upperBound - upper
    let taken = removed.indices.partitioningIndex { removed[$0] - $0 >= first }
    let takenUp = (taken..<removed.count).partitioningIndex { removed[$0] - $0 >= last }
    return Parts(base: first + taken..<last + takenUp, removed: taken..<takenUp, added: lower..<upper)
  }

  /// The range of the base that a range of the result is, or nil if anything was added or taken out in it or
  /// at its ends.
  func untouched(_ range: Range<Int>) -> Range<Int>? {
    let parts = parts(of: range)
    guard parts.added.isEmpty, parts.removed.isEmpty else { return nil }
    let end = parts.removed.upperBound
    if end < removed.count, removed[end] == parts.base.upperBound { return nil }
    return parts.base
  }

  /// For each index of the result the index in the base followed by the added elements. O(*n* + *d*), as is
  /// the next.
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

  /// For each index of the base the index in the result; meaningless for those taken out.
  func indicesOfBase() -> [UInt32] {
    var indices = [UInt32](repeating: 0, count: baseCount)
    for (index, source) in sources().enumerated() where source < baseCount {
      indices[Int(source)] = UInt32(index)
    }
    return indices
  }
}
