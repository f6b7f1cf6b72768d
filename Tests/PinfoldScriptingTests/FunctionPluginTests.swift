import PinfoldScripting
import TestSupport
import Testing

@Suite("A function of a script as a plugin")
struct FunctionPluginTests {
  private let shell: RecordedSession

  init() throws {
    shell = try RecordedSession()
    _ = shell.answer("d = points { lon = { 0, 1, 2, 90 }, lat = { 0, 0, 0, 0 } }")
    _ = shell.answer("v = view(0, 0, 2)")
    _ = shell.answer("f = strategy('none'):frame(d, v)")
  }

  @Test("is a strategy, a metric, a diff and a representative")
  func kinds() {
    #expect(
      shell.answer(
        "#strategy(function(points) return { groups = (points.x * 0):group() } end):frame(d, v)") == "1\n")
    #expect(shell.answer("metric(function(frame) return #frame * 2 end):measure(f).value") == "8.0\n")
    #expect(
      shell.answer(
        "#diff(function(old, new) local m = {} for i = 1, #old do m[i] = { kind = 'move', old = i, new = i } end return { markers = m } end):between(f, f):at(0.5)"
      ) == "4\n")
    _ = shell.answer("last = function(members) return #members end")
    #expect(
      shell.answer("strategy('grid', { cellSize = 4096, representative = last }):frame(d, v)[1].point")
        == "3\n")
  }

  @Test("is a camera and a generator")
  func views() {
    #expect(
      shell.answer("#camera(function(start) return { { zoom = start.zoom + 1 } } end):views(v)") == "2\n")
    #expect(
      shell.answer("camera(function() return { { zoom = 99 } } end):views(v)").contains("view 1: "))
    _ = shell.answer(
      "local function line(count, seed, parameters) return { lon = random(count, seed) * parameters.width, lat = random(count, 1) * 0 } end"
    )
    _ = shell.answer(
      "made = generate(line, { count = 50, seed = 3, width = 9, parameters = { width = { type = 'number', default = 1 } } })"
    )
    #expect(shell.answer("#made") == "50\n")
    #expect(shell.answer("made.name") == "\"line(width=9,count=50,seed=3)\"\n")
    #expect(shell.answer("made.lon:max() > 1 and made.lon:max() < 9") == "true\n")
    #expect(shell.answer("generate(function() return {} end, { count = 5 })").contains("without coordinates"))
    #expect(shell.answer("camera(3)").contains("a name or a function expected, got number"))
  }

  @Test("does not take along more than a file can hold")
  func many() {
    let chain = (0..<300).map { "function f\($0)() return f\($0 + 1)() end" }.joined(separator: "\n")
    _ = shell.answer(chain)
    let expected = "its functions see more of the script than the 200 functions and variables"
    #expect(shell.answer("strategy(f0)").contains(expected))
    #expect(shell.answer("strategy(f290).name") == "\"f290\"\n")
    let values = (0..<210).map { "v\($0) = \($0)" }.joined(separator: " ")
    let names = (0..<210).map { "v\($0)" }.joined(separator: " + ")
    _ = shell.answer(values)
    #expect(shell.answer("strategy(function() return \(names) end)").contains(expected))
  }

  @Test("is called as its variable is, or as it says")
  func names() {
    _ = shell.answer("rows = function(points) return { groups = (points.y // 80):group() } end")
    #expect(shell.answer("strategy(rows).name") == "\"rows\"\n")
    _ = shell.answer("local function count(frame) return #frame end")
    #expect(shell.answer("metric(count).name") == "\"count\"\n")
    #expect(shell.answer("metric(count, { name = 'mine' }).name") == "\"mine\"\n")
    #expect(shell.answer("metric(function(frame) return 1 end).name") == "\"function\"\n")
  }

  @Test(
    "takes along copies of what it sees: numbers, texts, tables, columns and functions that call themselves")
  func surroundings() {
    _ = shell.answer(
      """
      function make()
        local size, words = 3, { a = { 1, -0.0, "\\"\\0\\n\\xc3\\xa9" }, [2] = true }
        local shift = column { 1, 2, 0/0, 1/0 }
        local function factorial(n) return n < 2 and 1 or n * factorial(n - 1) end
        return function(frame)
          return factorial(size) + #words.a[3] + shift:take(column { 1 })[1] + (words[2] and 100 or 0)
        end
      end
      """)
    #expect(shell.answer("metric(make()):measure(f).value") == "112.0\n")
    _ = shell.answer("weight = 5")
    _ = shell.answer("local lift = 7")
    _ = shell.answer("heavy = metric(function(frame) return weight + lift end)")
    #expect(shell.answer("heavy:measure(f).value") == "12.0\n")
    // A copy: what comes later changes nothing.
    _ = shell.answer("weight = 50")
    #expect(shell.answer("heavy:measure(f).value") == "12.0\n")
  }

  @Test("takes parameters, steps and fields of plugins")
  func options() {
    _ = shell.answer(
      "function rows(points, parameters) return { groups = (points.x // parameters.side):group() } end")
    let declared =
      "name = 'rows', parameters = { side = { type = 'number', default = 80, min = 1, max = 9999, doc = 'Side.' } }"
    #expect(shell.answer("#strategy(rows, { \(declared), side = 700 }):frame(d, v)") == "2\n")
    #expect(shell.answer("strategy(rows, { \(declared), separate = true })").contains("separated"))
    #expect(
      shell.answer("strategy(rows, { \(declared), sides = 1 })").contains(
        "strategy 'rows' has no 'sides' (did you mean 'side'?)"))
  }

  @Test("tells its own line in errors")
  func lines() {
    let answer = shell.answer(
      """
      m = metric(
        function(frame)
          local n = 0
          return n + nil
        end)
      m:measure(f)
      """)
    #expect(answer.contains(":4: attempt to perform arithmetic on a nil value"))
    #expect(
      shell.answer("strategy(function(points) return { groups = points.z } end):frame(d, v)").contains(
        "points has no 'z' (did you mean 'x'?)"))
  }

  @Test("is refused where it cannot be taken out of the script")
  func refusals() {
    #expect(
      shell.answer("do local inner = d; metric(function(frame) return #inner end) end").contains(
        "'inner' is a dataset: such a function runs as plugins do"))
    #expect(
      shell.answer("do local m, n = metric(function(f) return 1 end), metric(function(f) return 2 end) end")
        .contains(
          "two functions begin in line 1; give each its own line"))
    #expect(shell.answer("metric(print)").contains("is a function that is not written in Lua"))
    #expect(
      shell.answer("do local t = {} t.t = t; metric(function(f) return t end) end").contains("too deep"))
    #expect(
      shell.answer("metric(load('return function(f) return 1 end')())").contains("is not known"))
    #expect(
      shell.answer("do local text = '\\xff'; metric(function(f) return #text end) end").contains("not UTF-8"))
    #expect(shell.answer("strategy(3)").contains("a name or a function expected, got number"))
    #expect(
      shell.answer(
        "study { datasets = { { generate = 'uniform' } }, strategies = { strategy(function(p) return { groups = p.x:group() } end) } }"
      ).contains("save it as a plugin"))
  }

  @Test("runs in a sandbox with a plugin's limits")
  func sandbox() throws {
    #expect(
      shell.answer("metric(function(frame) return dataset('x') end):measure(f)").contains(
        "unknown variable 'dataset'"))
    #expect(shell.answer("metric(function(frame) io.write('x') return 1 end):measure(f)").contains("'io'"))
  }

  @Test("is registered with a name by a plugin's table")
  func tables() {
    _ = shell.answer(
      "plugin { kind = 'metric', name = 'twice', summary = 'Twice.', measure = function(frame) return 2 * #frame end }"
    )
    #expect(shell.answer("metric('twice'):measure(f).value") == "8.0\n")
    #expect(
      shell.answer("plugin { kind = 'metric', name = 'x', summary = 'x' }").contains(
        "field 'measure' is missing"))
    #expect(shell.answer("plugin { kind = 'metrik' }").contains("unknown kind 'metrik'"))
    #expect(shell.answer("plugin(3)").contains("a path or a plugin's table expected, got number"))
    #expect(shell.answer("metric('twice'):measure(f).value") == "8.0\n")
  }

  @Test("methods and nested functions keep their texts")
  func methods() {
    _ = shell.answer("t = {}")
    _ = shell.answer("function t:measure(frame) return #frame end function t.other(frame) return 0 end")
    // `self` is the frame: a method has one parameter more.
    #expect(shell.answer("metric(t.other):measure(f).value") == "0.0\n")
    #expect(shell.answer("metric(t.measure).name") == "\"measure\"\n")
    #expect(
      shell.answer(
        "metric(function(frame) local s = 0 for i = 1, 3 do if i > 1 then s = s + (function() return i end)() end end return s end):measure(f).value"
      ) == "5.0\n")
  }
}
