import Lua
import Pinfold

/// What a strategy's `cluster` returned as `state` with a frame, as the text of Lua code that makes it anew:
/// the next frame may be made by another state of Lua.
struct CarriedState: Sendable {
  /// By the name of the group that a call was for, empty for none.
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
    var writer = PluginWriter(source: { _ in nil }, variable: { _ in .nil })
    texts[group] = try writer.file([("state", value)]).text
  }

  /// What the call for a group returned with the frame before; nil on the first.
  func value(of group: String, in lua: LuaState) throws -> LuaValue {
    guard let text = texts[group] else { return .nil }
    let results = try lua.load(text, chunkName: "=state")()
    return try results.first?.table?["state"] ?? .nil
  }
}
