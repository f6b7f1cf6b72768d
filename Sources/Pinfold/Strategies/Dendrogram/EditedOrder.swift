/// The order of the points along an ``EditedDendrogram``, found from its root down.
///
/// - Complexity: O(*d* log *s*) for every question, where *d* is the depth and *s* the number of siblings.
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
    forEachPiece(of: offset..<offset + 1, in: dendrogram.root, from: 0) { piece, _ in
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
    forEachChild(of: node, from: start, in: range) { child, start, part in
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
  }

  func isCoincident(_ range: Range<Int>) -> Bool {
    // A stack is within one piece.
    var isCoincident = false
    let (order, first) = (dendrogram.base.order, range.lowerBound)
    forEachPiece(of: first..<first + 1, in: dendrogram.root, from: 0) { piece, rest in
      guard range.upperBound <= rest else { return }
      isCoincident = true
      if case .base(let piece) = piece {
        isCoincident = order.isCoincident(piece.lowerBound..<piece.lowerBound + range.count) ?? true
      }
    }
    return isCoincident
  }

  /// Points that follow each other.
  private enum Piece {
    /// A range of the base's order.
    case base(Range<Int>)

    /// Some of a leaf.
    case leaf(EditedDendrogram.Spot, Range<Int>)
  }

  /// Calls `body` with each piece of a range, and with the offset at which the node that it is of ends.
  private func forEachPiece(
    of range: Range<Int>, in node: EditedDendrogram.Graft, from start: Int, _ body: (Piece, Int) -> Void
  ) {
    if node.children.isEmpty, !range.isEmpty {
      return body(
        .leaf(node.spot, range.lowerBound - start..<range.upperBound - start),
        start + node.sums.positions.count)
    }
    forEachChild(of: node, from: start, in: range) { child, start, part in
      switch child.branch {
      case .graft(let graft): forEachPiece(of: part, in: graft, from: start, body)
      case .base(let node):
        let own = dendrogram.base.nodes[node].range
        let shift = own.lowerBound - start
        body(.base(part.lowerBound + shift..<part.upperBound + shift), own.upperBound - shift)
      }
    }
  }

  /// Calls `body` with the children that hold some of a range, where they start, and what they hold of it.
  private func forEachChild(
    of node: EditedDendrogram.Graft, from start: Int, in range: Range<Int>,
    _ body: (EditedDendrogram.Child, Int, Range<Int>) -> Void
  ) {
    var number = node.child(holding: range.lowerBound - start)
    while number < node.children.count {
      let first = start + node.start(ofChild: number)
      if first >= range.upperBound { return }
      let end = start + node.start(ofChild: number + 1)
      body(node.children[number], first, range.clamped(to: first..<end))
      number += 1
    }
  }
}
