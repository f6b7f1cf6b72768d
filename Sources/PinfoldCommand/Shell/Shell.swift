import Pinfold
import PinfoldData
import PinfoldScripting

/// Reads, evaluates, prints, and goes on whatever happens.
struct Shell {
  private let session: ScriptSession
  private var lines = LineReader()
  /// The lines of an input that is not finished.
  private var input = ""

  init(session: ScriptSession) { self.session = session }

  /// Runs until the input ends.
  mutating func run() throws(DataError) {
    try Console.write("Pinfold \(Version.current) with Lua. Try 1 + 1; Ctrl-D leaves.\n")
    while true {
      try Console.write(input.isEmpty ? "> " : ">> ")
      switch lines.next() {
      case .line(let line): try take(line)
      case .interrupted:
        input = ""
        try Console.write("\n")
      case .end:
        try Console.write("\n")
        return
      }
    }
  }

  private mutating func take(_ line: String) throws(DataError) {
    let text = input.isEmpty ? line : "\(input)\n\(line)"
    input = ""
    var echo = ""
    do {
      switch try session.evaluate(text) {
      case .incomplete: input = text
      case .done(let answer): echo = answer
      }
    } catch {
      Console.errorLine("\(error)")
    }
    // A Ctrl-C that stopped the chunk must not clear the next line too.
    _ = Interrupts.take()
    try Console.write(echo)
  }
}
