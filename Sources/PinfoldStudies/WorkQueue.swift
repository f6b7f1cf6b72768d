import Dispatch
import Pinfold
import Synchronization

/// Independent pieces of work on several threads, each thread taking the next piece when it is done with one.
enum WorkQueue {
  /// Returns the results of `body` for 0..<`count`, in that order whatever the number of threads.
  static func map<Output: Sendable>(
    count: Int, threads: Int, _ body: @Sendable (Int) -> Output
  ) -> [Output] {
    guard threads > 1, count > 1 else { return (0..<count).map(body) }
    let next = Atomic(0)
    let outputs = Mutex([Output?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
      while true {
        let piece = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard piece < count else { return }
        let output = body(piece)
        outputs.withLock { $0[piece] = output }
      }
    }
    return outputs.withLock { $0 }.compactMap { $0 }
  }

  /// Calls `body` for 0..<`count` until a call fails, and throws the first failure; an error that is neither
  /// a study's nor of clustering counts as a cancellation.
  static func run(
    count: Int, threads: Int, _ body: @Sendable (Int) throws -> Void
  ) throws(StudyError) {
    let failure = Mutex<StudyError?>(nil)
    _ = map(count: count, threads: threads) { piece in
      guard failure.withLock({ $0 == nil }) else { return }
      do {
        try body(piece)
      } catch {
        let error =
          error as? StudyError ?? StudyError.stopped(error as? ClusteringError ?? .cancelled)
        failure.withLock { $0 = $0 ?? error }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }
}

/// Counts steps of a study and reports them, one step at a time.
final class ProgressCounter: Sendable {
  private let done = Mutex(0)
  private let total: Int
  private let report: @Sendable (_ done: Int, _ total: Int) -> Void

  init(total: Int, report: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) {
    self.total = total
    self.report = report
  }

  /// Counts steps that are done or will not be.
  func advance(by steps: Int = 1) {
    guard steps > 0 else { return }
    done.withLock {
      $0 += steps
      report($0, total)
    }
  }
}
