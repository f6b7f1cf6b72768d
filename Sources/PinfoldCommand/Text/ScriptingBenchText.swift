import Pinfold
import PinfoldData
import PinfoldScripting
import PinfoldStudies

/// A bench of scripting as tables or JSON.
struct ScriptingBenchText: ListText {
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

  /// All times in seconds.
  func write(to json: inout JSONWriter) {
    json.member("points", points)
    for (name, rows) in [
      ("calls", result.calls), ("columns", result.columns), ("strategies", result.strategies),
    ] {
      json.member(name, rows) { $0.write(to: &$1) }
    }
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
