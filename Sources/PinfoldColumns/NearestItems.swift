import Pinfold

/// The nearest items that a search has met; of items equally far the lowest.
struct NearestItems: KDTreeSearch {
  private let excluded: UInt32
  private let capacity: Int

  /// The items found, nearest first.
  private(set) var found: [(squaredDistance: Double, item: UInt32)] = []

  /// Prepares a search for so many items other than a given one.
  init(_ capacity: Int, excluding item: UInt32) {
    self.capacity = capacity
    excluded = item
    found.reserveCapacity(min(capacity, 1024) + 1)
  }

  func mayWant(_ squaredDistance: Double, from lowestItem: UInt32) -> Bool {
    guard found.count == capacity, let last = found.last else { return true }
    return (squaredDistance, lowestItem) < last
  }

  mutating func meet(_ item: UInt32, at squaredDistance: Double) -> Bool {
    if item == excluded { return true }
    guard mayWant(squaredDistance, from: item) else { return false }
    if found.count == capacity { found.removeLast() }
    let index = found.indices.partitioningIndex { found[$0] > (squaredDistance, item) }
    found.insert((squaredDistance, item), at: index)
    return true
  }
}
