/// A number for each cluster that summarizes an attribute of its members, for a marker to show besides the
/// count.
///
/// Members without a value are ignored; if none has one, the count is 0 and there is no other value. Booleans
/// count as 1 and 0, so that their mean is the share of true ones. Strings can only be counted;
/// ``Frame/categories(of:most:context:)`` and ``Frame/concatenation(of:context:)`` summarize them further.
public struct Aggregation: Hashable, Sendable {
  /// The statistic to compute.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The number of members with a value.
    case count
    /// The sum.
    case sum
    /// The sum divided by the count.
    case mean
    /// The least.
    case min
    /// The greatest.
    case max
    /// The number of different values; texts differ if their bytes do.
    case distinct
    /// The product.
    case product
    /// The value in the middle, or halfway between the two there.
    case median
    /// The value below which a share of the others lies, between two values in proportion.
    case quantile
  }

  /// The statistic.
  public var kind: Kind

  /// The attribute's name.
  public var attribute: String

  /// The share of a quantile, 0…1; other kinds ignore it.
  public var share = 0.5

  /// Creates an aggregation of an attribute.
  public init(_ kind: Kind, of attribute: String) {
    self.kind = kind
    self.attribute = attribute
  }

  /// Creates a quantile of an attribute: of the *n* sorted values the one at index (*n* − 1) · `share`,
  /// between two of them in proportion.
  ///
  /// - Parameter share: a number in 0…1, to which others are clamped.
  public init(quantile share: Double, of attribute: String) {
    self.init(.quantile, of: attribute)
    self.share = max(0, min(share, 1))
  }

  /// The name of a column of results: `population_sum`, `population_quantile_0.9`.
  public var name: String {
    "\(attribute)_\(kind.rawValue)" + (kind == .quantile ? "_\(ParameterValue.number(share))" : "")
  }
}

extension Frame {
  /// Returns an aggregation for each cluster; nil if no member has a value.
  ///
  /// Numbers are added in the order of the members' ids with compensated summation (A. Neumaier,
  /// "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", 1974): the result depends, bit
  /// for bit, on the set of members alone, not on the order of the input, the view or the strategy. Integers
  /// are added exactly, and their sum is rounded once. A sum is never NaN; it is infinite if it exceeds the
  /// range of doubles.
  ///
  /// - Parameters:
  ///   - aggregation: the statistic, and the attribute.
  ///   - context: when to stop.
  /// - Throws: ``ClusteringError/attribute(_:)`` for an attribute that is missing or of the wrong type, and
  ///   if the context stops the call.
  /// - Complexity: O(*m*) for a count, a minimum or a maximum of *m* members, O(*m* log *m*) for the others.
  public func values(
    of aggregation: Aggregation, context: RunContext = RunContext()
  ) throws(ClusteringError) -> [Double?] {
    switch try values(named: aggregation.attribute) {
    case .numbers(let numbers):
      return try values(of: aggregation, context) { numbers[$0].isNaN ? nil : numbers[$0] }
    case .integers(let numbers) where aggregation.kind == .distinct:
      return try perCluster(context) { distinct($0) { numbers[$0].isMissing ? nil : numbers[$0] } }
    case .integers(let numbers):
      if let whole = try whole(aggregation.kind, numbers, context) {
        return whole.map { $0.map { Double($0) } }
      }
      if aggregation.kind == .mean, let sums = try whole(.sum, numbers, context) {
        let counts = try perCluster(context) { counted($0) { !numbers[$0].isMissing } }
        return zip(sums, counts).map { sum, count in sum.map { Double($0) / count } }
      }
      return try values(of: aggregation, context) { numbers[$0].isMissing ? nil : Double(numbers[$0]) }
    case .booleans(let truths):
      return try values(of: aggregation, context) { truths[$0].map { $0 ? 1 : 0 } }
    case .texts(let texts):
      switch aggregation.kind {
      case .count: return try perCluster(context) { counted($0) { texts.utf8(at: $0) != nil } }
      case .distinct: return try perCluster(context) { distinct($0) { texts.utf8(at: $0) } }
      default:
        // A column without any value has no type.
        guard (0..<points.count).allSatisfy({ texts.utf8(at: $0) == nil }) else {
          throw .attribute(.notNumbers(aggregation.attribute, wantedFor: aggregation.kind.rawValue))
        }
        return [Double?](repeating: nil, count: count)
      }
    }
  }

  /// The exact sum, minimum or maximum of integers per cluster, if one is beyond 2⁵³, where doubles are
  /// rounded; nil otherwise.
  ///
  /// - Throws: as ``values(of:context:)``.
  package func wholeValues(
    of aggregation: Aggregation, context: RunContext = RunContext()
  ) throws(ClusteringError) -> [Int128?]? {
    guard case .integers(let numbers)? = try? points.attribute(named: aggregation.attribute).values,
      let values = try whole(aggregation.kind, numbers, context)
    else { return nil }
    return values.contains { $0.map { $0.magnitude > 1 << 53 } ?? false } ? values : nil
  }

