extension MutableCollection where Self: RandomAccessCollection {
  /// Sorts the elements, and calls `check` every few thousand comparisons.
  ///
  /// - Throws: what `check` throws; the order is undefined then.
  mutating func sort<Stop: Error>(
    by precedes: (Element, Element) -> Bool, _ check: () throws(Stop) -> Void
  ) throws(Stop) {
    var comparisons = 0
    do {
      try sort { one, other in
        comparisons += 1
        if comparisons & 0xFFF == 0 { try check() }
        return precedes(one, other)
      }
    } catch {
      // The standard library's sort rethrows without the type; only 'check' throws.
      throw error as! Stop
    }
  }
}
