import Pinfold
import PinfoldScripting
import TestSupport
import Testing

@Suite("Columns of datasets in scripts")
struct DatasetColumnTests {
  private static let script = """
    quakes = points {
      lon = { 1, 2, 3, 4 }, lat = { 10, 20, 30, 40 }, id = { "a", "b", "c", "d" },
      mag = { 4.5, 6, 2, -1 }, place = { "Alaska Peninsula", "O'Brien", "alaska", "Fiji" },
      felt = { true, false, true, false }, rows = { 7, 8, 9, 10 },
    }
    """

  /// What a shell prints for an expression over four earthquakes.
  private func answer(_ input: String) throws -> String {
    let session = try RecordedSession()
    _ = session.answer(Self.script)
    return session.answer(input)
  }

  @Test("whole numbers stay whole beside some that floats do not represent")
  func wholes() throws {
    let session = try RecordedSession()
    _ = session.answer(
      "d = points { lon = { 1, 2 }, lat = { 1, 2 }, big = { 9007199254740993, 1 }, small = { 3, 4 } }")
    #expect(session.answer("d.small[1], (d.small + d.big)[1]") == "3\t9007199254740996\n")
    _ = session.answer("e = d:derive { sum = d.small + d.big, one = column { 1, 2 } }")
    #expect(session.answer("e.sum[1], math.type(e.one[1])") == "9007199254740996\t\"integer\"\n")
    #expect(session.answer("d:where('big > 9007199254740992').small:sum()") == "3\n")
  }

