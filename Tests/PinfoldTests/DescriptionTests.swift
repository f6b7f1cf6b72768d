import Pinfold
import Testing

@Suite struct DescriptionTests {
  @Test("what is printed says what a value is, not every number in it")
  func descriptions() throws {
    let points = try PointSet(
      PointColumns(longitude: [2.3553, 2.3590, 4.8594], latitude: [48.88, 48.87, 45.76]))
    let map = try Clusterer(.grid(cellSize: 60)).build(points)
    let center = Coordinate(longitude: 3, latitude: 47)
    let near = try map.frame(for: Viewport(center: center, zoom: 6))
    let far = try map.frame(for: Viewport(center: center, zoom: 2))
    #expect("\(points)" == "PointSet of 3 points")
    #expect("\(map)" == "ClusterMap of 3 points by strategy 'grid'")
    #expect("\(near)" == "Frame of 2 clusters of 3 points at zoom 6.0")
    let transitions = try MembershipDiff().transition(from: near, to: far)
    #expect("\(transitions)" == "MarkerTransitions of 3 markers: 3 merge")
    let first = transitions.markers[0]
    #expect("\(first)" == "merge from cluster 0 to 0, \(first.count) points, removed at 1.0")
  }
}
