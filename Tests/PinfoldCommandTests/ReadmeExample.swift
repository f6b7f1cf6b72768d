import Pinfold

/// The example of the library's page, line by line.
func zoomIn(on cluster: Int, in frame: Frame, of map: inout ClusterMap) throws {
  // The records that the marker stands for.
  let ids = frame.members(of: cluster).map { frame.points.id($0) }
  print(ids)
  // A tap: the zoom at which the cluster splits; nil for points at one place.
  guard let zoom = try map.expansionZoom(of: cluster, in: frame) else { return }
  let center = frame.coordinate(of: cluster)
  let next = try map.frame(for: Viewport(center: center, zoom: zoom, width: 393, height: 852), after: frame)
  // What moves, splits and merges on the way.
  let transition = try MembershipDiff(duration: 0.3).transition(from: frame, to: next)
  for marker in transition.markers {
    print(marker.kind, transition.coordinates(of: marker, from: frame, to: next))
  }
  // New data: only what is near is clustered again, where the strategy is incremental.
  try map.insert(PointColumns(longitude: [2.36], latitude: [48.85], ids: .integers([99])))
}

/// The page's example of attributes, line by line.
func passengers() throws -> [Double?] {
  var columns = PointColumns(
    longitude: [2.3553, 2.3590, 4.8594], latitude: [48.8809, 48.8768, 45.7606], ids: .integers([1, 2, 4]))
  columns.attributes = [Attribute(name: "passengers", values: .numbers([226, 53, 36]))]
  var map = try Clusterer(.radius()).build(PointSet(columns))
  // Other values for some points, in the order of the ids.
  try map.update([.integer(4)]) { columns in columns.attributes[0].values = .numbers([38]) }
  let frame = try map.frame(for: Viewport(center: Coordinate(longitude: 3, latitude: 47), zoom: 6))
  // A number for each cluster of the frame; nil if no member has a value.
  return try frame.values(of: Aggregation(.sum, of: "passengers"))
}

/// The README's example of the library, line by line.
func readmeExample() throws -> Frame {
  let points = try PointSet(
    PointColumns(
      longitude: [2.3553, 2.3590, 4.8594], latitude: [48.8809, 48.8768, 45.7606], ids: .integers([1, 2, 4])))
  let map = try Clusterer(.grid(cellSize: 60)).build(points)
  let frame = try map.frame(for: Viewport(center: Coordinate(longitude: 3, latitude: 47), zoom: 6))
  for index in 0..<frame.count {
    let cluster = frame[index]
    print(cluster.id, cluster.coordinate.longitude, cluster.coordinate.latitude, cluster.count)
  }
  return frame
}
