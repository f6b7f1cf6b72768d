import Pinfold
import Platform

extension ContractRule {
  /// Quadratic work is sixteen times as much for four times the points. What no points cost is taken off, and
  /// what is fast is not looked at, as a clock says nothing of it.
  static var growth: Self {
    Self(
      "growth", "Four times the points take less than nine times the processor time.",
      on: { $0.columns.count >= 4000 }
    ) { (trial) throws(ClusteringError) in
      let columns = trial.sample.columns
      func seconds(_ count: Int) throws(ClusteringError) -> Double {
        let start = threadSeconds()
        let map = try trial.map(of: columns.reordered(Array(0..<count)))
        for viewport in trial.sample.viewports { _ = try trial.frame(of: map, for: viewport) }
        return threadSeconds() - start
      }
      let all = try seconds(columns.count)
      guard all > 0.1 else { return nil }
      let none = try seconds(0)
      // Whatever else the machine does can only lengthen a time, and a short one by much of it.
      let part = columns.count / 4
      let quarter = try min(seconds(part), seconds(part), seconds(part))
      let growth = (all - none) / max(quarter - none, 1e-6)
      guard growth >= 9 else { return nil }
      return Defect(
        viewports: trial.sample.viewports,
        seen: "\(columns.count) points \(growth.rounded()) times as slow as \(columns.count / 4)",
        expected: "about four times, or less", isLimit: true)
    }
  }

  /// The processor time of this thread, in which other programs have no part.
  private static func threadSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension ContractRule {
  static var cancellation: Self {
    Self(
      "cancellation",
      "What is cancelled stops with that error and does no later harm.",
      check: { (trial) throws(ClusteringError) in
        guard !trial.sample.viewports.isEmpty else { return nil }
        return try CancellationTrial(trial: trial).run()
      })
  }
}

private struct CancellationTrial {
  let trial: ContractTrial

  func run() throws(ClusteringError) -> ContractRule.Defect? {
    if let defect = try builds() { return defect }
    let map = try trial.map()
    for frame in try trial.frames().prefix(4) {
      if let defect = try queries(of: map, like: frame) { return defect }
    }
    return nil
  }

  /// Checks builds that are stopped at once, or at any later look at the switch.
  private func builds() throws(ClusteringError) -> ContractRule.Defect? {
    // Without an index there is no build that could be stopped.
    let hasBuild = try trial.askedMap().index.byteCount > 0
    for looks in Self.looks {
      let stop = Cancellation(atLook: looks)
      let outcome = try outcome { () throws(ClusteringError) in
        _ = try trial.clusterer.build(trial.points, context: RunContext(cancellation: stop))
      }
      switch outcome {
      case .cancelled: continue
      case .finished where looks > 1 || !hasBuild: break
      default: return defect([], "a build cancelled at its look number \(looks) at the switch", outcome)
      }
      break
    }
    if hasBuild {
      let late = try outcome { () throws(ClusteringError) in
        _ = try trial.clusterer.build(trial.points, context: Self.late)
      }
      if late != .late { return defect([], "a build that is out of time from the start", late) }
    }
    return nil
  }

  /// Checks queries that are stopped at once, or at any later look at the switch; and another one after each.
  private func queries(of map: ClusterMap, like frame: Frame) throws(ClusteringError) -> ContractRule.Defect?
  {
    let viewport = frame.view.viewport
    let hasWork = frame.sortedMembers.contains { trial.isMergeable($0[0]) }
    for looks in Self.looks {
      let stop = Cancellation(atLook: looks)
      var found: Frame?
      let outcome = try outcome { () throws(ClusteringError) in
        found = try map.frame(for: viewport, context: RunContext(cancellation: stop))
      }
      if let found, let (here, there) = found.difference(from: frame) {
        return ContractRule.Defect(
          viewports: [viewport], seen: "with a query cancelled too late \(here)", expected: there)
      }
      if let (here, there) = try trial.frame(of: map, for: viewport).difference(from: frame) {
        return ContractRule.Defect(
          viewports: [viewport], seen: "after a query that was cancelled \(here)", expected: there)
      }
      switch outcome {
      case .cancelled: continue
      case .finished where looks > 1 || !hasWork: break
      default:
        return defect([viewport], "a query cancelled at its look number \(looks) at the switch", outcome)
      }
      break
    }
    if hasWork {
      let late = try outcome { () throws(ClusteringError) in
        _ = try map.frame(for: viewport, context: Self.late)
      }
      if late != .late { return defect([viewport], "a query that is out of time from the start", late) }
    }
    return nil
  }

  private func defect(_ viewports: [Viewport], _ what: String, _ outcome: Outcome) -> ContractRule.Defect {
    ContractRule.Defect(
      viewports: viewports, seen: "\(what) \(outcome.text)", expected: "it to stop with an error that says so"
    )
  }

  private enum Outcome: Equatable {
    case finished, cancelled, late
    case failed(String)

    var text: String {
      switch self {
      case .finished: "running to its end"
      case .cancelled: "that says it was cancelled"
      case .late: "that says it is late"
      case .failed(let message): "failing with: \(message)"
      }
    }
  }

  private func outcome(_ work: () throws(ClusteringError) -> Void) throws(ClusteringError) -> Outcome {
    do {
      try work()
      return .finished
    } catch .cancelled {
      return .cancelled
    } catch .deadlineExceeded {
      return .late
    } catch {
      try trial.context.check()
      return .failed("\(error)")
    }
  }

  private static var late: RunContext { RunContext(deadline: .now - .seconds(1)) }

  private static let looks = [1, 2, 3, 5, 10, 30, 100]
}
