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
      ("quakes.mag:max()", "6.0"), ("quakes.felt:sum()", "2.0"), ("#quakes.place", "4"),
      ("quakes:column('rows'):sum()", "34.0"), ("quakes.rows", "4"),
      ("quakes.place:eq('Fiji'):sum()", "1.0"), ("quakes.place:ne('Fiji'):sum()", "3.0"),
      ("quakes.place:isin { 'Fiji', 'alaska', 'x' }:sum()", "2.0"),
      ("quakes.place:has('ALASKA'):sum()", "2.0"),
      ("quakes.place:match('^%u%l+$'):sum()", "1.0"), ("quakes.place:match('[Aa]las'):sum()", "2.0"),
      ("quakes.place:missing():sum()", "0.0"), ("#quakes.place:totable()", "4"),
      ("quakes.place:distinct()[1].count", "1"), ("quakes.place[5]", "nil"), ("quakes[0]", "nil"),
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
    ])
  func mistakes(expression: String, expected: String) throws {
    let answer = try answer(expression)
    #expect(answer.hasPrefix("error: ") && answer.contains(expected), "\(answer)")
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
