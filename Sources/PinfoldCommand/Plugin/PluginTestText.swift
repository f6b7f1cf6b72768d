import Pinfold
import PinfoldData
import PinfoldScripting

/// The results of plugins' tests, as text or JSON.
struct PluginTestText {
  let reports: [PluginTestReport]
  let errors: [PluginError]

  var table: String {
    let all = reports.flatMap(\.results)
    let failed = all.count { $0.failure != nil }
    let total = "\(counted(all.count, "test")), \(failed == 0 ? "none" : "\(failed)") failed\n"
    return reports.map(text).joined(separator: "\n") + (reports.isEmpty ? "" : "\n") + total
  }

  private func text(of report: PluginTestReport) -> String {
    var text = "\(report.plugin.kind.rawValue) '\(report.plugin.name)' (\(report.plugin.path))\n"
    if report.results.isEmpty { text += "  no tests\n" }
    for result in report.results {
      text += "  \(result.failure == nil ? "passed" : "failed")  \(result.name)\n"
      guard let failure = result.failure else { continue }
      text += "          \(failure.place.map { "\($0): " } ?? "")\(failure.message)\n"
      if let line = failure.sourceLine { text += "            | \(line)\n" }
    }
    return text
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("plugins")
      json.array { json in for report in reports { report.write(to: &json) } }
      json.key("errors")
      json.array { json in for error in errors { json.value("\(error)") } }
    }
  }
}

extension PluginTestReport {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", plugin.kind.rawValue)
      json.member("name", plugin.name)
      json.member("path", plugin.path)
      json.key("tests")
      json.array { json in
        for result in results {
          json.object { json in
            json.member("name", result.name)
            json.member("passed", result.failure == nil)
            guard let failure = result.failure else { return }
            json.member("message", failure.message)
            json.member("place", failure.place)
            json.member("line", failure.sourceLine)
          }
        }
      }
    }
  }
}
