import PinfoldScripting
import TestSupport
import Testing

@Suite("Datasets made of others in scripts")
struct DatasetOperationTests {
  private static let script = """
    plants = points {
      lon = { 1, 2, 3, 4 }, lat = { 10, 20, 30, 40 }, id = { "a", "b", "c", "d" },
      fuel = { "gas", "coal", "gas", "sun" }, capacity = { 10, 20, 30, 0/0 }, clean = { true, false, true, true },
    }
    prices = points { lon = { 0, 0 }, lat = { 0, 0 }, fuel = { "gas", "sun" }, price = { 5, 1 }, capacity = { 1, 2 } }
    """

  private func answer(_ input: String) throws -> String {
    let session = try RecordedSession()
    _ = session.answer(Self.script)
    return session.answer(input).split(separator: "\n").joined(separator: "\n")
  }

  @Test(
    "have the columns that are selected, derived and joined",
    arguments: [
      ("local d = plants:select { 'fuel' } print(#d, #d.columns, d:id(1) ~= nil)", "4\t3\ttrue"),
      ("local d = plants:derive { double = plants.capacity * 2 } print(d:head(2)[2].double)", "40.0"),
      (
        "local d = plants:derive { kind = plants.fuel, capacity = plants.lat } print(d:head(1)[1].capacity)",
        "10.0"
      ),
      ("local d = plants:derive { kind = plants.fuel } print(d:head(4)[4].kind, #d.columns)", "sun\t6"),
      (
        "local d = plants:join(prices, 'fuel') local r = d:head() print(r[1].price, r[2].price, r[4].price)",
        "5\tnil\t1"
      ),
      ("local r = plants:join(prices, 'fuel'):head() print(r[3].capacity, r[3].capacity_)", "30.0\t1"),
    ])
  func columns(input: String, expected: String) throws {
    #expect(try answer(input) == expected)
  }

  @Test(
    "keep booleans as booleans where a column of them is used again",
    arguments: [
      (
        "local d = plants:derive { tidy = plants.clean } print(d:head(2)[1].tidy, d:head(2)[2].tidy)",
        "true\tfalse"
      ),
      ("local d = plants:derive { tidy = plants.clean } print(#d:where('tidy = true'))", "3"),
      (
        "local d = points { lon = { 1, 2, 3, 4 }, lat = { 1, 2, 3, 4 }, b = plants.clean } print(d[2].b)",
        "false"
      ),
      (
        "local r = plants:head() local t = r:derive { tidy = r.clean } print(t[1].tidy, t[2].tidy)",
        "true\tfalse"
      ),
      ("local d = plants:derive { hot = plants.lat:gt(15) } print(d[1].hot, d[2].hot)", "0\t1"),
    ])
  func booleans(input: String, expected: String) throws {
    #expect(try answer(input) == expected)
  }

  @Test(
    "are selected by what all points have, too, unless a column of the data has its name",
    arguments: [
      ("#plants:where(\"id = 'b'\")", "1"), ("#plants:where(\"id in ('a', 'd') and lon > 1\")", "1"),
      ("#points { lon = { 1, 2 }, lat = { 3, 4 } }:where('id = 1')", "1"),
      ("#points { lon = { 1, 2 }, lat = { 3, 4 }, weight = { 5, 6 } }:where('weight > 5')", "1"),
      ("#points { lon = { 1, 2 }, lat = { 3, 4 }, group = { 'a', '' } }:where('group is missing')", "1"),
    ])
  func ownFields(input: String, expected: String) throws {
    #expect(try answer(input) == expected)
  }

  @Test(
    "are rows in the order of a column, ties as they were and what is missing last",
    arguments: [
      ("plants:sort('capacity')", "a b c d"), ("plants:sort('capacity', { descending = true })", "c b a d"),
      ("plants:sort('fuel')", "b a c d"), ("plants:sort('fuel', { descending = true })", "d a c b"),
      ("plants:sort('clean')", "b a c d"), ("plants:sort('lat', { descending = true })", "d c b a"),
      ("plants:sort('lat', { descending = true }):sort('fuel')", "b c a d"),
    ])
  func sort(input: String, expected: String) throws {
    let text = try answer(
      "local ids = {} for i, r in ipairs((\(input)):head()) do ids[i] = r.id end print(table.concat(ids, ' '))"
    )
    #expect(text == expected)
  }

