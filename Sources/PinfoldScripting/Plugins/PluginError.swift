import Lua

/// What is wrong with a plugin, with its place.
public struct PluginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The plugin's file.
  public var path: String

  /// What was wrong, where in the file, and what would be right.
  public var message: String

  init(path: String, _ message: String) {
    self.path = path
    self.message = message
  }

  /// An error of the plugin's own code: Lua names the file and the line.
  init(path: String, _ error: any Error) {
    self.path = path
    message = (error as? LuaError)?.description ?? "\(error)"
  }

  public var description: String { message.hasPrefix(path) ? message : "\(path): \(message)" }
}
