import Pinfold
import PinfoldDefinitions
import PinfoldVerbs

/// What a pane shows: a frame, and the transition to it from what was shown before.
struct Plan: Sendable {
  let number: Int
  let old: Frame
  let new: Frame
  let transition: MarkerTransitions
  let map: ClusterMap
  let strategy: ClustererDefinition

  /// The size of markers that the page asked for; nil for the frame's own.
  let givenStyle: MarkerStyle?

  func frame(of name: String) -> NamedFrame {
    NamedFrame(new, of: NamedMap(map, by: strategy, over: NamedPoints(name, new.points)))
  }

  /// What the plan shows at a share of its duration.
  func moment(at share: Double) throws -> Frame {
    if share <= 0 { return old }
    return share >= 1 ? new : try transition.frame(at: share, from: old, to: new)
  }
}
