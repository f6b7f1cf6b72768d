import Pinfold
package import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies

/// The runs and scores of two studies side by side, as a table, CSV, JSON and rows of a script.
package struct StudyComparisonAnswer: TableText {
  private let comparison: StudyComparison

  /// Compares the studies of two folders.
  package init(_ first: String, with second: String) throws {
    comparison = StudyComparison(
      try StudyStore(in: first).results(), try StudyStore(in: second).results(), names: (first, second))
  }

  package var notes: [String] { comparison.notes }

  /// The scores that differ, then the trends where there are several datasets.
  package var table: String {
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
      "strategy", "camera", "measure", "datasets", "sources", "median difference", "better", "worse",
      "Holm p",
    ])
    for trend in comparison.trends {
      trends.row([
        trend.strategy, trend.camera, trend.measure.label, "\(trend.datasetCount)", "\(trend.sourceCount)",
        ReportNumber.difference(trend.median), "\(trend.better)", "\(trend.worse)",
        ReportNumber.share(trend.p),
      ])
    }
    return text + "\nover sources, the differences on the datasets of one reduced to one number\n"
      + trends.text
  }

  private func cell(_ value: MeasuredValue) -> String {
    value.number.map(ReportNumber.text) ?? "- (\(value.reason?.code ?? ""))"
  }

  package var csv: [UInt8] { CSVWriter.document(comparison.rows, StudyComparison.Row.columns) }

  package func write(to json: inout JSONWriter) {
    let (first, second) = comparison.names
    json.members(["first": first, "second": second, "notes": comparison.notes])
    for (name, value) in script.members where name != "notes" { json.member(name, value) }
  }

  package var script: ScriptForm {
    ScriptForm([
      "runs": comparison.runCount, "equalRuns": comparison.equalCount,
      "rows": Node(comparison.rows, StudyComparison.Row.columns),
      "trends": Node(comparison.trends, StudyComparison.Trend.columns), "notes": comparison.notes,
    ])
  }
}

extension StudyComparison.Row {
  fileprivate static var columns: [RowColumn<StudyComparison.Row>] {
    [
      RowColumn("dataset", \.dataset), RowColumn("strategy", \.strategy), RowColumn("camera", \.camera),
      RowColumn("measure", \.measure.label), RowColumn("runs", \.runCount),
      RowColumn("equalRuns", \.equalCount), RowColumn("first", \.first.number),
      RowColumn("second", \.second.number), RowColumn("difference", \.difference),
      RowColumn(ifAny: "undefined") { $0.first.reason?.code }, RowColumn("values", \.valueCount),
      RowColumn("differing", \.differingCount), RowColumn("largest", \.largest),
    ]
  }
}

extension StudyComparison.Trend {
  fileprivate static var columns: [RowColumn<StudyComparison.Trend>] {
    [
      RowColumn("strategy", \.strategy), RowColumn("camera", \.camera), RowColumn("measure", \.measure.label),
      RowColumn("datasets", \.datasetCount), RowColumn("sources", \.sourceCount),
      RowColumn("medianDifference", \.median),
      RowColumn("better", \.better), RowColumn("worse", \.worse), RowColumn("p", \.p),
    ]
  }
}
