import Pinfold

extension FrameWriter {
  /// A FeatureCollection with one point for each cluster (RFC 7946), on one line; aggregates are properties
  /// of their own, `population_sum`, as programs that read GeoJSON like them flat.
  ///
  /// GeoJSON knows longitudes and latitudes only; the caller must not write planar data.
  public func geoJSON() -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("type", "FeatureCollection")
      json.key("features")
      json.array { json in for cluster in 0..<frame.count { writeFeature(cluster, to: &json) } }
    }
    json.newline()
    return json.bytes
  }

  private func writeFeature(_ cluster: Int, to json: inout JSONWriter) {
    let place = coordinate(of: cluster)
    json.object { json in
      json.member("type", "Feature")
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
        json.member("id", frame.ids[cluster].description)
        writeCounts(of: cluster, to: &json)
        for aggregate in aggregates { json.member(aggregate.name, aggregate.values[cluster]) }
      }
    }
  }
}
