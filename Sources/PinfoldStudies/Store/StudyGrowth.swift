import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

// A study grows as its plan gets more datasets, strategies, cameras or seeds. Ids count in the order of the
// plan, so that what is stored moves to the ids that the new plan gives it.
extension SQLiteDatabase {
  /// The changes of a plan besides additions to its axes, in words.
  func differences(from items: [(section: String, items: [String])]) throws -> [String] {
    let stored = try storedItems()
    var differences: [String] = []
    for (section, items) in items {
      let before = stored[section] ?? []
      let (gone, new) = (before.filter { !items.contains($0) }, items.filter { !before.contains($0) })
      let mayGrow = StudyDefinition.growing.contains(section)
      if mayGrow && gone.isEmpty { continue }
      differences += gone.map { "\(section): the study has \($0)" }
      differences += new.map { "\(section): the plan has \($0)" }
      if gone.isEmpty && new.isEmpty && before != items { differences.append("\(section): different order") }
    }
    return differences
  }

  /// Removes the stored plan, and moves runs and timings to their ids in a plan that contains it.
  ///
  /// - Parameter runs: the identities of the plan's runs, by id.
  func makeRoom(for items: [(section: String, items: [String])], runs: [Digest]) throws {
    // Rows refer to one another by ids that are free until all have moved.
    try execute("PRAGMA defer_foreign_keys = ON")
    let stored = try storedItems()
    var isTimedAnew = false
    for (section, items) in items where StudyDefinition.axes.contains(section) {
      let before = stored[section] ?? []
      var moves: [Int: Int] = [:]
      for (old, item) in before.enumerated() { moves[old] = items.firstIndex(of: item) ?? old }
      // "datasets" are the column "dataset".
      let column = section == "strategies" ? "strategy" : String(section.dropLast())
      try move(column, of: ["run"], by: moves)
      if section == "datasets" {
        try move(column, of: ["timing", "sample"], by: moves)
      } else if before != items {
        isTimedAnew = true
      }
    }
    // Strategies are timed in turns, over the views of all cameras: those that were timed with others are not
    // comparable with new ones.
    if isTimedAnew { try execute("DELETE FROM sample; DELETE FROM timing") }
    let ids = Dictionary(runs.enumerated().map { ($1, $0) }) { first, _ in first }
    var moves: [Int: Int] = [:]
    _ = try readRows(of: .run) { row in
      guard let id = ids[try row.digest("sha256")] else {
        throw row.error("sha256", "identifies no run of the plan")
      }
      moves[try row.count("id")] = id
    }
    try move("run", of: ["frame", "score", "message"], by: moves)
    try move("id", of: ["run"], by: moves)
    for table in ["plan", "unusable", "strategy_parameter", "dataset", "strategy", "camera", "seed"] {
      try execute("DELETE FROM \(table)")
    }
  }

  /// The texts of the stored plan, by section.
  private func storedItems() throws -> [String: [String]] {
    let rows = try readRows(of: .plan) { (section: try $0.text("section"), item: try $0.text("item")) }
    return Dictionary(grouping: rows, by: \.section).mapValues { $0.map(\.item) }
  }

  /// Changes numbers in a column. As they may be a key, they are negative until all have changed.
  private func move(_ column: String, of tables: [String], by moves: [Int: Int]) throws {
    let moves = moves.filter { $0.key != $0.value }
    guard !moves.isEmpty else { return }
    for table in tables {
      for (old, new) in moves {
        try execute("UPDATE \(table) SET \(column) = ? WHERE \(column) = ?", [-1 - new, old])
      }
      try execute("UPDATE \(table) SET \(column) = -1 - \(column) WHERE \(column) < 0")
    }
  }
}
