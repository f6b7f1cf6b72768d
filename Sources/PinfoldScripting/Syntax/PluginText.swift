/// Finds the lines of fields in the table that a plugin's file returns.
struct PluginText {
  private let source: [UInt8]

  init(_ source: [UInt8]) { self.source = source }

  /// The line of a field by its path, as `["parameters", "cellSize", "default"]`, or of the innermost table
  /// around it that is found.
  func line(of path: [String]) -> Int? { LuaCode().line(of: path, in: source) }
}
