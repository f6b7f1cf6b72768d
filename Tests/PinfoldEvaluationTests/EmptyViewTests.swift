import Pinfold
import Testing

@testable import PinfoldEvaluation

@Suite("Views without points")
struct EmptyViewTests {
  private func note(
    _ longitude: [Double], _ latitude: [Double], _ view: Viewport, planar: Bool = false
  ) throws -> String? {
    let projection: Projection =
      planar ? .planar(PlanarExtent(enclosing: longitude, latitude)) : .mercator
    let points = try PointSet(PointColumns(longitude: longitude, latitude: latitude), projection: projection)
    return try Clusterer(.grid()).build(points).frame(for: view).viewNote
  }

  private func view(_ longitude: Double, _ latitude: Double, _ zoom: Double) -> Viewport {
    Viewport(center: Coordinate(longitude: longitude, latitude: latitude), zoom: zoom)
  }

  @Test("say where the points are, and whether the coordinates of the view are swapped")
  func notes() throws {
    #expect(
      try note([2, 3], [48, 49], view(48.8, 2.3, 8))
        == "no point is in view; all 2 are at longitude 2…3, latitude 48…49; the view's middle looks swapped: "
        + "longitude comes first, as in 2.3,48.8")
    // A middle among the points is not swapped, whatever it would be the other way round.
    #expect(try note([0, 0.5], [0, 0.5], view(0.25, 0.25, 20))?.contains("swapped") == false)
    #expect(
      try note([2, 3], [48, 49], view(20, 10, 8))
        == "no point is in view; all 2 are at longitude 2…3, latitude 48…49")
    #expect(
      try note([2], [48], view(120, 10, 8))
        == "no point is in view; the only one is at longitude 2, latitude 48")
    #expect(
      try note([179, -179], [10, 20], view(0, 0, 8))
        == "no point is in view; all 2 are at longitude 179…-179, latitude 10…20")
    let around = stride(from: -180.0, to: 180, by: 20).map { $0 }
    #expect(
      try note(around, around.map { _ in 10 }, view(3, 60, 12))
        == "no point is in view; all 18 are around the world, at latitude 10")
  }

  @Test("are told from views with points and from no points at all")
  func others() throws {
    #expect(try note([2, 3], [48, 49], view(2, 48, 8)) == nil)
    #expect(try note([], [], view(2, 48, 8)) == nil)
    #expect(try note([2, 3], [48, 49], view(2, 0, 0)) == nil)
  }

  @Test("of a box tell which points lie on edges that belong to the boxes beside it")
  func edges() throws {
    func box(_ east: Double, _ north: Double) throws -> Viewport {
      try Viewport(bounds: CoordinateBounds(west: 0, south: 0, east: east, north: north), zoom: 6)
    }
    let corners = ([0.0, 10, 0, 10, 5], [0.0, 0, 10, 10, 5])
    #expect(
      try note(corners.0, corners.1, box(10, 10))
        == "3 points lie on the east or south edge of the box, which belongs to the box beside it; "
        + "--clip members lists points on every edge")
    #expect(try note([0, 5], [10, 5], box(10, 10)) == nil)
    #expect(try note([0], [0], box(10, 10))?.hasPrefix("1 point lies on") == true)
    var members = try box(10, 10)
    members.clip = .members
    #expect(try note(corners.0, corners.1, members) == nil)
  }

  @Test("name x and y on a plane")
  func planar() throws {
    let text = try #require(try note([0, 8], [0, 4], view(100, 2, 8), planar: true))
    #expect(text.hasPrefix("no point is in view; all 2 are at x 0…8"), "\(text)")
  }
}
