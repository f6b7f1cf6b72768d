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
    return withoutActuallyEscaping(outside) { outside in
      let results = try? results(LuaCode(), source, outside)
      guard let results, results.count == 2, let line = results[0].integer, let message = results[1].string
      else { return nil }
      return Finding(line: line, message: message)
    }
  }

  private static func results(
    _ code: LuaCode, _ source: String, _ outside: @escaping ([String]) -> String?
  ) throws -> [LuaValue] {
    let lua = code.lua
    return try lua.load(EmbeddedFile.text("lint"), chunkName: "=lint")(
      code.scanner, source,
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
