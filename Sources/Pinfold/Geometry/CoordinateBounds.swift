/// A box of coordinates: `[west, south, east, north]`, in the order of GeoJSON.
///
/// On the globe a box whose west is greater than its east crosses ±180°.
public struct CoordinateBounds: Hashable, Sendable {
  /// The longitude of the west edge in degrees, or the least x.
  public var west: Double

  /// The latitude of the south edge in degrees, or the least y.
  public var south: Double

  /// The longitude of the east edge in degrees, or the greatest x.
  public var east: Double

  /// The latitude of the north edge in degrees, or the greatest y.
  public var north: Double

  /// Creates a box; ``Viewport/init(bounds:zoom:tileSize:margin:on:)`` checks that it can be shown.
  public init(west: Double, south: Double, east: Double, north: Double) {
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// The edges in the order of GeoJSON: west, south, east, north.
  public var edges: [Double] { [west, south, east, north] }
}

extension CoordinateBounds {
  /// The center of the box, and its size as shares of the world. On the globe its edges are rounded to fixed
  /// point, so that a view of the box has exactly these edges.
  func placed(
    on projection: Projection
  ) throws(ViewportError) -> (center: Coordinate, width: Double, height: Double) {
    guard case .planar(let extent) = projection else {
      try check(longitudes: -540...540, latitudes: .finite)
      let rect = rect(on: projection, closed: true)
      return (
        projection.unproject(rect.center), Double(rect.width) / WorldPoint.worldSize,
        Double(rect.height) / WorldPoint.worldSize
      )
    }
    let anything = ClosedRange<Double>.finite
    try check(longitudes: anything, latitudes: anything)
    guard east >= west else {
      throw ViewportError(field: "east edge", value: east, range: west...anything.upperBound)
    }
    // Room for the edges, which are rounded to units and belong to the box.
    let room = 4 / WorldPoint.worldSize
    // Halved first: the difference of the edges may overflow.
    return (
      Coordinate(longitude: west / 2 + east / 2, latitude: south / 2 + north / 2),
      (east - west) / extent.side + room, (north - south) / extent.side + room
    )
  }

  /// The box with latitudes clamped to −90…90 on the globe.
  fileprivate func clamped(on projection: Projection) -> CoordinateBounds {
    var box = self
    if projection.wraps { (box.south, box.north) = (max(-90, min(south, 90)), max(-90, min(north, 90))) }
    return box
  }

  /// The fixed-point rectangle of the box.
  ///
  /// Half-open boxes that partition the world contain each position once: an edge belongs to the box to its
  /// east or south, the world's own edges to the boxes that reach them, and latitudes past ±85.0511° to those
  /// that reach the pole. A box without width or height is one unit wide or high.
  ///
  /// - Parameter closed: whether the eastern and southern edges are inclusive.
  package func rect(on projection: Projection, closed: Bool) -> WorldRect {
    let world: UInt64 = 1 << 32
    let x: (low: UInt32, length: UInt64)
    let y: (low: UInt64, high: UInt64)
    switch projection {
    case .mercator:
      let box = clamped(on: projection)
      let (south, north) = (box.south, box.north)
      let northWest = projection.project(Coordinate(longitude: west, latitude: north))
      let southEast = projection.project(Coordinate(longitude: east, latitude: south))
      let difference = southEast.x &- northWest.x
      // Longitudes a full turn apart have the same x.
      let isAllAround = east - west >= 360 || difference == 0 && east - west > 180
      let last: UInt64 = closed || west == east ? 1 : 0
      x = (northWest.x, isAllAround ? world : UInt64(difference) + last)
      if closed || south == north {
        y = (UInt64(northWest.y), UInt64(southEast.y) + 1)
      } else {
        let isPastEdge = north < 90 && northWest.y == 0
        let end = south <= -90 ? world : UInt64(southEast.y)
        y = (isPastEdge ? 1 : UInt64(northWest.y), north >= 90 ? max(end, 1) : end)
      }
    case .planar(let extent):
      func span(_ low: Double, _ high: Double) -> (low: UInt64, high: UInt64) {
        func unit(_ share: Double) -> UInt64 {
          UInt64(max(0, min(share * WorldPoint.worldSize, WorldPoint.worldSize)).rounded(.toNearestOrEven))
        }
        let (first, end) = (unit(low), unit(high))
        return (first, closed || low == high ? min(end + 1, world) : end)
      }
      let northWest = extent.unit(Coordinate(longitude: west, latitude: north))
      let southEast = extent.unit(Coordinate(longitude: east, latitude: south))
      let columns = span(northWest.x, southEast.x)
      x = (UInt32(min(columns.low, world - 1)), columns.high - min(columns.low, world - 1))
      y = span(northWest.y, southEast.y)
    }
    let north = min(y.low, world - 1)
    return WorldRect(
      west: x.low, width: x.length, north: UInt32(north), height: y.high > north ? y.high - north : 0)
  }

