import CLua
import CLuaBridge

/// Carries a Swift error through Lua code, where it can be caught and printed like any other.
final class LuaErrorBox: LuaObject {
  let error: any Error
  let location: String

  init(_ error: any Error, location: String) {
    self.error = error
    self.location = location
  }

  var text: String { "\(location)\(error)" }

  static let luaName = "error"

  static func describe(_ lua: LuaClass<LuaErrorBox>) {
    lua.getter("message") { "\($0.error)" }
    lua.metamethod(.toString) { (box: LuaErrorBox) in box.text }
    lua.metamethod(.concat) { (call: LuaCall, a: LuaValue, b: LuaValue) in
      try call.string(of: a) + call.string(of: b)
    }
  }
}

extension LuaCall {
  /// Pushes the value that C is to raise for `error`, and returns the way to raise it.
  func push(raising error: any Error) -> Int32 {
    if let error = error as? LuaError {
      if let value = error.value {
        value.push(to: self)
        return Int32(PLUA_RERAISE)
      }
      if error.kind == .memory { return Int32(PLUA_NO_MEMORY) }
      if error.underlying == nil {
        (location + error.description).push(to: self)
        return Int32(PLUA_RAISE)
      }
    }
    LuaErrorBox(error, location: location).push(to: self)
    return Int32(PLUA_RAISE)
  }

  /// "chunk:line: " of the Lua code that called, perhaps through the C function that looks for members; or
  /// nothing.
  public var location: String {
    for level: Int32 in 1...2 {
      luaL_where(lua, level)
      defer { plua_pop(lua, 1) }
      if let place = string(at: -1), !place.isEmpty { return place }
    }
    return ""
  }

  /// Pops the error value of a protected call that ended with `status`.
  func popError(_ status: Int32) -> LuaError {
    let state = plua_state_of(lua)
    // First, because turning the value into a string may run code.
    let traceback = status == LUA_ERRSYNTAX ? "" : plua_traceback(state).map { String(cString: $0) } ?? ""
    var chunk: UnsafePointer<CChar>?
    let line = status == LUA_ERRSYNTAX ? 0 : Int(plua_error_line(state, &chunk))
    let place = chunk.flatMap { line > 0 ? LuaError.Position(chunk: String(cString: $0), line: line) : nil }
    let stop = status == LUA_ERRRUN || status == LUA_ERRERR ? plua_stopped(state) : PLUA_RUNNING

    let value = LuaValue(self, at: -1)
    let opaque = "(error object is a \(value.typeName) value)"
    var underlying: (any Error)?
    var text: String
    if case .userdata(let userdata) = value, let box = userdata.object(as: LuaErrorBox.self) {
      underlying = box.error
      text = box.text
    } else if let string = string(at: -1) {
      text = string
    } else if luaL_getmetafield(lua, -1, "__tostring") != LUA_TNIL {
      plua_pop(lua, 1)
      text = (try? self.string(at: -1, converting: ())) ?? opaque
    } else {
      text = opaque
    }
    plua_pop(lua, 1)

    let (position, message) = LuaError.split(text)
    return LuaError(
      LuaError.kind(status: status, stop: stop, message: message), message,
      position: position ?? (status == LUA_ERRMEM ? nil : place),
      traceback: traceback, underlying: underlying, value: status == LUA_ERRMEM ? nil : value)
  }
}

extension LuaError {
  fileprivate static func kind(status: Int32, stop: plua_stop, message: String) -> Kind {
    switch stop {
    case PLUA_INTERRUPTED: return .interrupted
    case PLUA_OUT_OF_TIME: return .timeLimit
    case PLUA_OUT_OF_INSTRUCTIONS: return .instructionLimit
    default: break
    }
    switch status {
    case LUA_ERRMEM: return .memory
    case LUA_ERRSYNTAX:
      // A string in quotes cannot be continued on the next line.
      let open = message.hasSuffix("<eof>") && !message.hasPrefix("unfinished string")
      return .syntax(incomplete: open)
    default: return .runtime
    }
  }

  /// Splits "chunk:12: " off the front of a message.
  static func split(_ text: String) -> (Position?, String) {
    let bytes = Array(text.utf8)
    let colon = UInt8(ascii: ":")
    var start = 0
    while let first = bytes[start...].firstIndex(of: colon) {
      let digits = bytes[(first + 1)...].prefix { $0 >= 48 && $0 <= 57 }
      let end = digits.endIndex
      if !digits.isEmpty, end + 1 < bytes.count, bytes[end] == colon, bytes[end + 1] == 32,
        let line = Int(String(decoding: digits, as: UTF8.self))
      {
        let chunk = String(decoding: bytes[..<first], as: UTF8.self)
        return (Position(chunk: chunk, line: line), String(decoding: bytes[(end + 2)...], as: UTF8.self))
      }
      start = first + 1
    }
    return (nil, text)
  }
}
