package import Pinfold

/// The size of a view, its tile size, margin and bearing, without a position.
package struct ScreenDefinition: Definition, Hashable, Sendable {
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
      "tileSize", \.viewport.tileSize, takes: .number(Viewport.tileSizeRange), unit: "screen points",
      "Width of the world at zoom 0; MapLibre uses 512."),
    DefinedOption(
      "margin", \.viewport.margin, takes: .number(0...10), value: "share",
      "Extra area on every side of the view, as a share of its size."),
    DefinedOption(
      "bearing", \.viewport.bearing, takes: .number(Viewport.bearingRange), value: "degrees",
      "Direction that is up on the screen, in degrees clockwise from north."),
  ]
}

/// A box to show, of longitudes and latitudes or of x and y, and its zoom.
package struct BoxDefinition: Definition, Hashable, Sendable {
  package var bounds: CoordinateBounds?
  package var zoom: Double?

  package init() {}

  package static let owner = "a box"

  package static let options: [DefinedOption<BoxDefinition>] = [
    DefinedOption(
      "bbox", \.bounds, value: "W,S,E,N", example: "-10,35,30,60",
      "Box to show, instead of a center; x and y on a plane. If the west is greater than the east, it crosses ±180°."
    ),
    DefinedOption(
      "zoom", \.zoom, takes: .number(Viewport.zoomRange), standard: "the deepest that shows the whole box",
      "Zoom. With a box it also sets the size on the screen."),
  ]

  /// Checks that the other options are compatible with the box.
  ///
  /// - Parameter node: the definition, for the positions of mistakes.
  func check(on screen: Viewport, at node: Node) throws(DefinitionError) {
    let members = node.members ?? []
    if zoom != nil, let size = members.first(where: { ["width", "height"].contains($0.name) }) {
      throw size.value.mistake(
        "'\(size.name)' contradicts 'bbox' with 'zoom', which set the size; leave out 'zoom', or 'width' and 'height'"
      )
    }
    if zoom != nil, let bearing = members.first(where: { $0.name == "bearing" }), screen.bearing != 0 {
      throw bearing.value.mistake(
        "'bearing' contradicts 'bbox' with 'zoom', which has north up; leave out 'zoom' or 'bearing'")
    }
  }

  /// The view of a box on a projection, of the screen's size where there is no zoom.
  func viewport(
    of bounds: CoordinateBounds, on screen: Viewport, _ projection: Projection
  ) throws(ViewportError) -> Viewport {
    if let zoom {
      return try Viewport(
        bounds: bounds, zoom: zoom, tileSize: screen.tileSize, margin: screen.margin, on: projection)
    }
    return try Viewport(
      fitting: bounds, width: screen.width, height: screen.height, tileSize: screen.tileSize,
      margin: screen.margin, bearing: screen.bearing, on: projection)
  }
}

/// The rule for listing the clusters of a view.
package struct ClipDefinition: Definition, Hashable, Sendable {
  package var clip: Viewport.Clip?

  package init() {}

  package static let owner = "a view"

  package static let options: [DefinedOption<ClipDefinition>] = [
    DefinedOption(
      "clip", \.clip, standard: "markers for a box, else members", value: "rule",
      "Clusters to list: markers, those whose marker is in the view, so that adjacent boxes count each point once; "
        + "members, also those with a point in the view. With markers, those of pca and kmeans are of the points in the view alone."
    )
  ]
}

