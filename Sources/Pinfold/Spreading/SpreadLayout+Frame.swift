extension SpreadLayout {
  /// A frame in which the stacks of another are spread: each of their points is a marker of its own, where
  /// ``coordinates(of:in:)`` or ``screenPositions(of:in:)`` puts it. Other clusters are as they were.
  ///
  /// - Parameters:
  ///   - frame: the frame.
  ///   - isOnScreen: whether to lay pins out in screen points of the frame's view rather than in metres.
  /// - Throws: ``SpreadError/planar`` on planar data, which have no metres.
  /// - Complexity: O(*m* log *m*), where *m* is the number of members.
  public func spreading(_ frame: Frame, onScreen isOnScreen: Bool = false) throws(SpreadError) -> Frame {
    var lists: [[UInt32]] = []
    var positions: [WorldPoint] = []
    var representatives: [Int32] = []
    var hidden: [Int] = []
    for cluster in 0..<frame.count {
      let members = frame.members(of: cluster)
      let isSpread = members.count > 1 && frame.isStack(cluster)
      // The pins of a hidden stack are hidden too.
      if frame.isHidden(cluster) { hidden += lists.count..<lists.count + (isSpread ? members.count : 1) }
      guard isSpread else {
        lists.append(members.map { UInt32($0) })
        positions.append(frame.positions[cluster])
        representatives.append(frame.representatives[cluster])
        continue
      }
      lists += members.map { [UInt32($0)] }
      representatives += members.map { Int32($0) }
      if isOnScreen {
        positions += screenPositions(of: cluster, in: frame).map { frame.view.position(atX: $0.x, y: $0.y) }
      } else {
        positions += try coordinates(of: cluster, in: frame).map(frame.points.projection.project)
      }
    }
    var spread = Frame(
      listing: lists, positions: positions, representatives: representatives, of: frame.points, in: frame.view
    )
    spread.hidden = hidden
    return spread
  }
}

extension ProjectedView {
  /// The position that appears at a point of the screen; on the plane, and north and south of the world,
  /// moved to its edge.
  func position(atX x: Double, y: Double) -> WorldPoint {
    let (east, south) = turn.onMap(right: x - viewport.width / 2, down: y - viewport.height / 2)
    let unitX = center.unitX + east * unitsPerPoint / WorldPoint.worldSize
    return WorldPoint(
      unitX: projection.wraps ? unitX : max(0, min(unitX, 1 - 0x1p-32)),
      unitY: center.unitY + south * unitsPerPoint / WorldPoint.worldSize)
  }
}
