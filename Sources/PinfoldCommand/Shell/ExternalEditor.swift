import PinfoldData
import Platform

/// Edits texts in the user's own editor.
enum ExternalEditor {
  /// Returns a text after it was edited, by way of a temporary file.
  static func edited(_ text: String) throws(Failure) -> String {
    let folder = Terminal.variable("TMPDIR") ?? "/tmp"
    var name = Array("\(folder)/pinfold-XXXXXX.lua".utf8CString)
    let file = mkstemps(&name, 4)
    guard file >= 0 else { throw .failed("no temporary file can be made in \(folder)") }
    close(file)
    let path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    defer { unlink(path) }
    do { try AtomicFile.write(text + "\n", to: path) } catch { throw .failed("\(error)") }
    return try edited(file: path)
  }

  /// Returns a file's text after it was edited.
  static func edited(file path: String) throws(Failure) -> String {
    let editor = Terminal.variable("VISUAL") ?? Terminal.variable("EDITOR") ?? "vi"
    // By way of a shell, because the variable may hold arguments.
    let status = run("/bin/sh", ["sh", "-c", "\(editor) \"$1\"", "sh", path])
    guard status == 0 else {
      throw .failed("the editor '\(editor)' failed; $VISUAL or $EDITOR names another")
    }
    guard let bytes = try? WholeFile.bytes(of: path) else { throw .failed("there is no \(path)") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Runs a program on this terminal and returns its exit code; Ctrl-C is the program's own meanwhile.
  private static func run(_ path: String, _ arguments: [String]) -> Int32 {
    var child: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    guard posix_spawn(&child, path, nil, nil, &words, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
  }
}
