#if canImport(Dispatch)
  import Dispatch
#endif

/// Work shared among threads. Every use splits its work in a way that does not depend on the number of threads, or
/// joins parts by operations that are exact in any order; so threads never change a result.
enum Parallel {
  /// Calls `body` once for each part 0..<`parts`, on up to `threads` threads at a time.
  ///
  /// - Parameter body: must touch only what belongs to its part.
  static func forEach(parts: Int, threads: Int, _ body: @Sendable (Int) -> Void) {
    #if canImport(Dispatch)
      if threads > 1, parts > 1 {
        let lanes = min(threads, parts)
        DispatchQueue.concurrentPerform(iterations: lanes) { lane in
          var part = lane
          while part < parts {
            body(part)
            part += lanes
          }
        }
        return
      }
    #endif
    for part in 0..<parts { body(part) }
  }
}
