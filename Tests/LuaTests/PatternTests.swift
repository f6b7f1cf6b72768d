import CLua
import Testing

@testable import Lua

/// A state with our string functions in `string` and the standard library's in `stock`.
private func bothLibraries() throws -> LuaState {
  let state = LuaState()
  try state.openAll()
  let lua = state.stack.lua
  lua_pushcclosure(lua, luaopen_string, 0)
  try #require(lua_pcallk(lua, 0, 1, 0, 0, nil) == LUA_OK)
  lua_setglobal(lua, "stock")
  return state
}

@Suite("Patterns")
struct PatternTests {
  @Test("match as the standard library does", arguments: 0..<40 as Range<UInt64>)
  func differential(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let state = try bothLibraries()
    let compare = try #require(
      try state.first(
        """
        local function outcome(f, ...) return table.pack(pcall(f, ...)) end
        local function all(f, ...)
          local out, n = {}, 0
          for a, b, c in f(...) do
            n = n + 1
            out[#out + 1] = tostring(a) .. '|' .. tostring(b) .. '|' .. tostring(c)
            if n > 200 then break end
          end
          return table.concat(out, ';')
        end
        local function describe(t)
          local out = {}
          for i = 1, t.n do out[i] = tostring(t[i]) end
          return table.concat(out, ',')
        end
        return function(subject, pattern, replacement, init)
          local pairs = {
            { outcome(string.find, subject, pattern, init), outcome(stock.find, subject, pattern, init) },
            { outcome(string.match, subject, pattern, init), outcome(stock.match, subject, pattern, init) },
            { outcome(string.gsub, subject, pattern, replacement), outcome(stock.gsub, subject, pattern, replacement) },
            { outcome(string.gsub, subject, pattern, '<%0>', 3), outcome(stock.gsub, subject, pattern, '<%0>', 3) },
            { outcome(all, string.gmatch, subject, pattern), outcome(all, stock.gmatch, subject, pattern) },
          }
          for i, p in ipairs(pairs) do
            local ours, theirs = p[1], p[2]
            -- Ours finds a malformed pattern even where matching does not come to it.
            local message = tostring(ours[2])
            local strict = not ours[1] and (message:find('pattern') or message:find('capture'))
            if ours[1] ~= theirs[1] and not strict then return i .. ': ' .. describe(ours) .. ' / ' .. describe(theirs) end
            if ours[1] and describe(ours) ~= describe(theirs) then
              return i .. ': ' .. describe(ours) .. ' / ' .. describe(theirs)
            end
          end
          return ''
        end
        """
      ).function)
    for _ in 0..<500 {
      let pattern = Self.pattern(&random)
      let subject = Self.subject(&random)
      let replacement = ["x", "%0%0", "%1", "%%", "(%1)", ""].randomElement(using: &random)!
      let start = Int.random(in: -3...4, using: &random)
      let difference = try compare.call(subject, pattern, replacement, start, returning: String.self)
      #expect(difference == "", "pattern \(pattern) subject \(subject) seed \(seed)")
    }
  }

  private static func subject(_ random: inout SeededGenerator) -> String {
    let alphabet = Array("aabbAB01 .,()-]%^$\n\u{0}é")
    return String(
      (0..<Int.random(in: 0...14, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
  }

  private static func pattern(_ random: inout SeededGenerator) -> String {
    let singles = [
      "a", "b", ".", "%a", "%d", "%s", "%w", "%p", "%A", "%W", "%l", "%u", "%x", "%c", "%g", "%.", "%%",
      "[ab]",
      "[^a]", "[a-b]", "[%d%s]", "[]a]", "[^]a]", "[a-]", "[%a_]", "%]", "-", " ", "]", "\u{0}", "[%w%p]",
      "[^%s]", "[0-9a]", "%S", "%D", "A", "[%-a]", "%q", "é", "^", "$",
    ]
    let specials = ["%b()", "%f[%a]", "%f[^a]", "()", "%bab", "%1", "%2"]
    var text = Int.random(in: 0..<5, using: &random) == 0 ? "^" : ""
    var open = 0
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      switch Int.random(in: 0..<20, using: &random) {
      case 0, 1:
        text += "("
        open += 1
      case 2, 3:
        if open > 0 { text += ")" }
        open = max(0, open - 1)
      case 4, 5: text += specials.randomElement(using: &random)!
      default:
        text +=
          singles.randomElement(using: &random)! + ["", "", "", "*", "+", "-", "?"].randomElement(
            using: &random)!
      }
    }
    // Now and then something malformed.
    if Int.random(in: 0..<30, using: &random) > 0 { text += String(repeating: ")", count: open) }
    if Int.random(in: 0..<6, using: &random) == 0 { text += "$" }
    if Int.random(in: 0..<60, using: &random) == 0 {
      text += ["%", "[", "%b", "%f", "[^", "[a-"].randomElement(using: &random)!
    }
    return text
  }

  @Test(
    "malformed patterns are errors",
    arguments: [
      ("%", "malformed pattern (ends with '%')"), ("[a", "malformed pattern (missing ']')"),
      ("[]", "malformed pattern (missing ']')"), ("[^]", "malformed pattern (missing ']')"),
      ("[%", "malformed pattern (missing ']')"), ("(a", "unfinished capture"),
      ("%a)", "invalid pattern capture"),
      ("%1", "invalid capture index %1 in pattern"), ("(a%1)", "invalid capture index %1 in pattern"),
      ("%0", "invalid capture index %0 in pattern"), ("%b", "malformed pattern (missing arguments to '%b')"),
      ("%bx", "malformed pattern (missing arguments to '%b')"), ("%f", "missing '[' after '%f' in pattern"),
      ("%fa", "missing '[' after '%f' in pattern"), (String(repeating: "()", count: 33), "too many captures"),
      (String(repeating: "a?", count: 300), "pattern too complex"),
    ])
  func malformed(pattern: String, message: String) throws {
    #expect(try sandbox().failure("('x'):find('\(pattern)')").message == message)
    #expect(try sandbox().failure("for _ in ('x'):gmatch('\(pattern)') do end").message == message)
  }

  @Test(
    "replacements follow the manual",
    arguments: [
      ("('hello world'):gsub('o', '0')", "hell0 w0rld"), ("('abc'):gsub('%w', '%0%0')", "aabbcc"),
      ("('abc'):gsub('', '-')", "-a-b-c-"), ("('a b'):gsub('(%w) (%w)', '%2 %1')", "b a"),
      ("('abc'):gsub('b', { b = 1 })", "a1c"), ("('abc'):gsub('b', { b = false })", "abc"),
      ("('abc'):gsub('b', function() end)", "abc"),
      ("('abc'):gsub('b', function(x) return x:upper() end)", "aBc"),
      ("('abc'):gsub('()b', '%1')", "a2c"), ("('abc'):gsub('^a', '')", "bc"),
      ("('aaa'):gsub('a', 'b', 2)", "bba"),
      ("('abc'):gsub('b', '%%')", "a%c"), ("('abc'):gsub('b', 7)", "a7c"),
      ("('x'):rep(5000):gsub('x', '')", ""),
    ])
  func replacement(expression: String, expected: String) throws {
    #expect(try sandbox().first("return (\(expression))") == .string(expected))
  }

  @Test(
    "wrong replacements are errors",
    arguments: [
      ("'%2'", "invalid capture index %2 in replacement string"),
      ("'%x'", "invalid use of '%' in replacement string"),
      ("'%'", "invalid use of '%' in replacement string"),
      ("function() return {} end", "invalid replacement value (a table)"),
      ("{ b = true }", "invalid replacement value (a boolean)"),
      ("nil", "bad argument #3 to 'gsub' (string/function/table expected, got nil)"),
      ("function() error('inside', 0) end", "inside"),
    ])
  func wrongReplacement(replacement: String, message: String) throws {
    #expect(try sandbox().failure("string.gsub('abc', 'b', \(replacement))").message == message)
  }

  @Test("long patterns and subjects work")
  func long() throws {
    try sandbox().run(
      """
      local p = ('a'):rep(5000)
      assert(('x' .. p):find(p .. '$') == 2)
      assert(('x' .. p .. 'y'):find(('a'):rep(100) .. '+y') == 2)
      assert(select(2, ('ab'):rep(1e5):gsub('b', 'c')) == 1e5)
      local n = 0
      for a, b in ('k=v,'):rep(1e4):gmatch('(%w+)=(%w+)') do n = n + #a + #b end
      assert(n == 2e4)
      assert(('x'):rep(1e6):find('y', 1, true) == nil)
      """)
  }
}
