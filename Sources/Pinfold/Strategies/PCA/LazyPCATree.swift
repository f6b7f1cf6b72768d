import Synchronization

/// Trees that are built on demand: first some nodes at the top, and the rest at once when a query needs it.
/// Results do not depend on how much has been built.
///
/// Frames of top nodes use it as their order of points. It stores the sums of these nodes; any other query,
/// such as for members, completes the trees.
final class LazyPCATree: Sendable {
  let count: Int
  let scale: WeightScale?

  private let state: Mutex<State>

  /// Read without the lock.
  private let whole = AtomicLazyReference<PCATree>()

  private enum State {
    case growing(PCATreeTop)
    case whole(PCATree)
  }

  init(_ top: sending PCATreeTop) {
    (count, scale) = (top.count, top.points.order.scale)
    state = Mutex(.growing(top))
  }

  private var tree: PCATree? { whole.load() }

  /// Returns the result of `body` for the top of the trees; nil once they are whole.
  ///
  /// - Parameter body: one caller's at a time.
  func whileGrowing<Result: Sendable, Failure: Error>(
    _ body: (PCATreeTop) throws(Failure) -> Result?
  ) throws(Failure) -> Result? {
    if tree != nil { return nil }
    return try state.withLock { (state) throws(Failure) in
      guard case .growing(let top) = state else { return nil }
      return try body(top)
    }
  }

  /// The whole trees. The first caller builds them, on as many threads as the index; others wait.
  ///
  /// - Throws: if the context stops the call; the next caller continues.
  func completed(_ context: RunContext) throws(ClusteringError) -> PCATree {
    if let tree { return tree }
    return try state.withLock { (state) throws(ClusteringError) in
      switch state {
      case .whole(let tree): return tree
      case .growing(let top):
        let tree = try PCATree(completing: top, context)
        state = .whole(tree)
        return whole.storeIfNil(tree)
      }
    }
  }

  /// The answer of the top if it has one, else that of the whole trees' order.
  private func known<Answer: Sendable>(
    _ fromTop: (PCATreeTop) -> Answer?, else fromOrder: (PointOrder) -> Answer
  ) -> Answer {
    if let answer = whileGrowing(fromTop) { return answer }
    do { return fromOrder(try completed(RunContext()).order) } catch {
      preconditionFailure("a call that cannot be stopped was stopped: \(error)")
    }
  }

  /// The memory of the trees built so far.
  var treeByteCount: Int { tree?.byteCount ?? byteCount }
}

extension LazyPCATree: PointOrderSource {
  var settled: PointOrder? { tree?.order }

  var byteCount: Int { known({ $0.byteCount }, else: { $0.byteCount }) }

  func index(at offset: Int) -> Int {
    known({ $0.index(at: offset) }, else: { $0.index(at: offset) })
  }

  func sums(of range: Range<Int>) -> PointSums {
    known({ $0.sums(of: range) }, else: { $0.sums(of: range) })
  }

  func isCoincident(_ range: Range<Int>) -> Bool? {
    known({ $0.isCoincident(range) }, else: { $0.isCoincident(range) ?? false })
  }
}
