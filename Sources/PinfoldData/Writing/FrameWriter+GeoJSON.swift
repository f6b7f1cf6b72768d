import Pinfold

/// The names of the properties of GeoJSON features.
public enum FeatureProperties: String, CaseIterable, Sendable {
  /// Those of the JSON document.
  case pinfold

  /// Those of supercluster, for styles and programs that were made for it: `cluster`, `cluster_id`,
  /// `point_count` and `point_count_abbreviated`; a single point has its attributes alone.
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
    var json = JSONWriter()
    let names = attributeNames(besides: [
      "id", "count", "weight", "stack", "hidden", "point", "expansionZoom", "bounds", "hull",
      "members", "outline",
    ])
    json.object { json in
      json.member("type", "FeatureCollection")
      json.key("features")
      json.array { json in for cluster in clusters { writeFeature(cluster, names, to: &json) } }
    }
    json.newline()
    return json.bytes
  }

  private func writeFeature(_ cluster: Int, _ names: [String], to json: inout JSONWriter) {
    let place = coordinate(of: cluster)
    let point = singlePoint(of: cluster)
    json.object { json in
      json.member("type", "Feature")
      if featureProperties == .supercluster {
        json.key("id")
        if let point {
          json.value(frame.points.ids[point])
        } else {
          json.value(frame.ids[cluster].safeInteger)
        }
      }
      json.key("geometry")
      json.object { json in
        json.member("type", "Point")
        json.key("coordinates")
        json.array { json in
          json.value(place.longitude)
          json.value(place.latitude)
        }
      }
      json.key("properties")
      json.object { json in
        switch (featureProperties, point) {
        case (.pinfold, _):
          json.member("id", frame.ids[cluster].description)
          writeCounts(of: cluster, to: &json)
          writeDetails(of: cluster, to: &json)
          if let point { writeAttributes(of: point, names, to: &json) }
          writeFlatAggregates(of: cluster, to: &json)
        case (.supercluster, nil): writeSuperclusterProperties(of: cluster, to: &json)
        case (.supercluster, let point?):
          writeAttributes(of: point, attributes.map(\.name), to: &json)
          if frame.isHidden(cluster), !attributes.contains(where: { $0.name == "hidden" }) {
            json.member("hidden", true)
          }
        }
      }
    }
  }

  private func writeSuperclusterProperties(of cluster: Int, to json: inout JSONWriter) {
    let count = frame.memberCount(of: cluster)
    json.member("cluster", true)
    json.member("cluster_id", frame.ids[cluster].safeInteger)
    json.member("point_count", count)
    // Below a thousand it is a number there too.
    if count < 1000 {
      json.member("point_count_abbreviated", count)
    } else {
      json.member("point_count_abbreviated", CountLabel(.abbreviated).text(for: count))
    }
    json.member("id", frame.ids[cluster].description)
    json.member("weight", frame.weights[cluster])
    if hasGroups, let group = frame.groupName(of: cluster) { json.member("group", group) }
    if frame.isHidden(cluster) { json.member("hidden", true) }
    if let zoom = expansionZooms?[cluster] { json.member("expansion_zoom", zoom) }
    writeBounds(of: cluster, to: &json)
    writeHullIfIncluded(of: cluster, to: &json)
    writeMembersIfIncluded(of: cluster, to: &json)
    writeDetails(of: cluster, to: &json)
    writeFlatAggregates(of: cluster, to: &json)
  }

  private func writeDetails(of cluster: Int, to json: inout JSONWriter) {
    for field in fields { json.member(field.name, field.values, at: cluster) }
    writeOutline(of: cluster, to: &json)
  }

  private func writeFlatAggregates(of cluster: Int, to json: inout JSONWriter) {
    for aggregate in aggregates {
      json.key(aggregate.name)
      aggregate.write(of: cluster, to: &json)
    }
  }

  private func writeAttributes(of point: Int, _ names: [String], to json: inout JSONWriter) {
    for (name, attribute) in zip(names, attributes) { json.member(name, attribute.values, at: point) }
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
