import Dispatch
import Synchronization

/// A live map that is served in the background, until it is closed or deallocated.
package final class LiveMap: Sendable {
  package let subject: LiveSubject
  package let address: String
  private let task: Task<Void, Never>
  private let end: Outcome<Void>

  /// Starts the server. The calling thread blocks until the server listens, so it must not be a thread of the
  /// cooperative pool.
  ///
  /// - Parameters:
  ///   - host: the address to listen on; nil for this machine alone, by both of its own addresses.
  ///   - port: the port; 0 for any free one.
  ///   - tileOrigins: further origins whose pages may load tiles.
  /// - Throws: ``LiveServerError``.
  package init(
    _ subject: LiveSubject, host: LiveHost? = nil, port: UInt16 = 0, token: AccessToken = AccessToken(),
    tileOrigins: [String] = []
  ) throws {
    self.subject = subject
    let start = Outcome<String>()
    let end = Outcome<Void>()
    self.end = end
    task = Task.detached {
      do {
        try await LiveServer(subject, token: token).run(host: host, port: port, tileOrigins: tileOrigins) {
          start.set(.success($0))
        }
        end.set(.success(()))
      } catch {
        start.set(.failure(error))
        end.set(.failure(error))
      }
    }
    address = try start.wait()
  }

  deinit { task.cancel() }

  package func close() { task.cancel() }

  /// Selects points on every page. The calling thread waits, and so may be none of those that run tasks.
  ///
  /// - Parameter points: ascending canonical indices, each less than the number of points.
  package func select(_ points: [Int]) {
    let end = Outcome<Void>()
    Task {
      await subject.select(points)
      end.set(.success(()))
    }
    try? end.wait()
  }

  /// Waits until the server ends.
  ///
  /// - Throws: what ended it.
  package func wait() throws { try end.wait() }
}

/// A result that is set once, and for which threads wait.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ value: Result<Value, any Error>) {
    let isFirst = result.withLock { result in
      defer { if result == nil { result = value } }
      return result == nil
    }
    if isFirst { isSet.signal() }
  }

  func wait() throws -> Value {
    while true {
      if let result = result.withLock({ $0 }) { return try result.get() }
      isSet.wait()
      isSet.signal()
    }
  }
}
