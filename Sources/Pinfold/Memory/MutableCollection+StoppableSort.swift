extension MutableCollection where Self: RandomAccessCollection {
  /// Sorts by comparisons, and asks `check` every few thousand of them whether to go on.
  ///
  /// - Throws: what `check` throws; the order is anything then.
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
      // The standard library's sort passes errors on without their type; nothing but 'check' throws one.
      throw error as! Stop
    }
  }
}
