extension SpreadLayout {
  /// Returns a frame in which points at one location are spread: each single point and each point of a stack
  /// that shares its marker's location with others becomes a marker, at the position that
  /// ``coordinates(of:in:)`` or ``screenPositions(of:in:)`` returns, whatever its cluster and group. Other
  /// clusters are unchanged.
  ///
  /// In the result no two single points share a location: a pin at an occupied position takes the nearest
  /// free one.
  ///
  /// - Parameters:
  ///   - frame: the frame.
  ///   - isOnScreen: whether to lay pins out in screen points of the frame's view rather than in meters.
  /// - Throws: ``SpreadError/planar`` on planar data, which have no meters.
  /// - Complexity: O(*m* log *m*), where *m* is the number of members.
  public func spreading(_ frame: Frame, onScreen isOnScreen: Bool = false) throws(SpreadError) -> Frame {
    let piles = frame.piles
    let isSpread = Set(piles.flatMap(\.clusters))
    var positions: [Int: WorldPoint] = [:]
    var free = FreePositions(wraps: frame.points.projection.wraps)
    for cluster in 0..<frame.count where !isSpread.contains(cluster) && frame.isSpot(cluster) {
      free.take(frame.positions[cluster])
    }
    for pile in piles {
      let wanted: [WorldPoint]
      if isOnScreen {
        wanted = screenPositions(pile.pins.count, around: pile.location, in: frame.view)
          .map { frame.view.position(atX: $0.x, y: $0.y) }
      } else {
        wanted = try coordinates(of: pile.pins, in: frame.points).map(frame.points.projection.project)
      }
      for (pin, position) in zip(pile.pins, wanted) { positions[pin] = free.take(near: position) }
    }
    var lists: [[UInt32]] = []
    var markers: [WorldPoint] = []
    var representatives: [Int32] = []
    var hidden: [Int] = []
    for cluster in 0..<frame.count {
      let members = frame.members(of: cluster)
      let parts = isSpread.contains(cluster) ? members.map { [$0] } : [members]
      // The pins of a hidden stack are hidden too.
      if frame.isHidden(cluster) { hidden += lists.count..<lists.count + parts.count }
      for part in parts {
        let position = parts.count == 1 && part.count > 1 ? nil : positions[part[0]]
        lists.append(part.map { UInt32($0) })
        markers.append(position ?? frame.positions[cluster])
        representatives.append(position == nil ? frame.representatives[cluster] : Int32(part[0]))
      }
    }
    var spread = Frame(
      listing: lists, positions: markers, representatives: representatives, of: frame.points, in: frame.view)
    spread.hidden = hidden
    spread.markerStyle = frame.markerStyle
    return spread
  }
}

/// Single points and stacks whose markers share a location.
package struct Pile: Sendable {
  package let location: WorldPoint

  /// The clusters, ascending.
  package fileprivate(set) var clusters: [Int]

  /// All of their points, in the order of their ids.
  package fileprivate(set) var pins: [Int]
}

extension Frame {
  /// Whether a cluster is a single point or a stack.
  fileprivate func isSpot(_ cluster: Int) -> Bool { memberCount(of: cluster) == 1 || isStack(cluster) }

  /// The single points and stacks that share a location, in the order of their first clusters; those hidden
  /// apart from those shown. Single points by themselves are none.
  package var piles: [Pile] {
    var piles: [Pile] = []
    var numbers: [Place: Int] = [:]
    for cluster in 0..<count where isSpot(cluster) {
      let place = Place(position: positions[cluster], isHidden: isHidden(cluster))
      if let number = numbers[place] {
        piles[number].clusters.append(cluster)
      } else {
        numbers[place] = piles.count
        piles.append(Pile(location: place.position, clusters: [cluster], pins: []))
      }
    }
    piles.removeAll { $0.clusters.count == 1 && memberCount(of: $0.clusters[0]) == 1 }
    for number in piles.indices { piles[number].pins = pins(of: piles[number].clusters) }
    return piles
  }

  private struct Place: Hashable {
    let position: WorldPoint
    let isHidden: Bool
  }

  /// The points that are laid out together with those of a cluster, in the order of their ids: of a single
  /// point or a stack all that share its location, of another cluster its members.
  package func pins(with cluster: Int) -> [Int] {
    guard isSpot(cluster) else { return members(of: cluster) }
    return pins(
      of: (0..<count).filter {
        positions[$0] == positions[cluster] && isHidden($0) == isHidden(cluster) && isSpot($0)
      })
  }

  private func pins(of clusters: [Int]) -> [Int] {
    clusters.count == 1 ? members(of: clusters[0]) : points.sortedByID(clusters.flatMap(members))
  }
}

/// Positions on which no pin stands yet.
private struct FreePositions {
  private let wraps: Bool
  private var taken: Set<WorldPoint> = []

  // The number of positions tried around each location.
  private var tried: [WorldPoint: Int] = [:]

  init(wraps: Bool) { self.wraps = wraps }

  mutating func take(_ position: WorldPoint) { taken.insert(position) }

  /// Takes a position, or the first free one on a square spiral around it.
  mutating func take(near position: WorldPoint) -> WorldPoint {
    if taken.insert(position).inserted { return position }
    var step = tried[position] ?? 0
    while true {
      step += 1
      guard let next = position.moved(alongSpiral: step, wraps: wraps) else { continue }
      if taken.insert(next).inserted {
        tried[position] = step
        return next
      }
    }
  }
}

extension WorldPoint {
  /// The position after a number of steps along a square spiral of single units; nil outside the world.
  fileprivate func moved(alongSpiral step: Int, wraps: Bool) -> WorldPoint? {
    var ring = 1
    while (2 * ring + 1) * (2 * ring + 1) <= step { ring += 1 }
    let place = step - (2 * ring - 1) * (2 * ring - 1)
    let (side, along) = (place / (2 * ring), place % (2 * ring) - ring)
    let (east, south) =
      switch side {
      case 0: (along, -ring)
      case 1: (ring, along)
      case 2: (-along, ring)
      default: (-ring, -along)
      }
    guard let y = UInt32(exactly: Int64(y) + Int64(south)) else { return nil }
    if wraps { return WorldPoint(x: x &+ UInt32(truncatingIfNeeded: east), y: y) }
    return UInt32(exactly: Int64(x) + Int64(east)).map { WorldPoint(x: $0, y: y) }
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
