/// A priority queue: gives back the greatest of its elements.
///
/// Source: J. W. J. Williams, "Algorithm 232: Heapsort", CACM 1964.
struct BinaryHeap<Element: Comparable> {
  private var elements: [Element] = []

  /// The number of elements.
  var count: Int { elements.count }

  /// Adds an element.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  mutating func push(_ element: Element) {
    var hole = elements.count
    elements.append(element)
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard elements[parent] < element else { break }
      elements[hole] = elements[parent]
      hole = parent
    }
    elements[hole] = element
  }

  /// Removes the greatest element and returns it; nil where there is none.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  mutating func popMax() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let greatest = elements.first else { return last }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < elements.count else { break }
      if child + 1 < elements.count, elements[child] < elements[child + 1] { child += 1 }
      guard last < elements[child] else { break }
      elements[hole] = elements[child]
      hole = child
    }
    elements[hole] = last
    return greatest
  }
}