  @Test(
    "have groups of several columns, with the aggregates of the command",
    arguments: [
      (
        "for _, g in ipairs(plants:group({ 'fuel', 'clean' })) do print(g.fuel, g.clean, g.count, g.capacity) end",
        "gas\ttrue\t2\t20.0\ncoal\tfalse\t1\t20.0\nsun\ttrue\t1\tnil"
      ),
      (
        "for _, g in ipairs(plants:group('clean', 'capacity:sum,max,count')) do "
          + "print(g.clean, g.count, g.capacity_sum, g.capacity_max, g.capacity_count) end",
        "true\t3\t40.0\t30.0\t2\nfalse\t1\t20.0\t20.0\t1"
      ),
      (
        "print(table.concat(plants:group('clean', { 'fuel:distinct', 'fuel:top(1)' }).columns, ' '))",
        "clean count fuel_distinct fuel_top_1"
      ),
      ("print(plants:group('clean', { 'fuel:top(1)' })[1].fuel_top_1)", "gas (2)"),
      ("print(#points { lon = {}, lat = {}, a = {} }:group('a', 'a:sum'))", "0"),
    ])
  func aggregates(input: String, expected: String) throws {
    #expect(try answer(input) == expected)
  }

  @Test("count groups, the largest first, with the means of what is there")
  func groups() throws {
    let text = try answer(
      "for _, g in ipairs(plants:group('fuel')) do print(g.fuel, g.count, g.capacity) end")
    #expect(text == "gas\t2\t20.0\ncoal\t1\t20.0\nsun\t1\tnil")
    #expect(
      try answer("for _, g in ipairs(plants:group('capacity')) do print(g.capacity, g.count) end")
        == "10.0\t1\n20.0\t1\n30.0\t1\nnil\t1")
    #expect(try answer("print(plants:group('clean')[1].clean, plants:group('clean')[1].count)") == "true\t3")
  }

  @Test("follow one another, with the columns of both and ids that stay where they can")
  func concat() throws {
    #expect(
      try answer(
        """
        local d = plants:concat(points { lon = { 9 }, lat = { 9 }, id = { "e" }, price = { 3 }, fuel = { "oil" } })
        local r = d:head()
        print(#d, r[1].id, r[5].id, r[5].fuel, r[5].price, r[1].price, r[5].capacity)
        """) == "5\ta\te\toil\t3\tnil\tnil")
    #expect(try answer("print(plants:concat(plants):head()[8].id)") == "#7")
  }

  @Test(
    "tell what is wrong",
    arguments: [
      ("plants:select { 'fule' }", "did you mean 'fuel'?"),
      ("plants:sort('capcity')", "did you mean 'capacity'?"),
      ("plants:sort('fuel', { desc = true })", "did you mean 'descending'?"),
      ("plants:group('capcity')", "did you mean 'capacity'?"),
      ("plants:group('fuel', 'capacity:total')", "unknown kind 'total'"),
      ("plants:group('fuel', 'capacty:sum')", "capacty"), ("plants:group('clean', 'fuel:sum')", "fuel"),
      ("plants:group(3)", "a name or a list of names expected, got number"),
      ("plants:group({})", "a column expected"),
      ("plants:derive { n = 3 }", "'n' is a number; it takes a column"),
      ("plants:derive { n = prices.price }", "'n' has 2 values, not 4"),
      ("prices:join(plants, 'fuel')", "several points whose 'fuel' is 'gas'"),
      (
        "local function d(...) return points { lon = { 1, 2 }, lat = { 1, 2 }, k = { ... } } end "
          + "return d(2^53, 0.5):join(d(9007199254740993, 1), 'k')",
        "'k' holds whole numbers in one and floats past 2^53 in the other, which are rounded"
      ),
      ("plants:concat(points { lon = { 1 }, lat = { 1 }, fuel = { 3 } })", "'fuel' holds values of one type"),
    ])
  func mistakes(input: String, message: String) throws {
    let text = try answer(input)
    #expect(text.contains(message), "\(text)")
  }

  @Test("are the first rows of what is left, whatever was taken away")
  func head() throws {
    let text = try answer(
      """
      local x = {} for i = 1, 1000 do x[i] = i / 100 end
      local d = points { lon = x, lat = x }:where("lon > 9.5")
      local r = d:head(3)
      print(#r, r[1].id, r[2].id, r[3].id, #d:head(100), #d:head(0))
      """)
    #expect(text == "3\t950\t951\t952\t50\t0")
  }
}
