import Pinfold
import PinfoldData
import PinfoldEvaluation
import PinfoldStudies
import PinfoldVerbs

/// Two studies beside each other as a table, CSV or JSON.
struct StudyComparisonText: TableText {
  private let comparison: StudyComparison

  init(_ comparison: StudyComparison) { self.comparison = comparison }

  /// The scores that differ, then what the differences come to where there are several datasets.
  var table: String {
    let differing = comparison.rows.filter { $0.differingCount > 0 }
    var text = """
      first: \(comparison.names.first)
      second: \(comparison.names.second)
      \(counted(comparison.runCount, "run")) in both, \(comparison.equalCount) with equal frames
      \(counted(comparison.rows.count, "score")), \(differing.count) of them with values that differ

      """
    guard !differing.isEmpty else { return text }
    var table = TextTable(header: [
      "dataset", "strategy", "camera", "measure", "first", "second", "difference", "values that differ",
    ])
    for row in differing {
      table.row([
        row.dataset, row.strategy, row.camera, row.measure.label, cell(row.first), cell(row.second),
        row.difference.map(ReportNumber.difference) ?? "-", "\(row.differingCount) of \(row.valueCount)",
      ])
    }
    text += "\n" + table.text
    guard comparison.trends.contains(where: { $0.datasetCount > 1 }) else { return text }
    var trends = TextTable(header: [
      "strategy", "camera", "measure", "datasets", "median difference", "better", "worse", "Holm p",
    ])
    for trend in comparison.trends {
      trends.row([
        trend.strategy, trend.camera, trend.measure.label, "\(trend.datasetCount)",
        ReportNumber.difference(trend.median), "\(trend.better)", "\(trend.worse)",
        ReportNumber.share(trend.p),
      ])
    }
    return text + "\nover datasets\n" + trends.text
  }

  private func cell(_ value: MeasuredValue) -> String {
    value.number.map(ReportNumber.text) ?? "- (\(value.reason?.code ?? ""))"
  }

  /// A row for each score, those that are equal too.
  var csv: [UInt8] {
    var csv = CSVWriter()
    csv.row([
      "dataset", "strategy", "camera", "measure", "runs", "equalRuns", "first", "second", "difference",
      "undefined", "values", "differing", "largest",
    ])
    for row in comparison.rows {
      let numbers = [row.first.number, row.second.number, row.difference].map { $0.map(Numeral.text) ?? "" }
      csv.row(
        [row.dataset, row.strategy, row.camera, row.measure.label, "\(row.runCount)", "\(row.equalCount)"]
          + numbers
          + [
            row.first.reason?.code ?? "", "\(row.valueCount)", "\(row.differingCount)",
            Numeral.text(row.largest),
          ])
    }
    return csv.bytes
  }

  func write(to json: inout JSONWriter) {
    json.member("first", comparison.names.first)
    json.member("second", comparison.names.second)
    json.member("notes", comparison.notes) { $1.value($0) }
    json.member("runs", comparison.runCount)
    json.member("equalRuns", comparison.equalCount)
    json.member("rows", comparison.rows) { $0.write(to: &$1) }
    json.member("trends", comparison.trends) { $0.write(to: &$1) }
  }
}

extension StudyComparison.Row {
  fileprivate func write(to json: inout JSONWriter) {
    json.row(dataset, strategy) { json in
      json.member("camera", camera)
      json.member("measure", measure.label)
      json.member("runs", runCount)
      json.member("equalRuns", equalCount)
      json.member("first", first.number)
      json.member("second", second.number)
      json.member("difference", difference)
      if let reason = first.reason { json.member("undefined", reason.code) }
      json.member("values", valueCount)
      json.member("differing", differingCount)
      json.member("largest", largest)
    }
  }
}

extension StudyComparison.Trend {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("strategy", strategy)
      json.member("camera", camera)
      json.member("measure", measure.label)
      json.member("datasets", datasetCount)
      json.member("medianDifference", median)
      json.member("better", better)
      json.member("worse", worse)
      json.member("p", p)
    }
  }
}
