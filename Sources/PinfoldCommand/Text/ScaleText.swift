import Pinfold
import PinfoldData
import PinfoldStudies
import PinfoldVerbs

/// How strategies scale, as a table, CSV or JSON.
struct ScaleText: TableText {
  let result: ScaleResult

  var table: String {
    var table = TextTable(
      header: ["strategy", "time in ms"] + result.sizes.map { ReportNumber.text(Double($0)) } + [
        "exponent", "least…most",
      ])
    for row in result.rows {
      let lines: [(String, KeyPath<ScaleRow.Size, Timing>, ScalingExponent?)] = [
        ("build", \.build, row.buildExponent), ("frame", \.frame, row.frameExponent),
      ]
      for (name, timing, exponent) in lines {
        let times = result.sizes.map { count in
          short(row.sizes.first { $0.count == count }?[keyPath: timing].median.map { $0 * 1e3 })
        }
        let ends = exponent.map { [$0.range.lowerBound, $0.range.upperBound].map(ReportNumber.exponent) }
        table.row(
          [row.strategy, name] + times
            + [exponent.map { ReportNumber.exponent($0.slope) } ?? "-", ends?.joined(separator: "…") ?? "-"])
      }
    }
    let stops = result.rows.compactMap { row in row.stop.map { "\(row.strategy): \(words($0))\n" } }
    return """
      \(result.dataset): medians of builds, and of the first frame of all points after each
      exponents by least squares of log time over log points, and the least and most from one size to the next

      \(table.text)
      """ + stops.joined()
  }

  private func words(_ stop: ScaleRow.Stop) -> String {
    switch stop {
    case .expected(let points, let seconds):
      "\(count(points)) would take about \(ReportNumber.text(seconds)) s, and --longest allows \(ReportNumber.text(result.longest)) s"
    case .tookLonger(let points):
      "\(count(points)) took more than the \(ReportNumber.text(result.longest)) s of --longest"
    case .failed(let points, let message): "\(count(points)): \(message)"
    }
  }

  private func count(_ points: Int) -> String {
    "\(ReportNumber.text(Double(points))) point\(points == 1 ? "" : "s")"
  }

  /// A row for each strategy and size; times in seconds.
  var csv: [UInt8] {
    var csv = CSVWriter()
    csv.row([
      "dataset", "strategy", "points", "build", "frame", "clusters", "buildExponent", "frameExponent",
    ])
    for row in result.rows {
      let exponents = [row.buildExponent, row.frameExponent].map { $0.map { Numeral.text($0.slope) } ?? "" }
      for size in row.sizes {
        let times = [size.build, size.frame].map { $0.median.map(Numeral.text) ?? "" }
        csv.row(
          [result.dataset, row.strategy, String(size.count)] + times + [String(size.clusters)] + exponents)
      }
    }
    return csv.bytes
  }

  /// All times in seconds.
  func write(to json: inout JSONWriter) {
    json.member("dataset", result.dataset)
    json.member("longest", result.longest)
    json.member("rows", result.rows) { row, json in
      json.object { json in
        json.member("strategy", row.strategy)
        json.member("sizes", row.sizes) { size, json in
          json.object { json in
            json.member("points", size.count)
            json.member("build", size.build.median)
            json.member("frame", size.frame.median)
            json.member("builds", size.build.samples.count)
            json.member("clusters", size.clusters)
          }
        }
        for (name, exponent) in [("build", row.buildExponent), ("frame", row.frameExponent)] {
          json.member("\(name)Exponent", exponent?.slope)
          json.member("\(name)ExponentLeast", exponent?.range.lowerBound)
          json.member("\(name)ExponentMost", exponent?.range.upperBound)
        }
        json.member("stop", row.stop.map(words))
      }
    }
  }
}
