/// Quantiles, in the one form that every report uses.
package enum Quantile {
  /// The quantile by nearest rank: of *n* sorted values the one at rank ⌈*p n*⌉, counted from 1.
  ///
  /// - Parameter share: *p*, 0…1.
  package static func nearestRank(_ share: Double, of values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    // 0.07 · 100 is a hair above 7 in binary, and its rank is 7.
    let exact = share * Double(values.count)
    let rank = Int((exact - 2 * exact.ulp).rounded(.up))
    return element(max(1, min(rank, values.count)) - 1, of: values)
  }

  /// The element at an index of the sorted values, by partition, which takes a tenth of the time of a sort.
  ///
  /// - Complexity: O(*n*) for values in most orders.
  private static func element(_ index: Int, of values: [Double]) -> Double {
    var values = values
    var (low, high) = (0, values.count - 1)
    while low < high {
      let (first, middle, last) = (values[low], values[(low + high) / 2], values[high])
      let pivot = max(min(first, middle), min(max(first, middle), last))
      var (left, right) = (low, high)
      while left <= right {
        while values[left] < pivot { left += 1 }
        while values[right] > pivot { right -= 1 }
        guard left <= right else { break }
        values.swapAt(left, right)
        (left, right) = (left + 1, right - 1)
      }
      // What lies between the two parts equals the pivot.
      if index <= right { high = right } else if index >= left { low = left } else { break }
    }
    return values[index]
  }

  /// The median; of an even number the mean of the middle two.
  package static func median(of values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2
  }

  package static func mean(of values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The mean by weights; nil where the weights have no sum above 0.
  package static func mean(of values: some Collection<Double>, weights: [Double]) -> Double? {
    let all = weights.reduce(0, +)
    return all > 0 ? zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / all : nil
  }

  /// The variance of what a sample was drawn from; nil for fewer than two values.
  package static func variance(of values: [Double]) -> Double? {
    guard values.count > 1, let mean = mean(of: values) else { return nil }
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
  }

  /// The standard error of a mean: the standard deviation over √*n*; nil for fewer than two values.
  static func standardError(of values: [Double]) -> Double? {
    variance(of: values).map { ($0 / Double(values.count)).squareRoot() }
  }
}
