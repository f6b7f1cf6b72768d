/// Arranges points at one location around it, so that each can be seen and tapped: the members of a stack,
/// together with other single points and stacks of the frame whose markers are there, whatever their groups.
///
/// It returns positions and never changes the frame or the data, so nothing drifts however often a stack is
/// opened and closed. Points are in the order of their ids: the same points give the same positions. A single
/// point keeps its position.
///
/// - On the map, in degrees: a circle of *n* pins has its pins at bearings *i*·360°/*n* clockwise from the
///   north, 1.5·*n* meters away, so that neighbors are about 3π meters apart along it. Each pin is laid
///   around its own point's coordinate, which is the same for all of a stack. A layout that would extend past
///   the map's edge at ±85.0511° is moved just inside it, because around a pole its pins would be all over
///   the map.
/// - On the screen, in screen points: neighbors are ``separation`` apart, or nearer if the view is too small
///   for that many; all pins are inside the view, and the layout moves towards its middle as far as
///   necessary.
/// - A spiral's leg grows with each pin: the *i*-th is √(*i*/π) separations away, at an angle of 2√(π*i*).
///   That is an Archimedean spiral in steps of equal length, on which turns, and neighbors along a turn,
///   are about one separation apart.
///
/// Source of circle and spiral: the articles on coincident pins of map views, and
/// OverlappingMarkerSpiderfier, which also changes from one to the other above eight.
///
/// - Complexity: O(*c* + *m*) time and memory besides the sort of the *m* points by their ids, where *c* is
///   the number of clusters.
public struct SpreadLayout: Configurable, Hashable {
  /// The shape of a layout.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    /// A circle for up to eight pins, else a spiral.
    case automatic
    /// All pins on one circle.
    case circle
    /// All pins on one spiral.
    case spiral
  }

  /// The shape.
  public var shape = Shape.automatic

  /// The distance of neighbors on the screen, in screen points.
  public var separation = 24.0

  /// Creates the layout with its defaults.
  public init() {}

  /// Creates a layout.
  public init(shape: Shape = .automatic, separation: Double = 24) {
    self.shape = shape
    self.separation = separation
  }

  public static let parameters: [Parameter<Self>] = [
    Parameter("shape", \.shape, "Circle, spiral, or the one that suits the number of pins."),
    Parameter(
      "separation", \.separation, in: 1...1000, unit: "screen points", "Distance between neighboring pins."),
  ]

  /// The most pins of a circle, where the shape is automatic.
  public static let mostOnCircle = 8

  /// The positions of the members of a cluster on the map, in the order of their ids; longitudes in −180…180,
  /// across ±180° the way the globe goes.
  ///
  /// - Throws: ``SpreadError/planar`` on planar data, which have no meters.
  public func coordinates(of cluster: Int, in frame: Frame) throws(SpreadError) -> [Coordinate] {
    let pins = frame.pins(with: cluster)
    return own(try coordinates(of: pins, in: frame.points), of: pins, cluster, in: frame)
  }

  /// Where the members of a cluster go on the screen, in screen points from its left upper corner, in the
  /// order of their ids.
  public func screenPositions(of cluster: Int, in frame: Frame) -> [(x: Double, y: Double)] {
    let pins = frame.pins(with: cluster)
    return own(
      screenPositions(pins.count, around: frame.positions[cluster], in: frame.view), of: pins, cluster,
      in: frame)
  }

  /// The part of the pins of one cluster among those that are laid out together.
  private func own<Place>(
    _ places: [Place], of pins: [Int], _ cluster: Int, in frame: Frame
  ) -> [Place] {
    let members = frame.members(of: cluster)
    if members.count == pins.count { return places }
    let own = Set(members)
    return zip(pins, places).compactMap { own.contains($0) ? $1 : nil }
  }

  /// Where pins on one location go on the map.
  func coordinates(of pins: [Int], in points: PointSet) throws(SpreadError) -> [Coordinate] {
    guard points.projection.wraps else { throw .planar }
    let offsets = PolarOffsets(count: pins.count, shape: shape)
    // A single pin keeps its position in any unit.
    if offsets.reach == 0 { return pins.map(points.coordinate) }
    let unit = offsets.isCircle ? 1.5 * Double(pins.count) / offsets.reach : 3 * .pi
    let farthest = max(
      0, Projection.mercatorLimit - offsets.reach * unit / Coordinate.earthRadius * 180 / .pi)
    return pins.indices.map { index in
      let offset = offsets[index]
      var middle = points.coordinate(pins[index])
      middle.latitude = max(-farthest, min(middle.latitude, farthest))
      return middle.moved(metres: offset.length * unit, bearing: offset.bearing)
    }
  }

  /// The screen positions of a number of pins around a location.
  package func screenPositions(
    _ count: Int, around location: WorldPoint, in view: ProjectedView
  ) -> [(x: Double, y: Double)] {
    let (width, height) = (view.viewport.width, view.viewport.height)
    let offsets = PolarOffsets(count: count, shape: shape)
    // Half a separation of air on every side, for the pins' own size.
    let unit = min(separation, min(width, height) / (2 * offsets.reach + 1))
    let margin = (offsets.reach + 0.5) * unit
    let marker = view.screenPosition(of: location)
    let middle = offsets.reach == 0 ? marker : (x: inside(marker.x, width), y: inside(marker.y, height))
    func inside(_ value: Double, _ side: Double) -> Double { max(margin, min(value, side - margin)) }
    return (0..<offsets.count).map { index in
      let offset = offsets[index]
      let length = offset.length * unit
      return (middle.x + length * .sin(offset.bearing), middle.y - length * .cos(offset.bearing))
    }
  }
}

/// Why pins cannot be laid out.
@nonexhaustive
public enum SpreadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Planar data have no meters.
  case planar

  public var description: String {
    switch self {
    case .planar: "planar data have no meters; spread their stacks on the screen"
    }
  }
}

/// The offset of each pin from the middle: a distance in separations, and a bearing.
private struct PolarOffsets {
  let count: Int
  let isCircle: Bool

  /// The longest distance; 0 for a pin alone.
  let reach: Double

  init(count: Int, shape: SpreadLayout.Shape) {
    self.count = count
    switch shape {
    case .automatic: isCircle = count <= SpreadLayout.mostOnCircle
    case .circle: isCircle = true
    case .spiral: isCircle = false
    }
    // On a circle it is the chord of neighbors that measures one separation.
    reach = count < 2 ? 0 : isCircle ? 0.5 / .sin(.pi / Double(count)) : (Double(count) / .pi).squareRoot()
  }

  /// The offset of a pin, its bearing in radians clockwise from the north.
  subscript(pin: Int) -> (length: Double, bearing: Double) {
    guard count > 1 else { return (0, 0) }
    if isCircle { return (reach, Double(pin) * 2 * .pi / Double(count)) }
    let turn = (Double(pin + 1) / .pi).squareRoot()
    return (turn, 2 * .pi * turn)
  }
}
