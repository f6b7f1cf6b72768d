import Pinfold
import Testing

@Suite struct PointSetErrorTests {
  private func problem(
    _ projection: Projection = .mercator, _ change: (inout PointColumns) -> Void
  ) -> PointSetError? {
    var columns = PointColumns(longitude: [0, 1, 2], latitude: [0, 1, 2])
    change(&columns)
    do {
      _ = try PointSet(columns, projection: projection)
      return nil
    } catch {
      return error
    }
  }

  @Test("columns of another length are refused by name")
  func lengths() {
    #expect(problem { _ in } == nil)
    #expect(problem { $0.latitude = [1] } == .columnLength(name: "latitude", count: 1, expected: 3))
    #expect(problem { $0.ids = .integers([1]) } == .columnLength(name: "id", count: 1, expected: 3))
    #expect(problem { $0.weight = [] } == .columnLength(name: "weight", count: 0, expected: 3))
    #expect(problem { $0.group = [-1] } == .columnLength(name: "group", count: 1, expected: 3))
    #expect(problem { $0.mergeable = [true] } == .columnLength(name: "mergeable", count: 1, expected: 3))
    #expect(problem { $0.priority = [1] } == .columnLength(name: "priority", count: 1, expected: 3))
    #expect(
      problem { $0.attributes = [Attribute(name: "kind", values: .numbers([1, 2]))] }
        == .columnLength(name: "kind", count: 2, expected: 3))
    #expect(
      problem { $0.weight = [] }?.description == "column 'weight' holds 0 values for 3 points")
  }

  @Test("coordinates must be finite, and on the globe within the poles")
  func coordinates() {
    let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 1))
    #expect(
      problem { $0.latitude[1] = 90.5 } == .badCoordinate(row: 1, Coordinate(longitude: 1, latitude: 90.5)))
    #expect(problem(plane) { $0.latitude[1] = 90.5 } == nil)
    #expect(problem(plane) { $0.longitude[2] = .infinity } != nil)
    #expect(problem { $0.longitude[2] = 1e6 } == nil)
    #expect(problem { $0.latitude[0] = -90 } == nil)
    #expect(
      problem { $0.latitude[1] = 90.5 }?.description
        == "row 1 has no usable coordinate (1.0, 90.5); longitudes must be finite and latitudes in -90…90")
    // Not compared as a whole: what is no number is not equal to itself.
    #expect(problem { $0.longitude[2] = .nan }?.description.hasPrefix("row 2 has no usable") == true)
  }

  @Test("weights, priorities and groups out of range are refused with their row")
  func values() {
    #expect(problem { $0.weight = [1, -1, 1] } == .badWeight(row: 1, -1))
    #expect(problem { $0.weight = [1, 1, .infinity] } == .badWeight(row: 2, .infinity))
    #expect(problem { $0.weight = [0, 0, 0] } == nil)
    #expect(problem { $0.priority = [1, 1, .nan] } == .badPriority(row: 2))
    #expect(problem { $0.priority = [1, 1, -.infinity] } == nil)
    #expect(problem { $0.group = [-1, 0, -1] } == .badGroup(row: 1, 0))
    #expect(problem { $0.group = [-2, 0, -1] } == .badGroup(row: 0, -2))
    #expect(
      problem { $0.weight = [1, -1, 1] }?.description
        == "row 1 has the weight -1.0; weights must be finite and not negative")
  }

  @Test("a repeated id says where")
  func duplicates() {
    #expect(
      problem { $0.ids = .texts(["x", "y", "x"]) }?.description
        == "id 'x' is given to two points, in rows 0 and 2; ids must be unique")
  }
}
