import Lua
import Pinfold
import PinfoldColumns

/// The `state` that a strategy's `cluster` returned with a frame, as Lua code that recreates it: another Lua
/// state may make the next frame.
struct CarriedState: Sendable {
  private var texts: [String: String] = [:]

  /// The state in a frame; empty if the frame is another strategy's, or there is none.
  init(of frame: Frame?) { if let box = frame?.carried as? Box { texts = box.texts } }

  /// The state to store in a frame; nil for none.
  var box: Box? { texts.isEmpty ? nil : Box(texts) }

  /// Frames carry objects.
  final class Box: Sendable {
    fileprivate let texts: [String: String]

    fileprivate init(_ texts: [String: String]) { self.texts = texts }
  }

  /// Keeps what a call returned, a copy of numbers, texts, tables and columns.
  mutating func keep(_ value: LuaValue, of group: String) throws {
    if value.isNil {
      texts[group] = nil
      return
    }
    var writer = PluginWriter()
    texts[group] = try writer.file([("state", value)]).text
  }

  /// The value that the call for a group returned with the previous frame; nil on the first.
  func value(of group: String, in lua: LuaState) throws -> LuaValue {
    guard let text = texts[group] else { return .nil }
    let results = try lua.load(text, chunkName: "=state")()
    return try results.first?.table?["state"] ?? .nil
  }
}

/// The previous frame, for points and as the object for plugins: one object for all calls, because it caches
/// results.
struct ShownFrame {
  let previous: PreviousFrame

  /// The object; nil on the first frame.
  let object: FrameObject?

  init(_ frame: Frame?) {
    previous = PreviousFrame(frame)
    object = frame.map { FrameObject($0) }
  }
}
