/// A split along a tree: markers divide into their descendants and converge into their ancestors, even if
/// only one of them is in view. Other clusters behave as in ``MembershipDiff``.
///
/// It needs frames of one tree: of any two clusters that share points, one holds the other. Strategies that
/// declare `nested` give such frames, as long as the points stay the same. A moment of another transition
/// (``MarkerTransitions/frame(at:from:to:)``) may have parts of such clusters, which exchange points with new
/// ones.
///
/// Source: the animation of the article on clustering by a principal-axis tree, in 0.5 s.
///
/// - Complexity: that of ``MembershipDiff``.
public struct AncestryDiff: AnimationDiff, Configurable {
  /// The length of the transition in seconds.
  public var duration = 0.5

  /// Creates the diff with its defaults.
  public init() {}

  /// Creates the diff.
  public init(duration: Double) { self.duration = duration }

  public static let parameters: [Parameter<Self>] = [
    Parameter("duration", \.duration, in: 0...60, unit: "seconds", "Length of the transition.")
  ]

  /// - Throws: ``ClusteringError/notNested(old:new:)`` for the first two clusters that overlap and do not
  ///   nest.
  public func transition(from old: Frame, to new: Frame) throws(ClusteringError) -> MarkerTransitions {
    let flows = try Flow.between(old, new)
    func holdsOld(_ flow: Flow) -> Bool { flow.count == old.memberCount(of: flow.old) }
    func holdsNew(_ flow: Flow) -> Bool { flow.count == new.memberCount(of: flow.new) }
    if !old.isMoment, let tangle = flows.first(where: { !holdsOld($0) && !holdsNew($0) }) {
      throw .notNested(old: old.ids[tangle.old], new: new.ids[tangle.new])
    }
    return MarkerTransitions(from: old, to: new, flows: flows, duration: duration) { flow in
      if !holdsOld(flow) { return holdsNew(flow) || !old.isMoment ? .split : .exchange }
      if !holdsNew(flow) { return .merge }
      return .staying(old.positions[flow.old] == new.positions[flow.new])
    }
  }
}
