import Pinfold

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
