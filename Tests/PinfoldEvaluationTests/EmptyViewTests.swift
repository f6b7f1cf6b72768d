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
    return try Clusterer(.grid()).build(points).frame(for: view).emptyViewNote
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
    #expect(
      try note([2, 3], [48, 49], view(20, 10, 8))
        == "no point is in view; all 2 are at longitude 2…3, latitude 48…49")
    #expect(
      try note([2], [48], view(120, 10, 8))
        == "no point is in view; the only one is at longitude 2, latitude 48")
    #expect(
      try note([179, -179], [10, 20], view(0, 0, 8))
        == "no point is in view; all 2 are at longitude 179…-179, latitude 10…20")
  }

  @Test("are told from views with points and from no points at all")
  func others() throws {
    #expect(try note([2, 3], [48, 49], view(2, 48, 8)) == nil)
    #expect(try note([], [], view(2, 48, 8)) == nil)
    #expect(try note([2, 3], [48, 49], view(2, 0, 0)) == nil)
  }

  @Test("name x and y on a plane")
  func planar() throws {
    let text = try #require(try note([0, 8], [0, 4], view(100, 2, 8), planar: true))
    #expect(text.hasPrefix("no point is in view; all 2 are at x 0…8"), "\(text)")
  }
}
