import Pinfold

/// Rules about the time that work takes, and how it stops.
extension ContractRule {
  /// Quadratic work is sixteen times as much for four times the points, and four times as much for twice. The
  /// cost without points is subtracted, and of work of less than a tenth of a second the verdict is "too fast
  /// to tell", because a clock says nothing of it.
  ///
  /// One slow reading proves nothing: memory is new to the first run, and other load lengthens any. So what
  /// seems to grow too fast is timed again, three times for each of three sizes in turn, and the shortest
  /// times must show it on both steps.
  static var growth: Self {
    Self(
      "growth", "Four times the points take less than nine times the processor time.",
      on: { $0.columns.count >= 4000 }
    ) { (trial) throws(ClusteringError) in
      let columns = trial.sample.columns
      func seconds(_ count: Int) throws(ClusteringError) -> Double {
        let start = ThreadClock.seconds
        _ = try trial.frames(of: try trial.map(of: columns.reordered(Array(0..<count))))
        return ThreadClock.seconds - start
      }
      let all = try seconds(columns.count)
      guard all > 0.1 else {
        (trial.isIdle, trial.reservation) = (true, "too fast to tell")
        return nil
      }
      let sizes = [0, columns.count / 4, columns.count / 2, columns.count]
      func ratio(_ times: [Double], from step: Int) -> Double {
        (times[3] - times[0]) / max(times[step] - times[0], 1e-6)
      }
      let (none, quarter) = (try seconds(sizes[0]), try seconds(sizes[1]))
      var times = [none, quarter, all, all]
      guard ratio(times, from: 1) >= 9 else { return nil }
      times = [Double](repeating: .infinity, count: sizes.count)
      for _ in 0..<3 {
        for step in sizes.indices { times[step] = try min(times[step], seconds(sizes[step])) }
      }
      let growth = ratio(times, from: 1)
      guard growth >= 9, ratio(times, from: 2) >= 3 else { return nil }
      var defect = Defect(
        "\(columns.count) points \(growth.rounded()) times as slow as \(columns.count / 4)",
        "about four times, or less", in: trial.sample.viewports)
      defect.isLimit = true
      return defect
    }
  }

  static var cancellation: Self {
    Self(
      "cancellation", "What is cancelled stops with that error and does no later harm.",
      on: { !$0.viewports.isEmpty }
    ) { (trial) throws(ClusteringError) in
      let stops = StopTrial(trial: trial)
      if let defect = try stops.buildDefect() { return defect }
      let map = try trial.map()
      for frame in try trial.frames().prefix(4) {
        if let defect = try stops.queryDefect(of: map, like: frame) { return defect }
      }
      return nil
    }
  }
}

/// Work that is stopped at once, or when it checks for cancellation later.
private struct StopTrial {
  let trial: ContractTrial

  func buildDefect() throws(ClusteringError) -> ContractRule.Defect? {
    // Without an index there is no build that could be stopped.
    let hasBuild = try trial.askedMap().index.byteCount > 0
    return try defect(of: "a build", hasWork: hasBuild, in: []) { (context) throws(ClusteringError) in
      _ = try trial.clusterer.build(trial.points, context: context)
    }
  }

  /// Checks queries, and another one after each that was stopped.
  func queryDefect(of map: ClusterMap, like frame: Frame) throws(ClusteringError) -> ContractRule.Defect? {
    let viewport = frame.view.viewport
    let hasWork = frame.sortedMembers.contains { trial.isMergeable($0[0]) }
    var found: Frame?
    return try defect(
      of: "a query", hasWork: hasWork, in: [viewport],
      { (context) throws(ClusteringError) in
        found = nil
        found = try map.frame(for: viewport, context: context)
      },
      afterwards: { () throws(ClusteringError) in
        if let found, let defect = found.difference(from: frame) {
          return defect.seen("with a query cancelled too late", in: [viewport])
        }
        return try trial.frame(of: map, for: viewport).difference(from: frame)?.seen(
          "after a query that was cancelled", in: [viewport])
      })
  }

  private func defect(
    of what: String, hasWork: Bool, in viewports: [Viewport],
    _ work: (RunContext) throws(ClusteringError) -> Void,
    afterwards: () throws(ClusteringError) -> ContractRule.Defect? = { nil }
  ) throws(ClusteringError) -> ContractRule.Defect? {
    func defect(_ way: String, _ outcome: String) -> ContractRule.Defect {
      ContractRule.Defect(
        "\(what) \(way) \(outcome)", "it to call context.check(), and to stop with its error", in: viewports)
    }
    for looks in [1, 2, 3, 5, 10, 30, 100] {
      let outcome = try outcome(of: work, RunContext(cancellation: Cancellation(atLook: looks)))
      if let defect = try afterwards() { return defect }
      if outcome == Self.cancelled { continue }
      guard outcome == Self.finished, looks > 1 || !hasWork else {
        return defect("that was cancelled before its call \(looks) of context.check()", outcome)
      }
      break
    }
    guard hasWork else { return nil }
    let late = try outcome(of: work, RunContext(deadline: .now - .seconds(1)))
    return late == Self.late ? nil : defect("that was late from the start", late)
  }

  private static let finished = "ran to its end"
  private static let cancelled = "said that it was cancelled"
  private static let late = "said that it is late"

  private func outcome(of work: (RunContext) throws(ClusteringError) -> Void, _ context: RunContext)
    throws(ClusteringError) -> String
  {
    do {
      try work(context)
      return Self.finished
    } catch .cancelled { return Self.cancelled } catch .deadlineExceeded { return Self.late } catch {
      try trial.context.check()
      return "failed with: \(error)"
    }
  }
}
