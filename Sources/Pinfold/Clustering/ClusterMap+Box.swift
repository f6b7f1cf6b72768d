/// The marker of a cluster that is in a box of coordinates.
package struct BoxMarker: Sendable {
  /// The index of the cluster in the frame; −1 where there is no frame.
  package let cluster: Int

  /// The stable id of the cluster.
  package let id: ClusterID

  /// The number of members, those outside the box too.
  package let count: Int

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
    let frame = try frame(for: try viewport(of: box, zoom: zoom))
    let (hierarchy, ids) = (index.hierarchy, frame.ids)
    var markers: [BoxMarker] = []
    markers.reserveCapacity(frame.count)
    // No closures over optionals, which would not be specialized for their types.
    for cluster in 0..<frame.count {
      var point = -1
      let count = frame.memberCount(of: cluster)
      if count == 1 { frame.forEachMember(of: cluster) { point = $0 } }
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
          cluster: cluster, id: ids[cluster], count: count, coordinate: coordinate,
          point: point >= 0 ? point : nil, expansionZoom: expansion)
      )
    }
    return (frame, markers)
  }

  /// The same markers from the nodes of the strategy's hierarchy, without a frame; nil where frames may have
  /// other clusters.
  ///
  /// - Parameter zoom: infinite for every point by itself.
  package func nodeMarkers(
    in box: CoordinateBounds, zoom: Double
  ) throws(ClusteringError) -> [BoxMarker]? {
    if zoom == .infinity {
      _ = try viewport(of: box, zoom: 0)
      return pointMarkers(in: box)
    }
    let hierarchy = index.hierarchy
    var markers: [BoxMarker] = []
    let isFound = try forEachNode(in: box, zoom: zoom) { node, first, coordinate in
      let (count, expansion) = (node.count, node.count == 1 ? nil : hierarchy?.expansionZoom(of: node))
      markers.append(
        BoxMarker(
          cluster: -1, id: node.id, count: count, coordinate: coordinate, point: count == 1 ? first : nil,
          expansionZoom: expansion ?? .infinity))
    }
    return isFound ? markers : nil
  }

  /// Calls `body` with each node that has its marker in a box, the canonical index of its first point and the
  /// position; returns false where frames may have other clusters.
  package func forEachNode(
    in box: CoordinateBounds, zoom: Double,
    _ body: (_ node: HierarchyNode, _ first: Int, _ coordinate: Coordinate) -> Void
  ) throws(ClusteringError) -> Bool {
    guard isPlain, let hierarchy = index.hierarchy else { return false }
    let (points, projection) = (points, points.projection)
    let view = try viewport(of: box, zoom: zoom)
    guard
      let nodes = hierarchy.nodes(
        at: view.zoom, in: box.withRoom(on: projection).rect(on: projection, closed: true))
    else { return false }
    for node in nodes {
      let first = node.order.index(at: node.range.lowerBound)
      // Coincident points have the coordinate of the first one, as in a frame.
      let isStack = points.isCoincident(node.range, in: node.order)
      let place = isStack ? points.coordinate(first) : projection.unproject(node.position)
      let coordinate = place.unwound(on: projection)
      if box.contains(coordinate, on: projection) { body(node, first, coordinate) }
    }
    return true
  }

  private func pointMarkers(in box: CoordinateBounds) -> [BoxMarker] {
    let rect = box.withRoom(on: points.projection).rect(on: points.projection, closed: true)
    var markers: [BoxMarker] = []
    func append(_ point: Int) {
      let coordinate = points.coordinate(point).unwound(on: points.projection)
      guard box.contains(coordinate, on: points.projection) else { return }
      markers.append(
        BoxMarker(
          cluster: -1, id: points.order.clusterID(of: point..<point + 1), count: 1, coordinate: coordinate,
          point: point, expansionZoom: .infinity))
    }
    if isPlain, let leaves = index.hierarchy?.nodes(at: .infinity, in: rect) {
      for leaf in leaves { for offset in leaf.range { append(leaf.order.index(at: offset)) } }
    } else {
      for mergeable in [true, false] {
        for point in points.ranges(in: rect, mergeable: mergeable).joined().joined() { append(point) }
      }
    }
    return markers
  }

  private func viewport(of box: CoordinateBounds, zoom: Double) throws(ClusteringError) -> Viewport {
    do {
      let projection = points.projection
      return try Viewport(bounds: box.withRoom(on: projection), zoom: zoom, on: projection)
        .validated(planar: !projection.wraps)
    } catch {
      throw .viewport(error)
    }
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
    let isBetween = west <= place.longitude && place.longitude <= east
    // Most are, and a remainder takes longer than all the rest.
    if isBetween || !projection.wraps { return isBetween }
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
