import Testing

/// What a script puts beside a strategy's parameters.
@Suite struct ClustererStepsTests {
  private func shell() throws -> RecordedSession {
    let shell = try RecordedSession()
    _ = shell.answer(
      """
      d = points { lon = {0, 10, 100}, lat = {0, 0, 0}, id = {'a', 'b', 'c'} }
      v = view { lon = 0, lat = 0, zoom = 0 }
      """)
    return shell
  }

  @Test("'separate' keeps markers apart, with its defaults or with parameters")
  func separate() throws {
    let shell = try shell()
    #expect(shell.answer("#strategy('none'):frame(d, v)") == "3\n")
    #expect(shell.answer("#strategy('none', { separate = true }):frame(d, v)") == "2\n")
    #expect(shell.answer("#strategy('none', { separate = false }):frame(d, v)") == "3\n")
    #expect(
      shell.answer("#strategy('none', { separate = { smallest = 3, padding = 0.5 } }):frame(d, v)") == "3\n")
    #expect(
      shell.answer("strategy('grid', { separate = true })")
        == "strategy grid(anchor = world, cellSize = 60, finer = false) separated\n")
    #expect(
      shell.answer("strategy('grid', { separate = true }).capabilities") == "{ \"permutationInvariant\" }\n")
  }

  @Test("'limits' dissolves clusters that are too small or too deep")
  func limits() throws {
    let shell = try shell()
    #expect(shell.answer("#strategy('grid', { cellSize = 4000 }):frame(d, v)") == "1\n")
    #expect(
      shell.answer("#strategy('grid', { cellSize = 4000, limits = { minPoints = 4 } }):frame(d, v)") == "3\n")
    #expect(
      shell.answer("#strategy('grid', { cellSize = 4000, limits = { maxZoom = -1 } }):frame(d, v)") == "3\n")
  }

  @Test(
    "mistakes name the key",
    arguments: [
      ("separate = 3", "strategy.separate: 'separate' is 3; it takes true, or a table of parameters"),
      ("separate = { pading = 1 }", "'separate' has no 'pading' (did you mean 'padding'?)"),
      ("limits = 7", "strategy.limits: 'limits' is 7; it takes a table"),
      (
        "limits = { minPoints = 0 }",
        "strategy.limits.minPoints: 'minPoints' is 0; it takes a whole number in"
      ),
      ("limits = { minPoints = {} }", "'minPoints' is a list"),
    ])
  func mistakes(option: String, message: String) throws {
    let answer = try shell().answer("strategy('grid', { \(option) })")
    #expect(answer.contains(message), "\(answer)")
  }
}
