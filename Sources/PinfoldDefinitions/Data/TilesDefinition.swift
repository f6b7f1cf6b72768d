import Pinfold
import PinfoldData
package import PinfoldTiles

/// The vector tiles to make, and the properties of their features.
package struct TilesDefinition: Definition, Hashable, Sendable {
  package private(set) var writing = WritingDefinition()
  private var zooms = WholeZooms(0...14)
  private var plan = TilePlan()

  package init() { writing.properties = .supercluster }

  package static let owner = "vector tiles"

  package static let options: [DefinedOption<TilesDefinition>] =
    [
      DefinedOption(
        "zooms", \.zooms, example: "0-8",
        "Consecutive whole zooms, as in 0-14."),
      DefinedOption(
        "tileSize", \.plan.tileSize, takes: .number(64...4096), unit: "screen points", example: "256",
        "Width of a tile on the screen, to which sizes of strategies refer; MapLibre uses 512."),
      DefinedOption(
        "buffer", \.plan.buffer, takes: .integer(0...2048), unit: "tile units", example: "256",
        "Width of the strip around a tile whose markers it repeats; a tile is 4096 units wide."),
      DefinedOption(
        "layerName", \.plan.layer, example: "stations", "Name of the layer, to which styles refer."),
      DefinedOption(
        "name", \.plan.name, standard: "the layer name", example: "Stations",
        "Name of the tileset, shown in lists of maps."),
      DefinedOption(
        "attribution", \.plan.attribution, example: "© those who counted",
        "Attribution to show beside the map."),
      DefinedOption(
        "properties", \.writing.properties,
        "Names of feature properties; supercluster means cluster, cluster_id, point_count."),
    ] + WritingDefinition.options(in: \.writing).compactMap(inTiles)

  /// An option of written frames as tiles have it; nil for one that tiles lack.
  private static func inTiles(_ option: DefinedOption<TilesDefinition>) -> DefinedOption<TilesDefinition>? {
    var option = option
    switch option.about.name {
    case "properties", "spread": return nil
    case "keep": option.about.standard = "all"
    default: break
    }
    return option
  }

  /// The tiles to make.
  ///
  /// - Parameter packsTiles: whether each tile is gzip'd.
  package func plan(packsTiles: Bool) -> TilePlan {
    var plan = plan
    plan.zooms = zooms.range
    plan.packsTiles = packsTiles
    plan.hasExpansionZooms = writing.expansionZoom
    return plan
  }
}
