/// Values sorted into groups: which group each belongs to, groups numbered in the order of their first values.
struct Groups {
  /// The group of each value.
  let labels: [UInt32]

  /// The number of values in each group.
  let counts: [Int]

  /// The place of each group's first value.
  let first: [Int]

  /// The number of groups.
  var count: Int { counts.count }

  /// Groups equal keys.
  ///
  /// - Complexity: O(*n*), by a table over the keys' range where that is small, else by hashing.
  init(keys: [Int64]) {
    var labels: [UInt32] = []
    labels.reserveCapacity(keys.count)
    var counts: [Int] = []
    var first: [Int] = []
    func add(_ label: UInt32?, _ place: Int) -> UInt32 {
      let label = label ?? UInt32(counts.count)
      if Int(label) == counts.count {
        counts.append(0)
        first.append(place)
      }
      counts[Int(label)] += 1
      labels.append(label)
      return label
    }
    let low = keys.min() ?? 0
    let (span, overflow) = (keys.max() ?? 0).subtractingReportingOverflow(low)
    if !overflow, span < 4 * keys.count + 1024 {
      var table = [UInt32](repeating: .max, count: Int(span) + 1)
      for (place, key) in keys.enumerated() {
        let slot = Int(key - low)
        table[slot] = add(table[slot] == .max ? nil : table[slot], place)
      }
    } else {
      var table: [Int64: UInt32] = [:]
      for (place, key) in keys.enumerated() { table[key] = add(table[key], place) }
    }
    self.labels = labels
    self.counts = counts
    self.first = first
  }

  /// Folds the values of each group.
  private func fold(_ values: [Double], from start: Double, _ combine: (Double, Double) -> Double) -> [Double]
  {
    var result = [Double](repeating: start, count: count)
    for (place, label) in labels.enumerated() {
      result[Int(label)] = combine(result[Int(label)], values[place])
    }
    return result
  }

  /// The sum of each group's values.
  func sums(_ values: [Double]) -> [Double] { fold(values, from: 0, +) }

  /// The mean of each group's values.
  func means(_ values: [Double]) -> [Double] { zip(sums(values), counts).map { $0 / Double($1) } }

  /// The least value of each group.
  func minima(_ values: [Double]) -> [Double] { fold(values, from: .infinity) { $1 < $0 ? $1 : $0 } }

  /// The greatest value of each group.
  func maxima(_ values: [Double]) -> [Double] { fold(values, from: -.infinity) { $1 > $0 ? $1 : $0 } }

  /// The place of the value that `precedes` every other of its group; the first of several.
  func best(_ values: [Double], _ precedes: (Double, Double) -> Bool) -> [Int] {
    var result = first
    for (place, label) in labels.enumerated() where precedes(values[place], values[result[Int(label)]]) {
      result[Int(label)] = place
    }
    return result
  }

  /// The places of all values, group by group and ascending within each; and where each group starts.
  var byGroup: (places: [UInt32], starts: [Int]) {
    var starts = [0]
    starts.reserveCapacity(count + 1)
    for size in counts { starts.append(starts[starts.count - 1] + size) }
    var next = starts
    var places = [UInt32](repeating: 0, count: labels.count)
    for (place, label) in labels.enumerated() {
      places[next[Int(label)]] = UInt32(place)
      next[Int(label)] += 1
    }
    return (places, starts)
  }
}
