/// A value of an attribute, as a text, and how many points have it.
public struct CategoryCount: Hashable, Sendable {
  /// The value.
  public var value: String

  /// The number of points with the value.
  public var count: Int
}

extension Frame {
  /// Counts the values of an attribute in each cluster, for example for donut charts. The most frequent
  /// values come first, ties by the lower UTF-8 bytes. A missing value is no value, and not counted.
  ///
  /// - Parameters:
  ///   - attribute: its name. Numbers are written as text, booleans as `true` and `false`.
  ///   - limit: the maximum number of values to list; nil lists all.
  /// - Throws: ``ClusteringError/attribute(_:)`` for an attribute that is missing, and if the context stops
  ///   the call.
  /// - Complexity: O(*m* + *v* log *v*), where *m* is the number of members and *v* that of values.
  public func categories(
    of attribute: String, most limit: Int? = nil, context: RunContext = RunContext()
  ) throws(ClusteringError) -> [[CategoryCount]] {
    let values = try values(named: attribute)
    return try perCluster(context) { cluster in
      // By their bytes: texts that differ in them may be equal to Swift.
      var counts: [[UInt8]: Int] = [:]
      forEachMember(of: cluster) { member in
        if let value = values.text(at: member) { counts[Array(value.utf8), default: 0] += 1 }
      }
      let sorted = counts.sorted { a, b in
        a.value == b.value ? a.key.lexicographicallyPrecedes(b.key) : a.value > b.value
      }
      return sorted.prefix(max(0, limit ?? sorted.count)).map {
        CategoryCount(value: String(decoding: $0.key, as: UTF8.self), count: $0.value)
      }
    }
  }

  /// Joins the values of an attribute of each cluster's members with commas, in the order of the members'
  /// ids; nil if no member has one.
  ///
  /// - Throws: ``ClusteringError/attribute(_:)`` for an attribute that is missing, and if the context stops
  ///   the call.
  /// - Complexity: O(*m* log *m*), where *m* is the number of members.
  public func concatenation(
    of attribute: String, context: RunContext = RunContext()
  ) throws(ClusteringError) -> [String?] {
    let values = try values(named: attribute)
    return try perCluster(context) { cluster in
      let texts = members(of: cluster).compactMap(values.text)
      return texts.isEmpty ? nil : texts.joined(separator: ",")
    }
  }

  func values(named name: String) throws(ClusteringError) -> Attribute.Values {
    do { return try points.attribute(named: name).values } catch { throw .attribute(error) }
  }
}

extension Attribute.Values {
  /// The value of a point as a text; nil where it is missing.
  package func text(at point: Int) -> String? {
    switch self {
    case .numbers(let column): column[point].isNaN ? nil : Self.text(of: column[point])
    case .integers(let column): column[point].isMissing ? nil : String(column[point])
    case .booleans(let column): column[point].map { "\($0)" }
    case .texts(let column): column[point]
    }
  }

  /// The shortest digits that read back the same, whole numbers without a fraction.
  private static func text(of number: Double) -> String {
    number == number.rounded() && number.magnitude < 0x1p53 ? String(Int64(number)) : String(number)
  }
}
