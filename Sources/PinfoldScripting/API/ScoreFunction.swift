import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// `score(dataset, frames, { metrics = … })`: measures frames, every pair of consecutive ones, and all of
/// them together.
///
/// Frames are a list of them, or the path of a file that any program wrote; see ``PinfoldData/FrameReader``.
enum ScoreFunction {
  static func open(in state: LuaState, scope: ScriptScope) {
    state.define("score") { (call: LuaCall, dataset: DatasetObject, frames: LuaValue, options: LuaTable?) in
      let score = try ScoreDefinition(options, of: "score", registry: scope.registry)
      var subject = try subject(frames, of: dataset, call, scope)
      subject.seed = score.seed
      subject.context = scope.context
      return SequenceTable(scores: try SequenceScores(score.metrics.map(\.metric), of: subject))
    }
  }

  private static func subject(
    _ frames: LuaValue, of dataset: DatasetObject, _ call: LuaCall, _ scope: ScriptScope
  ) throws -> MetricSubject {
    if let path = frames.string {
      try scope.checkReading(path)
      try call.reserve(file: path)
      let declared = try call.unpacking(atMost: ReadOptions.defaultMaxUnpacked) { megabytes in
        try FrameReader.read(
          path: path, points: dataset.points, maxUnpacked: megabytes, context: scope.context)
      }
      var subject = MetricSubject(declared.map(\.frame))
      subject.declared = declared.map { DeclaredMarkers(counts: $0.counts, radii: $0.radii) }
      return subject
    }
    guard let list = try frames.frames else {
      throw LuaArgumentError(2, "list of frames, or path of a file expected, got \(frames.typeName)")
    }
    return MetricSubject(list)
  }
}

extension LuaValue {
  /// The frames of a list; nil for anything else.
  var frames: [Frame]? {
    get throws {
      guard let table else { return nil }
      let values = try table.elements(as: LuaValue.self)
      let frames = values.compactMap { $0.object(as: FrameObject.self)?.frame }
      return frames.count == values.count && !frames.isEmpty ? frames : nil
    }
  }
}

/// Scores as tables: a row of values by their full names for each frame and each pair, and one for all
/// frames.
private struct SequenceTable: LuaPushable {
  let scores: SequenceScores

  func push(to call: LuaCall) {
    let table = call.makeTable()
    try? table.set("frames", rows(scores.frames))
    try? table.set("pairs", rows(scores.pairs))
    try? table.set("sequence", row(scores.sequence))
    try? table.set("messages", scores.messages)
    table.push(to: call)
  }

  private func rows(_ rows: [[MetricResult]]) -> [[String: LuaValue]] { rows.map(row) }

  /// A row of values by name; a missing value has its reason under the name with ".reason" appended.
  private func row(_ measurements: [MetricResult]) -> [String: LuaValue] {
    var row: [String: LuaValue] = [:]
    for measurement in measurements {
      if let number = measurement.value.number { row[measurement.label] = .number(number) }
      if let reason = measurement.value.reason { row["\(measurement.label).reason"] = .string(reason.code) }
    }
    return row
  }
}
