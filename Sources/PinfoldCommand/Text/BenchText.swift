import Pinfold
import PinfoldData
import PinfoldStudies
import PinfoldVerbs

/// A bench as a table, CSV or JSON.
struct BenchText: TableText {
  let result: BenchResult

  var table: String {
    let isRelated = result.rows.contains { $0.queryRatio != nil }
    return result.datasets.map { dataset in
      var table = TextTable(
        header: ["strategy", "build ms", "query µs", "p99 µs", "bytes/point"]
          + (isRelated ? ["× build", "× query"] : []))
      for row in result.rows where row.dataset == dataset.name {
        let cells = [
          row.failure == nil ? row.strategy : "\(row.strategy) (failed)", scaled(row.build.median, by: 1e3),
          scaled(row.query.median, by: 1e6), scaled(row.query.quantile(0.99), by: 1e6),
          short(row.indexBytesPerPoint),
        ]
        table.row(cells + (isRelated ? [short(row.buildRatio), short(row.queryRatio)] : []))
      }
      return """
        \(dataset.name): \(counted(dataset.count, "point")), prepared in \
        \(scaled(dataset.preparation.median, by: 1e3)) ms, \(short(dataset.bytesPerPoint)) bytes a point
        medians of \(counted(dataset.preparation.samples.count, "build")), queries over \
        \(counted(queries(of: dataset), "timing")) a strategy

        \(table.text)
        """
    }.joined(separator: "\n")
  }

  private func queries(of dataset: BenchDataset) -> Int {
    result.rows.filter { $0.dataset == dataset.name }.map(\.query.samples.count).max() ?? 0
  }

  private func scaled(_ seconds: Double?, by factor: Double) -> String { short(seconds.map { $0 * factor }) }

  /// A row for each data set and strategy; times in seconds.
  var csv: [UInt8] {
    var csv = CSVWriter()
    csv.row([
      "dataset", "strategy", "coldBuild", "build", "buildBest", "queryP50", "queryP99", "queries",
      "indexBytesPerPoint", "buildRatio", "queryRatio", "failure",
    ])
    for row in result.rows {
      let times = [
        row.coldBuild, row.build.median, row.build.best, row.query.median, row.query.quantile(0.99),
        Double(row.query.samples.count), row.indexBytesPerPoint, row.buildRatio, row.queryRatio,
      ]
      csv.row([row.dataset, row.strategy] + times.map { $0.map(Numeral.text) ?? "" } + [row.failure ?? ""])
    }
    return csv.bytes
  }

  /// All times in seconds.
  func write(to json: inout JSONWriter) {
    json.members(
      datasets: result.datasets, name: \.name, points: \.count,
      more: { dataset, json in
        json.member("prepare", dataset.preparation.median)
        json.member("bytesPerPoint", dataset.bytesPerPoint)
        json.member("views", dataset.views) { view, json in
          json.object { json in
            json.member("lon", view.center.longitude)
            json.member("lat", view.center.latitude)
            json.member("zoom", view.zoom)
          }
        }
      }, rows: result.rows
    ) { $0.write(to: &$1) }
  }
}

extension BenchRow {
  fileprivate func write(to json: inout JSONWriter) {
    json.row(dataset, strategy) { json in
      json.member("coldBuild", coldBuild)
      json.member("build", build.median)
      json.member("buildBest", build.best)
      json.member("queryP50", query.median)
      json.member("queryP99", query.quantile(0.99))
      json.member("queries", query.samples.count)
      json.member("clusters", clusters) { $1.value($0) }
      json.member("indexBytesPerPoint", indexBytesPerPoint)
      json.member("buildRatio", buildRatio)
      json.member("queryRatio", queryRatio)
      json.member("failure", failure)
    }
  }
}
