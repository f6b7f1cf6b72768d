import Pinfold
import PinfoldData
package import PinfoldDrawing

/// The base map under the markers.
package struct BaseMapDefinition: Definition, Hashable, Sendable {
  package private(set) var coast = true
  package private(set) var base: [String] = []

  package init() {}

  package static let owner = "a base map"

  package static let options: [DefinedOption<BaseMapDefinition>] = [
    DefinedOption(
      "coast", \.coast,
      "Draw land, lakes, borders and names of towns. They fade out between zooms 9 and 12."),
    DefinedOption(
      "base", \.base, value: "file", example: "borders.geojson",
      "GeoJSON file with polygons and lines to draw under the markers."),
  ]

  /// Reads the files of shapes.
  ///
  /// - Parameter isPlanar: whether the map's points are on a plane rather than on the globe.
  /// - Throws: ``PinfoldData/DataError`` and ``DefinitionError``, with the file and, if known, the line.
  package func shapes(isPlanar: Bool) throws -> [MapShapes] {
    try base.map { try ShapeFile(path: $0, isPlanar: isPlanar).shapes }
  }
}

/// The areas and lines of a GeoJSON file.
struct ShapeFile {
  private(set) var shapes = MapShapes()

  /// Whether coordinates are x and y of any size rather than degrees.
  private let isPlanar: Bool

  /// Reads a file. Points in it are passed over.
  ///
  /// - Throws: ``PinfoldData/DataError`` for what is no JSON, and ``DefinitionError`` with the line for what
  ///   is no GeoJSON or out of range, and for a file without lines and areas.
  init(path: String, isPlanar: Bool) throws {
    self.isPlanar = isPlanar
    try add(try Node(path: path))
    if shapes == MapShapes() {
      throw DefinitionError(place: path, message: "it has no lines or polygons to draw under the markers")
    }
  }

  private mutating func add(_ node: Node) throws(DefinitionError) {
    guard case .text(let type)? = node["type"]?.value else {
      throw node.mistake("expected GeoJSON, an object with 'type'")
    }
    switch type {
    case "FeatureCollection": for feature in try elements(of: node, "features") { try add(feature) }
    case "GeometryCollection": for part in try elements(of: node, "geometries") { try add(part) }
    case "Feature":
      if let geometry = node["geometry"], !geometry.isNull { try add(geometry) }
    case "Polygon": shapes.areas.append(try rings(in: try elements(of: node, "coordinates")))
    case "MultiPolygon":
      for polygon in try elements(of: node, "coordinates") {
        shapes.areas.append(try rings(in: try list(polygon)))
      }
    case "LineString": try addLine(try elements(of: node, "coordinates"), in: node)
    case "MultiLineString":
      for line in try elements(of: node, "coordinates") { try addLine(try list(line), in: line) }
    case "Point", "MultiPoint": break
    default: throw node.mistake("'type' is '\(type)', which is not a GeoJSON type")
    }
  }

  private mutating func addLine(_ places: [Node], in node: Node) throws(DefinitionError) {
    guard places.count >= 2 else { throw node.mistake("a line takes two positions or more") }
    shapes.lines.append(try places.map { (place) throws(DefinitionError) in try coordinate(place) })
  }

  private func rings(in nodes: [Node]) throws(DefinitionError) -> [[Coordinate]] {
    try nodes.map { (node) throws(DefinitionError) in
      let places = try list(node)
      guard places.count >= 4 else { throw node.mistake("a ring of a polygon takes four positions or more") }
      return try places.map { (place) throws(DefinitionError) in try coordinate(place) }
    }
  }

  private func elements(of node: Node, _ name: String) throws(DefinitionError) -> [Node] {
    guard let member = node[name] else { throw node.mistake("'\(name)' is missing") }
    return try list(member)
  }

  private func list(_ node: Node) throws(DefinitionError) -> [Node] {
    guard case .list(let elements) = node.value else { throw node.mistake("expected a list") }
    return elements
  }

  private func coordinate(_ node: Node) throws(DefinitionError) -> Coordinate {
    let numbers = try list(node).prefix(2).compactMap(\.number)
    guard numbers.count == 2 else { throw node.mistake("a position takes two numbers") }
    guard isPlanar || (numbers[0].magnitude <= 540 && numbers[1].magnitude <= 90) else {
      throw node.mistake(
        "\(ParameterValue.number(numbers[0])), \(ParameterValue.number(numbers[1])) is not a longitude and latitude in degrees; "
          + "convert projected coordinates, or use planar data")
    }
    return Coordinate(longitude: numbers[0], latitude: numbers[1])
  }
}
