import PinfoldScripting
import TestSupport
import Testing

@Suite("What scripts write of values")
struct OutputTests {
  private func answer(_ input: String) throws -> String { try RecordedSession().answer("print(\(input))") }

  @Test(
    "columns and texts are arrays in JSON; what is no number there is null",
    arguments: [
      ("json { c = column { 1, 2 } }", #"{"c":[1,2]}"#), ("json(column {})", "[]"),
      ("json(column { 1.5, 0/0, 1/0, -1/0 })", "[1.5,null,null,null]"), ("json { 0/0 }", "[null]"),
      ("json(column { 3, 1 }:lt(2))", "[0,1]"), ("json(column { math.maxinteger, 5 } + 1)", "[null,6]"),
      ("json { column { math.maxinteger } }", "[[9223372036854775807]]"),
      ("json(points { lon = { 2, 1 }, lat = { 0, 0 }, place = { 'b', 'a' } }.place)", #"["b","a"]"#),
      ("json { greatcircle(0, 0, 0, 0) }", "[0]"),
      // Rows of results name their columns.
      ("json { { a = 1 }, columns = { 'a' } }", #"[{"a":1}]"#),
    ])
  func json(input: String, expected: String) throws {
    #expect(try answer(input).filter { !$0.isWhitespace } == expected)
  }

  @Test(
    "values without a form are errors that name them",
    arguments: [
      ("json(view(1, 2, 3))", "json: a view has no form in JSON"),
      ("json { 1, 2, x = 3 }", "json: a table is a list and has 'x' too"),
      ("json { { a = 1 }, x = 3 }", "json: a table is a list and has 'x' too"),
      ("json { a = { [1] = 1, [3] = 3 } }", "json: a table is a list and has '3' too"),
      ("json { f = print }", "json: a function has no form"),
      ("csv { { a = column { 1 } } }", "row 1: 'a' is a column"),
      ("csv { { a = 1 }, { a = {{}} } }", "row 2: 'a' is a table"),
      ("csv { { a = print } }", "row 1: 'a' is a function"),
      ("csv { { a = view(1, 2, 3) } }", "row 1: 'a' is a view"),
    ])
  func errors(input: String, expected: String) throws {
    let answer = try answer(input)
    #expect(answer.hasPrefix("error: ") && answer.contains(expected), "\(answer)")
  }

  @Test("what a study returns is a list in JSON, without the notes beside it")
  func answers() throws {
    let study = "study { datasets = { { generate = 'uniform', count = 9 } }, strategies = { 'grid' }, "
    let views = "metrics = { 'markers' }, cameras = { { name = 'pan', steps = 2 } } }:views()"
    #expect(
      try answer("type((\(study)\(views)).notes), json(\(study)\(views)):sub(1, 1)").contains("table\t["))
  }

  @Test("different keys of groups look different, and values of different kinds keep their digits")
  func digits() throws {
    let shell = try RecordedSession()
    shell.session.presentation = Presentation()
    _ = shell.answer(
      "d = points { lon = { 1, 2, 3 }, lat = { 1, 2, 3 }, y = { 2020, 2020.0000000000002, 0.5 }, z = { 0, 2019, 1.5 } }"
    )
    let keys = shell.answer("d:group('y', 'z:max')")
    #expect(keys.contains("2020.0000000000002 ") && keys.contains("             2020 "), "\(keys)")
    let kinds = shell.answer("d:group('y', 'z:max'):select { 'z_max' }")
    #expect(kinds.contains("2019\n") && kinds.contains("1.5\n") && !kinds.contains("2019.0"), "\(kinds)")
    #expect(shell.answer("d:info()").contains("report = [[\n"))
  }

  @Test("fields of CSV hold lists of words, and nothing for NaN")
  func csv() throws {
    #expect(
      try answer("csv({ { a = 0/0, b = { 'x', 2 }, c = true } }, { 'a', 'b', 'c' })")
        == "a,b,c\n,\"x, 2\",true\n\n")
  }
}
