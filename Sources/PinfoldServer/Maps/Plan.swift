import Pinfold
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldVerbs

/// The content of a pane: a frame, and the transition to it from the previous one.
struct Plan: Sendable {
  let number: Int
  let old: Frame
  let new: Frame
  let transition: MarkerTransitions

  /// The transition with numbers of points, where its own are those of cells.
  let shown: MarkerTransitions
  let map: ClusterMap
  let strategy: ClustererDefinition

  /// The marker size that the page requested; nil for the frame's own.
  let givenStyle: MarkerStyle?

  /// The number that markers show, and its values for the clusters of both frames; nil for counts.
  let by: MarkerNumber
  let values: MarkerValues?
  let oldValues: MarkerValues?

  /// The column that colors show, and its values for the clusters of both frames; nil where they show the
  /// number.
  let ranks: CategoryRanks?
  let categories: MarkerCategories?
  let oldCategories: MarkerCategories?

  /// The value of a marker that has points of a cluster of each frame: that of the smaller one, of which it
  /// is most.
  func value(of marker: MarkerTransition) -> Double? {
    value(of: marker, oldValues?.values, values?.values)
  }

  /// The category of such a marker.
  func category(of marker: MarkerTransition) -> Int? {
    value(of: marker, oldCategories?.clusters, categories?.clusters)
  }

  private func value<Value>(of marker: MarkerTransition, _ before: [Value?]?, _ after: [Value?]?) -> Value? {
    switch (marker.old, marker.new) {
    case (let first?, let second?):
      return old.memberCount(of: first) < new.memberCount(of: second)
        ? before?[first] ?? nil : after?[second] ?? nil
    case (let first?, nil): return before?[first] ?? nil
    case (nil, let second?): return after?[second] ?? nil
    case (nil, nil): return nil
    }
  }

  func frame(of name: String) -> NamedFrame {
    NamedFrame(new, of: NamedMap(map, by: strategy, over: NamedPoints(name, new.points)))
  }

  /// The state of the plan at a fraction of its duration.
  func moment(at share: Double) throws -> Frame {
    if share <= 0 { return old }
    return share >= 1 ? new : try transition.frame(at: share, from: old, to: new)
  }
}
