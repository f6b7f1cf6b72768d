import Pinfold
package import PinfoldData
package import PinfoldDefinitions
import PinfoldEvaluation
package import PinfoldStudies

/// Runs every strategy on every data set over the same views, and judges what they show by metrics.
package struct Compare: Verb {
  package var definition: ComparisonDefinition

  package init(_ definition: ComparisonDefinition) { self.definition = definition }

  package func run(_ context: VerbContext) throws(VerbError) -> ComparisonAnswer {
    try VerbError.wrapping {
      try context.reserve(points: definition.datasets)
      let comparison = try Comparison(definition, context: context.run, note: context.note)
      try context.reserve(
        runsOf: comparison.datasets.map(\.points.count), by: comparison.strategies.map(\.clusterer))
      return ComparisonAnswer(
        result: try comparison.run(context: context.run, progress: context.steps),
        datasets: comparison.datasets, metrics: comparison.metrics.map(\.about))
    }
  }
}

/// The results of a comparison, as a table, CSV, JSON and rows of a script.
package struct ComparisonAnswer: TableText, Sendable {
  package let result: ComparisonOutcome
  fileprivate let datasets: [NamedPoints]
  fileprivate let metrics: [MetricDescription]

  /// The failures and the losses of points, a line each; empty where all is well.
  package var failures: [String] {
    result.rows.flatMap { row in
      let losses = "some view loses, repeats or invents points"
      return (row.messages + (row.verdict == .invalid ? [losses] : [])).map {
        "\(row.dataset), \(row.strategy): \($0)"
      }
    }
  }

  /// Rows of values by name: `overlap` is the median of a metric's first measure, and `overlap.pairs` that of
  /// another one. With `.defined` behind it, it is the number of views that have a value, and with `.reason`
  /// why none has. `columns` names the columns to show.
  package var script: ScriptForm {
    let isTuned = result.rows.contains { $0.sizes != nil }
    let columns =
      ["dataset", "strategy"] + (isTuned ? ["size"] : []) + ["clusters"] + metrics.map(\.name) + ["verdict"]
    return ScriptForm(
      list: result.rows.map { Node(.table(cells(of: $0)), place: "") }, members: [("columns", Node(columns))])
  }

  private func cells(of row: ComparisonRow) -> [(name: String, value: Node)] {
    var cells = [
      (name: "dataset", value: Node(row.dataset)), ("strategy", Node(row.strategy)),
      ("verdict", Node(row.verdict.rawValue)), ("views", Node(row.views.count)),
    ]
    if let sizes = row.sizes { cells.append(("size", Node(sizes.inWords))) }
    if let clusters = row.clusters { cells.append(("clusters", Node(clusters))) }
    if let message = row.messages.first { cells.append(("failure", Node(message))) }
    let leading = metrics.compactMap { metric in metric.measures.first.map { (metric.name, $0.name) } }
    for summary in row.summaries {
      if let median = summary.median.number {
        cells.append((summary.label, Node(median)))
        let leads = leading.filter { "\($0).\($1)" == summary.label }
        cells += leads.map { ($0.0, Node(median)) }
      }
      if let reason = summary.median.reason { cells.append(("\(summary.label).reason", Node(reason.code))) }
      cells.append(("\(summary.label).defined", Node(summary.defined)))
    }
    return cells
  }

  /// A table for each data set, with the medians of leading measures over its views; strategies that cannot
  /// be told apart share a row.
  package var table: String {
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
  package var csv: [UInt8] {
    let rows = result.rows.flatMap { row in
      (row.summaries.isEmpty ? [nil] : row.summaries.map(Optional.some)).map { (row: row, summary: $0) }
    }
    return CSVWriter.document(
      rows,
      [
        RowColumn("dataset", \.row.dataset), RowColumn("strategy", \.row.strategy),
        RowColumn("verdict", \.row.verdict.rawValue), RowColumn("effectiveSize", \.row.effectiveSize),
        RowColumn("clusters", \.row.clusters), RowColumn("measure", \.summary?.label),
        RowColumn("median", \.summary?.median.number), RowColumn("worst", \.summary?.worst.number),
        RowColumn("defined", \.summary?.defined), RowColumn("undefined", \.summary?.undefined),
        RowColumn("size", \.row.sizes?.name), RowColumn("smallest", \.row.sizes?.low),
        RowColumn("largest", \.row.sizes?.high),
      ])
  }

  package func write(to json: inout JSONWriter) {
    json.member("datasets", objects: datasets) { dataset, json in
      json.member("name", dataset.name)
      json.member("points", dataset.points.count)
    }
    json.member("rows", objects: result.rows) { $0.writeMembers(to: &$1) }
  }
}

extension ComparisonRow {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.member("dataset", dataset)
    json.member("strategy", strategy)
    json.member("verdict", verdict.rawValue)
    json.member("views", views.count)
    json.member("effectiveSize", effectiveSize)
    json.member("clusters", clusters)
    if let sizes {
      json.object("size") { json in
        json.member("name", sizes.name)
        json.member("smallest", sizes.low)
        json.member("largest", sizes.high)
      }
    }
    json.object("measures") { json in
      for summary in summaries {
        json.object(summary.label) { json in
          json.member("median", summary.median.number)
          json.member("worst", summary.worst.number)
          json.member("defined", summary.defined)
          json.member("undefined", summary.undefined)
          if let reason = summary.median.reason { json.member("reason", reason.code) }
        }
      }
    }
    json.member("messages", messages)
  }
}
