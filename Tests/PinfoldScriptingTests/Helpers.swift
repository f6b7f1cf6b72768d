import Foundation
import Pinfold
import PinfoldScripting
import Synchronization

/// The folder of the package, to find the plugins and scripts that ship.
let packageRoot = String(#filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 })

/// Does something again and again from another thread, until it is let go.
///
/// A thread of its own: tests that loop for ever keep every thread of the dispatch pool busy.
final class Repeating: Sendable {
  private let isOver = Atomic<Bool>(false)

  init(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread { [weak self] in
      while let self, !self.isOver.load(ordering: .relaxed) {
        Thread.sleep(forTimeInterval: 0.03)
        body()
      }
    }
    thread.start()
  }

  func stop() { isOver.store(true, ordering: .relaxed) }
}

/// A session whose output is kept.
final class RecordedSession {
  let session: ScriptSession
  private let record = Record()

  private final class Record {
    var text = ""
  }

  init(_ workbench: Workbench = Workbench(), arguments: [String] = [], unsafe: Bool = false) throws {
    let record = record
    session = try ScriptSession(workbench: workbench, arguments: arguments, unsafe: unsafe) {
      record.text += $0
    }
  }

  var output: String { record.text }

  /// The answer to an input once late interrupts are over.
  func settled(_ input: String) -> String {
    var answer = answer(input)
    while answer.contains("interrupted") { answer = self.answer(input) }
    return answer
  }

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
