import PinfoldData
import Platform

/// Runs the user's own programs on this terminal.
enum TerminalProgram {
  /// Runs a command of the system's shell and returns its exit code; Ctrl-C is the program's own meanwhile.
  ///
  /// - Parameter argument: what `$1` stands for in it.
  static func run(_ command: String, with argument: String = "") -> Int32 {
    var child: pid_t = 0
    let arguments = ["sh", "-c", command, "sh", argument]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    guard posix_spawn(&child, "/bin/sh", nil, nil, &words, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
  }

  /// Shows a text in `$PAGER`, or in `less`, which then keeps long lines whole.
  static func show(_ text: String) throws(Failure) {
    let path = try TemporaryFile.path(suffix: ".txt")
    defer { unlink(path) }
    do { try AtomicFile.write(text, to: path) } catch { throw .failed("\(error)") }
    let pager = Terminal.variable("PAGER") ?? "less -S"
    guard run("\(pager) \"$1\"", with: path) == 0 else {
      throw .failed("the pager '\(pager)' failed; $PAGER names another")
    }
  }
}
