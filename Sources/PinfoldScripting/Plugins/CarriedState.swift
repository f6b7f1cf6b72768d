import Lua
import Pinfold
import PinfoldColumns

/// What a strategy's `cluster` returned as `state` with a frame, as the text of Lua code that makes it anew:
/// the next frame may be made by another state of Lua.
struct CarriedState: Sendable {
  private var texts: [String: String] = [:]

  /// What a frame carries; nothing where it is another strategy's, or the first.
  init(of frame: Frame?) { if let box = frame?.carried as? Box { texts = box.texts } }

  /// What a frame carries of it; nil for nothing.
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

  /// What the call for a group returned with the frame before; nil on the first.
  func value(of group: String, in lua: LuaState) throws -> LuaValue {
    guard let text = texts[group] else { return .nil }
    let results = try lua.load(text, chunkName: "=state")()
    return try results.first?.table?["state"] ?? .nil
  }
}

/// The frame shown before, as points ask for it, and as the object that plugins get: one object for all
/// calls, because it keeps what it computed.
struct ShownFrame {
  let previous: PreviousFrame

  /// The object; nil on the first frame.
  let object: FrameObject?

  init(_ frame: Frame?) {
    previous = PreviousFrame(frame)
    object = frame.map { FrameObject($0) }
  }
}
