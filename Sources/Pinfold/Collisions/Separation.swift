/// Prevents overlapping markers: after any strategy, clusters whose markers would collide are merged.
///
/// Markers are discs or boxes whose size depends on the count. The deepest overlap merges first, ties by the
/// lowest ids, until no two of one group collide. A merged cluster gets a new marker position each time, so
/// the guarantee holds for the drawn positions. Distances use the shorter way around the globe, so markers on
/// both sides of ±180° collide like any others.
///
/// Markers of different groups never merge, nor do points that never merge. Their remaining collisions can be
/// counted by ``collisions(in:context:)``, or hidden (``hidesLosers``). Only clusters of the view are merged,
/// so panning and zooming may change them.
///
/// Source: the behavior of MapKit's annotation views: collision mode, display priority, center offset.
public struct Separation: Configurable, Hashable {
  /// The shape of markers that must not overlap.
  public enum CollisionMode: String, CaseIterable, Sendable {
    /// Discs.
    case circle

    /// Boxes that stand upright on the screen, also where the map is turned.
    case rectangle
  }

  /// Whose position a merged marker takes.
  public enum DisplayPriority: String, CaseIterable, Sendable {
    /// None's: all points count alike, and the representative places the marker.
    case count

    /// The marker that holds the point of the highest priority stays where it is; of equals the one with more
    /// points, then the one with the lowest id.
    case priority
  }

  /// The part of a box that stands on a marker's location: the bottom for a pin with its tip there.
  public enum Anchor: String, CaseIterable, Sendable {
    case center, top, bottom, left, right
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    /// From the anchor to the middle of the box, as shares of its width, to the right, and height, down.
    var middle: (x: Double, y: Double) {
      switch self {
      case .center: (0, 0)
      case .top: (0, 0.5)
      case .bottom: (0, -0.5)
      case .left: (0.5, 0)
      case .right: (-0.5, 0)
      case .topLeft: (0.5, 0.5)
      case .topRight: (-0.5, 0.5)
      case .bottomLeft: (0.5, -0.5)
      case .bottomRight: (-0.5, -0.5)
      }
    }
  }

  /// The part of a single point's box that stands on its location.
  public enum PointAnchor: String, CaseIterable, Sendable {
    /// That of other boxes, ``Separation/anchor``.
    case same

    case center, top, bottom, left, right
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    /// The anchor of this name; nil for ``same``, after which the cases are those of ``Separation/Anchor``.
    var own: Anchor? {
      guard let index = Self.allCases.firstIndex(of: self), index > 0 else { return nil }
      return Anchor.allCases[index - 1]
    }
  }

  /// The shape of markers that must not overlap.
  public var collisionMode = CollisionMode.circle

  /// Whose position a merged marker takes.
  public var displayPriority = DisplayPriority.count

  /// The distance to keep between markers.
  public var padding: ScreenSize = 0

  /// The radius of a single point's marker.
  public var smallest: ScreenSize = 12

  /// The radius of a marker of `saturation` points and more; at least `smallest`.
  public var largest: ScreenSize = 32

  /// The number of points from which markers grow no more; see ``MarkerStyle``.
  public var saturation = 10_000

  /// The width of boxes, in screen points; 0 for the marker's diameter.
  public var width = 0.0

  /// The height of boxes, in screen points; 0 for the marker's diameter.
  public var height = 0.0

  /// The part of a cluster's box that stands on its location.
  public var anchor = Anchor.center

  /// The width of a single point's box, in screen points; 0 for ``width``.
  public var pointWidth = 0.0

  /// The height of a single point's box, in screen points; 0 for ``height``.
  public var pointHeight = 0.0

  /// The part of a single point's box that stands on its location.
  public var pointAnchor = PointAnchor.same

  /// Whether to hide a marker that still collides with one of higher priority. Markers of different groups
  /// and points that never merge do.
  ///
  /// Ties in priority go to the marker of more points, then to the one with the lowest id; selected points
  /// are never hidden. A hidden marker remains part of the frame: see ``Frame/hidden``.
  public var hidesLosers = false

  /// Creates a separation of discs with the sizes of ``MarkerStyle``.
  public init() {}

  /// Creates a separation.
  public init(
    _ collisionMode: CollisionMode, displayPriority: DisplayPriority = .count, padding: ScreenSize = 0
  ) {
    self.collisionMode = collisionMode
    self.displayPriority = displayPriority
    self.padding = padding
  }

  #if !hasFeature(Embedded)
    public static let parameters: [Parameter<Self>] = [
      Parameter("collisionMode", \.collisionMode, "Shape of markers that must not overlap: discs or boxes."),
      Parameter(
        "displayPriority", \.displayPriority,
        "Position of a merged marker: the representative's choice, or that of the point of highest priority."),
      Parameter("padding", \.padding, in: 0...1000, "Minimum gap between markers.").deciding(.fewer),
      Parameter("smallest", \.smallest, in: 1...1000, "Radius of a single point's marker."),
      Parameter("largest", \.largest, in: 1...1000, "Radius of the largest marker, at least smallest."),
      Parameter(
        "saturation", \.saturation, in: 2...1_000_000_000,
        "Number of points at which markers reach their largest size."
      ),
      Parameter(
        "width", \.width, in: 0...10_000, unit: "screen points", "Width of a box; 0 means the diameter."),
      Parameter(
        "height", \.height, in: 0...10_000, unit: "screen points", "Height of a box; 0 means the diameter."),
      Parameter("anchor", \.anchor, "Part of a cluster's box at its location."),
      Parameter(
        "pointWidth", \.pointWidth, in: 0...10_000, unit: "screen points",
        "Width of a single point's box; 0 means the same as others."),
      Parameter(
        "pointHeight", \.pointHeight, in: 0...10_000, unit: "screen points",
        "Height of a single point's box; 0 means the same as others."),
      Parameter(
        "pointAnchor", \.pointAnchor,
        "Part of a single point's box at its location, as bottom for the tip of a pin; same means anchor."
      ),
      Parameter(
        "hidesLosers", \.hidesLosers,
        "If markers collide that cannot merge (different groups, non-mergeable points), hide the one of lower priority."
      ),
    ]
  #endif

  #if !hasFeature(Embedded)
    /// The parameters that matter where all of the world is merged at once.
    static let worldParameters = parameters.filter {
      !["displayPriority", "hidesLosers"].contains($0.about.name)
    }
  #endif

  /// The size function at a zoom of maps with tiles of 256 screen points (``Viewport/standardZoom``).
  public func style(atZoom zoom: Double) -> MarkerStyle {
    let smallest = smallest.at(zoom: zoom)
    return MarkerStyle(
      smallest: smallest, largest: max(smallest, largest.at(zoom: zoom)), saturation: saturation)
  }

  /// The depth of an overlap, in screen points, that still counts as touching.
  static let tolerance = 1e-10
}
