import Synchronization

/// The conditions of a long call: cancellation, a deadline, and the number of threads, which never changes a
/// result.
public struct RunContext: Sendable {
  /// The flag that cancels the call; nil for none.
  public var cancellation: Cancellation?

  /// The time at which the call is aborted; nil for none.
  public var deadline: ContinuousClock.Instant? {
    get { end.map { Self.start + $0 } }
    set { end = newValue.map { Self.start.duration(to: $0) } }
  }

  // A `Duration` is trivial to copy; copying an instant calls its library, several times per query.
  private var end: Duration?

  private static let start = ContinuousClock.now

  /// The processor time of the calling thread at which the call is aborted; nil for none.
  private var processorEnd: Double?

  /// The context with a limit of the processor time that the calling thread may use from now on.
  package func limitingProcessorTime(to seconds: Double) -> RunContext {
    var context = self
    context.processorEnd = min(processorEnd ?? .infinity, ThreadClock.seconds + seconds)
    return context
  }

  /// The processor time that is left, in seconds; nil without a limit.
  package var processorSecondsLeft: Double? { processorEnd.map { $0 - ThreadClock.seconds } }

  /// The number of threads that the call may use, 1 or more.
  public var threads: Int

  /// Creates a context; by default without limits, on one thread.
  public init(cancellation: Cancellation? = nil, deadline: ContinuousClock.Instant? = nil, threads: Int = 1) {
    precondition(threads >= 1)
    self.cancellation = cancellation
    self.threads = threads
    if deadline != nil { self.deadline = deadline }
  }

  /// The number of threads for some items: one for a few, as starting others takes longer.
  func lanes(for items: Int) -> Int { items > 1 << 12 ? threads : 1 }

  /// Throws if the call should stop. Cheap enough to call every few thousand iterations.
  public func check() throws(ClusteringError) {
    if let cancellation, cancellation.isCancelled { throw .cancelled }
    if limitsTime, isLate { throw .deadlineExceeded }
  }

  /// Whether the call may be aborted for the time that it takes.
  package var limitsTime: Bool { end != nil || processorEnd != nil }

  /// Whether the deadline has passed, or the processor time is used up.
  @inline(never)
  package var isLate: Bool {
    deadline.map { ContinuousClock.now > $0 } ?? false || processorSecondsLeft.map { $0 <= 0 } ?? false
  }
}

/// A flag that stops running calls; it can be set from any thread.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  private let looksLeft: Atomic<Int>
  #if !hasFeature(Embedded)
    private let handlers = Mutex<(next: Int, byKey: [Int: @Sendable () -> Void])>((0, [:]))
  #endif

  /// Creates a flag that is not set.
  public init() { looksLeft = Atomic(.max) }

  /// Creates a flag that sets itself when it is checked the *n*th time, so that tests can stop a call at each
  /// step.
  package init(atLook look: Int) { looksLeft = Atomic(look) }

  /// Stops every call that checks this flag.
  public func cancel() {
    flag.store(true, ordering: .sequentiallyConsistent)
    #if !hasFeature(Embedded)
      for handler in handlers.withLock({ Array($0.byKey.values) }) { handler() }
    #endif
  }

  /// Whether the flag is set.
  public var isCancelled: Bool {
    if flag.load(ordering: .relaxed) { return true }
    guard looksLeft.load(ordering: .relaxed) < .max else { return false }
    guard looksLeft.wrappingSubtract(1, ordering: .relaxed).newValue <= 0 else { return false }
    cancel()
    return true
  }

  #if !hasFeature(Embedded)
    /// Runs `body`, and `handler` once the flag is set meanwhile; for work that cannot call
    /// ``RunContext/check()``.
    ///
    /// - Parameter handler: called on the cancelling thread, immediately if the flag is already set.
    public func handling<Result, Failure: Error>(
      _ handler: @escaping @Sendable () -> Void, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let key = handlers.withLock { handlers in
        handlers.next += 1
        handlers.byKey[handlers.next] = handler
        return handlers.next
      }
      defer { handlers.withLock { _ = $0.byKey.removeValue(forKey: key) } }
      // A cancellation before the registration did not call the handler.
      if flag.load(ordering: .sequentiallyConsistent) { handler() }
      return try body()
    }
  #endif
}
