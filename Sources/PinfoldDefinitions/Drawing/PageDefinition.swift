package import Pinfold
package import PinfoldDrawing

/// The zooms of a map that is written as a page.
package struct PageDefinition: Definition, Hashable, Sendable {
  private var zooms: WholeZooms?

  package init() {}

  package static let owner = "a page"

  package static let options: [DefinedOption<PageDefinition>] = [
    DefinedOption(
      "zooms", \.zooms, standard: "from the zoom that shows all points, as many as fit", example: "2-5",
      "Consecutive whole zooms of an HTML page, as in 2-8.")
  ]

  /// Writes a map as a page.
  ///
  /// - Parameters:
  ///   - drawing: the layers, and the size, the color and the names of markers.
  ///   - shapes: the shapes of its base map.
  ///   - start: the first view, whose zoom is also the first of the default zooms.
  ///   - fit: the first view for a screen of any size, instead of `start`.
  ///   - isAround: whether points go around the world, so that small screens show a part.
  ///   - columnName: maps the name of a column given by the user to its name in the data.
  ///   - context: when to stop.
  /// - Throws: ``DefinitionError`` for a strategy whose clusters depend on the view, for a layer that pages
  ///   do not support, and for a page that exceeds the size limit.
  package func html(
    of map: ClusterMap, titled title: String, _ drawing: DrawingDefinition, over shapes: [MapShapes],
    opening start: Viewport,
    fit: MapPage.Fit?, isAround: Bool, context: RunContext, columnName: (String) -> String
  ) throws -> String {
    if let layer = drawing.layerBeyondPages { throw DefinitionError(place: "layers", message: layer) }
    guard map.clusterer.capabilities.contains(.panInvariant) else {
      throw DefinitionError(
        place: "page",
        message:
          "the strategy's clusters depend on the view, but a page can be panned; draw a picture instead")
    }
    let projection = map.points.projection
    var page = MapPage(title: title)
    page.fit = fit
    page.layers = drawing.shownLayers
    page.shapes = shapes
    let known = WholeZooms.known
    let usual = max(known.lowerBound, min(Int(start.standardZoom.rounded(.down)), known.upperBound))
    // A phone is a quarter as wide as the start's screen, and half as high, which a map of the world fills.
    let least = fit == nil ? usual : max(known.lowerBound, usual - (isAround ? 1 : 2))
    let first = zooms?.range.lowerBound ?? least
    let last = zooms?.range.upperBound ?? min(usual + 7, known.upperBound)
    let ranks = try drawing.number.by.ranks(in: map.points, columnName: columnName)
    var levels: [MapPage.Level] = []
    var html = ""
    for zoom in first...last {
      let frame = drawing.style.applied(
        to: try map.frame(for: MapPage.world(atZoom: zoom, of: projection), context: context),
        by: map.clusterer)
      levels.append(
        MapPage.Level(
          frame, values: try drawing.values(of: frame, context: context, columnName: columnName),
          categories: try ranks?.categories(of: frame, context: context),
          names: try drawing.names(of: frame, columnName: columnName)))
      // Does not write a page whose markers alone exceed the limit.
      let markers = levels.reduce(0) { $0 + $1.frame.count }
      let next =
        markers * 8 > MapPage.mostBytes ? nil : page.html(of: levels, start: start, theme: drawing.theme)
      guard let next, next.utf8.count <= MapPage.mostBytes else {
        if zooms == nil, !html.isEmpty { return html }
        throw DefinitionError(
          place: "page",
          message:
            "up to zoom \(zoom) it has \(markers) markers, more than fit in a page of "
            + "\(MapPage.mostBytes / 1_000_000) MB; choose fewer zooms")
      }
      html = next
    }
    return html
  }
}
