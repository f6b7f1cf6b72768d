package import Pinfold

/// The size of a view, its tile size and its margin, wherever it is.
package struct ScreenDefinition: Definition, Hashable, Sendable {
  /// Width and height in screen points, the width of a tile, and the margin as a share of the size.
  package var viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0)

  package init() {}

  package static let owner = "a screen"

  package static let options: [DefinedOption<ScreenDefinition>] = [
    DefinedOption(
      "width", \.viewport.width, takes: .number(Viewport.sizeRange), unit: "screen points",
      "Width of the view."),
    DefinedOption(
      "height", \.viewport.height, takes: .number(Viewport.sizeRange), unit: "screen points",
      "Height of the view."),
    DefinedOption(
      "tileSize", \.viewport.tileSize, takes: .number(16...4096), unit: "screen points",
      "Width of the world at zoom 0; 512 for maps in MapLibre's manner."),
    DefinedOption(
      "margin", \.viewport.margin, takes: .number(0...10), value: "share",
      "How much farther than the view to look on every side, as a share of its size."),
  ]
}

/// A view: a middle, a zoom and a screen.
package struct ViewDefinition: Definition, Hashable, Sendable {
  var longitude: Double?
  var latitude: Double?
  var x: Double?
  var y: Double?
  var zoom = 0.0
  var screen = ScreenDefinition()

  /// The view.
  package private(set) var viewport = ScreenDefinition().viewport

  package init() {}

  package static let owner = "a view"

  package static let options: [DefinedOption<ViewDefinition>] =
    [
      DefinedOption("lon", \.longitude, value: "degrees", "Longitude of the middle in degrees."),
      DefinedOption("lat", \.latitude, value: "degrees", "Latitude of the middle in degrees."),
      DefinedOption("x", \.x, "In place of lon, on a plane."),
      DefinedOption("y", \.y, "In place of lat, on a plane."),
      DefinedOption("zoom", \.zoom, takes: .number(Viewport.zoomRange), isRequired: true, "The zoom."),
    ] + ScreenDefinition.options(in: \.screen)

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    guard let longitude = longitude ?? x, let latitude = latitude ?? y else {
      throw node.mistake("the middle is missing; give lon and lat, or x and y")
    }
    var viewport = screen.viewport
    viewport.center = Coordinate(longitude: longitude, latitude: latitude)
    viewport.zoom = zoom
    // Only x and y may be anywhere.
    let isPlanar = x != nil
    self.viewport = try node.placing { () throws(ViewportError) in
      try viewport.validated(planar: isPlanar)
    }
  }

  /// Reads a table, a view that is written as `LON,LAT,ZOOM`, or one that a program made.
  package init(_ node: Node, registry: Registry = Registry()) throws(DefinitionError) {
    if let viewport = node.object(as: Viewport.self) {
      self.init()
      self.viewport = viewport
      return
    }
    var node = node
    if let text = node.text { node = Node(.table(try Self.form(text, place: node.place)), place: node.place) }
    var reader = try NodeReader(node, of: Self.owner, known: Self.optionDescriptions.map(\.name))
    try self.init(from: &reader, registry: registry)
  }

  /// The members of a view that is written as `LON,LAT,ZOOM` or `LON,LAT,ZOOM,WxH`.
  ///
  /// - Parameter isPlanar: whether the middle is x and y.
  package static func form(
    _ text: String, place: String, isPlanar: Bool = false
  ) throws(DefinitionError) -> [(name: String, value: Node)] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let size = parts.count == 4 ? parts[3].split(separator: "x", omittingEmptySubsequences: false) : []
    let texts = parts.prefix(3) + size
    guard parts.count == 3 || size.count == 2, texts.allSatisfy({ Double($0) != nil }) else {
      throw DefinitionError(
        place: "\(place) '\(text)'",
        message: "expected LON,LAT,ZOOM or LON,LAT,ZOOM,WxH, as in -3.7,40.4,6,1280x800")
    }
    let names = (isPlanar ? ["x", "y"] : ["lon", "lat"]) + ["zoom", "width", "height"]
    return zip(names, texts).map { ($0, Node(.word(String($1)), place: place)) }
  }
}
