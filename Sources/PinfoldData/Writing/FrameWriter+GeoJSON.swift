package import Pinfold

/// The names of the properties of GeoJSON features.
public enum FeatureProperties: String, CaseIterable, Sendable {
  /// Those of the JSON document.
  case pinfold

  /// Those of supercluster, for styles and programs that were made for it: `cluster`, `cluster_id`,
  /// `point_count` and `point_count_abbreviated`; a single point has its attributes alone, those with one
  /// of these names, or that of an aggregate, with an underscore after it.
  case supercluster
}

extension FrameWriter {
  /// A FeatureCollection with one point for each cluster (RFC 7946), on one line; aggregates are properties
  /// of their own, `population_sum`, and so are what a strategy says of its clusters and the attributes of a
  /// single point, as programs that read GeoJSON like them flat. An attribute whose name is taken has
  /// underscores after it.
  ///
  /// With supercluster's properties the number that identifies a cluster is
  /// ``Pinfold/ClusterID/safeInteger``, beside the full `id`; a single point's feature has the point's own
  /// id.
  ///
  /// GeoJSON knows longitudes and latitudes only; the caller must not write planar data.
  public func geoJSON() -> [UInt8] {
    let names = propertyNames()
    return JSONWriter.line { json in
      json.member("type", "FeatureCollection")
      json.array("features", clusters) { json, cluster in writeFeature(cluster, names, to: &json) }
    }
  }

  private func writeFeature(_ cluster: Int, _ names: [String], to json: inout JSONWriter) {
    json.object { json in
      json.member("type", "Feature")
      if featureProperties == .supercluster {
        if let point = singlePoint(of: cluster) {
          json.member("id", frame.points.id(point))
        } else {
          json.member("id", frame.ids[cluster].safeInteger)
        }
      }
      json.object("geometry") { json in
        json.member("type", "Point")
        json.member("coordinates") { json in json.value(coordinate(of: cluster)) }
      }
      json.object("properties") { json in writeProperties(of: cluster, names, to: &json) }
    }
  }

  /// The names of the attributes as properties of features. A column `id` whose values are not the ids is
  /// `id_` where the property `id` has these.
  ///
  /// - Parameter isProperty: whether a single point's id is a property among supercluster's.
  package func propertyNames(withID isProperty: (PointID) -> Bool = { _ in false }) -> [String] {
    let own = featureProperties == .supercluster ? attributes.first { $0.name == "id" } : nil
    let isTaken = own.map { own in
      (0..<frame.points.count).contains { point in
        let id = frame.points.id(point)
        // Points that the data give no ids have `#` and the number of their row.
        return isProperty(id) && id.description != own.values.text(at: point)
          && !id.description.hasPrefix("#")
      }
    }
    return attributeNames(
      besides: (isTaken == true ? ["id"] : [])
        + (featureProperties == .supercluster
          // By these, styles and programs tell clusters from points.
          ? ["cluster", "cluster_id", "point_count", "point_count_abbreviated", "hidden"]
          : [
            "id", "count", "weight", "stack", "hidden", "point", "expansionZoom", "bounds", "hull", "members",
            "outline",
          ]))
  }

  /// Writes the properties of a cluster's feature; `names` are those of ``propertyNames(withID:)``.
  package func writeProperties(of cluster: Int, _ names: [String], to sink: inout some PropertySink) {
    let point = singlePoint(of: cluster)
    switch (featureProperties, point) {
    case (.pinfold, _):
      sink.member("id", frame.ids[cluster].description)
      writeCounts(of: cluster, to: &sink)
      writeDetails(of: cluster, to: &sink)
      if let point { writeAttributes(of: point, names, to: &sink) }
      writeFlatAggregates(of: cluster, to: &sink)
    case (.supercluster, nil): writeSuperclusterProperties(of: cluster, to: &sink)
    case (.supercluster, let point?):
      writeAttributes(of: point, names, to: &sink)
      if frame.isHidden(cluster) { sink.member("hidden", true) }
    }
  }

  private func writeSuperclusterProperties(of cluster: Int, to sink: inout some PropertySink) {
    let count = frame.pointCount(of: cluster)
    sink.member("cluster", true)
    sink.member("cluster_id", frame.ids[cluster].safeInteger)
    sink.member("point_count", count)
    // Below a thousand it is a number there too.
    let label: PropertyValue =
      count < 1000 ? .integer(count) : .text(CountLabel(.abbreviated).text(for: count))
    sink.member("point_count_abbreviated", label)
    sink.member("id", frame.ids[cluster].description)
    sink.member("weight", frame.weights[cluster])
    if hasGroups, let group = frame.groupName(of: cluster) { sink.member("group", group) }
    if frame.isHidden(cluster) { sink.member("hidden", true) }
    if let zoom = expansionZooms?[cluster] { sink.member("expansion_zoom", zoom) }
    writeBounds(of: cluster, to: &sink)
    for list in lists { sink.member(list.name) { json in list.write(cluster, &json) } }
    writeDetails(of: cluster, to: &sink)
    writeFlatAggregates(of: cluster, to: &sink)
  }

  private func writeDetails(of cluster: Int, to sink: inout some PropertySink) {
    for field in fields { sink.member(field.name, field.values, at: cluster) }
    writeOutline(of: cluster, to: &sink)
  }

  private func writeFlatAggregates(of cluster: Int, to sink: inout some PropertySink) {
    for aggregate in aggregates { aggregate.write(of: cluster, as: aggregate.name, to: &sink) }
  }

  private func writeAttributes(of point: Int, _ names: [String], to sink: inout some PropertySink) {
    for (name, attribute) in zip(names, attributes) { sink.member(name, attribute.values, at: point) }
  }

  /// The names of attributes among others, with underscores after those that are taken.
  func attributeNames(besides others: [String]) -> [String] {
    var taken = Set(others + fields.map(\.name) + aggregates.map(\.name))
    return attributes.map { attribute in
      var name = attribute.name
      while !taken.insert(name).inserted { name += "_" }
      return name
    }
  }
}
