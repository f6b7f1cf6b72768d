import Pinfold
import PinfoldEvaluation
import PinfoldStudies
import Testing

@Suite("Linear scan")
struct LinearScanStrategyTests {
  @Test("shows every point of the view once", arguments: [-4.0, 0, 5, 9, 14])
  func conserves(zoom: Double) throws {
    var columns = try makeHeaps(400, seed: 3).columns(in: Array(0..<400))
    // Some on either side of ±180°, at a pole, in groups, and some that never merge.
    for row in 0..<40 { columns.longitude[row] = row % 2 == 0 ? 179.99 : -179.99 }
    columns.latitude[50] = 90
    columns.group = (0..<400).map { Int32($0 % 3) - 1 }
    columns.groupNames = ["a", "b"]
    columns.mergeable = (0..<400).map { $0 % 7 != 0 }
    let points = try PointSet(columns)
    let map = try Clusterer(LinearScanStrategy()).build(points)
    for longitude in [0.0, 2.35, 180] {
      let view = Viewport(center: Coordinate(longitude: longitude, latitude: 48.86), zoom: zoom, margin: 0.1)
      let frame = try map.frame(for: view)
      #expect(Conservation(of: frame).passes)
      for cluster in 0..<frame.count {
        #expect(frame.members(of: cluster).contains { frame.view.rect.contains(points.position($0)) })
      }
    }
  }
}
