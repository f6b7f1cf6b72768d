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
      var table = TextTable(header: ["strategy", "clusters"] + labels)
      for row in rows {
        // The gate: no other value of such a row means anything.
        let name = row.verdict == .valid ? row.strategy : "\(row.strategy) (\(row.verdict.rawValue))"
        let summaries = row.summaries
        table.row(
          [name, short(row.clusters)]
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
      "dataset", "strategy", "verdict", "clusters", "measure", "median", "worst", "defined", "undefined",
    ])
    for row in result.rows {
      let common = [row.dataset, row.strategy, row.verdict.rawValue, row.clusters.map(Numeral.text) ?? ""]
      if row.summaries.isEmpty { csv.row(common + ["", "", "", "", ""]) }
      for summary in row.summaries {
        let values = [summary.median, summary.worst].map { $0.number.map(Numeral.text) ?? "" }
        csv.row(common + [summary.label] + values + [String(summary.defined), String(summary.undefined)])
      }
    }
    return csv.bytes
  }

  private var json: [UInt8] {
    JSONWriter.document { json in
      json.member("datasets", datasets) { dataset, json in
        json.object { json in
          json.member("name", dataset.name)
          json.member("points", dataset.points.count)
        }
      }
      json.member("rows", result.rows) { $0.write(to: &$1) }
    }
  }
}

extension ComparisonRow {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("dataset", dataset)
      json.member("strategy", strategy)
      json.member("verdict", verdict.rawValue)
      json.member("views", views.count)
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
      json.member("messages", messages) { $1.value($0) }
    }
  }
}
