package import Pinfold

/// The categories that the colors of markers show: the most frequent value of a column in each cluster, or
/// none where more of its points have no value, as a color stands for all of them. Lists of values with their
/// counts (``Pinfold/Frame/categories(of:most:context:)``) are of values alone.
public struct MarkerCategories: Hashable, Sendable {
  /// What the values are, for the legend: "fuel".
  public var name: String

  /// The values that have colors of their own, at most ``most``.
  public var values: [String]

  /// For each cluster the offset of its value, or the number of values for any other value; nil for no value.
  public var clusters: [Int?]

  /// The most values that have colors of their own.
  public static let most = 8

  /// Names the categories of a frame's clusters.
  ///
  /// - Precondition: There are at most ``most`` values, and the offsets are those of values or their number.
  public init(name: String, values: [String], clusters: [Int?]) {
    precondition(values.count <= Self.most && clusters.allSatisfy { (0...values.count).contains($0 ?? 0) })
    (self.name, self.values, self.clusters) = (name, values, clusters)
  }

  /// The color of a cluster: the offset of its value, ``most`` for other values; nil for none.
  func color(of cluster: Int) -> Int? { clusters[cluster].map { $0 < values.count ? $0 : Self.most } }

  /// What a legend says of a color.
  func text(of offset: Int?) -> String {
    guard let offset else { return "no value" }
    return offset < values.count ? values[offset] : "other"
  }
}

/// The values of a column by their frequency among all points, so that a value has one color in every view.
package struct CategoryRanks: Sendable {
  package let points: PointSet
  package let column: String
  package let most: Int
  private let name: String
  private let values: [String]

  /// Of each point the rank of its value, 0 for the most frequent one; −1 where it is missing.
  private let ranks: [Int32]

  /// How many different values there are.
  private let count: Int

  /// Values of one frequency are in the order of their bytes.
  ///
  /// - Parameters:
  ///   - name: the column as the user calls it.
  ///   - most: how many values get a color of their own.
  /// - Throws: ``Pinfold/ClusteringError/attribute(_:)`` for a column that is missing.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the length of all values and *k* the number of
  ///   different ones.
  package init(
    of column: String, named name: String, most: Int, in points: PointSet
  ) throws(ClusteringError) {
    let attribute: Attribute
    do { attribute = try points.attribute(named: column) } catch { throw .attribute(error) }
    var numbers: [ArraySlice<UInt8>: Int32] = [:]
    var found: [(bytes: ArraySlice<UInt8>, count: Int)] = []
    var ranks = [Int32](repeating: -1, count: points.count)
    for point in 0..<points.count {
      let bytes: ArraySlice<UInt8>? =
        if case .texts(let texts) = attribute.values { texts.utf8(at: point) } else {
          attribute.values.text(at: point).map { Array($0.utf8)[...] }
        }
      guard let bytes else { continue }
      let number = numbers[bytes] ?? Int32(found.count)
      if number == found.count {
        numbers[bytes] = number
        found.append((bytes, 0))
      }
      found[Int(number)].count += 1
      ranks[point] = number
    }
    let order = found.indices.sorted { a, b in
      found[a].count == found[b].count
        ? found[a].bytes.lexicographicallyPrecedes(found[b].bytes) : found[a].count > found[b].count
    }
    var rankOf = [Int32](repeating: 0, count: found.count)
    for (rank, number) in order.enumerated() { rankOf[number] = Int32(rank) }
    for point in ranks.indices where ranks[point] >= 0 { ranks[point] = rankOf[Int(ranks[point])] }
    (self.points, self.column, self.most, self.name, self.ranks) = (points, column, most, name, ranks)
    values = order.prefix(most).map { String(decoding: found[$0].bytes, as: UTF8.self) }
    count = found.count
  }

  /// The most frequent value of each cluster, ties by the frequency in the whole data; nil if more of its
  /// points have no value.
  ///
  /// - Throws: if the context stops the call.
  /// - Complexity: O(*m*), where *m* is the number of the clusters' points.
  package func categories(
    of frame: Frame, context: RunContext = RunContext()
  ) throws(ClusteringError) -> MarkerCategories {
    var counts = [Int32](repeating: 0, count: count)
    var clusters: [Int?] = []
    for cluster in 0..<frame.count {
      if cluster & 0xFF == 0 { try context.check() }
      var best = -1
      var missing = 0
      frame.forEachMember(of: cluster) { point in
        let rank = Int(ranks[point])
        guard rank >= 0 else {
          missing += 1
          return
        }
        counts[rank] += 1
        if best < 0 || counts[rank] > counts[best] || (counts[rank] == counts[best] && rank < best) {
          best = rank
        }
      }
      let hasValue = best >= 0 && counts[best] >= missing
      frame.forEachMember(of: cluster) { if ranks[$0] >= 0 { counts[Int(ranks[$0])] = 0 } }
      clusters.append(hasValue ? min(best, values.count) : nil)
    }
    return MarkerCategories(name: name, values: values, clusters: clusters)
  }
}

/// What gives a marker its color.
enum MarkerFill: Hashable {
  /// The class of its number.
  case number

  /// Its strategy.
  case own(MarkerColor)

  /// The most frequent value of its points, as ``MarkerCategories/color(of:)``.
  case category(Int?)
}

extension Theme {
  /// The series whose colors categories have: without black, which is near the gray of others.
  static let categories = [0, 1, 2, 3, 4, 5, 7, 8]

  /// The classes of the disc of a category; without one it is empty, with a gray edge.
  static func categoryDisc(_ offset: Int?) -> String {
    guard let offset else { return "paper frame" }
    return "disc " + (offset < categories.count ? fill(categories[offset]) : "soft")
  }

  /// The class that colors a label on it, or else a style: of three of the colors it is dark in all themes.
  static func categoryInk(_ offset: Int?) -> (look: String, style: String?) {
    guard let offset else { return ("soft", nil) }
    return (classInk(3), (3...5).contains(offset) ? "fill: \(darkInk)" : nil)
  }
}

extension PictureTheme {
  /// The colors of categories and of the labels on them, as #RRGGBB; the last is that of all other values.
  package var categoryColors: [(fill: String, ink: String)] { Theme.categoryColors(self) }
}
