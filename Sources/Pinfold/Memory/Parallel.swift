import Synchronization

#if canImport(Dispatch) && !hasFeature(Embedded)
  import Dispatch
#endif

/// Work shared among threads. Every use splits its work in a way that does not depend on the number of
/// threads, or combines parts by operations that are exact in any order; so threads never change a result.
package enum Parallel {
  /// The number of rows between two checks for cancellation.
  static let stretch = 1 << 18

  /// Whether there is one thread alone.
  static var isSingle: Bool {
    #if hasFeature(Embedded)
      true
    #else
      false
    #endif
  }

  /// Calls `body` once for each part 0..<`parts`, on up to `threads` threads at a time.
  ///
  /// - Parameter body: must access only what belongs to its part.
  package static func forEach(parts: Int, threads: Int, _ body: @Sendable (Int) -> Void) {
    #if canImport(Dispatch) && !hasFeature(Embedded)
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

  /// Calls `body` for ranges that together are 0..<`count`, on some lanes at a time; each lane takes the next
  /// range when it has finished one.
  ///
  /// - Parameter body: receives the lane, of which no two calls run at a time; results must not depend on
  ///   which lane has which range.
  /// - Throws: if the context says that the call should stop.
  static func deal(
    _ count: Int, to lanes: Int, _ context: RunContext, _ body: @Sendable (_ lane: Int, Range<Int>) -> Void
  ) throws(ClusteringError) {
    let size = max(1, min(1 << 8, count / (lanes * 16)))
    if isSingle || lanes == 1 {
      for start in stride(from: 0, to: count, by: size) {
        try context.check()
        body(0, start..<min(start + size, count))
      }
      return
    }
    let next = Atomic(0)
    _ = try map(Array(0..<min(lanes, max(1, count))), context) { (lane) throws(ClusteringError) in
      while true {
        let start = next.wrappingAdd(size, ordering: .relaxed).oldValue
        if start >= count { break }
        try context.check()
        body(lane, start..<min(start + size, count))
      }
    }
  }

  /// Returns the result of `transform` for each item, in their order, on the context's threads.
  ///
  /// - Throws: what `transform` throws for the first item for which it does.
  package static func map<Item: Sendable, Output: Sendable>(
    _ items: [Item], _ context: RunContext,
    _ transform: @Sendable (Item) throws(ClusteringError) -> Output
  ) throws(ClusteringError) -> [Output] {
    try map(items, threads: context.threads, transform)
  }

  /// Returns the result of `transform` for each item, in their order, on some threads.
  ///
  /// - Throws: what `transform` throws for the first item for which it does.
  package static func map<Item: Sendable, Output: Sendable, Failure: Error>(
    _ items: [Item], threads: Int, _ transform: @Sendable (Item) throws(Failure) -> Output
  ) throws(Failure) -> [Output] {
    var outputs: [Output] = []
    outputs.reserveCapacity(items.count)
    if isSingle || threads == 1 || items.count < 2 {
      for item in items { outputs.append(try transform(item)) }
      return outputs
    }
    let results = Lanes<Result<Output, Failure>?>(items.count) { nil }
    forEach(parts: items.count, threads: threads) { part in
      results[part] = Result { () throws(Failure) in try transform(items[part]) }
    }
    for part in items.indices { if let result = results[part] { outputs.append(try result.get()) } }
    return outputs
  }
}

// MARK: Columns

// Bodies receive ranges of rows; a call per row costs more than the row, and defeats prefetching.
extension Parallel {
  /// Calls `body` for ranges that together are some rows, on some threads at a time; on one for a few.
  package static func share(_ rows: Range<Int>, threads: Int, _ body: @Sendable (Range<Int>) -> Void) {
    let shares = shares(of: rows, threads: threads)
    forEach(parts: shares.count, threads: threads) { body(shares[$0]) }
  }

  /// The number of parts of a quick step: 1 for a few rows, as waking a thread takes longer.
  static func parts(of count: Int, threads: Int) -> Int {
    !isSingle && count > 1 << 14 ? threads : 1
  }

  /// Ranges that together are some rows, one for each thread, but a single one for a few rows.
  package static func shares(of rows: Range<Int>, threads: Int) -> [Range<Int>] {
    let (start, size, parts) = (rows.lowerBound, rows.count, parts(of: rows.count, threads: threads))
    return (0..<parts).map { start + size * $0 / parts..<start + size * ($0 + 1) / parts }
  }

  /// Calls `body` for ranges of the rows 0..<`count` in the same way.
  ///
  /// - Parameter check: called every ``stretch`` rows; what it throws ends the work.
  static func share<Stop: Error>(
    _ count: Int, threads: Int, _ check: () throws(Stop) -> Void, _ body: @Sendable (Range<Int>) -> Void
  ) throws(Stop) {
    for first in stride(from: 0, to: count, by: stretch) {
      try check()
      share(first..<min(first + stretch, count), threads: threads, body)
    }
  }

  /// Two columns that are written at once.
  ///
  /// - Parameters:
  ///   - check: called every ``stretch`` rows; what it throws ends the work.
  ///   - body: writes some rows of both columns.
  static func columns<First: BitwiseCopyable, Second: BitwiseCopyable, Stop: Error>(
    count: Int, threads: Int, _ check: () throws(Stop) -> Void,
    _ body: @Sendable (Column<First>, Column<Second>, Range<Int>) -> Void
  ) throws(Stop) -> ([First], [Second]) {
    var others: [Second] = []
    let column = try [First](count: count) { (first) throws(Stop) in
      others = try [Second](count: count) { (second) throws(Stop) in
        try share(count, threads: threads, check) { body(first, second, $0) }
      }
    }
    return (column, others)
  }
}
