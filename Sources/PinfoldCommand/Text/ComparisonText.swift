import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies

/// A comparison as a table, CSV or JSON.
struct ComparisonText {
  let result: ComparisonOutcome
  let datasets: [NamedPoints]

  func written(as format: TableFormat) -> [UInt8] {
    switch format {
    case .table: Array(table.utf8)
    case .csv: csv
    case .json: json
    }
  }

  /// A table for each data set, with the medians of leading measures over its views.
  private var table: String {
    let labels = leadingLabels
    return datasets.map { dataset in
      let rows = result.rows.filter { $0.dataset == dataset.name }
      let views = rows.map(\.views.count).max() ?? 0
      // Of strategies without sizes a column of them would say nothing.
      let hasSizes = rows.contains { $0.effectiveSize != nil }
      var table = TextTable(header: ["strategy"] + (hasSizes ? ["size"] : []) + ["clusters"] + labels)
      for row in rows {
        // The gate: no other value of such a row means anything.
        let name = row.verdict == .valid ? row.strategy : "\(row.strategy) (\(row.verdict.rawValue))"
        let summaries = row.summaries
        table.row(
          [name] + (hasSizes ? [short(row.effectiveSize)] : []) + [short(row.clusters)]
            + labels.map { label in
              short(summaries.first { $0.label == label }?.median.number)
            })
      }
      return
        "\(dataset.name): \(counted(dataset.points.count, "point")), medians over \(counted(views, "view"))\n"
        + table.text
    }.joined(separator: "\n")
  }

  /// The first measure of each metric, which is the most informative one.
  private var leadingLabels: [String] {
    var seen: Set<Substring> = []
    return result.measureLabels.filter { label in
      seen.insert(label[..<(label.lastIndex(of: ".") ?? label.endIndex)]).inserted
    }
  }

  /// A row for each data set, strategy and measure.
  private var csv: [UInt8] {
    var csv = CSVWriter()
    csv.row([
      "dataset", "strategy", "verdict", "effectiveSize", "clusters", "measure", "median", "worst", "defined",
      "undefined",
    ])
    for row in result.rows {
      let common = [
        row.dataset, row.strategy, row.verdict.rawValue, row.effectiveSize.map(Numeral.text) ?? "",
        row.clusters.map(Numeral.text) ?? "",
      ]
      if row.summaries.isEmpty { csv.row(common + ["", "", "", "", ""]) }
      for summary in row.summaries {
        let values = [summary.median, summary.worst].map { $0.number.map(Numeral.text) ?? "" }
        csv.row(common + [summary.label] + values + [String(summary.defined), String(summary.undefined)])
      }
    }
    return csv.bytes
  }

  private var json: [UInt8] {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.key("datasets")
      json.array { json in
        for dataset in datasets {
          json.object { json in
            json.member("name", dataset.name)
            json.member("points", dataset.points.count)
          }
        }
      }
      json.key("rows")
      json.array { json in for row in result.rows { row.write(to: &json) } }
    }
    json.newline()
    return json.bytes
  }
}

extension ComparisonRow {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("dataset", dataset)
      json.member("strategy", strategy)
      json.member("verdict", verdict.rawValue)
      json.member("views", views.count)
      json.member("effectiveSize", effectiveSize)
      json.member("clusters", clusters)
      json.key("measures")
      json.object { json in
        for summary in summaries {
          json.key(summary.label)
          json.object { json in
            json.member("median", summary.median.number)
            json.member("worst", summary.worst.number)
            json.member("defined", summary.defined)
            json.member("undefined", summary.undefined)
          }
        }
      }
      json.key("messages")
      json.array { json in for message in messages { json.value(message) } }
    }
  }
}
