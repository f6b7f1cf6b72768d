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
      if known == .boolean(false) { throw LuaError(.runtime, "loop in 'require' of '\(name)'") }
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