  @Test("advice of data that cannot be read names a script's options, not the command's flags")
  func advice() throws {
    let folder = TemporaryFolder()
    let session = try RecordedSession(unsafe: true)
    let unclear = session.answer("dataset('\(folder.write("a.csv", "48.1,11.5,a\n48.2,11.6,b\n"))')")
    #expect(
      unclear.contains(#"with lon = "1", lat = "2", or longitude"#) && !unclear.contains("--"), "\(unclear)")
    let none = session.answer("dataset('\(folder.write("b.csv", "name,height\na,200\n"))')")
    #expect(none.contains("name them with 'lon' and 'lat'") && !none.contains("--"), "\(none)")
  }

  /// The ids of a dataset, in order.
  private func ids(_ dataset: String) throws -> String {
    try answer(
      """
      local d, t = \(dataset), {}
      for i = 1, #d do t[i] = d:id(i) end
      table.sort(t)
      print(table.concat(t))
      """
    ).split(separator: "\n").joined()
  }

  @Test(
    "are there by name, numbers and truths as columns, texts as texts",
    arguments: [
      ("quakes.mag:max()", "6.0"), ("quakes.felt:sum()", "2"), ("#quakes.place", "4"),
      ("quakes:column('rows'):sum()", "34.0"), ("quakes.rows:sum()", "34.0"), ("quakes:info().rows", "4"),
      ("quakes.place:eq('Fiji'):sum()", "1"), ("quakes.place:ne('Fiji'):sum()", "3"),
      ("quakes.place:isin { 'Fiji', 'alaska', 'x' }:sum()", "2"),
      ("quakes.place:has('ALASKA'):sum()", "2"),
      ("quakes.place:match('^%u%l+$'):sum()", "1"), ("quakes.place:match('[Aa]las'):sum()", "2"),
      ("quakes.place:missing():sum()", "0"), ("#quakes.place:totable()", "4"),
      ("quakes.place:distinct()[1].count", "1"), ("quakes.place[5]", "nil"),
      ("quakes[5]", "nil"), ("quakes.mag == quakes.mag", "true"), ("#quakes:head(2)", "2"),
      ("quakes:head()[1].id", "\"a\""), ("quakes:head()[4].place", "\"Fiji\""), ("#quakes:head(-1)", "0"),
      ("quakes:top(1, 'mag')[1].id", "\"b\""), ("quakes:top(9, 'mag')[4].id", "\"d\""),
      ("#quakes.columns", "6"), ("quakes.columns[4].column", "\"mag\""),
    ])
  func values(expression: String, expected: String) throws {
    #expect(try answer(expression).split(separator: "\n").joined() == expected)
  }

  @Test(
    "select points",
    arguments: [
      ("quakes:filter(quakes.mag:gt(4))", "ab"), ("quakes:filter(quakes.mag:gt(4) & quakes.felt)", "a"),
      ("quakes:filter(quakes.place:has('alaska'))", "ac"),
      ("quakes:where(\"mag > 4 or place ~ 'fiji'\")", "abd"),
      ("quakes:filter(function(i) return quakes.lat[i] > 25 end)", "cd"), ("quakes:where('mag > 99')", ""),
      ("quakes:where('mag > 1'):where('not felt')", "b"), ("quakes:filter(~quakes.felt)", "bd"),
      ("quakes:where('`felt`')", "ac"),
    ])
  func selection(dataset: String, expected: String) throws {
    #expect(try ids(dataset) == expected)
  }

  @Test("stay with the points that are selected, and cluster as data of their own")
  func kept() throws {
    #expect(
      try answer("d = quakes:where('lon > 1') print(#d, d.mag:max(), #d.place, d[1].place ~= nil)")
        == "3\t6.0\t3\ttrue\n")
    #expect(
      try answer(
        """
        d = quakes:where('felt')
        f = strategy('none'):frame(d, d:fit())
        print(#f, f:aggregate('sum', 'mag')[1] + f:aggregate('sum', 'mag')[2])
        """) == "2\t6.5\n")
    #expect(
      try answer("m = strategy('grid'):build(quakes) print(#m:filter(quakes.mag:gt(4)).dataset)") == "2\n")
  }

  @Test(
    "that are not there, or not what was asked for, are errors",
    arguments: [
      ("quakes.magg", "dataset has no 'magg' (did you mean 'mag'?)"),
      ("quakes:column('magg')", "the dataset has no 'magg' (did you mean 'mag'?)"),
      ("quakes:top(3, 'place')", "a column of numbers expected; 'place' holds texts"),
      ("quakes:top(3, 'x')", "the dataset has no 'x'"),
      ("quakes:filter(quakes.place)", "function or mask expected, got texts"),
      ("quakes:filter(column { 1 })", "a mask of 4 values expected, got 1"),
      ("quakes:where('mag > and')", "expected a column or a value, found 'and'\n  mag > and\n        ^"),
      ("quakes:where('magg > 2')", "no column 'magg' (did you mean 'mag'?)"),
      ("quakes.place:gt(2)", "texts has no 'gt'"),
      ("quakes[0]", "[0] of a value of type dataset: an index is a whole number from 1"),
      ("quakes.mag[-1]", "[-1] of a value of type column: an index is a whole number from 1"),
      ("quakes.place[1.5]", "[1.5] of a value of type texts: an index is a whole number from 1"),
      ("quakes[quakes.felt]", "filter(mask) and take(indices) choose several"),
      ("column{1, 2}:group()[1]", "a value of type groups has no [1]"),
    ])
  func mistakes(expression: String, expected: String) throws {
    let answer = try answer(expression)
    #expect(answer.hasPrefix("error: ") && answer.contains(expected), "\(answer)")
  }

  /// Rows that are neither in canonical order nor in that of ids, with columns that members have too.
  private static let hidden = """
    d = points {
      lon = { 30, -10, 10 }, lat = { 1, 2, 3 }, id = { "b", "c", "a" }, mag = { 1, 2, 3 }, felt = { true, false, true },
      place = { "Fiji", "Oslo", "Rome" }, rows = { 7, 8, 9 }, group = { "x", "y", "x" },
    } d = d:derive { sort = d.mag * 10, column = d.mag, report = d.place, fit = d.place, name = d.place }
    """

  @Test(
    "and rows are in the order of the data",
    arguments: [
      ("d:id(1), d[1].id, d:head(1)[1].id", "\"b\"\t\"b\"\t\"b\""),
      ("d.lon:totable()", "{ 30.0, -10.0, 10.0 }"),
      ("d.lat:totable()", "{ 1.0, 2.0, 3.0 }"), ("d.mag[2], d[2].mag, d.felt[2]", "2.0\t2\t0"),
      ("d.name:totable()", "{ \"Fiji\", \"Oslo\", \"Rome\" }"), ("d.weight:totable()", "{ 1.0, 1.0, 1.0 }"),
      ("d:filter(column { 0, 1, 0 }):id(1)", "\"c\""),
      ("d:filter(function(i) return i == 1 end).name[1]", "\"Fiji\""),
      ("d:derive { twice = d.mag * 2 }.twice:totable()", "{ 2.0, 4.0, 6.0 }"),
      ("d:derive { twice = d.mag * 2 }[3].id", "\"a\""), ("d:select { 'mag' }.mag[3]", "3.0"),
      ("d:sort('mag', { descending = true }):id(1)", "\"a\""),
      ("d:sort('mag', { descending = true }).mag[1]", "3.0"),
      (
        "d:join(points { lon = { 0, 0 }, lat = { 0, 0 }, place = { 'Rome', 'Fiji' }, k = { 1, 2 } }, 'place').k[1]",
        "2.0"
      ),
      ("d:concat(points { lon = { 5 }, lat = { 5 }, mag = { 4 } }).mag[4]", "4.0"),
      ("strategy('grid'):build(d):filter(column { 1, 0, 0 }).dataset:id(1)", "\"b\""),
      (
        "strategy('grid'):build(d):insert({ lon = { -90 }, lat = { 0 }, id = { 'z' } }).dataset:id(4)",
        "\"z\""
      ),
      ("d.columns[3].first", "true"), ("d.columns[8].first", "\"Fiji\""),
    ])
  func order(expression: String, expected: String) throws {
    let session = try RecordedSession()
    _ = session.answer(Self.hidden)
    #expect(session.answer(expression) == expected + "\n")
  }

  @Test(
    "come before members of the same name, which stay within reach",
    arguments: [
      ("d.name[1], d.rows[1], d.report[2]", "\"Fiji\"\t7.0\t\"Oslo\""), ("d:info().rows", "3"),
      ("d.group[1]", "error"), ("d.sort[1], d:sort('mag'):id(1)", "10.0\t\"b\""),
      ("d.fit[3], d:fit().zoom ~= nil", "\"Rome\"\ttrue"),
      ("d.column[3], d:column('fit')[1]", "3.0\t\"Fiji\""), ("d[1].name, d[1].sort", "\"Fiji\"\t10.0"),
      ("d.name:eq('Oslo'):sum()", "1"), ("#d:filter(d.sort:gt(10))", "2"),
    ])
  func hiddenMembers(expression: String, expected: String) throws {
    let session = try RecordedSession()
    _ = session.answer(Self.hidden)
    let answer = session.answer(expression)
    #expect(expected == "error" ? answer.hasPrefix("error") : answer == expected + "\n", "\(answer)")
  }

  @Test("of booleans with missing values have these as numbers have them, in data and in answers")
  func missingBooleans() throws {
    let folder = TemporaryFolder()
    let file = folder.write("a.csv", "id,lon,lat,v,ok\n1,1,1,a,TRUE\n2,2,2,a,NA\n3,3,3,b,FALSE\n4,4,4,b,\n")
    let session = try RecordedSession(unsafe: true)
    _ = session.answer("d = dataset('\(file)')")
    #expect(session.answer("d.ok:mean()") == "0.5\n")
    #expect(session.answer("#d:filter(d.ok), #d:filter(d.ok:eq(0)), #d:where('ok = false')") == "1\t1\t1\n")
    #expect(session.answer("d:derive { z = d.ok }.z:mean()") == "0.5\n")
    #expect(session.answer("d:group('ok'):column('ok'):mean()") == "0.5\n")
  }

  @Test("are no functions because another column hides a method")
  func calls() throws {
    let session = try RecordedSession()
    _ = session.answer(Self.hidden)
    #expect(session.answer("d.sort:max(), d.mag()").contains("attempt to call a column value"))
    for name in ["lon", "lat", "weight"] {
      #expect(
        session.answer("d:derive { \(name) = d.mag }").contains(
          "'\(name)' is what clusters are made of, and no further column"))
    }
    #expect(
      session.answer("points { x = { 0, 1000 }, y = { 0, 50 } }").contains(
        "1000 is no degree; points on a plane have planar = true"))
  }

  @Test("are offered while typing, and shown by the echo")
  func shell() throws {
    let session = try RecordedSession()
    _ = session.answer(Self.script)
    #expect(session.session.complete("quakes.pla").candidates.map(\.text).contains("place"))
    session.session.presentation = Presentation()
    session.session.presentation?.width = 200
    let shown = session.answer("quakes")
    #expect(shown.contains("mag") && shown.contains("Alaska Peninsula"), "\(shown)")
    #expect(session.answer("quakes.columns").contains("least"))
  }
}
