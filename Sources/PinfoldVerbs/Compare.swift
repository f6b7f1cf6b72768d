import Pinfold
package import PinfoldData
package import PinfoldDefinitions
import PinfoldEvaluation
package import PinfoldStudies

extension ComparisonDefinition: Verb {
  /// Runs every strategy on every data set over the same views, and judges what they show by metrics.
  package func answer(_ context: VerbContext) throws -> ComparisonAnswer {
    try context.reserve(points: datasets)
    let comparison = try Comparison(self, context: context.run, note: context.note)
    try context.reserve(
      runsOf: comparison.datasets.map(\.points.count), by: comparison.strategies.map(\.clusterer))
    return ComparisonAnswer(
      result: try comparison.run(context: context.run, progress: context.steps),
      datasets: comparison.datasets, metrics: comparison.metrics.map(\.about))
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

  /// What may be said of the strategies, for each data set.
  private var verdicts: [(dataset: String, verdict: ComparisonVerdict)] {
    datasets.map { dataset in
      let rows = result.groups(dataset: dataset.name).map { group in
        var row = group[0]
        row.strategy = group.map(\.strategy).joined(separator: " = ")
        return row
      }
      return (dataset.name, ComparisonVerdict(rows, by: leadingLabels))
    }
  }

  /// Rows of values by name: `overlap` is the score of a metric's first measure, the mean of a share or the
  /// median of a size, and `overlap.pairs` that of another one. With `.defined` behind it, it is the number
  /// of views that have a value, and with `.reason` why none has. `columns` names the columns to show, and
  /// `answer` says which strategies lead.
  package var script: ScriptForm {
    let isTuned = result.rows.contains { $0.sizes != nil }
    let columns =
      ["dataset", "strategy"] + (isTuned ? ["size"] : []) + ["clusters"] + metrics.map(\.name) + ["verdict"]
    return ScriptForm(
      list: result.rows.map { Node(.table(cells(of: $0))) },
      [
        "columns": columns,
        "answer": verdicts.flatMap { found in found.verdict.sentences.map { "\(found.dataset): \($0)" } },
      ])
  }

  private func cells(of row: ComparisonRow) -> [(name: String, value: Node)] {
    var cells = [
      (name: "dataset", value: row.dataset.node), ("strategy", row.strategy.node),
      ("verdict", row.verdict.rawValue.node), ("views", row.views.count.node),
    ]
    if let sizes = row.sizes { cells.append(("size", sizes.inWords.node)) }
    if let clusters = row.clusters { cells.append(("clusters", clusters.node)) }
    if let message = row.messages.first { cells.append(("failure", message.node)) }
    let leading = metrics.compactMap { metric in metric.measures.first.map { (metric.name, $0.name) } }
    for summary in row.summaries {
      if let score = summary.score.number {
        cells.append((summary.label, score.node))
        let leads = leading.filter { "\($0).\($1)" == summary.label }
        cells += leads.map { ($0.0, score.node) }
      }
      if let reason = summary.median.reason { cells.append(("\(summary.label).reason", reason.code.node)) }
      cells.append(("\(summary.label).defined", summary.defined.node))
    }
    return cells
  }

  /// The views of one data set, with whether each counts; those of the strategy that had most.
  private func views(of dataset: String) -> [ViewOutcome] {
    result.rows.filter { $0.dataset == dataset }.map(\.views).max { $0.count < $1.count } ?? []
  }

  /// The views that count, by their zooms: "views that count: fit 1, z4 10, z8 7 of 10".
  private static func extent(of views: [ViewOutcome]) -> String {
    let groups = views.map { $0.view.name.prefix { $0 != " " } }.uniqued.map { group in
      let members = views.filter { $0.view.name.prefix { $0 != " " } == group }
      let counting = members.count(where: \.isDecided)
      return "\(group) \(counting)" + (counting == members.count ? "" : " of \(members.count)")
    }
    return "views that count: \(groups.joined(separator: ", "))\n"
  }

  /// A table for each data set, with the scores of leading measures over its views, and the verdict.
  /// Strategies that cannot be told apart share a row, and measures that do not tell them apart a line.
  package var table: String {
    let verdicts = verdicts
    return datasets.indices.map { place in
      let dataset = datasets[place]
      let groups = result.groups(dataset: dataset.name)
      let rows = groups.map { $0[0] }
      let views = views(of: dataset.name)
      let isTuned = rows.contains { $0.sizes != nil }
      // Of strategies without sizes a column of them would say nothing.
      let hasSizes = !isTuned && rows.contains { $0.effectiveSize != nil }
      var reasons: [String] = []
      func missing(_ reason: String) -> String {
        if !reasons.contains(reason) { reasons.append(reason) }
        return "- (\((reasons.firstIndex(of: reason) ?? 0) + 1))"
      }
      func text(_ row: ComparisonRow, _ label: String) -> String? {
        let summary = row.summaries.first { $0.label == label }
        return (summary?.score.number).map {
          ReportNumber.text($0) + (summary?.share.map { " (\($0))" } ?? "")
        }
      }
      let labels = leadingLabels
      let equal = labels.filter { label in
        rows.count > 1 && text(rows[0], label) != nil && Set(rows.map { text($0, label) }).count == 1
      }
      let telling = labels.filter { !equal.contains($0) }
      var table = TextTable(
        header: ["strategy"] + (isTuned ? ["tuned to"] : []) + (hasSizes ? ["size"] : []) + ["clusters"]
          + telling.map { $0 + (direction(of: $0).map { " \($0)" } ?? "") })
      for (group, row) in zip(groups, rows) {
        let names = group.map(\.strategy).joined(separator: " = ")
        // The gate: no other value of such a row means anything.
        let name = row.verdict == .valid ? names : "\(names) (\(row.verdict.rawValue))"
        table.row(
          [name] + (isTuned ? [row.sizes?.inWords ?? missing("no-size-to-tune")] : [])
            + (hasSizes ? [row.effectiveSize.map(ReportNumber.text) ?? missing("no-size")] : [])
            + [row.clusters.map(ReportNumber.text) ?? missing("failed")]
            + telling.map { label in
              let summary = row.summaries.first { $0.label == label }
              let reason = row.verdict == .failed ? "failed" : summary?.score.reason?.code ?? "not-measured"
              return text(row, label) ?? missing(reason)
            })
      }
      let counting = views.count(where: \.isDecided)
      let extent =
        ((1..<views.count).contains(counting) ? "\(counting) of " : "") + counted(views.count, "view")
      let same =
        equal.isEmpty
        ? ""
        : "the same for all: "
          + equal.map { "\($0) \(text(rows[0], $0) ?? "")" }.joined(separator: ", ") + "\n"
      let notes = reasons.enumerated().map { "(\($0.offset + 1)) \($0.element.replacing("-", with: " "))\n" }
      let verdict = rows.count > 1 ? verdicts[place].verdict.sentences.map { $0 + "\n" } : []
      return
        "\(dataset.name): \(counted(dataset.points.count, "point")), means of shares and medians of sizes and clusters over \(extent)\n"
        + table.text + same + notes.joined() + Self.extent(of: views) + verdict.joined()
    }.joined(separator: "\n")
  }

  /// An arrow down where lower values of a measure are better, up where higher ones are.
  private func direction(of label: String) -> String? {
    switch result.rows.lazy.flatMap(\.summaries).first(where: { $0.label == label })?.measure.better {
    case .lower: "↓"
    case .higher: "↑"
    default: nil
    }
  }

  /// The first measure of each metric, which is the most informative one.
  private var leadingLabels: [String] {
    result.measureLabels.uniqued { $0[..<($0.lastIndex(of: ".") ?? $0.endIndex)] }
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
        RowColumn("score", \.summary?.score.number), RowColumn("median", \.summary?.median.number),
        RowColumn("worst", \.summary?.worst.number),
        RowColumn("defined", \.summary?.defined), RowColumn("undefined", \.summary?.undefined),
        RowColumn("size", \.row.sizes?.name), RowColumn("smallest", \.row.sizes?.low),
        RowColumn("largest", \.row.sizes?.high),
      ])
  }

  package func write(to json: inout JSONWriter) {
    json.members([
      "datasets": datasets.map { dataset in
        Node([
          "name": dataset.name, "points": dataset.points.count,
          "views": views(of: dataset.name).map(\.node),
        ])
      },
      "answer": verdicts.map { found in
        Node([
          "dataset": found.dataset, "sentences": found.verdict.sentences,
          "leads": found.verdict.leads.map { lead in
            Node([
              "measure": lead.label, "leaders": lead.leaders, "byConstruction": lead.byConstruction,
              "score": lead.best, "next": lead.next, "nextScore": lead.nextScore,
            ])
          },
        ])
      },
    ])
    json.member("rows", objects: result.rows) { $0.writeMembers(to: &$1) }
  }
}

extension ViewOutcome {
  fileprivate var node: Node {
    let viewport = view.viewport
    return Node([
      "name": view.name, "lon": viewport.center.longitude, "lat": viewport.center.latitude,
      "zoom": viewport.zoom, "counts": isDecided,
    ])
  }
}

extension ComparisonRow {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.members([
      "dataset": dataset, "strategy": strategy, "verdict": verdict.rawValue, "views": views.count,
      "effectiveSize": effectiveSize, "clusters": clusters,
    ])
    if let sizes {
      json.member("size", Node(["name": sizes.name, "smallest": sizes.low, "largest": sizes.high]))
    }
    json.object("measures") { json in
      for summary in summaries {
        json.object(summary.label) { json in
          json.members([
            "score": summary.score.number, "median": summary.median.number, "worst": summary.worst.number,
            "defined": summary.defined, "undefined": summary.undefined,
          ])
          if let reason = summary.median.reason { json.member("reason", reason.code) }
        }
      }
    }
    json.member("messages", messages)
  }
}
