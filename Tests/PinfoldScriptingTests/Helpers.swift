import Dispatch
import Pinfold
import PinfoldScripting

/// The folder of the package, to find the plugins and scripts that ship.
let packageRoot = String(#filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 })

/// Flips a switch a little later, from another thread.
enum Cancelling {
  static func soon(_ cancellation: Cancellation) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { cancellation.cancel() }
  }
}

/// A session whose output is kept.
final class RecordedSession {
  let session: ScriptSession
  private let record = Record()

  private final class Record {
    var text = ""
  }

  init(_ workbench: Workbench = Workbench(), arguments: [String] = []) throws {
    let record = record
    session = try ScriptSession(workbench: workbench, arguments: arguments) { record.text += $0 }
  }

  var output: String { record.text }

  /// What a shell would print for an input: output, echo or the error.
  func answer(_ input: String) -> String {
    record.text = ""
    do {
      switch try session.evaluate(input) {
      case .incomplete: return "…"
      case .done(let echo): return record.text + echo
      }
    } catch {
      return "error: \(error)"
    }
  }
}
