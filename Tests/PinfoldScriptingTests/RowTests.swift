import PinfoldScripting
import Testing

@Suite("Lists of rows")
struct RowTests {
  private let shell: RecordedSession

  init() throws {
    shell = try RecordedSession()
    _ = shell.answer(
      """
      d = points { lon = { 1, 2, 3, 4, 5 }, lat = { 10, 20, 30, 40, 50 }, id = { "a", "b", "c", "d", "e" },
        fuel = { "Gas", "Coal", "Gas", "Sun", "Coal" }, capacity = { 10, 20.5, 30, 0/0, 1 } }
      g = d:group("fuel", "capacity:sum,max, fuel:distinct")
      function line(rows, name)
        local cells = {}
        for i, row in ipairs(rows) do cells[i] = tostring(row[name]) end
        return table.concat(cells, " ")
      end
      """)
  }

  @Test(
    "are sorted, cut, filtered and given columns, as often as wanted",
    arguments: [
      ("line(g, 'fuel')", "Coal Gas Sun"), ("line(g:sort('capacity_sum'), 'fuel')", "Coal Gas Sun"),
      ("line(g:sort('capacity_sum', { descending = true }), 'fuel')", "Gas Coal Sun"),
      ("line(g:sort('fuel', { descending = true }):head(2), 'fuel')", "Sun Gas"),
      ("line(g:where('capacity_sum > 20 and fuel != \"Gas\"'), 'fuel')", "Coal"),
      ("line(g:where('capacity_sum is missing'), 'fuel')", "Sun"),
      ("line(g:top(1, 'capacity_sum'), 'fuel')", "Gas"), ("line(g:top('capacity_sum', 1), 'fuel')", "Gas"),
      ("table.concat(g:select({ 'count', 'fuel' }).columns, ' ')", "count fuel"),
      ("g:select({ 'count' })[1].fuel", "nil"), ("g.capacity_sum:sum()", "61.5"), ("g.fuel[2]", "Gas"),
      ("g:column('count'):max()", "2"),
      ("line(g:derive { share = g.count / #d }, 'share')", "0.4 0.4 0.2"),
      (
        "table.concat(g:derive({ share = g.count / 5, count = { 3, 2, 1 } }).columns, ' ')",
        "fuel count capacity_sum capacity_max fuel_distinct share"
      ),
      ("g[1].share", "nil"),
      ("line(d:head():where('lat > 20'):sort('lon', { descending = true }), 'id')", "e d c"),
      ("line(d:where('lat > 20'):head(2), 'id')", "c d"), ("line(top(d, 'capacity', 2), 'id')", "c b"),
      ("line(top(d, 2, 'capacity'), 'id')", "c b"),
      ("table.concat(top(d, 2, 'capacity').columns, ' ')", "id capacity lon lat fuel"),
      (
        "table.concat(g:top(2, 'capacity_max').columns, ' ')",
        "fuel capacity_max count capacity_sum fuel_distinct"
      ), ("line(d:top('capacity', 2), 'id')", "c b"),
      ("line(d:top(1, 'capacity', 'fuel'), 'id')", "c b"),
      ("line(d:top(2, 'capacity', 'fuel'), 'id')", "c a b e"),
      ("table.concat(d:top(2, 'capacity', 'fuel').columns, ' ')", "id fuel capacity lon lat"),
      ("line(d:head():top(1, 'lat', 'fuel'), 'id')", "e d c"), ("#d:top(0, 'capacity', 'fuel')", "0"),
      ("line(d:derive({ size = d.lat:gt(20) }):top(1, 'capacity', 'size'), 'id')", "c b"),
      ("line(d.fuel:distinct():sort('value'):head(1), 'value')", "Coal"),
      ("line(d.columns:where('type = \"text\"'), 'column')", "fuel"), ("#d:head(0):sort('x')", "0"),
      ("#d:select { 'fuel', 'lat', 'lon', 'id' }.columns", "3"),
    ])
  func methods(input: String, expected: String) {
    #expect(shell.answer("print(\(input))") == expected + "\n")
  }

