import Lua
import Testing

@Suite("string.format of the sandbox")
struct FormatTests {
  @Test(
    "%q writes what the standard library's does",
    arguments: [
      (#"('%q'):format('a"b\\c\nd')"#, "\"a\\\"b\\\\c\\\nd\""),
      (#"('%q'):format('\0\0011\r\127')"#, #""\0\0011\13\127""#),
      (#"('<%q|%q>'):format('', 7)"#, "<\"\"|7>"), (#"('%%q%q%%%s'):format('x', 'y')"#, #"%q"x"%y"#),
      (#"('%q'):format(1 << 63)"#, "0x8000000000000000"), (#"('%q'):format('\xff\u{e9}')"#, "\"\u{fffd}é\""),
    ])
  func quoted(source: String, expected: String) throws {
    #expect(try sandbox().first("return \(source)") == .string(expected))
  }

  @Test("%q of any bytes reads back")
  func readBack() throws {
    let state = try sandbox(seed: 5)
    #expect(
      try state.first(
        """
        for i = 1, 500 do
          local bytes = {}
          for k = 1, math.random(0, 40) do bytes[k] = string.char(math.random(0, 255)) end
          local s = table.concat(bytes)
          assert(load('return ' .. ('%q'):format(s))() == s)
        end
        return true
        """) == .boolean(true))
  }

  @Test(
    "says which argument is wrong",
    arguments: [
      ("('%q'):format({})", "bad argument #2 to 'string.format' (value has no literal form)"),
      ("('%q %d'):format('x', 'y')", "bad argument #3 to 'string.format' (number expected, got string)"),
      ("('%5q'):format('x')", "specifier '%q' cannot have modifiers"),
      ("('%q'):format()", "bad argument #2 to 'string.format' (no value)"),
    ])
  func mistakes(source: String, expected: String) throws {
    #expect(try sandbox().failure("return \(source)").message.contains(expected))
  }

  @Test(
    "ends long before %q of a long string would",
    arguments: ["'\\0'", "'\"'", "'\\n1'", "'x'", "'\\0011'"])
  func stopped(unit: String) throws {
    let state = try sandbox()
    try state.run("s = (\(unit)):rep(1 << 27)")
    state.limits.seconds = 0.05
    let start = ContinuousClock.now
    #expect(try state.failure("return #('%q'):format(s)").kind == .timeLimit)
    #expect(ContinuousClock.now - start < .seconds(1))
  }
}
