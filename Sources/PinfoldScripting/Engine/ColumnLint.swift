import Lua

/// Finds operators that Lua applies to a whole column as to one value, as `lint.lua` describes: `and`, `or`
/// and `not` of masks, `==` of a column and a number, and a mask as a condition.
enum ColumnLint {
  /// A mistake.
  struct Finding: Hashable {
    var line: Int
    var message: String
  }

  /// The first mistake of a chunk; nil for none.
  ///
  /// - Parameter outside: returns the type of the value that names have outside of the chunk; nil where they
  ///   have none.
  static func finding(in source: String, outside: ([String]) -> String? = { _ in nil }) -> Finding? {
    let bytes = Array(source.utf8)
    let words = LuaScanner.words(of: bytes)
    return withoutActuallyEscaping(outside) { outside in
      let lua = LuaState()
      let results = try? results(lua, words, LuaScanner.lines(of: words, in: bytes), outside)
      guard let results, results.count == 2, let line = results[0].integer, let message = results[1].string
      else { return nil }
      return Finding(line: line, message: message)
    }
  }

  private static func results(
    _ lua: LuaState, _ words: [LuaToken], _ lines: [Int], _ outside: @escaping ([String]) -> String?
  ) throws -> [LuaValue] {
    try lua.openSandbox()
    return try lua.load(EmbeddedFile.text("lint"), chunkName: "=lint")(
      words.map(\.text), words.map(\.kind.name), lines,
      lua.makeFunction { (path: [String]) in outside(path) },
      lua.makeFunction { (name: String, type: String) -> LuaFields? in
        APIReference.member(name, of: type).map { member in
          [
            "kind": member.kind.rawValue, "type": member.type,
            "result": member.results == ["column|texts"] ? "column" : member.resultObject,
          ]
        }
      }, lua.makeFunction { (name: String) in APIReference.function(name)?.resultObject })
  }
}

extension LuaToken.Kind {
  fileprivate var name: String { if case .string = self { "string" } else { "\(self)" } }
}