  /// The exact sum, minimum or maximum of integers per cluster; nil for other statistics.
  private func whole(
    _ kind: Aggregation.Kind, _ numbers: SparseColumn<Int64>, _ context: RunContext
  ) throws(ClusteringError) -> [Int128?]? {
    let combine: (Int128, Int128) -> Int128
    switch kind {
    case .sum: combine = { $0 + $1 }
    case .min: combine = { Swift.min($0, $1) }
    case .max: combine = { Swift.max($0, $1) }
    default: return nil
    }
    return try perCluster(context) { cluster in
      var value: Int128?
      forEachMember(of: cluster) { member in
        if numbers[member].isMissing { return }
        let number = Int128(numbers[member])
        value = value.map { combine($0, number) } ?? number
      }
      return value
    }
  }

  private func values(
    of aggregation: Aggregation, _ context: RunContext, _ value: (Int) -> Double?
  ) throws(ClusteringError) -> [Double?] {
    try perCluster(context) { cluster in
      switch aggregation.kind {
      case .count: counted(cluster) { value($0) != nil }
      // Adding 0 joins the two zeros.
      case .distinct: distinct(cluster) { value($0).map { ($0 + 0).bitPattern } }
      case .min: best(cluster, value, <)
      case .max: best(cluster, value, >)
      case .sum: total(cluster, value).sum
      case .mean:
        mean(cluster, value)
      case .product: product(cluster, value)
      case .median: quantile(0.5, cluster, value)
      case .quantile: quantile(aggregation.share, cluster, value)
      }
    }
  }

  /// A value for each cluster.
  func perCluster<Value>(
    _ context: RunContext, _ value: (Int) -> Value
  ) throws(ClusteringError) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for cluster in 0..<count {
      if cluster & 0xFF == 0 || memberCount(of: cluster) > 4096 { try context.check() }
      values.append(value(cluster))
    }
    return values
  }

  private func counted(_ cluster: Int, _ hasValue: (Int) -> Bool) -> Double {
    var count = 0
    forEachMember(of: cluster) { if hasValue($0) { count += 1 } }
    return Double(count)
  }

  private func distinct<Value: Hashable>(_ cluster: Int, _ value: (Int) -> Value?) -> Double {
    var seen: Set<Value> = []
    forEachMember(of: cluster) { if let value = value($0) { seen.insert(value) } }
    return Double(seen.count)
  }

  private func best(
    _ cluster: Int, _ value: (Int) -> Double?, _ precedes: (Double, Double) -> Bool
  ) -> Double? {
    var best: Double?
    forEachMember(of: cluster) { member in
      guard let value = value(member) else { return }
      if best.map({ precedes(value, $0) }) ?? true { best = value }
    }
    return best.map { $0 + 0 }
  }

  /// The product in ascending order, so that its bits depend on the set of members alone; nil for 0 times
  /// infinity.
  private func product(_ cluster: Int, _ value: (Int) -> Double?) -> Double? {
    let sorted = sorted(cluster, value)
    let product = sorted.reduce(1, *)
    return sorted.isEmpty || product.isNaN ? nil : product + 0
  }

  private func quantile(_ share: Double, _ cluster: Int, _ value: (Int) -> Double?) -> Double? {
    let sorted = sorted(cluster, value)
    guard let last = sorted.last else { return nil }
    let place = Double(sorted.count - 1) * share
    let below = Int(place)
    guard below + 1 < sorted.count else { return last }
    let (low, high) = (sorted[below], sorted[below + 1])
    // Interpolating between infinities would give NaN.
    if low == high || place == Double(below) { return low }
    // Weighted separately, so that a difference cannot overflow.
    let share = place - Double(below)
    return low * (1 - share) + high * share
  }

  /// Adding 0 joins the two zeros.
  private func sorted(_ cluster: Int, _ value: (Int) -> Double?) -> [Double] {
    var values: [Double] = []
    forEachMember(of: cluster) { if let value = value($0) { values.append(value + 0) } }
    return values.sorted()
  }

  private func mean(_ cluster: Int, _ value: (Int) -> Double?) -> Double? {
    let (sum, count) = total(cluster, value)
    guard let sum, sum.isInfinite else { return sum.map { $0 / Double(count) } }
    // The sum of large numbers is beyond what floats represent, their mean is not.
    return total(cluster) { value($0).map { $0 * 0x1p-64 } }.sum.map { $0 / Double(count) * 0x1p64 }
  }

  private func total(_ cluster: Int, _ value: (Int) -> Double?) -> (sum: Double?, count: Int) {
    var sum = CompensatedSum()
    var count = 0
    for member in members(of: cluster) {
      guard let value = value(member) else { continue }
      sum.add(value)
      count += 1
    }
    return (count == 0 ? nil : sum.value, count)
  }
}

/// A sum with the rounding errors of its additions.
private struct CompensatedSum {
  private var sum = 0.0
  private var lost = 0.0

  mutating func add(_ value: Double) {
    let total = sum + value
    lost += sum.magnitude >= value.magnitude ? (sum - total) + value : (value - total) + sum
    sum = total
  }

  /// The sum; nil for infinities of both signs.
  var value: Double? {
    // An overflowed sum has no compensation.
    if !sum.isFinite { return sum.isNaN ? nil : sum }
    return sum + lost
  }
}
