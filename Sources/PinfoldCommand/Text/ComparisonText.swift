import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies

/// A comparison as a table, CSV or JSON.
struct ComparisonText: TableText {
  let result: ComparisonOutcome
  let datasets: [NamedPoints]

  /// A table for each data set, with the medians of leading measures over its views; strategies that cannot
  /// be told apart share a row.
  var table: String {
    let labels = leadingLabels
    return datasets.map { dataset in
      let groups = result.groups(dataset: dataset.name)
      let views = groups.map { $0[0].views.count }.max() ?? 0
      let isTuned = groups.contains { $0[0].sizes != nil }
      // Of strategies without sizes a column of them would say nothing.
      let hasSizes = !isTuned && groups.contains { $0[0].effectiveSize != nil }
      var table = TextTable(
        header: ["strategy"] + (isTuned ? ["tuned to"] : []) + (hasSizes ? ["size"] : []) + ["clusters"]
          + labels)
      var reasons: [String] = []
      func missing(_ reason: String) -> String {
        if !reasons.contains(reason) { reasons.append(reason) }
        return "- (\((reasons.firstIndex(of: reason) ?? 0) + 1))"
      }
      for group in groups {
        let row = group[0]
        let names = group.map(\.strategy).joined(separator: " = ")
        // The gate: no other value of such a row means anything.
        let name = row.verdict == .valid ? names : "\(names) (\(row.verdict.rawValue))"
        let summaries = row.summaries
        table.row(
          [name] + (isTuned ? [row.sizes?.inWords ?? missing("no-size-to-tune")] : [])
            + (hasSizes ? [row.effectiveSize.map(ReportNumber.text) ?? missing("no-size")] : [])
            + [row.clusters.map(ReportNumber.text) ?? missing("failed")]
            + labels.map { label in
              let summary = summaries.first { $0.label == label }
              guard let median = summary?.median.number else {
                return missing(
                  row.verdict == .failed ? "failed" : summary?.median.reason?.code ?? "not-measured")
              }
              return ReportNumber.text(median) + (summary?.share.map { " (\($0))" } ?? "")
            })
      }
      let notes = reasons.enumerated().map { "(\($0.offset + 1)) \($0.element.replacing("-", with: " "))\n" }
      return
        "\(dataset.name): \(counted(dataset.points.count, "point")), medians over \(counted(views, "view"))\n"
        + table.text + notes.joined() + warning(groups.map { $0[0] })
    }.joined(separator: "\n")
  }

  /// A line where strategies show very different numbers of markers.
  private func warning(_ rows: [ComparisonRow]) -> String {
    let tuned = rows.filter { $0.sizes != nil }
    let medians = (tuned.isEmpty ? rows : tuned).filter { $0.verdict == .valid }.compactMap(\.clusters)
    let text = MarkerWarning.text(medians, isTuned: !tuned.isEmpty, advice: ", as with --markers 100")
    return text.map { $0 + "\n" } ?? ""
  }

  /// The first measure of each metric, which is the most informative one.
  private var leadingLabels: [String] {
    var seen: Set<Substring> = []
    return result.measureLabels.filter { label in
      seen.insert(label[..<(label.lastIndex(of: ".") ?? label.endIndex)]).inserted
    }
  }

  /// A row for each data set, strategy and measure.
  var csv: [UInt8] {
    var csv = CSVWriter()
    csv.row([
      "dataset", "strategy", "verdict", "effectiveSize", "clusters", "measure", "median", "worst", "defined",
      "undefined",
      "size", "smallest", "largest",
    ])
    for row in result.rows {
      let common = [
        row.dataset, row.strategy, row.verdict.rawValue, row.effectiveSize.map(Numeral.text) ?? "",
        row.clusters.map(Numeral.text) ?? "",
      ]
      let sizes = row.sizes.map { [$0.name, Numeral.text($0.low), Numeral.text($0.high)] } ?? ["", "", ""]
      if row.summaries.isEmpty { csv.row(common + ["", "", "", "", ""] + sizes) }
      for summary in row.summaries {
        let values = [summary.median, summary.worst].map { $0.number.map(Numeral.text) ?? "" }
        csv.row(
          common + [summary.label] + values + [String(summary.defined), String(summary.undefined)] + sizes)
      }
    }
    return csv.bytes
  }

  func write(to json: inout JSONWriter) {
    json.members(datasets: datasets, name: \.name, points: \.points.count, rows: result.rows) {
      $0.write(to: &$1)
    }
  }
}

extension ComparisonRow {
  fileprivate func write(to json: inout JSONWriter) {
    json.row(dataset, strategy) { json in
      json.member("verdict", verdict.rawValue)
      json.member("views", views.count)
      json.member("effectiveSize", effectiveSize)
      json.member("clusters", clusters)
      if let sizes {
        json.key("size")
        json.object { json in
          json.member("name", sizes.name)
          json.member("smallest", sizes.low)
          json.member("largest", sizes.high)
        }
      }
      json.key("measures")
      json.object { json in
        for summary in summaries {
          json.key(summary.label)
          json.object { json in
            json.member("median", summary.median.number)
            json.member("worst", summary.worst.number)
            json.member("defined", summary.defined)
            json.member("undefined", summary.undefined)
            if let reason = summary.median.reason { json.member("reason", reason.code) }
          }
        }
      }
      json.member("messages", messages) { $1.value($0) }
    }
  }
}
