import CLua
import CLuaBridge

extension LuaState {
  /// Defines `require` for modules inside of one folder: `require "shapes.hex"` is `shapes/hex.lua` or
  /// `shapes/hex/init.lua` there. Links that lead out of the folder are refused.
  ///
  /// - Parameters:
  ///   - folder: the folder, and the only one.
  ///   - onLoad: told the real path of each file that is loaded, for instance to watch it.
  public func allowRequire(from folder: String, onLoad: @escaping (String) -> Void = { _ in }) throws {
    guard let root = realPath(folder) else { throw LuaError(.runtime, "there is no folder '\(folder)'") }
    let loaded = makeTable()
    define("require") { (call: LuaCall, name: String) in
      let known = try loaded[name]
      if known == .boolean(false) { throw LuaError(.runtime, "loop in 'require' of '\(name)'") }
      if !known.isNil { return known }
      let path = try findModule(name, in: root)
      onLoad(path)
      let shown = "@" + path.dropFirst(root.count + 1)
      try call.load(try readFile(path), chunkName: shown)
      let chunk = call.popFunction()
      try loaded.set(name, false)
      do {
        let result = try chunk(name).first ?? .nil
        let module = result.isNil ? .boolean(true) : result
        try loaded.set(name, module)
        return module
      } catch {
        try loaded.set(name, LuaValue.nil)
        throw error
      }
    }
  }
}

private func findModule(_ name: String, in root: String) throws -> String {
  let parts = name.split(separator: ".", omittingEmptySubsequences: false)
  guard parts.allSatisfy({ isName($0) }) else {
    throw LuaArgumentError(1, "a module name is names with dots between, not '\(name)'")
  }
  let stem = parts.joined(separator: "/")
  for candidate in ["\(stem).lua", "\(stem)/init.lua"] {
    guard realPath("\(root)/\(candidate)") != nil else { continue }
    return try confine(candidate, below: root, relativeTo: root)
  }
  throw LuaError(
    .runtime, "module '\(name)' not found: neither \(stem).lua nor \(stem)/init.lua is in \(root)")
}

private func isName(_ part: Substring) -> Bool {
  guard let first = part.utf8.first, first < 48 || first > 57 else { return false }
  return part.utf8.allSatisfy { byte in
    byte == UInt8(ascii: "_") || (byte | 32 >= 97 && byte | 32 <= 122) || (byte >= 48 && byte <= 57)
  }
}
