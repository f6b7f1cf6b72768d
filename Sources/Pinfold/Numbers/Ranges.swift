extension Range<Int> {
  /// The first index at which a monotonic condition holds, by binary search; the upper bound if there is
  /// none.
  @inlinable
  @inline(__always)
  package func partitioningIndex(where belongsToSecondPart: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) >> 1
      if belongsToSecondPart(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension [Range<Int>] {
  /// Appends a range, joined with the last one if that ends where it starts.
  mutating func appendJoining(_ range: Range<Int>) {
    if let last, last.upperBound == range.lowerBound {
      self[count - 1] = last.lowerBound..<range.upperBound
    } else {
      append(range)
    }
  }
}

extension ClosedRange<Double> {
  /// All finite numbers.
  package static var finite: Self { -.greatestFiniteMagnitude ... .greatestFiniteMagnitude }
}
