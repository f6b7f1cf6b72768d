/// Sets that are joined two at a time, by halving paths to their roots (R. E. Tarjan, J. van Leeuwen,
/// "Worst-case analysis of set union algorithms", JACM 1984).
package struct DisjointSets {
  private var parents: [UInt32]

  /// Makes `count` sets of one element each, fewer than 2³².
  package init(count: Int) { parents = Array(0..<UInt32(count)) }

  /// The element by which the set of another is known: its lowest.
  package mutating func root(of element: Int) -> Int {
    var element = element
    while parents[element] != element {
      parents[element] = parents[Int(parents[element])]
      element = Int(parents[element])
    }
    return element
  }

  /// Joins the sets of two elements under the lower root.
  package mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (root(of: a), root(of: b))
    parents[max(a, b)] = UInt32(min(a, b))
  }
}
