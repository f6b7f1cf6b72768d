#if !hasFeature(Embedded)
  /// A total of items within a radius: a commutative sum without rounding, so that their order has no effect.
  package protocol RadiusTotal: BitwiseCopyable, Sendable {
    /// The total of no items.
    init()

    /// Adds the value of an item at an offset from the origin.
    mutating func add(_ value: Int64, east: Int64, south: Int64)

    /// Adds the total of other items about the same origin.
    mutating func add(_ other: Self)

    /// The total about another origin.
    func moved(east: Int64, south: Int64) -> Self

    /// Whether adding the total of other items changes this one.
    func changes(with other: Self) -> Bool
  }

  extension RadiusTotal {
    @inline(__always)
    package func moved(east: Int64, south: Int64) -> Self { self }

    @inline(__always)
    package func changes(with other: Self) -> Bool { true }
  }

  /// The sum of values, and that of each times the squared distance from the origin, modulo 2^128: it is
  /// right wherever it fits, though those about other origins may not.
  package struct SquareSum: RadiusTotal {
    package var sum: Int128 = 0
    package var squares: Int128 = 0
    var east: Int128 = 0
    var south: Int128 = 0

    package init() {}

    @inline(__always)
    package mutating func add(_ value: Int64, east: Int64, south: Int64) {
      let (value, east, south) = (Int128(value), Int128(east), Int128(south))
      sum &+= value
      self.east &+= value &* east
      self.south &+= value &* south
      squares &+= value &* (east &* east &+ south &* south)
    }

    @inline(__always)
    package mutating func add(_ other: SquareSum) {
      sum &+= other.sum
      east &+= other.east
      south &+= other.south
      squares &+= other.squares
    }

    @inline(__always)
    package func moved(east: Int64, south: Int64) -> SquareSum {
      let (x, y) = (Int128(east), Int128(south))
      var moved = self
      moved.squares &+= sum &* (x &* x &+ y &* y) &- 2 &* (x &* self.east &+ y &* self.south)
      moved.east &-= x &* sum
      moved.south &-= y &* sum
      return moved
    }
  }

  /// The two lowest values, all of which are different.
  package struct LowestTwo: RadiusTotal {
    package var first = Int64.max
    package var second = Int64.max

    package init() {}

    @inline(__always)
    package mutating func add(_ value: Int64, east: Int64, south: Int64) {
      second = min(second, max(first, value))
      first = min(first, value)
    }

    @inline(__always)
    package mutating func add(_ other: LowestTwo) {
      second = min(max(first, other.first), second, other.second)
      first = min(first, other.first)
    }

    @inline(__always)
    package func changes(with other: LowestTwo) -> Bool { other.first < second }
  }

  /// Computes the total of the items within a radius of every item of a tree.
  ///
  /// Nodes of the tree have totals of their own. Pairs of nodes are compared from the root down: the total of
  /// a node that lies within the radius of all items of another is added once for all of these, and one that
  /// lies beyond is dropped. Single items are compared where a circle cuts a leaf.
  ///
  /// Source: A. G. Gray and A. W. Moore, "N-body problems in statistical learning", NIPS 2000.
  ///
  /// Other modules call what is compiled here for each kind of total, several times as fast as generic code.
  package struct RadiusTotals<Total: RadiusTotal> {
    private let tree: KDTree
    private let limit: Double

    /// The values of the tree's entries, in their order.
    private let values: [Int64]

    /// The totals of the tree's nodes about the origin of the world.
    private let totals: [Total]

    /// A node beside the items that look for it, which are moved by `shift` where x repeats.
    private struct Candidate: BitwiseCopyable {
      let node: Int
      let shift: Double
    }

    /// Nodes that are still to be compared, and those that circles cut.
    private struct Candidates {
      var open: [Candidate] = []
      var cut: [Candidate] = []
    }

    /// An upper bound of the bytes per position.
    package static var bytesPerPosition: Int {
      MemoryLayout<Int64>.stride + MemoryLayout<Total>.stride / 4
    }

    /// Prepares to add up the values of the items of a tree of positions of the world, by their indices.
    ///
    /// - Complexity: O(*n*).
    private init(_ tree: KDTree, within radius: Double, _ value: (Int) -> Int64) {
      self.tree = tree
      limit = radius * radius
      let values = tree.entries.map { value(Int($0.item)) }
      // Children follow their parents.
      var totals = [Total](repeating: Total(), count: tree.nodes.count)
      for index in tree.nodes.indices.reversed() {
        let node = tree.nodes[index]
        if node.right == 0 {
          for offset in node.range {
            let entry = tree.entries[offset]
            totals[index].add(values[offset], east: Int64(entry.x), south: Int64(entry.y))
          }
        } else {
          totals[index] = totals[index + 1]
          totals[index].add(totals[Int(node.right)])
        }
      }
      (self.values, self.totals) = (values, totals)
    }

    /// Calls `body` with every item of a tree of positions of the world and the total of the values of the
    /// items within a radius of it, itself included, about itself.
    ///
    /// - Parameters:
    ///   - value: the value of an item.
    ///   - check: throws if the call should stop; called every few hundred items.
    /// - Complexity: O(*n* log *n* + *b*), where *b* is the number of items near the edges of all circles;
    ///   coincident items count once.
    @_semantics("optimize.no.crossmodule")
    @_specialize(where Total == SquareSum)
    @_specialize(where Total == LowestTwo)
    package static func forEach(
      of tree: KDTree, within radius: Double, value: (Int) -> Int64, check: () throws -> Void,
      _ body: (_ item: Int, Total) throws -> Void
    ) throws {
      guard !tree.nodes.isEmpty else { return }
      let period = tree.period ?? 0
      let roots = (period == 0 ? [0] : [0, period, -period]).map { Candidate(node: 0, shift: $0) }
      var scratch = Candidates()
      try RadiusTotals(tree, within: radius, value).visit(0, roots, Total(), &scratch, check, body)
    }

    /// Calls `body` with the items of a node.
    ///
    /// - Parameters:
    ///   - candidates: the nodes that circles around the items may cut.
    ///   - common: the total of the nodes that lie inside of all of these circles, about the world's origin.
    private func visit(
      _ index: Int, _ candidates: [Candidate], _ common: Total, _ scratch: inout Candidates,
      _ check: () throws -> Void, _ body: (_ item: Int, Total) throws -> Void
    ) throws {
      try check()
      let node = tree.nodes[index]
      var near = Candidates(open: candidates)
      var common = common
      divide(&near, around: node, to: node.extent, adding: &common, east: 0, south: 0)
      if node.right != 0 {
        try visit(index + 1, near.cut, common, &scratch, check, body)
        return try visit(Int(node.right), near.cut, common, &scratch, check, body)
      }
      var total = Total()
      for offset in node.range {
        let entry = tree.entries[offset]
        if offset == node.range.lowerBound || !node.isStack {
          scratch.open.append(contentsOf: near.cut)
          total = self.total(around: entry, of: node, common, &scratch)
        }
        try body(Int(entry.item), total)
      }
    }

    /// The total around an entry: that of nodes inside of its circle, and of others that it may cut.
    private func total(
      around center: KDTree.Entry, of leaf: KDTree.Node, _ common: Total, _ near: inout Candidates
    ) -> Total {
      let (east, south) = (Int64(center.x), Int64(center.y))
      var total = common.moved(east: east, south: south)
      var point = leaf
      (point.west, point.east, point.north, point.south) = (center.x, center.x, center.y, center.y)
      divide(&near, around: point, to: -1, adding: &total, east: east, south: south)
      while let leaf = near.cut.popLast() {
        let x = center.x + leaf.shift
        for offset in tree.nodes[leaf.node].range {
          let entry = tree.entries[offset]
          let (east, south) = (entry.x - x, entry.y - center.y)
          if tree.eastOffsets.contains(east), squared(east, south) <= limit {
            total.add(values[offset], east: Int64(east), south: Int64(south))
          }
        }
      }
      return total
    }

    /// Divides open nodes that are cut by circles around the items of another node, down to leaves or nodes
    /// of an extent; adds the totals of those inside of all circles, about an origin.
    @inline(__always)
    private func divide(
      _ near: inout Candidates, around query: KDTree.Node, to extent: Double, adding total: inout Total,
      east: Int64, south: Int64
    ) {
      let offsets = tree.eastOffsets
      while let candidate = near.open.popLast() {
        guard total.changes(with: totals[candidate.node]) else { continue }
        let (node, shift) = (tree.nodes[candidate.node], candidate.shift)
        let (least, most) = (node.west - query.east - shift, node.east - query.west - shift)
        let (highest, lowest) = (node.north - query.south, node.south - query.north)
        if most < offsets.lowerBound || least >= offsets.upperBound
          || squared(max(least, -most, 0), max(highest, -lowest, 0)) > limit
        {
          continue
        }
        if least >= offsets.lowerBound, most < offsets.upperBound,
          squared(max(-least, most), max(-highest, lowest)) <= limit
        {
          total.add(totals[candidate.node].moved(east: east + Int64(shift), south: south))
        } else if node.right == 0 || node.extent <= extent {
          near.cut.append(candidate)
        } else {
          near.open.append(Candidate(node: candidate.node + 1, shift: shift))
          near.open.append(Candidate(node: Int(node.right), shift: shift))
        }
      }
    }
  }
#endif
