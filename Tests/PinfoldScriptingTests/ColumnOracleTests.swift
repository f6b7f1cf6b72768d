import Lua
import PinfoldColumns
import Testing

@testable import PinfoldScripting

/// A state with columns in it, and with functions that tests share.
func columnState(_ limits: LuaLimits = .none, seed: UInt64 = 0) throws -> LuaState {
  let state = LuaState(limits: limits)
  try state.openSandbox(seed: seed)
  ColumnLibrary.open(in: LuaLibrary(in: state))
  state.define("make") { (count: Int) in LuaColumn((0..<count).map { Double($0 &* 7919 % 1009) }) }
  state.define("typed") { (type: String, values: [Int]) throws -> LuaColumn in
    switch type {
    case "uint32": LuaColumn(values.map { UInt32(truncatingIfNeeded: $0) })
    case "int32": LuaColumn(values.map { Int32(truncatingIfNeeded: $0) })
    default: LuaColumn(values.map { Int64($0) })
    }
  }
  try state.run(
    """
    -- In columns the least whole number stands for a missing one.
    function same(a, b)
      if math.type(b) == 'integer' and b == math.mininteger and a ~= a then return true end
      return math.type(a) == math.type(b) and (a == b or a ~= a and b ~= b)
    end
    function pick(list) return list[math.random(#list)] end
    """)
  return state
}

@Suite("Columns compute what Lua computes one by one")
struct ColumnOracleTests {
  /// Columns of all types, of a few rows and of more than a block; and numbers.
  private static let operands = """
    local floats = { 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 7.0, 2^53, 1e300, 1/0, -1/0, 0/0 }
    local integers = { 0, 1, -1, 2, 3, -3, 7, -7, 255, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, 1 << 62, math.maxinteger,
      math.mininteger + 1, math.mininteger }
    local function list(from, n) local t = {} for i = 1, n do t[i] = pick(from) end return t end
    function operand(n)
      local kind = math.random(6)
      if kind == 1 then return column(list(floats, n)) end
      if kind == 2 then return typed('int64', list(integers, n)) end
      if kind == 3 then return typed('uint32', list(integers, n)) end
      if kind == 4 then return typed('int32', list(integers, n)) end
      return pick(kind == 5 and floats or integers)
    end
    -- The least whole number stands for a missing value, as an operand too.
    function row(x, i)
      if type(x) ~= 'number' then return x[i] end
      if math.type(x) == 'integer' and x == math.mininteger then return 0/0 end
      return x
    end
    """

  @Test("in arithmetic and comparisons, whatever the types", arguments: 0..<20 as Range<UInt64>)
  func operators(seed: UInt64) throws {
    let state = try columnState(seed: seed)
    try state.run(Self.operands)
    try state.run(
      """
      local function mask(f) return function(a, b) return f(a, b) and 1 or 0 end end
      -- Whole results that Lua wraps around are missing.
      local function exact(f, overflows)
        return function(a, b)
          local result = f(a, b)
          if math.type(result) == 'integer' and overflows(a, b, result) then return 0/0 end
          return result
        end
      end
      local add, sub = function(a, b) return a + b end, function(a, b) return a - b end
      local mul = function(a, b) return a * b end
      local scalar = {
        add = exact(add, function(a, b, r) return (a ~ r) & (b ~ r) < 0 end),
        sub = exact(sub, function(a, b, r) return (a ~ b) & (a ~ r) < 0 end),
        mul = exact(mul, function(a, b, r) return a ~= 0 and (r // a ~= b or r % a ~= 0) end),
        div = function(a, b) return a / b end,
        idiv = function(a, b) return a // b end, mod = function(a, b) return a % b end,
        pow = function(a, b) return a ^ b end,
      }
      local named = {
        lt = mask(function(a, b) return a < b end), le = mask(function(a, b) return a <= b end),
        gt = mask(function(a, b) return a > b end), ge = mask(function(a, b) return a >= b end),
        eq = mask(function(a, b) return a == b end), ne = mask(function(a, b) return a ~= b end),
      }
      -- NaN, which is unequal to itself, does not hold.
      local function holds(a) return a == a and a ~= 0 end
      local joined = {
        ['and'] = { function(a, b) return a & b end, mask(function(a, b) return holds(a) and holds(b) end) },
        ['or'] = { function(a, b) return a | b end, mask(function(a, b) return holds(a) or holds(b) end) },
      }
      local function check(name, n, a, b, whole, one)
        local expected, fails = {}, false
        for i = 1, n do
          local ok, value = pcall(one, row(a, i), row(b, i))
          if not ok then fails = true break end
          expected[i] = value
        end
        local works, result = pcall(whole, a, b)
        assert(works == not fails, name .. ': ' .. tostring(result))
        if fails then return end
        assert(#result == n, name)
        for i = 1, n do
          -- Whole numbers beyond 2^53 are compared with floats after a conversion, not exactly.
          local x, y = row(a, i), row(b, i)
          if math.type(x) == math.type(y) or x ~= x or y ~= y or not named[name] then
            assert(same(result[i], expected[i]),
              name .. ' ' .. row(a, i) .. ' ' .. row(b, i) .. ': ' .. result[i] .. ' ~= ' .. expected[i])
          end
        end
      end
      for round = 1, 12 do
        local n = pick { 1, 5, 1030 }
        local a, b
        repeat a, b = operand(n), operand(n) until type(a) ~= 'number' or type(b) ~= 'number'
        for name, f in pairs(scalar) do check(name, n, a, b, f, f) end
        for name, pair in pairs(joined) do check(name, n, a, b, pair[1], pair[2]) end
        if type(a) ~= 'number' then
          for name, f in pairs(named) do check(name, n, a, b, function(x, y) return x[name](x, y) end, f) end
          local minus, absolute, down, no = -a, a:abs(), a:floor(), ~a
          for i = 1, n do
            assert(same(minus[i], -a[i]) and same(no[i], holds(a[i]) and 0 or 1))
            assert(same(absolute[i], math.abs(a[i])))
            assert(down[i] == math.floor(a[i]) or a[i] ~= a[i] and down[i] ~= down[i])
          end
        end
      end
      """)
  }

