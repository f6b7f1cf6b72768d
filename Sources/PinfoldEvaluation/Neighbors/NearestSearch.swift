import Pinfold

/// A search for the nearest item other than a given one; of items equally far the lowest.
struct NearestSearch: KDTreeSearch {
  /// The item that does not count; nil where all do.
  let excluded: UInt32?

  /// The item found; nil where there is no other.
  private(set) var item: UInt32?

  /// The squared distance to it; infinite where there is no other.
  private(set) var squaredDistance = Double.infinity

  init(excluding item: UInt32?) { excluded = item }

  func mayWant(_ squaredDistance: Double, from lowestItem: UInt32) -> Bool {
    squaredDistance <= self.squaredDistance
  }

  mutating func meet(_ item: UInt32, at squaredDistance: Double) -> Bool {
    if item == excluded { return true }
    if (squaredDistance, item) < (self.squaredDistance, self.item ?? .max) {
      self.squaredDistance = squaredDistance
      self.item = item
    }
    return false
  }
}
