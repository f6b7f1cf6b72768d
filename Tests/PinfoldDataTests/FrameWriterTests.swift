import Foundation
import Pinfold
import PinfoldData
import TestSupport
import Testing

@Suite("frames as text")
struct FrameWriterTests {
  private func writer(
    _ coordinates: [(Double, Double)], at center: Coordinate, zoom: Double, projection: Projection = .mercator
  ) throws -> FrameWriter {
    let points = try PointSet(
      PointColumns(longitude: coordinates.map(\.0), latitude: coordinates.map(\.1)), projection: projection)
    let map = try Clusterer(GridStrategy()).build(points)
    return FrameWriter(try map.frame(for: Viewport(center: center, zoom: zoom)), includesMembers: true)
  }

  private func bounds(_ writer: FrameWriter) throws -> [Double] {
    var json = JSONWriter()
    writer.writeViewport(to: &json)
    let object = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any]
    return try #require(object?["bounds"] as? [Double])
  }

  @Test("the bounds of a view across ±180° go from a larger to a smaller longitude")
  func dateLine() throws {
    let bounds = try bounds(try writer([(179.9, 0)], at: Coordinate(longitude: 180, latitude: 0), zoom: 6))
    #expect(bounds[0] > 165 && bounds[2] < -165)
    #expect(abs(bounds[0] + bounds[2]) < 1e-6 && abs(bounds[1] + bounds[3]) < 1e-6)
  }

  @Test("the bounds of a view wider than the world are the world's")
  func world() throws {
    let bounds = try bounds(try writer([(0, 0)], at: Coordinate(longitude: 77, latitude: 0), zoom: 0))
    #expect(bounds[0] == -180 && bounds[2] == 180)
  }

  @Test("longitudes past ±180° come back to the globe")
  func turns() throws {
    let writer = try writer([(190, 10), (-190, 10)], at: Coordinate(longitude: 180, latitude: 10), zoom: 5)
    let csv = String(decoding: writer.csv(), as: UTF8.self)
    #expect(csv.contains(",-170,10,1,1,[0]") && csv.contains(",170,10,1,1,[1]"))
  }

  @Test("planar data have bounds in their own units")
  func planar() throws {
    let square = Projection.planar(PlanarExtent(minX: 1000, minY: 0, side: 1024))
    let writer = try writer(
      [(1512, 512)], at: Coordinate(longitude: 1512, latitude: 512), zoom: 4, projection: square)
    let bounds = try bounds(writer)
    #expect(bounds == [1352, 412, 1672, 612])
  }

  @Test("fixed digits are rounded, and never a negative zero")
  func fixed() {
    #expect(Numeral.fixed(1.005, digits: 1) == "1.0")
    #expect(Numeral.fixed(-0.001, digits: 2) == "0.00")
    #expect(Numeral.fixed(-12.3456, digits: 3) == "-12.346")
    #expect(Numeral.fixed(7.5, digits: 0) == "8")
    #expect(Numeral.fixed(.nan, digits: 2) == "nan")
  }
}