  @Test("in sorting, choosing and reducing", arguments: 0..<10 as Range<UInt64>)
  func selection(seed: UInt64) throws {
    let state = try columnState(seed: seed)
    try state.run(
      """
      -- A column's sum is exact; one in Lua is rounded at each step.
      local function near(a, b) return same(a, b) or math.abs(a - b) <= 1e-9 * math.abs(b) + 1e-9 end
      for _, n in ipairs { 0, 1, 7, 300, 3000 } do
        local list = {}
        for i = 1, n do list[i] = pick { math.random(-5, 5) + 0.0, math.random(), -0.0, 0/0, 1/0, -1/0 } end
        local c = column(list)
        local places = {}
        for i = 1, n do places[i] = i end
        local function before(i, j)
          local a, b = list[i], list[j]
          if a < b then return true elseif b < a then return false end
          if (a ~= a) ~= (b ~= b) then return b ~= b end
          return i < j
        end
        table.sort(places, before)
        local order, sorted = c:argsort(), c:sort()
        for i = 1, n do assert(order[i] == places[i] and same(sorted[i], list[places[i]])) end

        local mask, kept, sum, known, least, at = c:gt(0), {}, 0.0, 0, nil, nil
        for i = 1, n do
          if list[i] > 0 then kept[#kept + 1] = list[i] end
          if list[i] == list[i] then sum, known = sum + list[i], known + 1 end
          if list[i] == list[i] and (least == nil or list[i] < least) then least, at = list[i], i end
        end
        local filtered = c:filter(mask)
        assert(#filtered == #kept and mask:sum() == #kept)
        for i = 1, #kept do assert(filtered[i] == kept[i]) end
        assert(near(c:sum(), sum) and c:min() == least and c:argmin() == at)
        assert((-c):max() == (least and -least) and (-c):argmax() == at)
        if known > 0 then assert(near(c:mean(), sum / known)) else assert(c:mean() == nil) end
      end
      local ids = typed('int64', { math.maxinteger, 5, math.mininteger })
      assert(ids:sort()[2] == math.maxinteger and ids:sort()[3] ~= ids:sort()[3] and math.type(ids:take(column { 2 })[1]) == 'integer')
      """)
  }

  @Test(
    "and whole numbers beyond 2^53 exactly, with a missing one among them or not",
    arguments: [
      ("big:min()", "9007199254740993"), ("big:max()", "9007199254740997"), ("big:argmax()", "2"),
      ("big:sum()", "27021597764222985"), ("big:unique()[2]", "9007199254740995"), ("#big:unique()", "3"),
      ("big:cumsum()[2]", "18014398509481990"), ("big:lesser(9007199254740994)[2]", "9007199254740994"),
      ("big:greater(9007199254740994)[1]", "9007199254740994"), ("big:delta(9007199254740992)[1]", "1.0"),
      ("g:sum(big)[1]", "27021597764222985"), ("g:min(big)[1]", "9007199254740993"),
      ("g:max(big)[1]", "9007199254740997"), ("g:argmin(big)[1]", "1"), ("g:argmax(big)[1]", "2"),
      ("holed:min()", "5"), ("holed:max()", "7"), ("holed:argmin()", "1"), ("holed:sum()", "12"),
      ("holed:mean()", "6.0"), ("holed:quantile(0)", "5.0"), ("holed:quantile(1)", "7.0"),
      ("holed:cumsum()[1]", "5"), ("holed:cumsum()[3]", "nan"), ("holed:sort()[2]", "7"),
      ("holed:lesser(6)[2]", "6"), ("holed:where(1, 0)[2]", "0"), ("holed:lt(6):sum()", "1"),
      ("holed:ne(5):sum()", "2"), ("holed:eq(math.mininteger):sum()", "0"), ("(~holed):sum()", "1"),
      ("g:sum(holed)[1]", "nan"), ("g:min(holed)[1]", "5"), ("g:max(holed)[1]", "7"),
      ("g:argmin(holed)[1]", "1"),
      ("(column { math.maxinteger } + 1)[1]", "nan"),
      ("(column { math.maxinteger, 1 }):sum()", "9.2233720368548e+18"),
      ("column { 1, 1 }:group():sum(column { math.maxinteger, 1 })[1]", "nan"),
    ])
  func beyondDoubles(code: String, value: String) throws {
    let state = try columnState()
    try state.run(
      """
      big = column { 9007199254740993, 9007199254740997, 9007199254740995 }
      holed = column { 5, math.mininteger, 7 }
      g = column { 1, 1, 1 }:group()
      """)
    let text = try state.evaluate("return tostring(\(code))").first?.string
    #expect(text?.replacing("-nan", with: "nan") == value)
  }

