import Pinfold
import PinfoldData
import PinfoldEvaluation
import PinfoldStudies

/// The scores of frames as a table, CSV or JSON.
struct ScoreText: TableText {
  private let scores: SequenceScores
  private let subject: MetricSubject

  init(_ scores: SequenceScores, of subject: MetricSubject) {
    self.scores = scores
    self.subject = subject
  }

  /// A row for each metric: the first measure; of several frames the median and the worst.
  var table: String {
    let points = subject.frames.first?.points.count ?? 0
    var text = "\(counted(subject.frames.count, "frame")) of \(counted(points, "point"))\n"
    for (title, rows) in [
      ("frames", scores.frames), ("pairs of frames", scores.pairs), ("all frames", [scores.sequence]),
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
  var csv: [UInt8] {
    var csv = CSVWriter()
    csv.row(["scope", "frame", "measure", "value", "undefined"])
    func write(_ scope: MetricScope, _ frame: String, _ row: [MetricResult]) {
      for measurement in row {
        csv.row([
          scope.rawValue, frame, measurement.label, measurement.value.number.map(Numeral.text) ?? "",
          measurement.value.reason?.code ?? "",
        ])
      }
    }
    for (place, row) in scores.frames.enumerated() { write(.frame, "\(place + 1)", row) }
    for (place, row) in scores.pairs.enumerated() { write(.pair, "\(place + 1)-\(place + 2)", row) }
    write(.sequence, "", scores.sequence)
    return csv.bytes
  }

  func write(to json: inout JSONWriter) {
    json.member("points", subject.frames.first?.points.count ?? 0)
    json.member("frames", Array(zip(subject.frames, scores.frames))) { frame, json in
      json.object { json in
        json.member("clusters", frame.0.count)
        json.key("viewport")
        FrameWriter(frame.0).writeViewport(to: &json)
        json.member("measures", frame.1)
      }
    }
    json.member("pairs", scores.pairs) { row, json in json.object { $0.member("measures", row) } }
    json.key("sequence")
    json.object { json in json.member("measures", scores.sequence) }
    json.member("messages", scores.messages) { $1.value($0) }
  }
}

extension JSONWriter {
  /// Writes values by their full names; a missing value is null, with the reason beside it.
  fileprivate mutating func member(_ name: String, _ row: [MetricResult]) {
    key(name)
    object { json in for measurement in row { json.member(measurement.label, measurement.value.number) } }
    key("undefined")
    object { json in
      for measurement in row {
        if let reason = measurement.value.reason { json.member(measurement.label, reason.code) }
      }
    }
  }
}
