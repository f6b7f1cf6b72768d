import Pinfold
import PinfoldData
import PinfoldScripting
import PinfoldStudies
import PinfoldVerbs

/// A bench of scripting as tables, CSV or JSON.
struct ScriptingBenchText: TableText {
  let points: Int
  let result: ScriptingBench.Result

  var table: String {
    var calls = TextTable(header: ["call", "ns"])
    for row in result.calls { calls.row([row.name, short(row.timing.median.map { $0 * 1e9 })]) }
    var work = TextTable(header: ["\(counted(points, "point"))", "ms", "×", "clusters"])
    for row in result.columns + result.strategies {
      work.row([
        row.name, short(row.timing.median.map { $0 * 1e3 }), short(row.ratio),
        row.clusters.map { "\($0)" } ?? "-",
      ])
    }
    return """
      medians of \(counted(result.columns.first?.timing.samples.count ?? 0, "trial"))

      \(calls.text)
      \(work.text)
      """
  }

  private var parts: [(name: String, rows: [ScriptingBench.Row])] {
    [("calls", result.calls), ("columns", result.columns), ("strategies", result.strategies)]
  }

  /// A row for each thing timed; times in seconds.
  var csv: [UInt8] {
    var csv = CSVWriter()
    csv.row(["points", "part", "name", "median", "best", "ratio", "clusters"])
    for part in parts {
      for row in part.rows {
        let times = [row.timing.median, row.timing.best, row.ratio].map { $0.map(Numeral.text) ?? "" }
        csv.row([String(points), part.name, row.name] + times + [row.clusters.map { "\($0)" } ?? ""])
      }
    }
    return csv.bytes
  }

  /// All times in seconds.
  func write(to json: inout JSONWriter) {
    json.member("points", points)
    for part in parts { json.member(part.name, part.rows) { $0.write(to: &$1) } }
  }
}

extension ScriptingBench.Row {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("median", timing.median)
      json.member("best", timing.best)
      json.member("ratio", ratio)
      json.member("clusters", clusters)
    }
  }
}
