import Foundation
import PinfoldScripting
import TestSupport
import Testing

@Suite("Studies in scripts")
struct StudyTests {
  @Test("a study runs into a folder and answers scores by dataset and strategy")
  func run() throws {
    let folder = TemporaryFolder()
    let shell = try RecordedSession(unsafe: true)
    _ = shell.answer(
      """
      plan = study { datasets = { { generate = "cities", count = 30 } }, controls = false, strategies = { { "grid", cellSize = { 40, 60 } } },
        metrics = { "conservation", "markers" }, primary = { "conservation.passes" } }
      """)
    #expect(shell.answer("plan") == "study 'study': 2 runs\n")
    #expect(shell.answer("plan.runs") == "2\n")
    _ = shell.answer("result = plan:run('\(folder.path)/study')")
    #expect(shell.answer("result.failed") == "0\n")
    #expect(shell.answer("#result.frames") == "64\n")
    #expect(shell.answer("result[2].strategy") == "\"grid(cellSize=60)\"\n")
    #expect(shell.answer("result[2]['conservation.passes']") == "1.0\n")
    #expect(
      shell.answer("table.concat(result.columns, ' ')")
        == "\"dataset strategy conservation.passes markers.count verdict\"\n")
  }

  @Test("mistakes are told with their place, and studies stay below the working directory")
  func mistakes() throws {
    let shell = try RecordedSession()
    for (code, message) in [
      ("study { strategies = { 'grid' } }", "study: a study needs 'datasets'"),
      ("study { datasets = { print } }", "study.datasets[1]: a dataset is a function; it takes a path"),
      (
        "study { datasets = { { generate = 'cities' } }, strategies = { { 'grid', cellSize = { 4, 'x' } } } }",
        "study.strategies[1].cellSize[2]: parameter 'cellSize' of strategy 'grid' is 'x'; it takes a number"
      ),
      ("t = {}; t.datasets = t; study(t)", "tables lie in each other too deep"),
      (
        "study { datasets = { { generate = 'cities' } }, strategies = { 'grid' } }:run('../outside')",
        "'../outside' is outside of the working directory"
      ),
      (
        "study { datasets = { { generate = 'cities' } }, strategies = { 'grid' } }:run('/outside')",
        "'/outside' is outside of the working directory"
      ),
    ] {
      #expect(shell.answer(code).contains(message), "\(shell.answer(code))")
    }
  }
}
