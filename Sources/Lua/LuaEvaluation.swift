import CLua
import CLuaBridge

extension LuaState {
  /// Compiles code.
  ///
  /// - Parameter chunkName: the name in errors, after "@" for a file and "=" for anything else.
  public func load(_ source: String, chunkName: String = "=input") throws -> LuaFunction {
    try load(Array(source.utf8), chunkName: chunkName)
  }

  /// Compiles code, which must be text: bytecode is refused.
  public func load(_ source: [UInt8], chunkName: String = "=input") throws -> LuaFunction {
    try stack.load(source, chunkName: chunkName)
    return stack.popFunction()
  }

  /// Compiles a file; a byte order mark and a first line that begins with `#` are left out.
  ///
  /// - Parameter chunkName: the name in errors; "@" and the path by default.
  public func load(file path: String, chunkName: String? = nil) throws -> LuaFunction {
    var source = Array(try LuaFile.read(path).withoutByteOrderMark)
    if source.first == UInt8(ascii: "#") { source.replaceSubrange(..<1, with: Array("--".utf8)) }
    return try load(source, chunkName: chunkName ?? "@\(path)")
  }

  /// Compiles and runs code, and returns its results.
  @discardableResult
  public func run(_ source: String, chunkName: String = "=input") throws -> [LuaValue] {
    try load(source, chunkName: chunkName)()
  }

  /// Compiles typed input: an expression, whose value is then a result, or else statements.
  ///
  /// The error is of kind ``LuaError/Kind/syntax(incomplete:)`` with `incomplete` if more lines could make it
  /// any of these.
  ///
  /// - Parameter answering: the statements with a `return` before the last one, which may be an expression,
  ///   in each way to read them; the first that compiles is taken.
  public func loadInteractive(
    _ source: String, answering: [String] = [], chunkName: String = "=input"
  ) throws -> LuaFunction {
    var isIncomplete = false
    for text in ["return \(source)"] + answering {
      do {
        return try load(text, chunkName: chunkName)
      } catch let error as LuaError {
        isIncomplete = isIncomplete || error.kind == .syntax(incomplete: true)
      }
    }
    do {
      return try load(source, chunkName: chunkName)
    } catch var error as LuaError {
      if isIncomplete, case .syntax = error.kind { error.kind = .syntax(incomplete: true) }
      throw error
    }
  }

  /// Compiles and runs typed input, an expression or statements, and returns the results.
  @discardableResult
  public func evaluate(_ source: String, chunkName: String = "=input") throws -> [LuaValue] {
    try loadInteractive(source, chunkName: chunkName)()
  }
}

extension LuaCall {
  func load(_ source: [UInt8], chunkName: String) throws {
    try reserve(4)
    unsafe try check(
      source.withoutByteOrderMark.withUnsafeBufferPointer { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) {
          unsafe plua_load(lua, $0.baseAddress, $0.count, chunkName)
        }
      })
  }
}

extension [UInt8] {
  /// A text without the mark of UTF-8 that some editors put before it.
  fileprivate var withoutByteOrderMark: ArraySlice<UInt8> {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
  }
}
