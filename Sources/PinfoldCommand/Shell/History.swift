import PinfoldData
import Platform

/// The inputs of this shell and earlier ones, whole blocks, oldest first.
///
/// The file has one line for each block, with `\n` for its line ends. Each block is appended by a single
/// write immediately, so that neither a killed process nor a second shell loses anything else. Only at start
/// is a file that grew too long rewritten, under a lock that appending takes too.
struct History {
  static let most = 2000
  private(set) var blocks: [String] = []
  private let path: String?

  /// Reads a file; if that fails, the history is kept in memory only.
  init(path: String?, most: Int = Self.most) {
    self.path = path
    guard let path, let bytes = try? WholeFile.bytes(of: path) else { return }
    blocks = bytes.split(separator: UInt8(ascii: "\n")).map {
      Self.block(String(decoding: $0, as: UTF8.self))
    }
    guard blocks.count > most else { return }
    // Twice as many may lie in the file, so that not every start writes it.
    let isLong = blocks.count > 2 * most
    blocks.removeFirst(blocks.count - most)
    if isLong { shorten(path) }
  }

  /// $XDG_STATE_HOME/pinfold/history, its folder made if need be; nil where there is no home.
  static var standardPath: String? {
    let home = System.variable("HOME")
    guard let state = System.variable("XDG_STATE_HOME") ?? home.map({ "\($0)/.local/state" }) else {
      return nil
    }
    var folder = ""
    for part in "\(state)/pinfold".split(separator: "/") {
      folder += "/\(part)"
      unsafe mkdir(folder, 0o700)
    }
    return "\(folder)/history"
  }

  /// Adds a block unless it is blank or the one before.
  mutating func add(_ block: String) {
    let isBlank = block.allSatisfy { $0 == " " || $0 == "\t" || $0 == "\n" }
    guard !isBlank, block != blocks.last else { return }
    blocks.append(block)
    guard let path else { return }
    Self.locked(path) { file in
      let bytes = Array((Self.line(block) + "\n").utf8)
      _ = unsafe write(file, bytes, bytes.count)
    }
  }

  private func shorten(_ path: String) {
    Self.locked(path) { _ in
      try? AtomicFile.write(blocks.map { Self.line($0) + "\n" }.joined(), to: path)
    }
  }

  private static func locked(_ path: String, _ body: (Int32) -> Void) {
    for _ in 0..<10 {
      let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
      guard file >= 0 else { return }
      defer { close(file) }
      guard flock(file, LOCK_EX) == 0 else { return }
      // While we waited the file may have been replaced.
      var (mine, present) = (stat(), stat())
      guard unsafe fstat(file, &mine) == 0, unsafe stat(path, &present) == 0, mine.st_ino == present.st_ino
      else {
        continue
      }
      return body(file)
    }
  }

  static func line(_ block: String) -> String {
    block.replacing("\\", with: "\\\\").replacing("\r\n", with: "\\n").replacing("\n", with: "\\n")
  }

  static func block(_ line: String) -> String {
    var block = ""
    var isEscaped = false
    for character in line {
      if isEscaped {
        block.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        block.append(character)
      }
    }
    return block
  }
}

/// A walk up and down in a history among the blocks that begin with what was typed.
struct HistoryWalk {
  private var typed = ""
  private var place: Int?
  private var shown = ""

  mutating func previous(from line: String, in blocks: [String]) -> String? {
    begin(line, blocks)
    return show(blocks[..<(place ?? blocks.count)].lastIndex { $0.hasPrefix(typed) && $0 != line }, blocks)
  }

  mutating func next(from line: String, in blocks: [String]) -> String? {
    begin(line, blocks)
    guard let place else { return nil }
    if let later = blocks[(place + 1)...].firstIndex(where: { $0.hasPrefix(typed) && $0 != line }) {
      return show(later, blocks)
    }
    self.place = nil
    shown = typed
    return typed
  }

  func isShowing(_ line: String) -> Bool { place != nil && line == shown }

  // The search starts again when the line was changed.
  private mutating func begin(_ line: String, _ blocks: [String]) {
    if isShowing(line), place.map({ $0 < blocks.count }) ?? false { return }
    self = HistoryWalk(typed: line)
  }

  private mutating func show(_ found: Int?, _ blocks: [String]) -> String? {
    guard let found else { return nil }
    place = found
    shown = blocks[found]
    return shown
  }
}
