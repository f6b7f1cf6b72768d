import Synchronization

/// The modules of one folder that Lua code requires: each is looked for and read once, so that code that
/// requires them in several states, or late, finds what was there the first time.
///
/// `require "shapes.hex"` is `shapes/hex.lua` or `shapes/hex/init.lua` in the folder. Links that lead out of
/// it are refused.
public final class LuaModules: Sendable {
  /// A module as read from its file.
  public struct Module: Hashable, Sendable {
    /// The name by which it is required: "shapes.hex".
    public let requiredName: String

    /// The real path.
    public let path: String

    let name: String

    /// The text.
    public let source: [UInt8]
  }

  private let root: String
  private let state = Mutex(State())

  private struct State {
    var known: [String: Module] = [:]
    var missing: Set<String> = []
    var isSealed = false
  }

  /// Creates the modules of a folder; throws if it does not exist.
  public init(folder: String) throws {
    guard let root = realPath(folder) else { throw LuaError("there is no folder '\(folder)'") }
    self.root = root
  }

  /// The modules that were read so far, by the names by which they are required.
  public var read: [Module] {
    state.withLock { $0.known.values.sorted { $0.requiredName < $1.requiredName } }
  }

  /// Files that would have been modules had they been there.
  public var missing: [String] { state.withLock { $0.missing.sorted() } }

  /// Refuses from now on modules that were not read so far, so that ``read`` has all that code may require.
  public func seal() { state.withLock { $0.isSealed = true } }

  /// Reads a module, or returns the cached one.
  @discardableResult
  public func module(_ name: String) throws -> Module {
    try state.withLock { state in
      if let module = state.known[name] { return module }
      let path = try find(name, &state.missing)
      if state.isSealed {
        throw LuaError(
          "module '\(name)' was not read with the code that requires it, which must say its name: "
            + "require \"\(name)\"")
      }
      let module = Module(
        requiredName: name, path: path, name: String(path.dropFirst(root == "/" ? 1 : root.count + 1)),
        source: try LuaFile.read(path)
      )
      state.known[name] = module
      return module
    }
  }

  private func find(_ name: String, _ missing: inout Set<String>) throws -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy(\.isLuaName) else {
      throw LuaArgumentError(1, "a module name is names with dots between, not '\(name)'")
    }
    let stem = parts.joined(separator: "/")
    for candidate in ["\(stem).lua", "\(stem)/init.lua"] {
      guard realPath("\(root)/\(candidate)") != nil else {
        missing.insert("\(root)/\(candidate)")
        continue
      }
      return try confine(candidate, below: root, relativeTo: root)
    }
    throw LuaError("module '\(name)' not found: neither \(stem).lua nor \(stem)/init.lua is in \(root)")
  }
}

extension LuaState {
  /// Defines `require` for modules inside of one folder and no other.
  public func allowRequire(from folder: String) throws { try allowRequire(LuaModules(folder: folder)) }

  /// Defines `require` for modules that other states may require too.
  ///
  /// - Parameter check: throws for the text of a module that is not to run.
  public func allowRequire(
    _ modules: LuaModules, check: @escaping (_ source: [UInt8], _ name: String) throws -> Void = { _, _ in }
  ) throws {
    let loaded = makeTable()
    define("require") { (call: LuaCall, name: String) in
      let known = try loaded[name]
      if known == .boolean(false) { throw LuaError("loop in 'require' of '\(name)'") }
      if !known.isNil { return known }
      let module = try modules.module(name)
      try call.load(module.source, chunkName: "@\(module.name)")
      let chunk = call.popFunction()
      try check(module.source, module.name)
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

extension StringProtocol {
  /// Whether it is letters, digits and `_`, no digit first.
  public var isLuaName: Bool {
    guard let first = utf8.first, first < 48 || first > 57 else { return false }
    return utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (byte | 32 >= 97 && byte | 32 <= 122) || (byte >= 48 && byte <= 57)
    }
  }
}
