package import Lua
import Pinfold

/// Values sorted into groups: which group each belongs to, groups numbered from 1 in the order of their first
/// values.
package struct Groups {
  /// The group of each value, as `UInt32`.
  package let labels: LuaColumn

  /// The number of values in each group.
  package let counts: [Int]

  /// The index of each group's first value, from 0.
  package let first: [Int]

  /// The number of groups.
  package var count: Int { counts.count }

  private init(labels: LuaColumn, counts: [Int], first: [Int]) {
    self.labels = labels
    self.counts = counts
    self.first = first
  }

  /// Groups equal keys.
  ///
  /// - Complexity: O(*n*), by a table over the keys' range where that is small, else by hashing.
  package init(keys: LuaColumn, _ call: LuaCall) throws {
    guard keys.count < UInt32.max else { throw LuaError.tooManyRows }
    var (low, high) = (Int64.max, Int64.min)
    try keys.forEachBlock(of: Int64.self, call) { block in
      for i in 0..<block.rows.count {
        low = min(low, block[i])
        high = max(high, block[i])
      }
    }
    if keys.count > 0, var table = DirectLabels(low: low, high: high, limit: 4 * keys.count + 1024) {
      try self.init(keys: keys, &table, call)
    } else {
      var table = HashedLabels()
      try self.init(keys: keys, &table, call)
    }
  }

  private init(keys: LuaColumn, _ table: inout some KeyLabels, _ call: LuaCall) throws {
    var counts: [Int] = []
    var first: [Int] = []
    try call.reserve(bytes: keys.count * MemoryLayout<UInt32>.stride)
    labels = unsafe try LuaColumn(count: keys.count, of: UInt32.self) { labels in
      // Neighbors in canonical order are neighbors on the map, and share a key more often than not.
      var (lastKey, label, size): (Int64, UInt32, Int) = (0, 0, 0)
      try keys.forEachBlock(of: Int64.self, call) { block in
        for i in 0..<block.rows.count {
          let key = block[i]
          if key != lastKey || label == 0 {
            if label > 0 { counts[Int(label) - 1] += size }
            size = 0
            let new = UInt32(counts.count + 1)
            label = table.label(of: key, orElse: new)
            if label == 0 {
              label = new
              counts.append(0)
              first.append(block.rows.lowerBound + i)
            }
            lastKey = key
          }
          size += 1
          unsafe labels.initializeElement(at: block.rows.lowerBound + i, to: label)
        }
      }
      if label > 0 { counts[Int(label) - 1] += size }
    }
    self.counts = counts
    self.first = first
  }

  /// Joins groups that have one parent: the groups of `parents` are groups of groups.
  package func joined(by parents: Groups, _ call: LuaCall) throws -> Groups {
    var counts = [Int](repeating: 0, count: parents.count)
    let joined = unsafe try parents.withLabels { parent in
      for group in 0..<count { unsafe counts[Int(parent[group]) - 1] += self.counts[group] }
      return unsafe try withLabels { labels in
        try call.column(rows: labels.count) { i in unsafe parent[Int(labels[i]) - 1] }
      }
    }
    return Groups(labels: joined, counts: counts, first: parents.first.map { first[$0] })
  }

  /// Groups of the values that share a group here and another there.
  package func crossed(with others: Groups, _ call: LuaCall) throws -> Groups {
    try regrouped(others, call) { label, other in Int64(label) * Int64(others.count) + Int64(other) }
  }

  /// Groups with the values of each group of `spots` in one of them, that of the first.
  package func whole(_ spots: Groups, _ call: LuaCall) throws -> Groups {
    unsafe try withLabels { labels in
      try regrouped(spots, call) { _, spot in unsafe Int64(labels[spots.first[Int(spot) - 1]]) }
    }
  }

  /// Groups of the values with equal keys, which are made of the labels here and there.
  @inline(__always)
  private func regrouped(
    _ others: Groups, _ call: LuaCall, _ key: (UInt32, UInt32) -> Int64
  ) throws -> Groups {
    let keys = unsafe try withLabels { labels in
      unsafe try others.withLabels { other in
        try call.column(rows: labels.count) { unsafe key(labels[$0], other[$0]) }
      }
    }
    return try Groups(keys: keys, call)
  }

  package func withLabels<Result>(_ body: (UnsafeBufferPointer<UInt32>) throws -> Result) rethrows -> Result {
    guard let result = unsafe try labels.withCells(as: UInt32.self, body) else {
      fatalError("labels are UInt32")
    }
    return result
  }

  // MARK: Folding the values of each group

  /// Returns values unchanged unless they wrap around, as x does on the globe: then each is taken the shorter
  /// way from its group's first value, so that no group is split where the numbers wrap.
  private func together(_ values: LuaColumn, _ call: LuaCall) throws -> LuaColumn {
    guard let period = values.period else { return values }
    return try fromFirst(values, call) { $0.nearest(to: $1, period: period) }
  }

  private func fromFirst(
    _ values: LuaColumn, _ call: LuaCall, _ combine: (Double, Double) -> Double
  ) throws -> LuaColumn {
    unsafe try values.withNumbers { numbers in
      unsafe try withLabels { labels in
        try call.column(rows: numbers.count) {
          unsafe combine(numbers[$0], numbers[first[Int(labels[$0]) - 1]])
        }
      }
    }
  }

  /// The sum of each group's values; exact for whole numbers, and missing where it is beyond 64 bits.
  package func sums(_ values: LuaColumn, _ call: LuaCall) throws -> LuaColumn {
    if values.isInteger {
      return LuaColumn(try wholeSums(values, call).map { $0.flatMap { Int64(exactly: $0) } ?? .missing })
    }
    return LuaColumn(try floatSums(values, call))
  }

  private func floatSums(_ values: LuaColumn, _ call: LuaCall) throws -> [Double] {
    if values.isInteger { return try wholeSums(values, call).map { $0.map { Double($0) } ?? .nan } }
    return try folded(values, from: 0.0, call) { $0 + $1 }
  }

  /// The exact sum of each group's whole numbers; nil where one of them is missing.
  private func wholeSums(_ values: LuaColumn, _ call: LuaCall) throws -> [Int128?] {
    try call.reserve(bytes: count * MemoryLayout<Int128?>.stride)
    var sums = [Int128?](repeating: 0, count: count)
    unsafe try withLabels { labels in
      try values.forEachBlock(of: Int64.self, call) { block in
        for i in 0..<block.rows.count {
          let group = unsafe Int(labels[block.rows.lowerBound + i]) - 1
          let value = block[i]
          sums[group] = value.isMissing ? nil : sums[group].map { $0 + Int128(value) }
        }
      }
    }
    return sums
  }

  /// The mean of each group's values.
  package func means(_ values: LuaColumn, _ call: LuaCall) throws -> [Double] {
    guard let period = values.period else {
      var means = try floatSums(values, call)
      let isTooLarge = means.contains(where: \.isInfinite)
      for group in means.indices { means[group] /= Double(counts[group]) }
      guard isTooLarge else { return means }
      // The sum of large numbers is beyond what floats represent, their mean is not.
      let small = try folded(values, from: 0.0, call) { $0 + $1 * 0x1p-64 }
      return zip(means.indices, means).map { group, mean in
        mean.isInfinite ? small[group] / Double(counts[group]) * 0x1p64 : mean
      }
    }
    var means = try floatSums(fromFirst(values, call) { $0.delta(from: $1, period: period) }, call)
    unsafe values.withNumbers { numbers in
      for group in means.indices {
        means[group] = unsafe numbers[first[group]] + means[group] / Double(counts[group])
      }
    }
    return means
  }

  /// The least or the greatest value of each group, in the column's type; missing where it has no numbers.
  package func extremes(_ values: LuaColumn, _ call: LuaCall, isLeast: Bool) throws -> LuaColumn {
    let places = try places(ofLeast: isLeast, values, call)
    return try together(values, call).taking(LuaColumn(places.map { Int64($0 + 1) }), call)
  }

  @inline(__always)
  private func folded<Number: ColumnNumber>(
    _ values: LuaColumn, from start: Number, _ call: LuaCall, _ combine: (Number, Number) -> Number
  ) throws -> [Number] {
    try call.reserve(bytes: count * MemoryLayout<Number>.stride)
    var results = [Number](repeating: start, count: count)
    let values = try together(values, call)
    unsafe try withLabels { labels in
      unsafe try results.withUnsafeMutableBufferPointer { results in
        try values.forEachBlock(of: Number.self, call) { block in
          for i in 0..<block.rows.count {
            let group = unsafe Int(labels[block.rows.lowerBound + i]) - 1
            unsafe results[group] = combine(results[group], block[i])
          }
        }
      }
    }
    return results
  }

  /// The index, from 0, of the least or the greatest value of each group; of the first of several, and of the
  /// first value in a group without numbers.
  package func places(ofLeast isLeast: Bool, _ values: LuaColumn, _ call: LuaCall) throws -> [Int] {
    if values.isInteger {
      return isLeast
        ? try best(values, call) { (a: Int64, b: Int64) in a < b }
        : try best(values, call) { (a: Int64, b: Int64) in a > b }
    }
    return isLeast
      ? try best(values, call) { (a: Double, b: Double) in a < b }
      : try best(values, call) { (a: Double, b: Double) in a > b }
  }

  @inline(__always)
  private func best<Number: ColumnNumber>(
    _ values: LuaColumn, _ call: LuaCall, _ precedes: (Number, Number) -> Bool
  ) throws -> [Int] {
    try call.reserve(bytes: 2 * count * MemoryLayout<Number>.stride)
    var places = first
    var best = [Number](repeating: Number(missing: ()), count: count)
    let values = try together(values, call)
    unsafe try withLabels { labels in
      try values.forEachBlock(of: Number.self, call) { block in
        for i in 0..<block.rows.count {
          let row = block.rows.lowerBound + i
          let group = unsafe Int(labels[row]) - 1
          let value = block[i]
          if !value.isMissing, best[group].isMissing || precedes(value, best[group]) {
            best[group] = value
            places[group] = row
          }
        }
      }
    }
    return places
  }

  /// The indices of all values from 0, group by group and ascending within each; and where each group starts.
  package var byGroup: (places: [UInt32], starts: [Int]) {
    var starts = [0]
    starts.reserveCapacity(count + 1)
    for size in counts { starts.append(starts[starts.count - 1] + size) }
    var next = starts
    let places = unsafe withLabels { labels in
      unsafe [UInt32](unsafeUninitializedCapacity: labels.count) { places, filled in
        unsafe next.withUnsafeMutableBufferPointer { next in
          for place in 0..<labels.count {
            let group = unsafe Int(labels[place]) - 1
            unsafe places.initializeElement(at: next[group], to: UInt32(place))
            unsafe next[group] += 1
          }
        }
        filled = labels.count
      }
    }
    return (places, starts)
  }
}

