import PinfoldData
import Platform

/// Edits texts in the user's own editor.
enum ExternalEditor {
  /// Returns a text after it was edited, by way of a temporary file.
  static func edited(_ text: String) throws(Failure) -> String {
    let path = try TemporaryFile.path(suffix: ".lua")
    defer { unlink(path) }
    do { try AtomicFile.write(text + "\n", to: path) } catch { throw .failed("\(error)") }
    return try edited(file: path)
  }

  /// Returns a file's text after it was edited.
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
