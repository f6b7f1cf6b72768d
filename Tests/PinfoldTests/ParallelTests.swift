import Synchronization
import Testing

@testable import Pinfold

@Suite struct ParallelTests {
  @Test("does each part once", arguments: [0, 1, 2, 7, 100], [1, 2, 5])
  func parts(parts: Int, threads: Int) {
    let done = Mutex([Int](repeating: 0, count: parts))
    Parallel.forEach(parts: parts, threads: threads) { part in done.withLock { $0[part] += 1 } }
    #expect(done.withLock { $0 } == [Int](repeating: 1, count: parts))
  }
}
