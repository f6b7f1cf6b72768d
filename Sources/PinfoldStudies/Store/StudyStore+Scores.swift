import Pinfold
import PinfoldData
import PinfoldEvaluation

/// The settings of metrics besides the frames.
struct ScoreSettings: Sendable {
  var rerunFrames: Int
  var seeds: [UInt64]
}

extension StudyStore {
  /// The settings that metrics got as the study ran.
  func scoreSettings() throws(StudyError) -> ScoreSettings {
    try read { db in
      guard let rerunFrames = Int(try db.entry("rerun frames")), rerunFrames >= 0 else {
        throw StudyError.damaged(
          folder, reason: "table 'study', row with key 'rerun frames': not a number of frames")
      }
      return ScoreSettings(rerunFrames: rerunFrames, seeds: try StudyAxes(db).seeds)
    }
  }

  /// The size of markers with which the study ran.
  func markerStyle(_ db: SQLiteDatabase) throws -> MarkerStyle {
    let style = try db.entry("style").split(separator: " ").compactMap { Double($0) }
    guard style.count == 3, style[0] >= 0, style[1] >= style[0], style[1].isFinite, style[2] >= 2,
      let saturation = Int(exactly: style[2])
    else {
      throw StudyError.damaged(folder, reason: "table 'study', row with key 'style': not a marker style")
    }
    return MarkerStyle(smallest: style[0], largest: style[1], saturation: saturation)
  }

  /// The runs that did not fail and have no value of some measure in its version.
  func unscored(_ measures: [MeasureRecord]) throws(StudyError) -> [(id: Int, run: StudyRun)] {
    try read { db in
      var scored: [Int: Int] = [:]
      for measure in measures {
        let runs = try db.readRows(
          of: .score, where: "measure IN (SELECT id FROM measure WHERE label = ? AND version = ?)",
          [measure.label, measure.version]
        ) { try $0.count("run") }
        for run in Set(runs) { scored[run, default: 0] += 1 }
      }
      let axes = try StudyAxes(db)
      return try db.readRows(of: .run, where: "failure IS NULL") { try axes.run($0) }
        .filter { scored[$0.id] != measures.count }
    }
  }
}
