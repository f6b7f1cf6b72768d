extension Range<Int> {
  /// The first index for which a condition holds that holds for none before it and for all after it; the
  /// upper bound where it holds for none.
  ///
  /// - Complexity: O(log *n*), where *n* is the length of the range.
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
