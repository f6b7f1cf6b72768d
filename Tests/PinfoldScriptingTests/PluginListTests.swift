import PinfoldScripting
import Testing

@Suite("Parameters of plugins that are lists")
struct PluginListTests {
  private let fixture = PluginFixture()

  private func session(_ declaration: String) throws -> RecordedSession {
    let path = fixture.strategy(
      "assert(type(parameters.rows) == 'table') return { groups = points:grid(60):group() }",
      extra: "parameters = { rows = { \(declaration) } },")
    return try RecordedSession(PluginFixture.workbench(path))
  }

  @Test(
    "are written as tables, as one value, or with commas",
    arguments: [
      ("strategy('fixture').parameters.rows", "{ 80.0, 160.5 }"),
      ("strategy('fixture', { rows = { 100, 200 } }).parameters.rows", "{ 100.0, 200.0 }"),
      ("strategy('fixture', { rows = 7 }).parameters.rows", "{ 7.0 }"),
      ("strategy('fixture', { rows = {} }).parameters.rows", "{}"),
      ("strategy('fixture', { rows = '1,2, 3' }).parameters.rows", "{ 1.0, 2.0, 3.0 }"),
      ("strategy('fixture(rows=100,200)').parameters.rows", "{ 100.0, 200.0 }"),
      ("strategy('fixture,rows=100,200').parameters.rows", "{ 100.0, 200.0 }"),
      (
        "#strategy('fixture', { rows = { 9, 8 } }):frame(generate('cities', { count = 9 }), view(0, 0, 0)) > 0",
        "true"
      ),
      (
        "(function() for _, s in ipairs(list('strategies')) do if s.name == 'fixture' then return s.parameters[1].default end end end)()",
        "{ 80.0, 160.5 }"
      ),
    ])
  func forms(input: String, expected: String) throws {
    let session = try session("type = 'list', default = { 80, 160.5 }, min = 1, max = 4096")
    #expect(session.answer(input) == expected + "\n")
  }

  @Test(
    "have bounds for each value",
    arguments: ["{ 100, 0 }", "'a'", "{ 'a' }", "true", "{ { 1 } , 2 }", "'1,,2'"])
  func bounds(value: String) throws {
    let session = try session("type = 'list', default = { 80, 160.5 }, min = 1, max = 4096")
    let answer = session.answer("strategy('fixture', { rows = \(value) })")
    #expect(answer.contains("it takes a list, each of it a number in 1…4096"), "\(answer)")
  }

  @Test("hold texts or whole numbers where they say so")
  func kinds() throws {
    let texts = try session("type = 'list', holds = 'text', default = { 'a' }")
    #expect(texts.answer("strategy('fixture(rows=b,c)').parameters.rows") == "{ \"b\", \"c\" }\n")
    #expect(texts.answer("strategy('fixture', { rows = { 'b,c' } }).parameters.rows") == "{ \"b,c\" }\n")
    let whole = try session("type = 'list', holds = 'integer', default = { 1 }, max = 5")
    #expect(whole.answer("strategy('fixture', { rows = { 2 } }).parameters.rows") == "{ 2 }\n")
    #expect(whole.answer("strategy('fixture', { rows = { 2.5 } })").contains("a whole number up to 5"))
  }

  @Test(
    "are declared with a type of values, and a default of it",
    arguments: [
      (
        "type = 'list', default = { 'a' }",
        "has a default that is { 'a' }; it must be a list, each of it a number"
      ),
      ("type = 'list', holds = 'txt', default = {}", "holds the type 'txt' (did you mean 'text'?)"),
      (
        "type = 'list', holds = 'text', min = 1, default = {}",
        "has the field 'min', which the type list of texts"
      ),
      ("type = 'list'", "has a default that is missing"),
      ("type = 'list', default = { { 1 } }", "has a default that is a table"),
      (
        "type = 'list', default = (function() local list = {} list[1] = list return list end)()",
        "has a default that is a table; it must be a list, each of it a number"
      ),
    ])
  func mistakes(declaration: String, expected: String) {
    let path = fixture.strategy("", extra: "parameters = { rows = { \(declaration) } },")
    let message = PluginFixture.message(path)
    #expect(message.contains(expected), "\(message)")
  }
}
