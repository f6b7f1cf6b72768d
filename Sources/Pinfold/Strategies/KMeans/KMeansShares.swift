/// The division of *k* clusters among groups.
enum KMeansShares {
  /// Whole shares of a number in proportion to sizes, at least one each.
  ///
  /// Sizes whose part is less than one get one. The rest is divided in proportion among the others, each
  /// getting the whole part of its quota, and what is left going one by one to the largest remainders
  /// (Hamilton's method).
  ///
  /// - Parameters:
  ///   - number: what to divide; where there are more sizes than that, each gets one.
  ///   - sizes: all positive.
  ///   - rank: decides ties between remainders; the lowest comes first.
  static func of(_ number: Int, amongst sizes: [Int], ties rank: (Int) -> UInt32) -> [Int] {
    var shares = [Int](repeating: 1, count: sizes.count)
    var rest = Array(sizes.indices)
    var number = number
    while true {
      let total = rest.reduce(0) { $0 + sizes[$1] }
      let small = rest.filter { sizes[$0] * number < total }
      if small.isEmpty { break }
      rest.removeAll { sizes[$0] * number < total }
      number -= small.count
    }
    let total = rest.reduce(0) { $0 + sizes[$1] }
    guard total > 0, number > 0 else { return shares }
    for i in rest { shares[i] = sizes[i] * number / total }
    let spare = number - rest.reduce(0) { $0 + shares[$1] }
    let byRemainder = rest.sorted {
      let (a, b) = (sizes[$0] * number % total, sizes[$1] * number % total)
      return a != b ? a > b : rank($0) < rank($1)
    }
    for i in byRemainder.prefix(spare) { shares[i] += 1 }
    return shares
  }
}
