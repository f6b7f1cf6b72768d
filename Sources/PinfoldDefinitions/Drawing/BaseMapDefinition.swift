import Pinfold
package import PinfoldDrawing

/// What lies under the markers of a map.
package struct BaseMapDefinition: Definition, Hashable, Sendable {
  /// Whether the land of the earth is drawn.
  package private(set) var coast = true

  /// The paths of GeoJSON files with shapes that lie on it.
  package private(set) var base: [String] = []

  package init() {}

  package static let owner = "a base map"

  package static let options: [DefinedOption<BaseMapDefinition>] = [
    DefinedOption("coast", \.coast, "Draw the land of the earth, which fades out between zoom 6 and 9."),
    DefinedOption(
      "base", \.base, value: "file", example: "borders.geojson",
      "GeoJSON whose polygons and lines lie under the markers."),
  ]

  /// Reads the files of shapes.
  ///
  /// - Parameter isPlanar: whether the map's points are on a plane, and not on the globe.
  /// - Throws: ``PinfoldData/DataError`` and ``DefinitionError``, which name the file, and the line where one
  ///   is to blame.
  package func shapes(isPlanar: Bool) throws -> [MapShapes] {
    try base.map { try ShapeFile(path: $0, isPlanar: isPlanar).shapes }
  }
}
