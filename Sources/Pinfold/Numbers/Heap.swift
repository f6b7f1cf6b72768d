/// A max-priority queue.
///
/// A 4-ary heap has half the levels of a binary one, hence half the cache misses, as siblings are adjacent.
///
/// Source: D. B. Johnson, "Priority queues with update and finding minimum spanning trees", IPL 1975.
struct Heap<Element: Comparable> {
  private var elements: [Element] = []

  var count: Int { elements.count }

  /// - Complexity: O(log *n*).
  mutating func push(_ element: Element) {
    var hole = elements.count
    elements.append(element)
    while hole > 0 {
      let parent = (hole - 1) / 4
      guard elements[parent] < element else { break }
      elements[hole] = elements[parent]
      hole = parent
    }
    elements[hole] = element
  }

  /// Removes and returns the greatest element; nil if there is none.
  ///
  /// - Complexity: O(log *n*).
  mutating func popMax() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let greatest = elements.first else { return last }
    var hole = 0
    while true {
      var child = 4 * hole + 1
      guard child < elements.count else { break }
      for other in child + 1..<min(child + 4, elements.count) where elements[child] < elements[other] {
        child = other
      }
      guard last < elements[child] else { break }
      elements[hole] = elements[child]
      hole = child
    }
    elements[hole] = last
    return greatest
  }
}
