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
    #expect(csv.contains(",-170,10,1,1,0,[0]") && csv.contains(",170,10,1,1,1,[1]"))
  }

  @Test("planar data have bounds in their own units")
  func planar() throws {
    let square = Projection.planar(PlanarExtent(minX: 1000, minY: 0, side: 1024))
    let writer = try writer(
      [(1512, 512)], at: Coordinate(longitude: 1512, latitude: 512), zoom: 4, projection: square)
    let bounds = try bounds(writer)
    #expect(bounds == [1352, 412, 1672, 612])
  }

  /// Two points on one spot and one elsewhere, with a number and a text that is missing once.
  private func aggregated() throws -> FrameWriter {
    var columns = PointColumns(longitude: [1, 1, 40], latitude: [2, 2, 50])
    var texts = TextColumn()
    texts.append("a")
    texts.append("b")
    texts.appendMissing()
    columns.attributes = [
      Attribute(name: "population", values: .numbers([1.5, 2, .nan])),
      Attribute(name: "name", values: .texts(texts)),
    ]
    let frame = try Clusterer(GridStrategy()).build(PointSet(columns))
      .frame(for: Viewport(center: Coordinate(longitude: 20, latitude: 20), zoom: 2))
    return FrameWriter(
      frame,
      aggregates: try [(.sum, "population"), (.distinct, "name"), (.mean, "population")].map { kind, name in
        try FrameAggregate(Aggregation(kind, of: name), of: frame)
      })
  }

  @Test("aggregates are objects by column in JSON, null where there is nothing")
  func jsonAggregates() throws {
    var json = JSONWriter()
    try aggregated().writeClusters(to: &json)
    #expect(
      json.text.contains(
        #""stack":true,"aggregates":{"population":{"sum":3.5,"mean":1.75},"name":{"distinct":2}}"#))
    #expect(
      json.text.contains(
        #""weight":1,"point":2,"aggregates":{"population":{"sum":null,"mean":null},"name":{"distinct":0}}"#))
  }

  @Test("aggregates are properties of their own in GeoJSON")
  func geoJSONAggregates() throws {
    let text = String(decoding: try aggregated().geoJSON(), as: UTF8.self)
    #expect(text.contains(#""stack":true,"population_sum":3.5,"name_distinct":2,"population_mean":1.75}"#))
    #expect(text.contains(#""population_sum":null,"name_distinct":0,"population_mean":null}"#))
  }

  @Test("aggregates are columns in CSV and in the table")
  func textAggregates() throws {
    let writer = try aggregated()
    let csv = String(decoding: writer.csv(), as: UTF8.self).split(separator: "\n")
    #expect(csv[0] == "id,lon,lat,count,weight,point,population_sum,name_distinct,population_mean")
    #expect(
      Set(csv[1...].map { $0.split(separator: ",", maxSplits: 3)[3] }) == ["2,2,,3.5,2,1.75", "1,1,2,,0,"])
    let table = writer.table().split(separator: "\n")
    #expect(table[0].hasSuffix("count  population_sum  name_distinct  population_mean"))
    #expect(table[1].split(separator: " ").suffix(4) == ["2", "3.50", "2", "1.75"])
    #expect(table[2].split(separator: " ").suffix(4) == ["1", "-", "0", "-"])
  }

  @Test("only several points on one spot are told to be a stack")
  func stacks() throws {
    let writer = try writer(
      [(1, 2), (1, 2), (40, 50), (80, 10), (80.01, 10)], at: Coordinate(longitude: 40, latitude: 20), zoom: 2)
    let text = String(decoding: writer.geoJSON(), as: UTF8.self)
    #expect(writer.frame.count == 3)
    #expect(text.components(separatedBy: #""count":2,"weight":2,"stack":true,"members":[0,1]"#).count == 2)
    #expect(text.components(separatedBy: "stack").count == 2)
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
