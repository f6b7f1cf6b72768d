import PinfoldScripting
import TestSupport
import Testing

@Suite("Scores from Lua")
struct ScoreTests {
  private static let start = """
    d = points { lon = { 1, 2, 3 }, lat = { 10, 20, 30 }, id = { "a", "b", "c" } }
    v = view { lon = 2, lat = 20, zoom = 4 }
    apart, together = strategy("none"):frame(d, v), strategy("pca", { budget = 1 }):frame(d, v)
    """

  private func session(unsafe: Bool = false) throws -> RecordedSession {
    let shell = try RecordedSession(unsafe: unsafe)
    #expect(!shell.answer(Self.start).hasPrefix("error"))
    return shell
  }

  @Test("frames, pairs and all together are rows")
  func frames() throws {
    let shell = try session()
    _ = shell.answer("s = score(d, { apart, together, apart })")
    #expect(shell.answer("#s.frames, #s.pairs, #s.messages") == "3\t2\t0\n")
    #expect(shell.answer("s.frames[1]['markers.count'], s.frames[2]['markers.count']") == "3.0\t1.0\n")
    #expect(shell.answer("s.pairs[1]['lineage.merge'], s.pairs[2]['lineage.split']") == "1.0\t1.0\n")
    #expect(shell.answer("s.sequence['history.identical']") == "0.5\n")
    #expect(
      shell.answer("s.frames[2]['gap.min'], s.frames[2]['gap.min.reason']") == "nil\t\"too-few-markers\"\n")
    #expect(shell.answer("s.frames[1]['determinism.identical']") == "nil\n")
    #expect(
      shell.answer(
        "score(d, { apart }, { metrics = { 'gap', metric('overlap') } }).frames[1]['overlap.pairs']")
        == "0.0\n")
  }

  @Test("a file may be any program's")
  func file() throws {
    let folder = TemporaryFolder()
    let path = folder.write(
      "frames.json",
      """
      {"viewport": {"lon": 2, "lat": 20, "zoom": 4},
        "clusters": [{"lon": 2, "lat": 20, "members": ["b", "a"], "count": 5, "radius": 7}]}
      """)
    let shell = try session(unsafe: true)
    _ = shell.answer("s = score(d, '\(path)').frames[1]")
    #expect(shell.answer("s['conservation.passes'], s['conservation.countError']") == "0.0\t3.0\n")
    #expect(
      shell.answer("score(points { lon = { 1 }, lat = { 1 } }, '\(path)')").contains(
        "no point has the id 'b'"))
  }

  @Test("a metric of pairs takes both frames")
  func pair() throws {
    let shell = try session()
    #expect(shell.answer("metric('churn'):measure({ apart, together }).share") == "1.0\n")
    #expect(shell.answer("metric('churn'):measure(apart).undefined.share") == "\"needs-frames\"\n")
  }

  @Test("every measure without a value has its own reason")
  func reasons() throws {
    let shell = try session()
    _ = shell.answer("m = metric('lattice'):measure(apart)")
    #expect(shell.answer("m.excess") == "nil\n")
    _ = shell.answer("u = m.undefined")
    let reasons = Array(repeating: "\"too-few-markers\"", count: 5).joined(separator: "\t")
    #expect(shell.answer("u.excess, u.coherence, u.data, u.periodX, u.periodY") == reasons + "\n")
    #expect(shell.answer("metric('markers'):measure(apart).undefined") == "nil\n")
  }

  @Test(
    "mistakes name what would be right",
    arguments: [
      ("score(d, 3)", "list of frames, or path of a file expected, got number"),
      ("score(d, { apart, 3 })", "list of frames, or path of a file expected, got table"),
      ("score(d, { apart }, { metrics = { 3 } })", "score.metrics[1]: a metric is 3; it takes a name"),
      ("score(d, { apart }, { metric = {} })", "metric"),
    ])
  func mistakes(input: String, expected: String) throws {
    let answer = try session().answer(input)
    #expect(answer.hasPrefix("error: ") && answer.contains(expected), "\(answer)")
  }
}
