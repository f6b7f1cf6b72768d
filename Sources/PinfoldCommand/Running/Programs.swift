import PinfoldData
import Platform

/// Runs the user's own programs on this terminal.
enum TerminalProgram {
  static func run(_ command: String, with argument: String = "") -> Int32 {
    Program.exitCode(of: ["/bin/sh", "-c", command, "sh", argument]) ?? -1
  }

  /// Shows a text in `$PAGER`, or in `less`, which then keeps long lines whole.
  static func show(_ text: String) throws(Failure) {
    let path = try TemporaryFile.path(suffix: ".txt")
    defer { unsafe unlink(path) }
    do { try AtomicFile.write(text, to: path) } catch { throw .failed("\(error)") }
    let pager = System.variable("PAGER") ?? "less -S"
    guard run("\(pager) \"$1\"", with: path) == 0 else {
      throw .failed("the pager '\(pager)' failed; $PAGER names another")
    }
  }
}

/// Edits texts in the user's own editor.
enum ExternalEditor {
  static func edited(_ text: String) throws(Failure) -> String {
    let path = try TemporaryFile.path(suffix: ".lua")
    defer { unsafe unlink(path) }
    do { try AtomicFile.write(text + "\n", to: path) } catch { throw .failed("\(error)") }
    return try edited(file: path)
  }

  static func edited(file path: String) throws(Failure) -> String {
    let editor = System.variable("VISUAL") ?? System.variable("EDITOR") ?? "vi"
    let status = TerminalProgram.run("\(editor) \"$1\"", with: path)
    guard status == 0 else {
      throw .failed("the editor '\(editor)' failed; $VISUAL or $EDITOR names another")
    }
    guard let bytes = try? WholeFile.bytes(of: path) else { throw .failed("there is no \(path)") }
    return String(decoding: bytes, as: UTF8.self)
  }
}

enum TemporaryFile {
  /// Creates an empty file that no other user can open, and returns its path.
  static func path(suffix: String) throws(Failure) -> String {
    let folder = System.variable("TMPDIR") ?? "/tmp"
    var name = Array("\(folder)/pinfold-XXXXXX\(suffix)".utf8CString)
    let file = unsafe mkstemps(&name, Int32(suffix.utf8.count))
    guard file >= 0 else { throw .failed("no temporary file can be made in \(folder)") }
    close(file)
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The user's browser.
enum Browser {
  static func open(_ address: String) {
    #if canImport(Darwin)
      Program.start(["open", address])
    #else
      guard System.variable("DISPLAY") ?? System.variable("WAYLAND_DISPLAY") != nil else { return }
      Program.start(["xdg-open", address])
    #endif
  }
}
