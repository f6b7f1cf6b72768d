import Testing

@testable import PinfoldCommand

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

  @Test("a part that is not counted is named with its time")
  func uncounted() {
    #expect(ProgressBar.line("reading towns.csv", elapsed: .milliseconds(3900)) == "reading towns.csv, 3 s")
  }
}
