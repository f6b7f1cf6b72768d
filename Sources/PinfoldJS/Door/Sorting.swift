// Sorting in the place of the standard library's, of which each type and each order would be four kilobytes
// of code.

/// The order in which a stable sort puts so many elements.
@inline(never)
private func order(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
  var order = Array(0..<count)
  var spare = order
  var width = 1
  while width < count {
    for start in stride(from: 0, to: count, by: 2 * width) {
      let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
      var (left, right) = (start, middle)
      for place in start..<end {
        let takesRight = right < end && (left == middle || precedes(order[right], order[left]))
        spare[place] = order[takesRight ? right : left]
        if takesRight { right += 1 } else { left += 1 }
      }
    }
    swap(&order, &spare)
    width *= 2
  }
  return order
}

extension Sequence {
  func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return order(elements.count) { precedes(elements[$0], elements[$1]) }.map { elements[$0] }
  }
}

extension Sequence where Element: Comparable {
  func sorted() -> [Element] { sorted { $0 < $1 } }
}

extension MutableCollection where Self: RandomAccessCollection {
  mutating func sort(by precedes: (Element, Element) -> Bool) {
    if count > fewElements {
      for (element, index) in zip(sorted(by: precedes), indices) { self[index] = element }
      return
    }
    // In place, as searches sort many lists of a few.
    for end in indices.dropFirst() {
      let element = self[end]
      var place = end
      while place > startIndex, precedes(element, self[index(before: place)]) {
        self[place] = self[index(before: place)]
        formIndex(before: &place)
      }
      self[place] = element
    }
  }
}

/// The most elements that are sorted by insertion.
private let fewElements = 24
