extension MutableCollection where Self: RandomAccessCollection {
  /// Sorts the elements, and calls `check` every few thousand comparisons.
  ///
  /// - Throws: what `check` throws; the order is undefined then.
  mutating func sort<Stop: Error>(
    by precedes: (Element, Element) -> Bool, _ check: () throws(Stop) -> Void
  ) throws(Stop) {
    var comparisons = 0
    var stop: Stop?
    // The standard library's sort rethrows without a type; after a stop it finishes with all elements equal.
    sort { one, other in
      if stop != nil { return false }
      comparisons += 1
      if comparisons & 0xFFF == 0 {
        do throws(Stop) { try check() } catch { stop = error }
      }
      return precedes(one, other)
    }
    if let stop { throw stop }
  }
}
