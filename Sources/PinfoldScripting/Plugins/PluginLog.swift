import PinfoldData
import Synchronization

/// What a plugin says of its work by `log`: each line once, as a plugin is called for every frame.
final class PluginLog: Sendable {
  /// The most lines; what goes on for ever says nothing new.
  static let limit = 1000

  private let lines = Mutex<Set<String>>([])

  /// Returns a line as it is to be written; nil where it was before, or where there are too many.
  func adding(_ line: String) -> String? {
    lines.withLock { lines in
      guard lines.count < Self.limit, lines.insert(line).inserted else { return nil }
      return lines.count < Self.limit ? line : "\(line)\n(and no more: \(Self.limit) lines)"
    }
  }
}
