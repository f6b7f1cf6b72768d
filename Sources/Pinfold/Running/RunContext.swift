import Synchronization

/// The conditions of a long call: when it stops, and on how many threads it runs.
///
/// Threads never change a result.
public struct RunContext: Sendable {
  /// Asks the call to stop; nil where nobody can.
  public var cancellation: Cancellation?

  /// The moment after which the call gives up; nil for none.
  public var deadline: ContinuousClock.Instant? {
    get { end.map { Self.start + $0 } }
    set { end = newValue.map { Self.start.duration(to: $0) } }
  }

  // A duration is copied as it is; to copy an instant calls its library, several times in each query.
  private var end: Duration?

  /// Where deadlines are counted from.
  private static let start = ContinuousClock.now

  /// The number of threads that the call may use, 1 or more.
  public var threads: Int

  /// Creates a context; the default runs to the end on one thread.
  public init(cancellation: Cancellation? = nil, deadline: ContinuousClock.Instant? = nil, threads: Int = 1) {
    precondition(threads >= 1)
    self.cancellation = cancellation
    self.threads = threads
    if deadline != nil { self.deadline = deadline }
  }

  /// The number of threads that share some items: one for a few, as waking another takes longer.
  func lanes(for items: Int) -> Int { items > 1 << 12 ? threads : 1 }

  /// Throws where the call should stop. Cheap enough for every few thousand steps of a loop.
  public func check() throws(ClusteringError) {
    if let cancellation, cancellation.isCancelled { throw .cancelled }
    if end != nil, isLate { throw .deadlineExceeded }
  }

  @inline(never)
  private var isLate: Bool { deadline.map { ContinuousClock.now > $0 } ?? false }
}

/// A switch that stops running calls; safe to flip from any thread.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  private let looksLeft: Atomic<Int>
  private let handlers = Mutex<(next: Int, byKey: [Int: @Sendable () -> Void])>((0, [:]))

  /// Creates a switch that is off.
  public init() { looksLeft = Atomic(.max) }

  /// Creates a switch that flips by itself when it is looked at for the *n*th time, so that a test can stop a
  /// call at any of its steps.
  package init(atLook look: Int) { looksLeft = Atomic(look) }

  /// Asks every call that watches this switch to stop.
  public func cancel() {
    flag.store(true, ordering: .sequentiallyConsistent)
    for handler in handlers.withLock({ Array($0.byKey.values) }) { handler() }
  }

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool {
    if flag.load(ordering: .relaxed) { return true }
    guard looksLeft.load(ordering: .relaxed) < .max else { return false }
    guard looksLeft.wrappingSubtract(1, ordering: .relaxed).newValue <= 0 else { return false }
    cancel()
    return true
  }

  /// Runs `body`, and `handler` as soon as somebody cancels meanwhile: for work that cannot ask
  /// ``RunContext/check()`` by itself.
  ///
  /// - Parameter handler: called on the thread that cancels, at once if the switch is flipped already.
  public func handling<Result, Failure: Error>(
    _ handler: @escaping @Sendable () -> Void, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let key = handlers.withLock { handlers in
      handlers.next += 1
      handlers.byKey[handlers.next] = handler
      return handlers.next
    }
    defer { handlers.withLock { _ = $0.byKey.removeValue(forKey: key) } }
    // A cancel between the check and the registration would otherwise be missed.
    if flag.load(ordering: .sequentiallyConsistent) { handler() }
    return try body()
  }
}
