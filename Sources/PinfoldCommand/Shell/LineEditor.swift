import CLineEditor
import Platform

/// Edits lines on a terminal; closures define what its keys mean.
final class LineEditor {
  /// A key that the editor does not handle itself.
  enum Key {
    case tab, up, down, previous, next
  }

  /// The effect of a key on the line.
  struct Edit {
    /// The new line; nil leaves it as it is.
    var text: String?
    /// The new position of the cursor, in bytes from the line's beginning.
    var cursor: Int
    /// The text to print below the line, with its line ends.
    var note: String?
    var beeps = false
  }

  /// Handles a key, given the line and the cursor's position in bytes.
  var handler: (Key, String, Int) -> Edit = { Edit(cursor: $2, beeps: true) }

  private var editor: OpaquePointer?

  /// Opens an editor on standard input and output; fails where they are no terminal that can be drawn on.
  init?() {
    guard Terminal.canEdit else { return nil }
    Interrupts.watchTerminal()
    let context = Unmanaged.passUnretained(self).toOpaque()
    editor = line_editor_open("pinfold", Interrupts.wake, answerKey, context)
    if editor == nil { return nil }
  }

  deinit { if let editor { line_editor_close(editor) } }

  /// Lets Ctrl-R find a text.
  func remember(_ text: String) { line_editor_remember(editor, text) }

  /// Waits for a line.
  func read(prompt: String) -> LineReader.Event {
    var text: UnsafePointer<CChar>?
    switch line_editor_read(editor, prompt, &text) {
    case LINE_READ: return .line(text.map { String(cString: $0) } ?? "")
    case LINE_INTERRUPTED:
      _ = Interrupts.take()
      return .interrupted
    default: return .end
    }
  }

  fileprivate func answer(_ key: line_key, _ text: String, _ cursor: Int) -> line_edit {
    let names: [UInt32: Key] = [
      LINE_TAB.rawValue: .tab, LINE_UP.rawValue: .up, LINE_DOWN.rawValue: .down,
      LINE_PREVIOUS.rawValue: .previous, LINE_NEXT.rawValue: .next,
    ]
    let edit = handler(names[key.rawValue] ?? .tab, text, cursor)
    return line_edit(
      text: edit.text.map { strdup($0) }, cursor: max(0, edit.cursor), note: edit.note.map { strdup($0) },
      beeps: edit.beeps)
  }
}

private let answerKey: line_key_handler = { context, key, text, cursor in
  guard let context, let text else { return line_edit(text: nil, cursor: cursor, note: nil, beeps: true) }
  let editor = Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
  return editor.answer(key, String(cString: text), cursor)
}
