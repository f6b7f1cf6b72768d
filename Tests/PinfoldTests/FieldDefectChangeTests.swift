import Pinfold
import TestSupport
import Testing

/// Defects of other libraries in how they follow changes, each as a test.
@Suite struct FieldDefectChangeTests {
  static let strategies = Registry.builtIn.all(.strategy).map(\.name)

  @Test("removing one of many coincident items removes others", arguments: strategies)
  func coincident(name: String) throws {
    let count = 100
    let columns = PointColumns(
      longitude: [Double](repeating: 2.35, count: count), latitude: [Double](repeating: 48.85, count: count),
      ids: .integers((0..<Int64(count)).map { $0 * 7 % 100 }))
    var map = try Clusterer(Registry.builtIn.find(name, kind: .strategy)()).build(PointSet(columns))
    let viewport = Viewport(center: Coordinate(longitude: 2.35, latitude: 48.85), zoom: 12)
    var left = Set((0..<Int64(count)).map(PointID.integer))
    for id in [42, 0, 99, 43, 17] {
      try map.remove([.integer(Int64(id))])
      left.remove(.integer(Int64(id)))
      let shown = try map.frame(for: viewport).partition
      #expect(shown == (name == "none" ? Set(left.map { [$0] }) : [left]))
    }
  }
}
