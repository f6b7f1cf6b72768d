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
    /// Somebody asked to stop.
    case interrupted
    /// The time limit of a run does not suffice.
    case timeLimit
    /// The instruction limit of a run does not suffice.
    case instructionLimit
    /// The binding was used in a way that cannot work, such as after its state is gone.
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
  /// What went wrong, without the position.
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

  static let closed = LuaError(.internal, "the Lua state is gone")
  static let outOfMemory = LuaError(.memory, "not enough memory")
  static let stackOverflow = LuaError(.runtime, "stack overflow")
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