  private func check(
    longitudes: ClosedRange<Double>, latitudes: ClosedRange<Double>
  ) throws(ViewportError) {
    func check(_ edge: String, _ value: Double, _ range: ClosedRange<Double>) throws(ViewportError) {
      guard range.contains(value) else {
        throw ViewportError(field: "\(edge) edge", value: value, range: range)
      }
    }
    try check("west", west, longitudes)
    try check("east", east, longitudes)
    try check("south", south, latitudes)
    try check("north", north, south...latitudes.upperBound)
  }
}

extension Viewport {
  /// Creates the view of a box at a zoom, in the size of the box on the screen.
  ///
  /// Frames of the view list the clusters whose marker is in the box (``Clip/markers``). With
  /// ``Clip/members``, the points in the box are in view, edges included. Sides shorter than one screen point
  /// become one.
  ///
  /// - Parameters:
  ///   - bounds: longitudes in −540…540; latitudes are clamped to −90…90. `west > east` crosses ±180°, and
  ///     360° or more is the whole world. On planar data any x and y, to four fixed-point units.
  ///   - zoom: the zoom; see ``zoomRange``.
  ///   - tileSize: the width of the world at zoom 0, in screen points.
  ///   - margin: the margin around the box, as a share of its size.
  ///   - projection: the projection of the points.
  /// - Throws: ``ViewportError`` if south is above north, an edge is out of range, or the view is larger than
  ///   ``sizeRange``.
  public init(
    bounds: CoordinateBounds, zoom: Double, tileSize: Double = 256, margin: Double = 0,
    on projection: Projection = .mercator
  ) throws(ViewportError) {
    let box = try bounds.placed(on: projection)
    self.init(center: box.center, zoom: zoom, tileSize: tileSize, margin: margin)
    let smallest = Self.sizeRange.lowerBound
    width = max(smallest, box.width * worldWidth)
    height = max(smallest, box.height * worldWidth)
    self = try validated(planar: !projection.wraps)
    (self.box, clip) = (bounds.clamped(on: projection), .markers)
  }

  /// Creates the closest view of a given size that shows a whole box, centered.
  ///
  /// Frames of the view list the clusters whose marker is in the box (``Clip/markers``).
  ///
  /// - Parameters:
  ///   - bounds: as in ``init(bounds:zoom:tileSize:margin:on:)``; a single position is shown at the deepest
  ///     zoom.
  ///   - width: the width in screen points.
  ///   - height: the height in screen points.
  ///   - tileSize: the width of the world at zoom 0, in screen points.
  ///   - margin: the margin around the screen, as a share of its size.
  ///   - bearing: the direction that is up on the screen.
  ///   - projection: the projection of the points.
  /// - Throws: ``ViewportError`` if south is above north, or an edge or a size is out of range.
  public init(
    fitting bounds: CoordinateBounds, width: Double = 1280, height: Double = 800, tileSize: Double = 256,
    margin: Double = 0, bearing: Double = 0, on projection: Projection = .mercator
  ) throws(ViewportError) {
    let box = try bounds.placed(on: projection)
    self.init(
      center: box.center, zoom: 0, width: width, height: height, tileSize: tileSize, margin: margin,
      bearing: bearing)
    self = try validated(planar: !projection.wraps)
    let turned = ScreenTurn(bearing: bearing).extents(width: box.width, height: box.height)
    let closest = min(width / turned.width, height / turned.height) / tileSize
    zoom = max(Self.zoomRange.lowerBound, min(Double.log2(closest), Self.zoomRange.upperBound))
    (self.box, clip) = (bounds.clamped(on: projection), .markers)
  }
}
