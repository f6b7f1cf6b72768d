/// What became of the clusters of one frame in the next: the connected parts of the graph in which two clusters are joined
/// if they share enough points.
public struct Lineage: Hashable, Sendable {
  /// Parts of one cluster before and one after.
  public var persist = 0

  /// Parts of one cluster before and several after.
  public var split = 0

  /// Parts of several clusters before and one after.
  public var merge = 0

  /// Parts of several clusters before and several after: no animation can show them as splits and merges.
  public var tangle = 0

  /// Clusters after without one before.
  public var appear = 0

  /// Clusters before without one after.
  public var disappear = 0

  /// The clusters, before and after, that are in tangles.
  public var tangledMarkers = 0

  /// Types the parts.
  ///
  /// - Parameters:
  ///   - table: the points of both frames.
  ///   - firstSizes: the number of points of each cluster before, those that are not in the table too.
  ///   - secondSizes: the same after.
  ///   - threshold: the share of either cluster that two must have in common, and more, to be joined.
  ///   - ignoring: clusters before and after that are not to be counted; nil for none.
  /// - Complexity: O(cells + clusters), nearly.
  public init(
    _ table: Contingency, firstSizes: [Int], secondSizes: [Int], threshold: Double = 0,
    ignoring: (first: [Bool], second: [Bool])? = nil
  ) {
    let before = firstSizes.count
    var parts = DisjointSets(count: before + secondSizes.count)
    for cell in table.cells {
      let smaller = min(firstSizes[cell.first], secondSizes[cell.second])
      if Double(cell.count) > threshold * Double(smaller) { parts.join(cell.first, before + cell.second) }
    }
    var counts = [(before: Int, after: Int)](repeating: (0, 0), count: before + secondSizes.count)
    for cluster in 0..<before where ignoring?.first[cluster] != true {
      counts[parts.root(of: cluster)].before += 1
    }
    for cluster in secondSizes.indices where ignoring?.second[cluster] != true {
      counts[parts.root(of: before + cluster)].after += 1
    }
    for count in counts {
      switch count {
      case (0, 0): break
      case (0, _): appear += 1
      case (_, 0): disappear += 1
      case (1, 1): persist += 1
      case (1, _): split += 1
      case (_, 1): merge += 1
      default:
        tangle += 1
        tangledMarkers += count.before + count.after
      }
    }
  }
}

/// Sets that can be joined, each known by one of its elements (union-find with path halving).
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  mutating func root(of element: Int) -> Int {
    var element = element
    while parents[element] != element {
      parents[element] = parents[parents[element]]
      element = parents[element]
    }
    return element
  }

  mutating func join(_ a: Int, _ b: Int) {
    let (first, second) = (root(of: a), root(of: b))
    parents[max(first, second)] = min(first, second)
  }
}