/// Numbers keys from 1 in the order in which they first come.
protocol KeyLabels {
  /// Returns the label of a key, or 0 if it has none yet; it then gets the given one.
  mutating func label(of key: Int64, orElse new: UInt32) -> UInt32
}

/// A table over the range of the keys, where that is small.
struct DirectLabels: KeyLabels {
  private let low: Int64
  private var labels: [UInt32]

  /// Makes room for keys in a range of at most `limit`; nil where it is larger.
  init?(low: Int64, high: Int64, limit: Int) {
    let (span, overflow) = high.subtractingReportingOverflow(low)
    guard !overflow, span < limit else { return nil }
    self.low = low
    labels = [UInt32](repeating: 0, count: Int(span) + 1)
  }

  @inline(__always)
  mutating func label(of key: Int64, orElse new: UInt32) -> UInt32 {
    let slot = Int(key - low)
    let known = labels[slot]
    if known == 0 { labels[slot] = new }
    return known
  }
}

/// A hash table with linear probing, for keys far apart.
struct HashedLabels: KeyLabels {
  private var keys: [Int64]
  private var labels: [UInt32]
  private var room: Int

  init() {
    keys = [Int64](repeating: 0, count: 64)
    labels = [UInt32](repeating: 0, count: 64)
    room = 32
  }

  @inline(__always)
  mutating func label(of key: Int64, orElse new: UInt32) -> UInt32 {
    let slot = slot(of: key)
    let known = labels[slot]
    if known == 0 { insert(key, new, at: slot) }
    return known
  }

  @inline(__always)
  private func slot(of key: Int64) -> Int {
    let scattered = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: scattered ^ scattered >> 32) & (keys.count - 1)
    while labels[slot] != 0 && keys[slot] != key { slot = (slot + 1) & (keys.count - 1) }
    return slot
  }

  private mutating func insert(_ key: Int64, _ label: UInt32, at slot: Int) {
    keys[slot] = key
    labels[slot] = label
    room -= 1
    guard room == 0 else { return }
    let (oldKeys, oldLabels) = (keys, labels)
    keys = [Int64](repeating: 0, count: 2 * oldKeys.count)
    labels = [UInt32](repeating: 0, count: 2 * oldKeys.count)
    for old in oldKeys.indices where oldLabels[old] != 0 {
      let slot = self.slot(of: oldKeys[old])
      keys[slot] = oldKeys[old]
      labels[slot] = oldLabels[old]
    }
    room = oldKeys.count / 2
  }
}
