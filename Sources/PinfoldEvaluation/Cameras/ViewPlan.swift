public import Pinfold

/// The views on which strategies are compared: all points at once, and crowded locations at several zooms.
///
/// The plan is data; the same plan over the same points gives the same views, whatever the input order.
public struct ViewPlan: Hashable, Sendable {
  /// The size, tile size and margin of every view; its center and zoom are not used.
  public var screen: Viewport

  /// Whether the view of all points is among the views.
  public var includesFit: Bool

  /// The zooms at which crowded locations are shown.
  public var zooms: [Double]

  /// The number of locations at each zoom.
  public var locations: Int

  /// The seed from which locations are drawn.
  public var seed: UInt64

  /// Makes a plan; a zoom given twice counts once.
  public init(
    screen: Viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0),
    includesFit: Bool = true, zooms: [Double], locations: Int = 5, seed: UInt64 = 1
  ) {
    self.screen = screen
    self.includesFit = includesFit
    self.zooms = Array(Set(zooms)).sorted()
    self.locations = locations
    self.seed = seed
  }

  /// A view with a name for reports.
  public struct PlannedView: Hashable, Sendable {
    /// "fit", or the zoom and the location's number: "z12 #3".
    public var name: String

    /// The view.
    public var viewport: Viewport
  }

  /// The views over some points: the fitted one first, then by zoom.
  public func views(over points: PointSet) -> [PlannedView] {
    var views: [PlannedView] = []
    if includesFit { views.append(PlannedView(name: "fit", viewport: screen.fitted(to: points))) }
    for zoom in zooms {
      var screen = screen
      screen.zoom = zoom
      let level = ParameterValue.number(zoom)
      for (place, view) in screen.atRandomPoints(of: points, count: locations, seed: seed).enumerated() {
        views.append(PlannedView(name: "z\(level) #\(place + 1)", viewport: view))
      }
    }
    return views
  }
}