/// A view: a center and a zoom, or a box, and a screen.
///
/// A box is in degrees or in x and y, as the points are.
package struct ViewDefinition: Definition, Hashable, Sendable {
  var longitude: Double?
  var latitude: Double?
  var x: Double?
  var y: Double?
  var box = BoxDefinition()
  var clip = ClipDefinition()
  var screen = ScreenDefinition()

  /// The view of a center.
  private var viewport = ScreenDefinition().viewport

  /// The position of the box, for mistakes.
  private var place = owner

  package init() {}

  /// A view that a program made.
  package init(_ viewport: Viewport) { self.viewport = viewport }

  package static let owner = "a view"

  package static let options: [DefinedOption<ViewDefinition>] =
    [
      DefinedOption("lon", \.longitude, value: "degrees", "Longitude of the center in degrees."),
      DefinedOption("lat", \.latitude, value: "degrees", "Latitude of the center in degrees."),
      DefinedOption("x", \.x, "Instead of lon, on a plane."),
      DefinedOption("y", \.y, "Instead of lat, on a plane."),
    ] + BoxDefinition.options(in: \.box) + ClipDefinition.options(in: \.clip)
    + ScreenDefinition.options(in: \.screen)

  /// The view of points of a projection.
  ///
  /// - Throws: ``DefinitionError`` for a box that none of its views shows.
  package func viewport(on projection: Projection) throws(DefinitionError) -> Viewport {
    guard let bounds = box.bounds else { return viewport }
    var viewport = try Node(.null, place: place).placing { () throws(ViewportError) in
      try box.viewport(of: bounds, on: screen.viewport, projection)
    }
    if let clip = clip.clip { viewport.clip = clip }
    return viewport
  }

  /// Checks everything that does not depend on data: on a plane only the edges of a box.
  package func check(planar: Bool) throws(DefinitionError) {
    let square = PlanarExtent(minX: 0, minY: 0, side: 0x1p1000)
    _ = try viewport(on: planar ? .planar(square) : .mercator)
  }

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    if box.bounds != nil {
      try box.check(on: screen.viewport, at: node)
      guard [longitude, latitude, x, y].allSatisfy({ $0 == nil }) else {
        throw node.mistake("a view has a box or a center, not both; leave out bbox, or lon and lat")
      }
      place = (node.members?.first { $0.name == "bbox" }?.value ?? node).place
      do {
        try check(planar: false)
      } catch {
        // A box that is invalid in degrees may be valid as x and y.
        if (try? check(planar: true)) == nil { throw error }
      }
      return
    }
    guard let longitude = longitude ?? x, let latitude = latitude ?? y else {
      throw node.mistake("the center is missing; give lon and lat, or x and y, or bbox")
    }
    guard let zoom = box.zoom else { throw node.mistake("a view needs 'zoom'") }
    var viewport = screen.viewport
    viewport.center = Coordinate(longitude: longitude, latitude: latitude)
    viewport.zoom = zoom
    if let clip = clip.clip { viewport.clip = clip }
    // Only x and y may be anywhere.
    let isPlanar = x != nil
    self.viewport = try node.placing { () throws(ViewportError) in
      try viewport.validated(planar: isPlanar)
    }
  }

  /// Reads a table, a view that is written as `LON,LAT,ZOOM`, or one that a program made.
  package init(_ node: Node, registry: Registry = Registry()) throws(DefinitionError) {
    if let definition = node.object(as: ViewDefinition.self) {
      self = definition
      return
    }
    var node = node
    if let text = node.text { node = Node(.table(try Self.form(text, place: node.place)), place: node.place) }
    try self.init(reading: node, registry: registry)
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

extension CoordinateBounds: OptionValue {
  package static var kind: ParameterKind {
    .type("number[]", "west, south, east, north in degrees, or of x and y")
  }

  package init(
    _ node: Node, of name: String, kind: ParameterKind, registry: Registry
  ) throws(DefinitionError) {
    // A text too, as scripts pass on the words of their command lines.
    let parts = node.text.map { Node(.word($0), place: node.place).alternatives } ?? node.alternatives
    let edges = parts.compactMap(\.number)
    guard edges.count == 4, parts.count == 4 else {
      throw node.mistake(name, takes: "west, south, east, north in degrees, as in -10,35,30,60")
    }
    self.init(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
  }

  package var standard: String? { nil }
}

/// When a transition is interrupted, and by which view.
package struct InterruptionDefinition: Definition, Hashable, Sendable {
  package var interrupt: Double?
  package var then: String?

  package init() {}

  package static let owner = "an interruption"

  package static let options: [DefinedOption<InterruptionDefinition>] = [
    DefinedOption(
      "interrupt", \.interrupt, takes: .number(0...1), value: "share",
      "Interrupt the transition at this share of its duration, and write the transition from there to the view "
        + "'then'."),
    DefinedOption(
      "then", \.then, takes: .type("number[]|string", "a view: LON,LAT,ZOOM or LON,LAT,ZOOM,WxH"),
      value: "view", "View to which the transition turns at the interruption, in the same form."),
  ]

  package func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    guard (interrupt == nil) != (then == nil), let given = node.members?.first else { return }
    throw given.value.mistake(
      "'interrupt' and 'then' belong together; give both or neither")
  }
}
