extension PointIDs {
  /// The indices of the first id that was there before, and of the one that it repeats; nil where all ids are
  /// different.
  ///
  /// Hashes are sorted, and ids are only compared where these are equal: a set of all ids would take three
  /// times the memory, which the kernel would have to clear.
  ///
  /// - Parameter threads: the number of threads that share the work.
  /// - Complexity: O(*n*).
  package func firstRepeat(threads: Int = 1) -> (first: Int, second: Int)? {
    if case .integers(let values) = self, values.isRising { return nil }
    let hashes = hashes(threads: threads) {}
    let items = [RadixSort.Item](count: count, threads: threads, {}) { index in
      RadixSort.Item(key: hashes[index], index: UInt32(index))
    }
    let sorted = RadixSort.sorted(items, threads: threads) {}
    var found: (first: Int, second: Int)?
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].key == sorted[start].key { end += 1 }
      if end - start > 1, let pair = firstRepeat(among: sorted[start..<end]),
        pair.second < found?.second ?? .max
      {
        found = pair
      }
      start = end
    }
    return found
  }

  /// The first repeat among ids of one hash, which are in the order of their indices. Whoever makes up texts
  /// for it can have as many different ones as they like.
  private func firstRepeat(among items: ArraySlice<RadixSort.Item>) -> (first: Int, second: Int)? {
    var seen: [PointID: Int] = [:]
    for item in items {
      let index = Int(item.index)
      if let first = seen.updateValue(index, forKey: self[index]) { return (first, index) }
    }
    return nil
  }
}
