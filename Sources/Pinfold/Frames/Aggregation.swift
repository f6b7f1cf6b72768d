/// One number for each cluster about an attribute of its members: what a marker may show beside the count.
///
/// Members without a value are passed over; where none has one, there is no sum, mean, minimum or maximum.
/// Truth values count as 1 and 0, so that their mean is the share of true ones. Texts can only be counted.
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
  }

  /// The statistic.
  public var kind: Kind

  /// The attribute's name.
  public var attribute: String

  /// Creates an aggregation of an attribute.
  public init(_ kind: Kind, of attribute: String) {
    self.kind = kind
    self.attribute = attribute
  }

  /// The name of a column of results: `population_sum`.
  public var name: String { "\(attribute)_\(kind.rawValue)" }
}

extension Frame {
  /// An aggregation of each cluster; nil where no member has a value.
  ///
  /// Numbers are added in the order of the members' ids, with what each addition rounds away carried along
  /// (A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", 1974): the bits
  /// depend on the set of members alone, not on the order of the input, the view or the strategy. A sum is
  /// never NaN; it is infinite where it exceeds all doubles.
  ///
  /// - Parameters:
  ///   - aggregation: the statistic, and the attribute.
  ///   - context: when to stop.
  /// - Throws: ``ClusteringError/attribute(_:)`` for an attribute that is missing or of the wrong type, and
  ///   as the context asks.
  /// - Complexity: O(*m* log *m*) for a sum or a mean of *m* members, O(*m*) for the others.
  public func values(
    of aggregation: Aggregation, context: RunContext = RunContext()
  ) throws(ClusteringError) -> [Double?] {
    let attribute: Attribute
    do { attribute = try points.attribute(named: aggregation.attribute) } catch { throw .attribute(error) }
    let kind = aggregation.kind
    switch attribute.values {
    case .numbers(let numbers):
      return try values(of: kind, context) { numbers[$0].isNaN ? nil : numbers[$0] }
    case .booleans(let truths):
      return try values(of: kind, context) { truths[$0].map { $0 ? 1 : 0 } }
    case .texts(let texts):
      switch kind {
      case .count: return try perCluster(context) { counted($0) { texts.utf8(at: $0) != nil } }
      case .distinct: return try perCluster(context) { distinct($0) { texts.utf8(at: $0) } }
      default: throw .attribute(.notNumbers(aggregation.attribute, wantedFor: kind.rawValue))
      }
    }
  }

  private func values(
    of kind: Aggregation.Kind, _ context: RunContext, _ value: (Int) -> Double?
  ) throws(ClusteringError) -> [Double?] {
    try perCluster(context) { cluster in
      switch kind {
      case .count: counted(cluster) { value($0) != nil }
      // Adding 0 makes one of the two zeros.
      case .distinct: distinct(cluster) { value($0).map { ($0 + 0).bitPattern } }
      case .min: best(cluster, value, <)
      case .max: best(cluster, value, >)
      case .sum: total(cluster, value).sum
      case .mean:
        switch total(cluster, value) {
        case (let sum?, let count): sum / Double(count)
        case (nil, _): nil
        }
      }
    }
  }

  private func perCluster(
    _ context: RunContext, _ value: (Int) -> Double?
  ) throws(ClusteringError) -> [Double?] {
    var values: [Double?] = []
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

/// A sum that carries along what its additions round away.
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
    // Beyond all doubles there is nothing to compensate.
    if !sum.isFinite { return sum.isNaN ? nil : sum }
    return sum + lost
  }
}
