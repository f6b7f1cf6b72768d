/// The order of the points along an ``EditedDendrogram``, found from its root down.
///
/// - Complexity: O(*s*) for every question, where *s* is the number of siblings on the way down.
final class EditedOrder: PointOrderSource {
  private let dendrogram: EditedDendrogram
  private let points: PointSet

  /// - Parameter points: the edited ones.
  init(_ dendrogram: EditedDendrogram, of points: PointSet) {
    self.dendrogram = dendrogram
    self.points = points
  }

  var count: Int { dendrogram.root.sums.positions.count }
  var scale: WeightScale? { points.order.scale }

  /// That of the nodes that edits have formed is small beside the base's.
  var byteCount: Int { dendrogram.base.order.byteCount }

  func index(at offset: Int) -> Int {
    var index = 0
    forEachPiece(of: offset..<offset + 1, in: dendrogram.root, from: 0) { piece in
      switch piece {
      case .base(let range): index = self.index(ofBase: range.lowerBound)
      case .leaf(let spot, let range): index = points.stack(at: spot).lowerBound + range.lowerBound
      }
    }
    return index
  }

  /// The index of a point from its offset along the base's order.
  private func index(ofBase offset: Int) -> Int {
    let index = dendrogram.base.order.index(at: offset)
    return points.delta?.indices.index(ofBase: index) ?? index
  }

  func sums(of range: Range<Int>) -> PointSums {
    var sums = dendrogram.base.order.sums(of: 0..<0)
    add(range, of: dendrogram.root, from: 0, windings: 0, to: &sums)
    return sums
  }

  private func add(
    _ range: Range<Int>, of node: EditedDendrogram.Graft, from start: Int, windings: Int64,
    to sums: inout PointSums
  ) {
    let count = node.sums.positions.count
    if range.lowerBound <= start, start + count <= range.upperBound {
      return sums.add(node.sums, windings: windings)
    }
    if node.children.isEmpty {
      // Coincident points, whose sums lie in the world as the leaf's do.
      let part = range.clamped(to: start..<start + count)
      let stack = points.stack(at: node.spot).lowerBound
      let own = points.order.sums(of: stack + part.lowerBound - start..<stack + part.upperBound - start)
      return sums.add(own, windings: windings - own.windings)
    }
    var start = start
    for child in node.children {
      let end = start + dendrogram.count(of: child.branch)
      let part = range.clamped(to: start..<end)
      if !part.isEmpty {
        switch child.branch {
        case .graft(let graft):
          add(part, of: graft, from: start, windings: windings + child.windings, to: &sums)
        case .base(let node):
          let shift = dendrogram.base.nodes[node].range.lowerBound - start
          sums.add(
            dendrogram.base.order.sums(of: part.lowerBound + shift..<part.upperBound + shift),
            windings: windings + child.windings)
        }
      }
      if end >= range.upperBound { return }
      start = end
    }
  }

  func isCoincident(_ range: Range<Int>) -> Bool {
    var (pieces, isCoincident) = (0, true)
    let order = dendrogram.base.order
    forEachPiece(of: range, in: dendrogram.root, from: 0) { piece in
      pieces += 1
      if case .base(let range) = piece, let moves = order.moves {
        isCoincident = moves[range.lowerBound] == moves[range.upperBound - 1]
      }
    }
    return pieces == 1 && isCoincident
  }

  /// Points that follow each other.
  private enum Piece {
    /// A range of the base's order.
    case base(Range<Int>)

    /// Some of a leaf.
    case leaf(EditedDendrogram.Spot, Range<Int>)
  }

  private func forEachPiece(
    of range: Range<Int>, in node: EditedDendrogram.Graft, from start: Int, _ body: (Piece) -> Void
  ) {
    if node.children.isEmpty, !range.isEmpty {
      return body(.leaf(node.spot, range.lowerBound - start..<range.upperBound - start))
    }
    var start = start
    for child in node.children {
      let end = start + dendrogram.count(of: child.branch)
      let part = range.clamped(to: start..<end)
      if !part.isEmpty {
        switch child.branch {
        case .graft(let graft): forEachPiece(of: part, in: graft, from: start, body)
        case .base(let node):
          let shift = dendrogram.base.nodes[node].range.lowerBound - start
          body(.base(part.lowerBound + shift..<part.upperBound + shift))
        }
      }
      if end >= range.upperBound { return }
      start = end
    }
  }
}
