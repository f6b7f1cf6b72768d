import Pinfold

extension Array where Element: BitwiseCopyable & Sendable {
  /// What a function makes of the rows of all parts, one part after the other, on some threads.
  init<Row: Sendable>(joining parts: [[Row]], threads: Int, _ value: @Sendable (Row) -> Element) {
    let starts = parts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    self.init(count: starts[parts.count]) { column in
      // Each part has rows of its own.
      nonisolated(unsafe) let column = column
      Parallel.forEach(parts: parts.count, threads: threads) { part in
        let start = column + starts[part]
        for (index, row) in parts[part].enumerated() { start[index] = value(row) }
      }
    }
  }
}
