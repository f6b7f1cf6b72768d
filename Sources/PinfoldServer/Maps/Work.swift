import Dispatch

/// Long work, on threads of its own: the tasks that serve sockets share a few threads, and would wait for it.
enum Work {
  private static let queue = DispatchQueue(label: "pinfold.live", attributes: .concurrent)

  /// Does work off the tasks' threads.
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }
}