  @Test("in groups", arguments: 0..<10 as Range<UInt64>)
  func groups(seed: UInt64) throws {
    let state = try columnState(seed: seed)
    try state.run(
      """
      for _, spread in ipairs { 1, 5, 1000, 1 << 40, 1 << 62 } do
        local n = math.random(2000)
        local keys, values = {}, {}
        for i = 1, n do
          keys[i] = math.random(-spread, spread) + math.mininteger * (i % 7 == 0 and spread == 1 << 62 and 1 or 0)
          if i > 1 and i % 3 == 0 then keys[i] = keys[i - 1] end
          values[i] = pick { math.random(-9, 9) + 0.0, 0/0 }
        end
        local labels, counts, first, sums, least, at = {}, {}, {}, {}, {}, {}
        local seen = {}
        for i = 1, n do
          local k = keys[i]
          if not seen[k] then
            seen[k] = #counts + 1
            local g = seen[k]
            counts[g], first[g], sums[g], at[g] = 0, i, 0.0, i
          end
          local g, v = seen[k], values[i]
          labels[i], counts[g], sums[g] = g, counts[g] + 1, sums[g] + v
          if v == v and (least[g] == nil or v < least[g]) then least[g], at[g] = v, i end
        end
        local g, c = typed('int64', keys):group(), column(values)
        assert(#g == #counts)
        for i = 1, n do assert(g.labels[i] == labels[i]) end
        local sum, mean, min, argmin = g:sum(c), g:mean(c), g:min(c), g:argmin(c)
        local max, argmax = g:max(-c), g:argmax(-c)
        for i = 1, #counts do
          assert(g.counts[i] == counts[i] and g.first[i] == first[i])
          assert(same(sum[i], sums[i]) and same(mean[i], sums[i] / counts[i]))
          assert(same(min[i], least[i] or 0/0) and argmin[i] == at[i])
          assert(same(max[i], least[i] and -least[i] or 0/0) and argmax[i] == at[i])
          local members = g:members(i)
          assert(#members == counts[i] and members[1] == first[i])
          for j = 1, #members do assert(labels[members[j]] == i and (j == 1 or members[j - 1] < members[j])) end
        end
        -- Joined groups are those of the parents' keys.
        local parents, parentOfKey = {}, {}
        for i = 1, #counts do parents[i] = math.random(-2, 2) end
        for i = 1, n do parentOfKey[i] = parents[labels[i]] end
        local joined, direct = g:relabel(column(parents)), typed('int64', parentOfKey):group()
        assert(#joined == #direct)
        for i = 1, n do assert(joined.labels[i] == direct.labels[i]) end
        for i = 1, #joined do assert(joined.counts[i] == direct.counts[i] and joined.first[i] == direct.first[i]) end
      end
      """)
  }

  @Test(
    "and say what is wrong",
    arguments: [
      ("column{1.5}:group()", "whole numbers expected, got 1.5; floor() makes them"),
      ("column{0/0}:group()", "whole numbers expected, got nan; floor() makes them"),
      ("column{1, 2}:group():relabel(column{1, 0.5})", "whole numbers expected"),
      ("column{1, 2}:group():relabel(column{1, 2, 3})", "a column of 2 values expected, got 3"),
      ("column{1} // 0", "attempt to perform 'n//0'"), ("column{1} % 0", "attempt to perform 'n%%0'"),
      ("column{1, 2} & column{1}", "columns of 2 and 1 values do not go together"),
      ("column{1}:take(column{0/0})", "whole numbers expected"),
      ("column{1}:take(column{0})", "places from 1 to 1 expected, got 0"),
      ("column{1} + 'x'", "number or column expected, got string"),
      ("column{1, 'x'}", "element 2"),
    ])
  func mistakes(code: String, message: String) throws {
    let error = #expect(throws: LuaError.self) { try columnState().run("return \(code)") }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }
}
