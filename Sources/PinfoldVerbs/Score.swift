package import Pinfold
package import PinfoldData
package import PinfoldDefinitions
package import PinfoldEvaluation
import PinfoldStudies

/// Judges frames by metrics: each, every two in a row, and all of them together.
package struct Score: Verb {
  /// The frames to judge.
  package enum Subject {
    case frames([Frame])

    /// A file of frames that any program wrote, of points, and the most megabytes that it may unpack to.
    case file(String, of: DatasetDefinition, maxUnpacked: Int)

    /// The frame of a request, which metrics may make again.
    case asked(FrameRequest)
  }

  package var subject: Subject
  package var options: ScoreDefinition

  package init(_ subject: Subject, _ options: ScoreDefinition) {
    (self.subject, self.options) = (subject, options)
  }

  package func answer(_ context: VerbContext) throws -> ScoreAnswer {
    let judged = try subject.judged(by: options.metrics, seed: options.seed, context)
    let scores = try SequenceScores(options.metrics.map(\.metric), of: judged)
    for (place, frame) in judged.frames.enumerated() {
      let counts = judged.declared.isEmpty ? nil : judged.declared[place].counts
      if !Conservation(of: frame, counts: counts).passes {
        context.note("frame \(place + 1) loses, repeats or miscounts points: it does not pass conservation")
      }
    }
    return ScoreAnswer(scores, of: judged)
  }
}

extension Score.Subject {
  /// Measures the frames by one metric.
  package func measured(
    by metric: MetricDefinition, seed: UInt64 = 1, _ context: VerbContext
  ) throws -> [MetricResult] {
    try metric.metric.evaluate(try judged(by: [metric], seed: seed, context))
  }

  fileprivate func judged(
    by metrics: [MetricDefinition], seed: UInt64, _ context: VerbContext
  ) throws -> MetricSubject {
    switch self {
    case .frames(let frames): return MetricSubject(frames, seed: seed, context: context.run)
    case .file(let path, let dataset, let maxUnpacked):
      let data = try context.load(dataset.reading(metrics.flatMap(\.columns)))
      try context.reserve(file: path)
      let frames = try FrameReader.read(
        path: path, points: data.points, maxUnpacked: maxUnpacked, context: context.run)
      var judged = MetricSubject(frames.map(\.frame), seed: seed, context: context.run)
      judged.declared = frames.map { DeclaredMarkers(counts: $0.counts, radii: $0.radii) }
      return judged
    case .asked(var request):
      let columns = request.strategies.flatMap(\.columns) + metrics.flatMap(\.columns)
      request.dataset = request.dataset.reading(columns)
      // Metrics need every point in view.
      request.clip = .members
      return try request.forEachMap(context) { named, view, _ in
        let frame = try named.map.frame(for: view, context: context.run)
        return MetricSubject([frame], clusterer: named.map.clusterer, seed: seed, context: context.run)
      }[0]
    }
  }
}

/// The scores of frames, as a table, CSV, JSON and rows of a script.
package struct ScoreAnswer: TableText {
  private let scores: SequenceScores
  private let subject: MetricSubject

  fileprivate init(_ scores: SequenceScores, of subject: MetricSubject) {
    self.scores = scores
    self.subject = subject
  }

  package var failures: [String] { scores.messages }

  /// A row of values by their full names for each frame and each pair, and one for all frames. A missing
  /// value has its reason under its name with `.reason` behind it.
  package var script: ScriptForm {
    func row(_ results: [MetricResult]) -> Node {
      let members = results.flatMap {
        [($0.label, $0.value.number?.node), ("\($0.label).reason", ($0.value.reason?.code)?.node)]
      }
      return Node(.table(members.compactMap { name, value in value.map { (name, $0) } }))
    }
    return ScriptForm([
      "frames": scores.frames.map(row), "pairs": scores.pairs.map(row), "sequence": row(scores.sequence),
      "messages": scores.messages,
    ])
  }

  /// A row for each metric: the first measure; of several frames the median and the worst.
  package var table: String {
    let points = subject.frames.first?.points.count ?? 0
    var text = "\(counted(subject.frames.count, "frame")) of \(counted(points, "point"))\n"
    for (title, rows) in [
      ("frames", scores.frames), ("frame pairs", scores.pairs), ("all frames", [scores.sequence]),
    ] {
      let columns = Self.columns(of: rows)
      guard !columns.isEmpty else { continue }
      var table = TextTable(header: rows.count > 1 ? ["metric", "median", "worst"] : ["metric", "value"])
      for column in columns {
        let summary = MeasureSummary(column)
        let cells = rows.count > 1 ? [summary.median, summary.worst] : [column[0].value]
        table.row([summary.label] + cells.map(Self.cell))
      }
      text += "\n\(title)\n\(table.text)"
    }
    return text
  }

  private static func cell(_ value: MeasuredValue) -> String {
    guard let reason = value.reason else { return short(value.number) }
    return reason == .descriptive ? "-" : reason.code
  }

  /// The leading measure of each metric over all rows; rows without the metric are skipped.
  private static func columns(of rows: [[MetricResult]]) -> [[MetricResult]] {
    let leading = (rows.first ?? []).filter { measurement in
      rows[0].first { $0.metric == measurement.metric }?.label == measurement.label
    }
    return leading.map { first in rows.compactMap { row in row.first { $0.label == first.label } } }
  }

  /// A row for each value: its scope, its frames, from 1, the measure, and the value or why there is none.
  package var csv: [UInt8] {
    let frames = scores.frames.enumerated().map { (MetricScope.frame, "\($0 + 1)", $1) }
    let pairs = scores.pairs.enumerated().map { (MetricScope.pair, "\($0 + 1)-\($0 + 2)", $1) }
    let rows = (frames + pairs + [(.sequence, "", scores.sequence)]).flatMap { scope, frame, row in
      row.map { (scope: scope.rawValue, frame: frame, result: $0) }
    }
    return CSVWriter.document(
      rows,
      [
        RowColumn("scope", \.scope), RowColumn("frame", \.frame), RowColumn("measure", \.result.label),
        RowColumn("value", \.result.value.number), RowColumn("undefined") { $0.result.value.reason?.code },
      ])
  }

  package func write(to json: inout JSONWriter) {
    json.member("points", subject.frames.first?.points.count ?? 0)
    json.member("frames", objects: zip(subject.frames, scores.frames)) { frame, json in
      json.member("clusters", frame.0.count)
      json.key("viewport")
      FrameWriter(frame.0).writeViewport(to: &json)
      json.member("measures", frame.1)
    }
    json.member("pairs", objects: scores.pairs) { $1.member("measures", $0) }
    json.object("sequence") { $0.member("measures", scores.sequence) }
    json.member("messages", scores.messages)
  }
}

extension JSONWriter {
  /// Writes values by their full names; a missing value is null, followed by the reason.
  fileprivate mutating func member(_ name: String, _ row: [MetricResult]) {
    object(name) { json in
      for measurement in row { json.member(measurement.label, measurement.value.number) }
    }
    object("undefined") { json in
      for measurement in row {
        if let reason = measurement.value.reason { json.member(measurement.label, reason.code) }
      }
    }
  }
}
