package import Pinfold
package import PinfoldDrawing

/// The zooms of a map that is written as a page.
package struct PageDefinition: Definition, Hashable, Sendable {
  private var zooms: WholeZooms?

  package init() {}

  package static let owner = "a page"

  package static let options: [DefinedOption<PageDefinition>] = [
    DefinedOption(
      "zooms", \.zooms, standard: "from all points on, as many as fit", example: "2-5",
      "Whole zooms of a page, as in 2-8; one after the other.")
  ]

  /// Writes a map as a page.
  ///
  /// - Parameters:
  ///   - start: the view that the page opens with, and whose zoom is the first where none is chosen.
  ///   - style: the size of markers.
  ///   - context: says when to stop.
  /// - Throws: ``DefinitionError`` for a strategy whose clusters depend on the view, and for a page of more
  ///   bytes than it may have.
  package func html(
    of map: ClusterMap, on page: MapPage, opening start: Viewport, style: StyleDefinition,
    theme: PictureTheme,
    context: RunContext
  ) throws -> String {
    guard map.clusterer.capabilities.contains(.panInvariant) else {
      throw DefinitionError(
        place: "page",
        message: "the strategy's clusters depend on the view, which a page moves; draw a picture instead")
    }
    let projection = map.points.projection
    let known = WholeZooms.known
    let first =
      zooms?.range.lowerBound
      ?? max(known.lowerBound, min(Int(start.standardZoom.rounded(.down)), known.upperBound))
    let last = zooms?.range.upperBound ?? min(first + 7, known.upperBound)
    var frames: [Frame] = []
    var html = ""
    for zoom in first...last {
      let frame = try map.frame(for: MapPage.world(atZoom: zoom, of: projection), context: context)
      frames.append(style.applied(to: frame))
      // Does not write a page whose markers alone exceed the limit.
      let markers = frames.reduce(0) { $0 + $1.count }
      let next = markers * 8 > MapPage.mostBytes ? nil : page.html(of: frames, start: start, theme: theme)
      guard let next, next.utf8.count <= MapPage.mostBytes else {
        if zooms == nil, !html.isEmpty { return html }
        throw DefinitionError(
          place: "page",
          message:
            "down to zoom \(zoom) it has \(markers) markers, more than the \(MapPage.mostBytes / 1_000_000) MB "
            + "that a page may have hold; choose fewer or wider zooms")
      }
      html = next
    }
    return html
  }
}
