package import Pinfold
package import PinfoldData

/// The members of a written cluster besides its id, marker and count.
package struct WritingDefinition: Definition, Hashable, Sendable {
  /// The aggregates, in the order given and without repetitions.
  package private(set) var aggregations: [ColumnAggregation] = []

  package private(set) var keep: AttributeChoice?
  package private(set) var members = false
  package private(set) var bounds = false
  package private(set) var hull = false
  package private(set) var expansionZoom = false
  package private(set) var spread: SpreadLayout?
  var properties = FeatureProperties.pinfold

  package init() {}

  package static let owner = "a written frame"

  package static let options: [DefinedOption<WritingDefinition>] = [
    DefinedOption(
      "aggregate", .list(of: .text), value: "column:kinds", example: "population:sum",
      "Summarize a column per cluster: \(ColumnAggregation.words.joined(separator: ", ")), "
        + "as in population:sum,mean or kind:top(3)."
    ) { (writing, node, _) throws(DefinitionError) in
      for aggregation in try node.elements.each(ColumnAggregation.list)
      where !writing.aggregations.contains(aggregation) {
        writing.aggregations.append(aggregation)
      }
    },
    DefinedOption(
      "keep", \.keep, standard: "all; none for a table and CSV", value: "list", example: "population,name",
      "Columns to write for single points: all, none, or names."),
    DefinedOption("members", \.members, "List the ids of each cluster's points."),
    DefinedOption("bounds", \.bounds, "Add the box around each cluster's points: west, south, east, north."),
    DefinedOption(
      "hull", \.hull,
      "Add the corners of the convex hull of each cluster's points; not in tables."),
    DefinedOption(
      "expansionZoom", \.expansionZoom,
      "Add the first zoom at which each cluster splits, for strategies whose clusters nest."),
    DefinedOption(
      "spread", .switched("Layout", SpreadLayout.parameterDescriptions),
      "Write points that share a location one by one, laid out around it; distances are in meters."
    ) { (writing, node, _) throws(DefinitionError) in
      writing.spread = try node.switched("spread", SpreadLayout.self)
    },
    DefinedOption(
      "properties", \.properties,
      "Names of GeoJSON properties; supercluster means cluster, cluster_id, point_count."),
  ]

  /// The default rule for listing clusters; nil for that of the view's kind.
  package var clip: Viewport.Clip? { properties == .supercluster ? .markers : nil }

  /// The columns to load for what is written.
  package var requests: [ColumnRequest] {
    var requests = aggregations.map { ColumnRequest($0.column, option: "--aggregate") }
    if case .named(let names) = keep { requests += names.map { ColumnRequest($0, option: "--keep") } }
    return requests
  }

  /// Makes a writer of a frame.
  ///
  /// - Parameters:
  ///   - map: the map that made the frame.
  ///   - usual: the columns that a single point keeps if the definition does not say.
  ///   - columnName: maps the name of a column given by the user to its name in the data.
  /// - Throws: ``Pinfold/ClusteringError`` for an attribute that is missing or of the wrong type, for
  ///   expansion zooms of clusters that do not nest, and if the context stops the call;
  ///   ``Pinfold/SpreadError`` for planar data, which cannot be spread.
  package func writer(
    of frame: Frame, on map: ClusterMap?, keeping usual: AttributeChoice, context: RunContext,
    columnName: (String) -> String = { $0 }
  ) throws -> FrameWriter {
    let whole = frame
    let frame = try spread.map { try $0.spreading(frame) } ?? frame
    let aggregates = try aggregations.map {
      try $0.kind.aggregate(columnName($0.column), of: frame, context: context)
    }
    var writer = FrameWriter(frame, includesMembers: members, aggregates: aggregates)
    writer.includesBounds = bounds
    writer.includesHulls = hull
    if expansionZoom, let map {
      // Stacks split at no zoom, so spreading them only moves the other clusters in the list.
      var zooms: [ClusterID: Double] = [:]
      for cluster in 0..<whole.count {
        zooms[whole.ids[cluster]] = try map.expansionZoom(of: cluster, in: whole, context: context)
      }
      writer.expansionZooms = frame.ids.map { zooms[$0] }
    }
    writer.featureProperties = properties
    switch keep ?? usual {
    case .none: break
    case .all: writer.attributes = frame.points.attributes.filter { $0.name != PointTally.attribute }
    case .named(let names):
      writer.attributes = try names.map { try frame.points.attribute(named: columnName($0)) }
    }
    return writer
  }
}
