/// The extents of markers on one screen, in fixed-point units, and how deep two of them overlap: discs, or
/// boxes.
struct CollisionGeometry: Sendable, BitwiseCopyable {
  /// Half the width and height of a marker's box, or a disc's radius twice; and the middle of the box from
  /// the marker's location, to the right and down.
  struct Extents: Sendable, BitwiseCopyable {
    var x: Double
    var y: Double
    var middleX = 0.0
    var middleY = 0.0
  }

  private let isBox: Bool

  /// The radii of the style and the boxes, in screen points.
  private let radii: (smallest: Double, largest: Double)
  private let saturation: Int
  private let box: Box
  private let pointBox: Box

  private let unitsPerPoint: Double
  private let wraps: Bool

  /// The rotation of boxes, which are upright on the screen, against the map; discs need none.
  private let turn: ScreenTurn

  private let padding: Double
  private let tolerance: Double

  /// The sides of a box, 0 for the marker's diameter, and where its middle is, as shares of them.
  private struct Box: BitwiseCopyable {
    let width: Double
    let height: Double
    let middle: (x: Double, y: Double)
  }

  /// The geometry on one screen.
  ///
  /// - Parameters:
  ///   - zoom: the zoom of a map with tiles of 256 screen points, at which sizes are taken.
  ///   - unitsPerPoint: fixed-point units in one screen point.
  init(
    _ separation: Separation, atZoom zoom: Double, unitsPerPoint: Double, projection: Projection,
    turn: ScreenTurn = .none
  ) {
    isBox = separation.collisionMode == .rectangle
    self.turn = isBox ? turn : .none
    self.unitsPerPoint = unitsPerPoint
    wraps = projection.wraps
    let style = separation.style(atZoom: zoom)
    radii = (style.smallest, style.largest)
    saturation = style.saturation
    box = Box(width: separation.width, height: separation.height, middle: separation.anchor.middle)
    pointBox = Box(
      width: separation.pointWidth > 0 ? separation.pointWidth : separation.width,
      height: separation.pointHeight > 0 ? separation.pointHeight : separation.height,
      middle: (separation.pointAnchor.own ?? separation.anchor).middle)
    padding = separation.padding.at(zoom: zoom) * unitsPerPoint
    tolerance = Separation.tolerance * unitsPerPoint
  }

  /// The geometry on the screen of a view.
  init(_ separation: Separation, in view: ProjectedView) {
    self.init(
      separation, atZoom: view.viewport.standardZoom, unitsPerPoint: view.unitsPerPoint,
      projection: view.projection, turn: view.turn)
  }

  /// The extents of a marker that stands for `count` points.
  func extents(count: Int) -> Extents {
    let radius = MarkerStyle(smallest: radii.smallest, largest: radii.largest, saturation: saturation)
      .radius(count: count)
    guard isBox else { return Extents(x: radius * unitsPerPoint, y: radius * unitsPerPoint) }
    let box = count == 1 ? pointBox : box
    let x = (box.width > 0 ? box.width / 2 : radius) * unitsPerPoint
    let y = (box.height > 0 ? box.height / 2 : radius) * unitsPerPoint
    return Extents(x: x, y: y, middleX: 2 * x * box.middle.x, middleY: 2 * y * box.middle.y)
  }

  /// Returns the depth by which two markers overlap: the distance that parts them. 0 where they do not
  /// collide.
  func depth(_ a: WorldPoint, _ sizeA: Extents, _ b: WorldPoint, _ sizeB: Extents) -> Double {
    let east = wraps ? Double(a.eastward(from: b.x)) : Double(a.x) - Double(b.x)
    let south = Double(a.y) - Double(b.y)
    let (right, down) = turn.onScreen(east: east, south: south)
    let depth = depth(right: right, down: down, sizeA, sizeB) + padding
    return depth > tolerance ? depth : 0
  }

  /// The depth without padding of two markers of which the first lies so far to the right of and below the
  /// second; below 0 the room between them.
  private func depth(right: Double, down: Double, _ a: Extents, _ b: Extents) -> Double {
    guard isBox else { return a.x + b.x - (right * right + down * down).squareRoot() }
    return min(
      a.x + b.x - abs(right + (a.middleX - b.middleX)), a.y + b.y - abs(down + (a.middleY - b.middleY)))
  }

  /// Cells so large that markers that reach so far collide only in one cell or in neighboring ones.
  func cells(reaching reach: Double) -> CollisionCells {
    CollisionCells(leastSide: distance(reach, reach), wraps: wraps)
  }

  /// The distance that a marker extends from its location.
  func reach(_ extents: Extents) -> Double {
    max(extents.x + abs(extents.middleX), extents.y + abs(extents.middleY))
  }

  /// The greatest distance that markers of 1 to `count` points extend from their locations.
  func reach(upTo count: Int) -> Double {
    // Not the largest alone: a box of a given width may be wider than it is high, or a single point's than a
    // cluster's.
    max(reach(extents(count: 1)), reach(extents(count: count)))
  }

  /// The distance along x or y, beyond which markers that reach so far do not collide.
  func distance(_ reach: Double, _ other: Double) -> Double {
    let side = reach + other + padding
    return turn.extents(width: side, height: side).width
  }

  /// A distance in whole units, no shorter.
  static func whole(_ distance: Double) -> UInt64 {
    UInt64(min(distance, WorldPoint.worldSize).rounded(.up)) + 1
  }

  /// The side of a snap cell: markers nearer than that to one another collide, whatever their sizes, by well
  /// over half of their own, boxes of a turned screen too. One unit where a cluster's box and a single
  /// point's of one location lie apart.
  var snapCellSide: UInt32 {
    let (point, cluster) = (extents(count: 1), extents(count: 2))
    let least = [(point, point), (point, cluster), (cluster, cluster)].reduce(Double.infinity) {
      min($0, depth(right: 0, down: 0, $1.0, $1.1))
    }
    return UInt32(max(1, min(least / 4, 0x1p31)))
  }
}

/// Square cells of equal sides that divide the world's width.
struct CollisionCells {
  /// The number of columns that go around the globe; nil on the plane.
  let around: Int?

  private let columns: UInt64

  /// Cells of at least a side in fixed-point units.
  init(leastSide: Double, wraps: Bool) {
    // One unit more, for a cell may lose part of a unit where x is cut into columns.
    columns = UInt64(max(1, (WorldPoint.worldSize / (leastSide + 1)).rounded(.down)))
    around = wraps ? Int(columns) : nil
  }

  func cell(of point: WorldPoint) -> CellGrid.Cell {
    CellGrid.Cell(
      column: Int((UInt64(point.x) * columns) >> 32), row: Int((UInt64(point.y) * columns) >> 32))
  }
}
