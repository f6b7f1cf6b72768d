import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation

/// One run in progress: a strategy is built, follows the camera, and is measured.
struct StudyRunTask {
  let plan: StudyDefinition
  let points: PointSet

  /// The run's indices in the plan's lists.
  let run: StudyRun

  /// The run's identity.
  let identity: Digest

  /// When to stop; with one thread.
  let context: RunContext

  /// The indices that runs share.
  let maps: MapCache

  /// Completes the run. Its failures are recorded in the result.
  ///
  /// - Throws: ``ClusteringError`` if the whole study must stop.
  func finished() throws(ClusteringError) -> FinishedRun {
    var limited = context
    if let timeout = plan.timeout {
      let deadline = ContinuousClock.now + .seconds(timeout)
      limited.deadline = context.deadline.map { min($0, deadline) } ?? deadline
    }
    var output = FinishedRun(identity: identity, run: run, measures: [], contents: [], seconds: 0)
    let (failure, seconds) = timed { () -> (any Error)? in
      do { try perform(into: &output, limited) } catch { return error }
      return nil
    }
    output.seconds = seconds
    if let failure {
      try context.check()
      output.run.failure = "\(failure)"
      output.run.values = []
      output.measures = []
    }
    return output
  }

  private func perform(into output: inout FinishedRun, _ context: RunContext) throws {
    let seed = plan.seeds[run.seed]
    let views = try plan.cameras[run.camera].views(over: points, screen: plan.screen, seed: seed)
    if let path = plan.strategies[run.strategy].framesPath(of: plan.datasets[run.dataset].name) {
      let foreign = try ForeignFrames(path: path, points: points, context: context)
      return try measure(views, by: nil, seed, into: &output, context) { view, _ in
        try foreign.frame(of: view)
      }
    }
    let clusterer = try plan.strategies[run.strategy].clusterer(of: points)
    let map: ClusterMap
    if let target = plan.match, let size = plan.strategies[run.strategy].size, !views.isEmpty {
      let tuned = TunedStrategy(size, on: points, to: target, style: plan.style, context: context)
      (map, output.run.size) = try tuned.tuning(for: views)
    } else {
      map = try maps.map(for: run) { () throws(ClusteringError) in
        try clusterer.build(points, context: context)
      }
    }
    try measure(views, by: map.clusterer, seed, into: &output, context) { view, last in
      // As an app would show it: sticky representatives need the frame before.
      try map.frame(for: view, after: last, context: context)
    }
  }

  /// Makes the frames of views, and measures them.
  private func measure(
    _ views: [Viewport], by clusterer: Clusterer?, _ seed: UInt64, into output: inout FinishedRun,
    _ context: RunContext, frame: (Viewport, Frame?) throws -> Frame
  ) throws {
    var frames: [Frame] = []
    // Frames before a failure are stored too.
    defer { output.run.frames = FrameRecord.all(of: frames) }
    for viewport in views {
      var frame = try frame(viewport, frames.last)
      frame.markerStyle = plan.style
      guard let content = FrameContent.bytes(of: frame) else {
        throw RunError("too large for this machine's memory")
      }
      for cluster in 0..<frame.count where frame.memberCount(of: cluster) == 0 {
        throw RunError("the strategy returned an invalid frame: cluster \(cluster + 1) has no members")
      }
      frames.append(frame)
      output.contents.append(content)
    }
    let subject = MetricSubject(frames, clusterer: clusterer, seed: seed, context: context)
    output.measures = plan.metrics.flatMap(\.measures)
    // All at once, so that they share what they compute of a frame.
    let scores = try SequenceScores(plan.metrics.map(\.metric), of: subject, rerunFrames: plan.rerunFrames)
    (output.run.values, output.run.messages) = (scores.columns, scores.messages)
  }
}

/// A reason why a run fails, other than its strategy.
struct RunError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
