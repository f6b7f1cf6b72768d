import CLua
import CLuaBridge

extension LuaState {
  /// Opens the library of plugins: the language, with neither files nor processes, with fixed orders and
  /// seeds.
  ///
  /// Not there: `io`, `debug`, `package`, `dofile`, `loadfile`, `warn`, `string.dump`, `__gc`, and of `os`
  /// all but `time`, `clock`, `date` and `difftime`. `pairs` and `next` go through string keys in order
  /// (`rawpairs` in Lua's own), `tostring` shows no addresses, `math.random` begins the same in every state.
  ///
  /// It keeps scripts from doing harm by mistake and makes runs repeatable. It is no defence against code
  /// that exploits a fault of the Lua interpreter itself.
  public func openSandbox(seed: UInt64 = 0) throws {
    unsafe try stack.check(plua_open_sandbox(stack.lua, seed))
    definePrint()
  }

  /// Restarts the sandbox's random numbers, as if none had been drawn and no seed been set.
  public func restartRandom() throws { unsafe try stack.check(plua_restart_random(stack.lua)) }

  /// Opens what scripts and the shell get: the sandbox, `io.write`, and `io.open` and `io.lines` for some
  /// files.
  public func openScript(files: LuaConfinement, seed: UInt64 = 0) throws {
    try openSandbox(seed: seed)
    try openFiles(files)
  }

  /// Opens all of Lua, files, processes and `debug` included. Code can still be stopped, unless it defeats
  /// that on purpose.
  public func openAll() throws {
    unsafe try stack.check(plua_open_all(stack.lua))
    definePrint()
  }

  /// Lua's own `pairs`, which the sandbox keeps under another name.
  public static let rawpairs = LuaEntry(
    .function, "rawpairs", "(table: table): function",
    "Lua's own pairs, in unspecified order; pairs itself iterates over keys in order.")

  private func definePrint() {
    define("print") { [weak self] (call: LuaCall, rest: LuaRest) in
      if rest.values.count == 1, let text = try self?.shown?(rest.values[0]) {
        self?.output(text)
        return
      }
      let line = try rest.values.map { try call.string(of: $0) }.joined(separator: "\t")
      self?.output((self?.printed?(line) ?? line) + "\n")
    }
  }

  private func openFiles(_ files: LuaConfinement) throws {
    unsafe try stack.check(plua_push_io_open(stack.lua))
    let standardOpen = stack.popFunction()
    let io = makeTable()
    let write = makeFunction { [weak self] (call: LuaCall, rest: LuaRest) in
      for index in rest.values.indices { self?.output(try String.read(from: call, at: Int32(index + 1))) }
    }
    try io.set("write", write)
    let open = makeFunction { (call: LuaCall, path: String, mode: String?) in
      let mode = mode ?? "r"
      let checked = try files.path(of: path, isRead: mode == "r" || mode == "rb")
      return try call.results(of: try standardOpen(checked, mode))
    }
    try io.set("open", open)
    try io.set("lines", try load(Self.lines, chunkName: "=io.lines")(open).first ?? .nil)
    setGlobal("io", to: io)
  }

  private static let lines = """
    local open = ...
    return function(path, ...)
      local file, message = open(path)
      if not file then error(message, 2) end
      local nextLine = file:lines(...)
      return function()
        local line = nextLine()
        if line == nil then file:close() end
        return line
      end
    end
    """
}
