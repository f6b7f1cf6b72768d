/// The marker of a cluster that is in a box of coordinates.
package struct BoxMarker: Sendable {
  /// The index of the cluster in the frame.
  package let cluster: Int

  /// The position, with a longitude within −180…180.
  package let coordinate: Coordinate

  /// The canonical index of the point, where the cluster is a single one.
  package let point: Int?

  /// The zoom at which the cluster splits; infinite for what never does, and NaN where the strategy has no
  /// hierarchy.
  package let expansionZoom: Double
}

extension ClusterMap {
  /// The markers in a box, on its edges too, as libraries for clusters on the web return them.
  ///
  /// - Parameters:
  ///   - box: degrees; one whose west is greater than its east crosses ±180°.
  ///   - zoom: the zoom of maps with tiles of 256 screen points.
  /// - Returns: the markers, and the frame in which they are clusters; it may have others around the box.
  package func markers(
    in box: CoordinateBounds, zoom: Double
  ) throws(ClusteringError) -> (frame: Frame, markers: [BoxMarker]) {
    let projection = points.projection
    let viewport: Viewport
    do {
      viewport = try Viewport(bounds: box.withRoom(on: projection), zoom: zoom, on: projection)
    } catch {
      throw .viewport(error)
    }
    let frame = try frame(for: viewport)
    let (hierarchy, ids) = (index.hierarchy, frame.ids)
    var markers: [BoxMarker] = []
    markers.reserveCapacity(frame.count)
    // No closures over optionals, which would not be specialized for their types.
    for cluster in 0..<frame.count {
      var point = -1
      if frame.memberCount(of: cluster) == 1 { frame.forEachMember(of: cluster) { point = $0 } }
      let place = point >= 0 ? points.coordinate(point) : frame.coordinate(of: cluster)
      let coordinate = place.unwound(on: projection)
      guard box.contains(coordinate, on: projection) else { continue }
      var expansion = Double.infinity
      if point < 0 {
        if let hierarchy, let node = hierarchy.node(of: ids[cluster]) {
          expansion = hierarchy.expansionZoom(of: node) ?? .infinity
        } else if !frame.isStack(cluster) {
          expansion = .nan
        }
      }
      markers.append(
        BoxMarker(
          cluster: cluster, coordinate: coordinate, point: point >= 0 ? point : nil, expansionZoom: expansion)
      )
    }
    return (frame, markers)
  }
}

extension CoordinateBounds {
  /// The box with room for the rounding of markers to the world's units.
  fileprivate func withRoom(on projection: Projection) -> CoordinateBounds {
    let room = if case .planar(let extent) = projection { extent.side / 0x1p30 } else { 360 / 0x1p30 }
    let isAllAround = projection.wraps && east - west >= 360 - 2 * room
    return CoordinateBounds(
      west: isAllAround ? -180 : west - room, south: south - room, east: isAllAround ? 180 : east + room,
      north: north + room)
  }

  /// Whether a location is in the box or on its edges.
  fileprivate func contains(_ place: Coordinate, on projection: Projection) -> Bool {
    guard south <= place.latitude, place.latitude <= north else { return false }
    guard projection.wraps else { return west <= place.longitude && place.longitude <= east }
    let width = west > east ? east + 360 - west : east - west
    let way = (place.longitude - west).truncatingRemainder(dividingBy: 360)
    return (way < 0 ? way + 360 : way) <= width || width >= 360
  }
}

extension Coordinate {
  /// The same place with a longitude within −180…180, however far it is wound around the globe.
  package func unwound(on projection: Projection) -> Coordinate {
    guard projection.wraps, longitude.magnitude > 180 else { return self }
    return Coordinate(longitude: longitude.remainder(dividingBy: 360), latitude: latitude)
  }
}

extension Frame {
  /// The position of a cluster's marker, with a longitude within −180…180.
  package func unwoundCoordinate(of cluster: Int) -> Coordinate {
    coordinate(of: cluster).unwound(on: points.projection)
  }
}
