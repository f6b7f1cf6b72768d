import Testing

@testable import PinfoldCommand

@Suite("names with settings")
struct SpecificationTests {
  @Test(
    "lists are read with and without parentheses",
    arguments: [
      ("grid", ["grid"]),
      ("grid,pca", ["grid", "pca"]),
      ("grid(cellSize=80),pca", ["grid(cellSize=80)", "pca"]),
      ("grid,cellSize=80,pca", ["grid(cellSize=80)", "pca"]),
      ("a(b=1,c=x),a(b=2)", ["a(b=1,c=x)", "a(b=2)"]),
      (" a ( b = 1 ) , c", ["a(b=1)", "c"]),
    ])
  func lists(text: String, labels: [String]) throws {
    #expect(try Specification.list(text, option: "--x").map(\.label) == labels)
  }

  @Test(
    "nonsense is refused",
    arguments: [
      "", ",", "a,", "a(", "a()", "a(b)", "a(b=1", "a)b", "a(b=1)c", "=1", "b=1", "a(b=1)(c=2)", "a,b=1,b=2",
    ])
  func nonsense(text: String) {
    #expect(throws: Failure.self) { try Specification.list(text, option: "--x") }
  }
}

@Suite("the progress bar")
struct ProgressBarTests {
  @Test("it tells the share and the time left")
  func line() {
    #expect(
      ProgressBar.line(done: 1, total: 4, elapsed: .seconds(30))
        == "[##########------------------------------]  25 %  about 1 min 30 s left")
    #expect(
      ProgressBar.line(done: 0, total: 4, elapsed: .seconds(2))
        == "[----------------------------------------]   0 %")
  }

  @Test("what earlier runs did is no measure of how fast this one is")
  func resumed() {
    let line = ProgressBar.line(done: 6, total: 10, before: 5, elapsed: .seconds(30))
    #expect(line.hasSuffix(" 60 %  about 2 min 0 s left"))
    #expect(ProgressBar.line(done: 5, total: 10, before: 5, elapsed: .seconds(30)).hasSuffix(" 50 %"))
  }
}
