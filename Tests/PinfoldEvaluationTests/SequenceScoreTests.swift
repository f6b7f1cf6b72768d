import Pinfold
import PinfoldEvaluation
import TestSupport
import Testing

@Suite struct SequenceScoreTests {
  private func frames(_ count: Int) throws -> [Frame] {
    let map = try Clusterer(.grid()).build(PointSet(SamplePoints.clusters.columns(count: 200)))
    return try (0..<count).map {
      try map.frame(for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: Double($0)))
    }
  }

  @Test("frames, pairs and sequences are each measured by their own metrics")
  func scopes() throws {
    let frames = try frames(3)
    let scores = try SequenceScores([MarkerCountMetric(), ChurnMetric()], of: MetricSubject(frames))
    #expect(scores.frames.map { $0[0].value.number } == frames.map { Double($0.count) })
    #expect(scores.pairs.count == 2)
    for place in 0..<2 {
      let subject = MetricSubject([frames[place], frames[place + 1]])
      #expect(scores.pairs[place] == (try ChurnMetric().evaluate(subject)))
    }
    #expect(scores.messages.isEmpty)
  }

  @Test("a metric that fails is undefined with a reason, and said once")
  func failure() throws {
    let broken = ClosureMetric(
      MetricDescription(
        id: "X1", name: "broken", summary: "", formula: "",
        measures: [Measure("value", in: 0...1, better: .lower, "")], cost: "", source: "")
    ) { _ throws(ClusteringError) in throw .plugin(message: "no") }
    let scores = try SequenceScores([broken, MarkerCountMetric()], of: MetricSubject(try frames(3)))
    #expect(scores.frames.allSatisfy { $0[0].value.reason == .failed && $0[1].value.number != nil })
    #expect(scores.messages == ["metric 'broken': no"])
  }

  @Test("metrics that run the strategy again look at the first frames only")
  func reruns() throws {
    let frames = try frames(3)
    let subject = MetricSubject(frames, clusterer: Clusterer(.grid()))
    let scores = try SequenceScores([EquivarianceMetric()], of: subject, rerunFrames: 2)
    #expect(scores.frames.map(\.isEmpty) == [false, false, true])
  }
}
