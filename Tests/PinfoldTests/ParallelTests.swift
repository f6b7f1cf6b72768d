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

  // Around where threads begin to share, and where the next stretch begins.
  @Test(
    "rows are shared out once each, in columns that are written alone or at once",
    arguments: [0, 1, 1 << 14, 1 << 14 + 1, 1 << 18 + 3], [1, 2, 5])
  func rows(count: Int, threads: Int) {
    let shares = Parallel.shares(of: 7..<7 + count, threads: threads)
    #expect(shares.count == (count > 1 << 14 ? threads : 1))
    #expect(shares.flatMap { $0 } == Array(7..<7 + count))
    var checks = 0
    let (numbers, squares): ([UInt32], [Int]) = Parallel.columns(
      count: count, threads: threads, { checks += 1 },
      { numbers, squares, rows in
        for row in rows { (numbers[row], squares[row]) = (UInt32(row), row * row) }
      })
    #expect(numbers == (0..<UInt32(count)).map { $0 } && squares == (0..<count).map { $0 * $0 })
    #expect(checks == (count + Parallel.stretch - 1) / Parallel.stretch)
    let texts = [String](count: count, threads: threads) { texts, rows in
      for row in rows { texts.set(row, to: "the text of row \(row)") }
    }
    #expect(texts.indices.allSatisfy { texts[$0] == "the text of row \($0)" } && texts.count == count)
  }

  @Test("who stops between two stretches of a column stops the work")
  func stop() {
    struct Stop: Error {}
    var checks = 0
    #expect(throws: Stop.self) {
      try [Int](
        count: 3 * Parallel.stretch, threads: 2,
        { () throws(Stop) in
          checks += 1
          if checks == 2 { throw Stop() }
        }, { column, rows in for row in rows { column[row] = row } })
    }
    #expect(checks == 2)
  }
}
