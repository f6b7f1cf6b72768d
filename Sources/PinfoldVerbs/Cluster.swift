import Pinfold
package import PinfoldData
package import PinfoldDefinitions

/// Writes the clusters of a frame, or parts of one, in a format.
package struct Cluster: Verb {
  package var frame: FrameSource
  package var writing: WritingDefinition
  package var parts = PartsDefinition()
  package var format: FrameFormat
  package var showsAll = false

  package init(_ frame: FrameSource, _ writing: WritingDefinition, as format: FrameFormat) {
    (self.frame, self.writing, self.format) = (frame, writing, format)
  }

  /// The columns that a single point keeps if no option says which.
  private var usual: AttributeChoice { format == .table || format == .csv ? .none : .all }

  package var attributes: AttributeChoice { (writing.keep ?? usual) == .all ? .all : .none }

  package func answer(_ context: VerbContext) throws -> [UInt8] {
    if format == .geojson, frame.planarities.contains(true) {
      throw VerbMistake(
        "\(context.option("format")) geojson holds longitudes and latitudes only; use json or csv with "
          + context.option("planar"))
    }
    if writing.hull, format == .table {
      throw VerbMistake(
        "\(context.option("hull")): a table has no room for hulls; use \(context.option("format")) json, geojson or csv"
      )
    }
    return try frame.forEach(context) { try written($0, context) }[0]
  }

  private func written(_ named: NamedFrame, _ context: VerbContext) throws -> [UInt8] {
    let (frame, map) = (named.frame, named.map)
    if map == nil, writing.expansionZoom || parts.cluster != nil {
      throw VerbMistake("this frame is a plugin's; it has no map")
    }
    // About what a feature takes, and each id and value in it.
    let members = writing.members ? frame.points.count : 0
    try context.reserve(frame.count * (200 + 40 * frame.points.attributes.count) + 12 * members)
    let overlaps = try map?.map.clusterer.separation?.collisions(in: frame, context: context.run)
    let shown = try map.flatMap { try parts.parts(of: frame, on: $0.map, context: context.run) } ?? frame
    var writer = try writing.writer(
      of: shown, on: map?.map, keeping: usual, context: context.run, columnName: named.columnName)
    writer.onlyCluster = try parts.foundCluster(in: writer.frame)
    switch format {
    case .table: return Array(table(writer, map, overlaps: overlaps ?? 0).utf8)
    case .json:
      guard let map else { throw VerbMistake("this frame is a plugin's; it has no map") }
      return writer.json(map.origin(overlaps: overlaps))
    case .geojson: return writer.geoJSON()
    case .csv: return writer.csv()
    case .gpkg: return try writer.geoPackage()
    case .fgb: return try writer.flatGeobuf()
    }
  }

  private func table(_ writer: FrameWriter, _ map: NamedMap?, overlaps: Int) -> String {
    let frame = writer.frame
    let shown = frame.pointCount
    var text = """
      \(map?.strategy.label ?? "frame"): \(counted(frame.count, "cluster")) of \(counted(shown, "point")), \
      \(frame.points.pointCount - shown) out of view
      view: \(frame.view.viewport.inWords)

      """
    if let size = frame.effectiveSize { text += "effective size: \(short(size)) screen points\n" }
    if !frame.hidden.isEmpty {
      text += "\(counted(frame.hidden.count, "marker")) hidden under others of higher priority\n"
    }
    if overlaps > 0 {
      text +=
        "markers of different groups, or of points that never merge, overlap in \(counted(overlaps, "pair"))\n"
    }
    guard frame.count > 0 else { return text }
    if writer.onlyCluster != nil {
      return text + "only the cluster of the point that was asked for:\n\n" + writer.table()
    }
    let limit = showsAll ? frame.count : 20
    text += "\n" + writer.table(limit: limit)
    if frame.count > limit { text += "… and \(frame.count - limit) more (--all shows them)\n" }
    return text
  }
}

package enum FrameFormat: String, CaseIterable, Sendable {
  case table, json, geojson, csv, gpkg, fgb
}
