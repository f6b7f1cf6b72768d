import GRDB
import Pinfold
import PinfoldEvaluation

/// What metrics are told beside the frames.
struct ScoreSettings: Sendable {
  var style: MarkerStyle
  var rerunFrames: Int
  var seeds: [UInt64]
}

extension StudyStore {
  /// What metrics were told as the study ran.
  func scoreSettings() throws(StudyError) -> ScoreSettings {
    try read { db in
      let style = try db.entry("style").split(separator: " ").compactMap { Double($0) }
      guard style.count == 3, style[0] >= 0, style[1] >= style[0], style[2] >= 2 else {
        throw StudyError.damaged(folder, reason: "the marker style cannot be read")
      }
      return ScoreSettings(
        style: MarkerStyle(smallest: style[0], largest: style[1], saturation: Int(style[2])),
        rerunFrames: Int(try db.entry("rerun frames")) ?? 1,
        seeds: try Int64.fetchAll(db, sql: "SELECT value FROM seed ORDER BY id").map {
          UInt64(bitPattern: $0)
        })
    }
  }

  /// The cells that did not fail and have no value of some measure in its version.
  func unscored(_ measures: [StudiedMeasure]) throws(StudyError) -> [(id: Int, cell: StudyCell)] {
    try read { db in
      var scored: [Int: Int] = [:]
      for measure in measures {
        let cells = try Int.fetchAll(
          db,
          sql: """
            SELECT DISTINCT cell FROM score JOIN measure ON measure.id = score.measure
            WHERE label = ? AND version = ?
            """, arguments: [measure.label, measure.version])
        for cell in cells { scored[cell, default: 0] += 1 }
      }
      return try Row.fetchAll(db, sql: "SELECT * FROM cell WHERE failure IS NULL ORDER BY id")
        .filter { scored[$0["id"]] != measures.count }
        .map {
          (
            $0["id"],
            StudyCell(
              dataset: $0["dataset"], strategy: $0["strategy"], camera: $0["camera"], seed: $0["seed"])
          )
        }
    }
  }
}
