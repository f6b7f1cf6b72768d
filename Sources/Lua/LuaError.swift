import CLua
import CLuaBridge

/// An error that ended Lua code, or that kept it from being compiled.
public struct LuaError: Error, @unchecked Sendable {  // `value` is confined to its state's thread
  /// The kinds of errors.
  public enum Kind: Hashable, Sendable {
    /// An error of the code, or one thrown by a Swift function that it called.
    case runtime
    /// The code does not compile; incomplete code could be continued so that it does.
    case syntax(incomplete: Bool)
    /// The memory limit does not suffice.
    case memory
    /// The run was interrupted.
    case interrupted
    /// The time limit of a run does not suffice.
    case timeLimit
    /// The instruction limit of a run does not suffice.
    case instructionLimit
    /// The binding was misused, for example after its state was closed.
    case `internal`
  }

  /// A position in Lua code.
  public struct Position: Hashable, Sendable, CustomStringConvertible {
    /// The chunk's name as Lua shortens it for messages.
    public var chunk: String
    /// The line, from 1.
    public var line: Int

    public init(chunk: String, line: Int) {
      self.chunk = chunk
      self.line = line
    }

    public var description: String { "\(chunk):\(line)" }
  }

  public var kind: Kind
  /// The message without the position.
  public var message: String
  /// The position, if it is in Lua code.
  public var position: Position?
  /// The calls that were under way, one a line; empty if not known.
  public var traceback: String
  /// The Swift error that a function called from Lua threw.
  public var underlying: (any Error)?
  /// The value that Lua code raised, to be raised again if the error passes through Lua once more.
  public var value: LuaValue?

  public init(
    _ kind: Kind, _ message: String, position: Position? = nil, traceback: String = "",
    underlying: (any Error)? = nil, value: LuaValue? = nil
  ) {
    self.kind = kind
    self.message = message
    self.position = position
    self.traceback = traceback
    self.underlying = underlying
    self.value = value
  }

  /// An error of code, or of a Swift function that it called.
  public init(_ message: String, position: Position? = nil) {
    self.init(.runtime, message, position: position)
  }

  static let closed = LuaError(.internal, "the Lua state is gone")
  static let outOfMemory = LuaError(.memory, "not enough memory")
  static let stackOverflow = LuaError("stack overflow")
}

extension LuaError: CustomStringConvertible {
  /// The message with its position, as Lua writes it.
  public var description: String { position.map { "\($0): \(message)" } ?? message }
}

/// An argument of the wrong kind. Thrown by a function that Lua called, it becomes Lua's own
/// "bad argument #2 to 'add' (number expected, got table)".
public struct LuaArgumentError: Error, Hashable, CustomStringConvertible {
  /// The number of the argument, from 1; for methods 1 is the receiver.
  public var index: Int
  public var message: String

  public init(_ index: Int, _ message: String) {
    self.index = index
    self.message = message
  }

  public var description: String { "bad argument #\(index) (\(message))" }
}

/// The error that a Lua value has another type than needed.
public struct LuaTypeError: Error, Hashable, CustomStringConvertible {
  public var description: String

  public init(_ description: String) { self.description = description }

  /// "number expected, got table", perhaps about a part of the value.
  init(expected: String, got: String) { description = "\(expected) expected, got \(got)" }

  func inside(_ part: String) -> LuaTypeError { LuaTypeError("\(part): \(description)") }
}

/// An error with a message of its own for scripts, whose lists begin at 1.
package protocol LuaDescribedError: Error {
  var luaDescription: String { get }
}

/// Carries a Swift error through Lua code, where it can be caught and printed like any other.
final class LuaErrorBox: LuaObject {
  let error: any Error
  let location: String

  init(_ error: any Error, location: String) {
    self.error = error
    self.location = location
  }

  var message: String { (error as? any LuaDescribedError)?.luaDescription ?? "\(error)" }
  var text: String { location + message }
  static let luaName = "error"

  static func describe(_ lua: LuaClass<LuaErrorBox>) {
    lua.getter("message") { $0.message }
    lua.metamethod(.toString) { (box: LuaErrorBox) in box.text }
    lua.metamethod(.concat) { (call: LuaCall, a: LuaValue, b: LuaValue) in
      try call.string(of: a) + call.string(of: b)
    }
  }
}

extension LuaCall {
  /// Pushes the value that C raises for `error`, and returns how to raise it.
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
      unsafe luaL_where(lua, level)
      defer { unsafe plua_pop(lua, 1) }
      if let place = string(at: -1), !place.isEmpty { return place }
    }
    return ""
  }

  /// Pops the error value of a protected call that ended with `status`.
  func popError(_ status: Int32) -> LuaError {
    let state = unsafe plua_state_of(lua)
    // First, because turning the value into a string may run code.
    let traceback =
      unsafe status == LUA_ERRSYNTAX ? "" : plua_traceback(state).map { unsafe String(cString: $0) } ?? ""
    var chunk: UnsafePointer<CChar>?
    let line = unsafe status == LUA_ERRSYNTAX ? 0 : Int(plua_error_line(state, &chunk))
    let place = unsafe chunk.flatMap {
      unsafe line > 0 ? LuaError.Position(chunk: String(cString: $0), line: line) : nil
    }
    let stop = unsafe status == LUA_ERRRUN || status == LUA_ERRERR ? plua_stopped(state) : PLUA_RUNNING
    let value = LuaValue(self, at: -1)
    let opaque = "(error object is a \(value.typeName) value)"
    var underlying: (any Error)?
    var text: String
    if case .userdata(let userdata) = value, let box = userdata.object(as: LuaErrorBox.self) {
      underlying = box.error
      text = box.text
    } else if let string = string(at: -1) {
      text = string
    } else if unsafe luaL_getmetafield(lua, -1, "__tostring") != LUA_TNIL {
      unsafe plua_pop(lua, 1)
      text = (try? self.string(at: -1, converting: ())) ?? opaque
    } else {
      text = opaque
    }
    unsafe plua_pop(lua, 1)

    let (position, message) = LuaError.split(text)
    return LuaError(
      LuaError.kind(status: status, stop: stop, message: message), message,
      position: position ?? place,
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
