public import Pinfold

extension Contract {
  private typealias Defect = ContractRule.Defect

  /// The contract of an animation diff, checked between frames of a grid.
  public init(of diff: any AnimationDiff) {
    self.init(rules: [
      .ofDiff("answers", "There is a transition between any two frames.", diff) { _, _, _ in nil },
      .ofDiff(
        "times", "Markers come before they go, leave before they arrive, all within the duration.", diff
      ) {
        transition, _, _ in
        guard transition.duration >= 0, transition.duration.isFinite else {
          return Defect("a duration of \(transition.duration)", "a number of seconds")
        }
        if let motion = transition.markers.compactMap(\.motion).first(where: { motion in
          !(0...1).contains(motion.leavesAt) || !(motion.leavesAt...1).contains(motion.arrivesAt)
        }) {
          return Defect(
            "a marker that leaves at \(motion.leavesAt) and arrives at \(motion.arrivesAt)",
            "shares of the duration, the lesser first")
        }
        let wrong = transition.markers.first { marker in
          let (start, end) = (marker.addedAt ?? 0, marker.removedAt ?? 1)
          return !(0...1).contains(start) || !(0...1).contains(end) || end < start
        }
        return wrong.map { marker in
          let start = marker.addedAt.map { "\($0)" } ?? "the start"
          let end = marker.removedAt.map { "\($0)" } ?? "the end"
          return Defect("a marker from \(start) to \(end)", "shares of the duration, the lesser first")
        }
      },
      .ofDiff("markers", "It begins with the old frame's markers and ends with the new one's.", diff) {
        transition, old, new in
        do {
          try transition.check(from: old, to: new)
          return nil
        } catch { return Defect("\(error)", "every cluster as one marker of all its points") }
      },
      .ofDiff("kinds", "What markers do is what their kinds say.", diff) {
        (transition, old, new) throws(ClusteringError) in
        let flows = try Flow.between(old, new)
        for marker in transition.markers {
          guard let expected = marker.lie(amid: flows, old, new) else { continue }
          let ends = [marker.old.map { "old \($0)" }, marker.new.map { "new \($0)" }].compactMap(\.self)
          return Defect(
            "'\(marker.kind.rawValue)' of the cluster \(ends.joined(separator: " and "))", expected)
        }
        return nil
      },
      .ofDiff("repetition", "Asking again gives the same transition.", diff) {
        (transition, old, new) throws(ClusteringError) in
        try diff.transition(from: old, to: new) == transition
          ? nil : Defect("another transition when asked again", "the same")
      },
      .ofDiff("moments", "A transition can start from any moment of another.", diff) {
        (transition, old, new) throws(ClusteringError) in
        // A transition that does not connect its frames breaks another rule.
        guard (try? transition.check(from: old, to: new)) != nil else { return nil }
        for time in transition.moments {
          guard let error = try Self.interruption(of: transition, at: time, by: diff, old, new) else {
            continue
          }
          return Defect("\(error), when interrupted at \(time)", "a transition from there")
        }
        return nil
      },
    ])
  }

  /// Interrupts a transition by one back to the old frame, and that by one to the new frame again.
  ///
  /// - Returns: why one of them cannot be had; nil where both can.
  /// - Throws: ``ClusteringError/pluginLimit(message:)``.
  private static func interruption(
    of transition: MarkerTransitions, at time: Double, by diff: any AnimationDiff, _ old: Frame, _ new: Frame
  ) throws(ClusteringError) -> (any Error)? {
    var (transition, start, end) = (transition, old, new)
    for target in [old, new] {
      do {
        start = try transition.frame(at: time, from: start, to: end)
        end = target
        transition = try diff.transition(from: start, to: end)
        try transition.check(from: start, to: end)
      } catch ClusteringError.pluginLimit(let message) { throw .pluginLimit(message: message) } catch {
        return error
      }
    }
    return nil
  }

}

extension ContractRule {
  /// Makes a rule about the transition of each frame to itself and to the next.
  fileprivate static func ofDiff(
    _ name: String, _ demand: String, _ diff: any AnimationDiff,
    _ check: @escaping @Sendable (MarkerTransitions, Frame, Frame) throws(ClusteringError) -> Defect?
  ) -> Self {
    Self(name, demand) { (trial) throws(ClusteringError) in
      let frames = try trial.frames()
      for (old, new) in frames.map({ ($0, $0) }) + zip(frames, frames.dropFirst()) {
        let transition = try diff.transition(from: old, to: new)
        if let defect = try check(transition, old, new) { return defect.at([old, new].map(\.view.viewport)) }
      }
      return nil
    }
  }
}

extension MarkerTransitions {
  /// Moments that have among them every set of markers that the transition shows before its end; a selection
  /// of them where these are many.
  fileprivate var moments: [Double] {
    let changes = Set(markers.flatMap { [$0.addedAt, $0.removedAt].compactMap(\.self) } + [0, 1]).filter {
      (0...1).contains($0)
    }.sorted()
    let all = zip(changes, changes.dropFirst()).flatMap { [$0, ($0 + $1) / 2] }
    return stride(from: 0, to: all.count, by: 1 + all.count / 16).map { all[$0] }
  }
}

extension MarkerTransition {
  /// The condition that a marker's kind violates; nil if it is true.
  ///
  /// - Parameter flows: the points that each old cluster shares with each new one.
  fileprivate func lie(amid flows: [Flow], _ oldFrame: Frame, _ newFrame: Frame) -> String? {
    let own = flows.filter { flow in (old == nil || flow.old == old) && (new == nil || flow.new == new) }
    func sources(_ flow: Flow) -> Int { flows.count { $0.new == flow.new } }
    func targets(_ flow: Flow) -> Int { flows.count { $0.old == flow.old } }
    switch kind {
    case .keep: return start == end && motion?.via == nil ? nil : "a marker that stays where it is"
    // `move` makes no claim that could be false: a diff need not check whether a marker really moves.
    case .move: return nil
    case .appear: return old == nil ? nil : "a marker without an old cluster"
    case .disappear: return new == nil ? nil : "a marker without a new cluster"
    case .split:
      let isTrue = own.contains { sources($0) == 1 && $0.count < oldFrame.memberCount(of: $0.old) }
      return isTrue ? nil : "a part of one old cluster, and nothing else"
    case .merge:
      let isTrue = own.contains { targets($0) == 1 && $0.count < newFrame.memberCount(of: $0.new) }
      return isTrue ? nil : "a part of one new cluster, and nothing else"
    case .exchange:
      let isWhole = own.allSatisfy { sources($0) == 1 && targets($0) == 1 }
      return isWhole && !own.isEmpty ? "two clusters of which one has others' points too" : nil
    }
  }
}
