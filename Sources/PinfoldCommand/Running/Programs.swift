import PinfoldData
import Platform

/// Runs the user's own programs on this terminal.
enum TerminalProgram {
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

/// Edits texts in the user's own editor.
enum ExternalEditor {
  static func edited(_ text: String) throws(Failure) -> String {
    let path = try TemporaryFile.path(suffix: ".lua")
    defer { unlink(path) }
    do { try AtomicFile.write(text + "\n", to: path) } catch { throw .failed("\(error)") }
    return try edited(file: path)
  }

  static func edited(file path: String) throws(Failure) -> String {
    let editor = Terminal.variable("VISUAL") ?? Terminal.variable("EDITOR") ?? "vi"
    let status = TerminalProgram.run("\(editor) \"$1\"", with: path)
    guard status == 0 else {
      throw .failed("the editor '\(editor)' failed; $VISUAL or $EDITOR names another")
    }
    guard let bytes = try? WholeFile.bytes(of: path) else { throw .failed("there is no \(path)") }
    return String(decoding: bytes, as: UTF8.self)
  }
}

enum TemporaryFile {
  /// Makes an empty file that nobody else can open, and returns its path.
  static func path(suffix: String) throws(Failure) -> String {
    let folder = Terminal.variable("TMPDIR") ?? "/tmp"
    var name = Array("\(folder)/pinfold-XXXXXX\(suffix)".utf8CString)
    let file = mkstemps(&name, Int32(suffix.utf8.count))
    guard file >= 0 else { throw .failed("no temporary file can be made in \(folder)") }
    close(file)
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }
}

/// The user's browser.
enum Browser {
  static func open(_ address: String) {
    #if canImport(Darwin)
      start(["open", address])
    #else
      guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return }
      start(["xdg-open", address])
    #endif
  }

  private static func start(_ words: [String]) {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    posix_spawnp(&child, words[0], nil, nil, &arguments, environ)
  }
}
