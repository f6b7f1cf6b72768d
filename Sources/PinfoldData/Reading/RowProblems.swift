/// The unusable rows of a table, by reason, with the first few of each as examples.
struct RowProblems {
  private(set) var summaries: [UnusableRows] = []

  /// The first unusable row of all, with its line, or its number from 1 in formats without lines.
  private(set) var first: (reason: UnusableReason, line: Int, text: String)?

  init(table: Table, input: InputBytes) throws(DataError) {
    var counts = [Int](repeating: 0, count: UnusableReason.allCases.count)
    var examples: [(row: Int, reason: UnusableReason)] = []
    for row in 0..<table.count where table.problems[row] != 0 {
      guard let reason = UnusableReason(code: table.problems[row]) else { continue }
      counts[Int(reason.code) - 1] += 1
      if counts[Int(reason.code) - 1] <= Table.shownProblems { examples.append((row, reason)) }
    }
    summaries = UnusableReason.allCases.compactMap { reason in
      let count = counts[Int(reason.code) - 1]
      return count == 0 ? nil : UnusableRows(reason: reason, count: count, examples: [])
    }
    if examples.isEmpty { return }
    // In the order of rows, so that lines are counted once over the file.
    let buffer = try input.whole()
    let text = RowText(table: table, buffer: buffer)
    var line = 1
    var counted = 0
    for (row, reason) in examples {
      guard table.format.isText else {
        add(reason, row + 1, .init(line: nil, feature: table.features?[row], text: text.text(row, reason)))
        continue
      }
      let offset = table.offsets[row]
      if offset >= counted {
        line += buffer.lineEnds(in: counted..<offset)
        counted = offset
      }
      let example = UnusableRows.Example(
        line: line, feature: table.format == .delimited ? nil : table.features?[row],
        text: text.text(row, reason))
      add(reason, line, example)
    }
  }

  private mutating func add(_ reason: UnusableReason, _ line: Int, _ example: UnusableRows.Example) {
    if first == nil { first = (reason, line, example.text) }
    if let place = summaries.firstIndex(where: { $0.reason == reason }) {
      summaries[place].examples.append(example)
    }
  }
}