  @Test("are what ipairs, pairs and # say, without the fields beside them")
  func iteration() {
    #expect(shell.answer("local n = 0 for _ in pairs(g) do n = n + 1 end print(n, #g)") == "3\t3\n")
    #expect(shell.answer("rawlen(g), g[4]") == "3\tnil\n")
  }

  @Test("leave the rows that they are made of as they are")
  func copies() {
    _ = shell.answer("h = g:derive { share = g.count }")
    #expect(shell.answer("g[1].share, h[1].share, #g.columns, #h.columns") == "nil\t2\t5\t6\n")
  }

  @Test("of a comparison have methods too")
  func comparison() {
    _ = shell.answer(
      "c = compare { datasets = { d }, strategies = { 'grid', 'none' }, metrics = { 'overlap' }, zooms = { 3 } }"
    )
    #expect(shell.answer("line(c:sort('strategy', { descending = true }), 'strategy')") == "\"none grid\"\n")
    #expect(shell.answer("type(c.notes), type(c.answer)") == "\"table\"\t\"table\"\n")
  }

  @Test("are written as CSV, as datasets, frames and columns are")
  func csv() {
    #expect(
      shell.answer("io.write(csv(g:select { 'fuel', 'capacity_sum' }))")
        == "fuel,capacity_sum\nCoal,21.5\nGas,40\nSun,\n")
    #expect(
      shell.answer("io.write(csv(d))").hasPrefix(
        "id,lon,lat,capacity,fuel\na,1,10,10,Gas\nb,2,20,20.5,Coal\n"))
    #expect(shell.answer("io.write(csv(d, { 'capacity', 'id' }))").hasPrefix("capacity,id\n10,a\n"))
    #expect(shell.answer("csv(d, { 'capcity' })").contains("did you mean 'capacity'?"))
    #expect(shell.answer("io.write(csv(d.capacity))").hasPrefix("index,value\n1,10\n"))
    #expect(shell.answer("csv(print)").contains("a list of tables, a dataset, a frame or a column expected"))
    _ = shell.answer("f = strategy('none'):frame(d:where('lat < 15'), d:fit())")
    #expect(shell.answer("io.write(csv(f))").hasPrefix("id,lon,lat,count,weight,point\n"))
    let clusters = shell.answer("io.write(csv(f:clusters()))")
    #expect(clusters.hasPrefix("id,count,lon,lat,x,y,weight,stack,point,capacity,fuel\n"), "\(clusters)")
    #expect(clusters.contains(",a,10,Gas\n"), "\(clusters)")
    #expect(
      shell.answer("csv { { a = 1, b = { { 1 }, { 2 } } } }").contains(
        "row 1: 'b' is a table; a field takes a string, a number, a boolean or a short list of them; "
          + "csv(rows, { \"a\" }) writes some columns"))
  }

  @Test("take several aggregates in one text, and say which is wrong")
  func aggregates() {
    #expect(
      shell.answer("print(table.concat(d:group('fuel', 'capacity:sum,max,fuel:top(1)').columns, ' '))")
        == "fuel count capacity_sum capacity_max fuel_top_1\n")
    #expect(shell.answer("d:group('fuel', 'capacity:sum,fuel:tip(1)')").contains("unknown kind 'tip(1)'"))
    #expect(shell.answer("d:group('fuel', 'capacity:sun,fuel:top(1)')").contains("did you mean 'sum'?"))
  }

  @Test("columns have a median and a standard deviation")
  func statistics() {
    #expect(shell.answer("d.capacity:median(), column { 1, 2, 3, 10 }:median()") == "15.25\t2.5\n")
    #expect(shell.answer("column { 2, 4, 4, 4, 5, 5, 7, 9 }:std() ^ 2 * 7") == "32.0\n")
    #expect(
      shell.answer("column { 1 }:std(), column { 0/0, 3 }:std(), column {}:median()") == "nil\tnil\tnil\n")
  }
}
