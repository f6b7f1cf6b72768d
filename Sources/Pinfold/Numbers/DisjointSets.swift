/// Disjoint sets with path halving (R. E. Tarjan, J. van Leeuwen, "Worst-case analysis of set union
/// algorithms", JACM 1984).
package struct DisjointSets {
  private var parents: [UInt32]

  /// - Parameter count: the number of singletons, less than 2³².
  package init(count: Int) { parents = Array(0..<UInt32(count)) }

  /// The lowest element of an element's set.
  package mutating func root(of element: Int) -> Int {
    var element = element
    while parents[element] != element {
      parents[element] = parents[Int(parents[element])]
      element = Int(parents[element])
    }
    return element
  }

  /// Joins the sets of two elements.
  package mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (root(of: a), root(of: b))
    parents[max(a, b)] = UInt32(min(a, b))
  }
}
