import CLineEditor
import Platform

/// Edits lines on a terminal; closures define what its keys mean.
@safe final class LineEditor {
  enum Key {
    case tab, up, down, previous, next
  }

  struct Edit {
    var text: String?
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
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe editor = line_editor_open("pinfold", Interrupts.wake, answerKey, context)
    if unsafe editor == nil { return nil }
  }

  deinit { if let editor = unsafe editor { unsafe line_editor_close(editor) } }

  func remember(_ text: String) { unsafe line_editor_remember(editor, text) }

  func read(prompt: String) -> LineReader.Event {
    var text: UnsafePointer<CChar>?
    switch unsafe line_editor_read(editor, prompt, &text) {
    case LINE_READ: return unsafe .line(text.map { unsafe String(cString: $0) } ?? "")
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
    return unsafe line_edit(
      text: edit.text.map { unsafe strdup($0) }, cursor: max(0, edit.cursor),
      note: edit.note.map { unsafe strdup($0) },
      beeps: edit.beeps)
  }
}

private let answerKey: line_key_handler = { context, key, text, cursor in
  guard let context = unsafe context, let text = unsafe text else {
    return unsafe line_edit(text: nil, cursor: cursor, note: nil, beeps: true)
  }
  let editor = unsafe Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
  return unsafe editor.answer(key, String(cString: text), cursor)
}

/// Reads lines from standard input directly, because the libraries' readers continue to wait after Ctrl-C.
struct LineReader {
  enum Event {
    case line(String)
    case interrupted
    case end
  }

  /// Whether Ctrl-C is for this reader; if not, it is for the code that runs meanwhile on another thread.
  var takesInterrupts = true

  private var pending: [UInt8] = []

  mutating func next() -> Event {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeSubrange(...end)
        return .line(line)
      }
      // Ctrl-C may come just before the wait as well.
      if takesInterrupts, Interrupts.take() {
        pending = []
        return .interrupted
      }
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        pending += chunk[..<count]
      } else if count < 0 && errno == EINTR {
        continue
      } else if pending.isEmpty {
        return .end
      } else {
        // The last line has no end of its own.
        let line = String(decoding: pending, as: UTF8.self)
        pending = []
        return .line(line)
      }
    }
  }
}
