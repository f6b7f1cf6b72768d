import Pinfold
import PinfoldData
import TestSupport
import Testing

/// Data without points are data: filters have quiet days.
@Suite("Data without points")
struct EmptyDataTests {
  private static let emptyGPX = "<gpx version=\"1.1\"></gpx>"
  private static let emptyKML = "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document/></kml>"

  @Test(
    "are read, with a note, and are an error in strict reading",
    arguments: [
      "lon,lat\n", "id\tlon\tlat", "[]", "{\"type\":\"FeatureCollection\",\"features\":[]}",
      "{\"type\":\"FeatureCollection\",\"features\":[ ],\"name\":\"quiet\"}", emptyGPX, emptyKML,
    ])
  func none(_ text: String) throws {
    let data = try read(text)
    #expect(data.columns.count == 0 && data.report.rows == 0)
    #expect(data.report.warnings.contains("data: no rows"))
    let lines = data.report.table.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.suffix(2) == [["bounds", "none"], ["note", "no", "rows"]])
    #expect(failure(text, ReadOptions(strict: true)) == .noRows("data"))
  }

  @Test("have whatever columns options name, where nothing shows which there are")
  func columns() throws {
    var options = ReadOptions(
      id: "key", weight: "pop", group: "kind", attributes: .named(["name"]),
      condition: try Condition("pop > 5 and kind = 'x'"))
    for text in ["[]", "{\"type\":\"FeatureCollection\",\"features\":[]}", "key,pop,kind,name,lon,lat\n"] {
      let data = try read(text, options)
      #expect(data.columns.count == 0 && data.columns.attributes.contains { $0.name == "name" })
    }
    options.weight = "height"
    #expect(failure("key,pop,kind,name,lon,lat\n", options) != nil)
  }

  @Test("come of a selection that takes none, with a note, and are an error in strict reading")
  func selected() throws {
    let text = "lon,lat\n1,2\n3,4\n"
    var options = ReadOptions(condition: try Condition("lon > 10"))
    var data = try read(text, options)
    #expect(data.columns.count == 0 && data.report.selection?.count == 0)
    #expect(data.report.warnings[0] == "data: of 2 usable rows the condition 'lon > 10' holds for none")
    options.strict = true
    #expect(failure(text, options) == .noneSelected("data", rows: 2, condition: "lon > 10"))
    options = ReadOptions()
    options.bounds = CoordinateBounds(west: 50, south: 50, east: 60, north: 60)
    data = try read(text, options)
    #expect(data.columns.count == 0)
    #expect(
      data.report.warnings[0] == "data: no points within 50, 50, 60, 60 (--within)"
    )
    options.strict = true
    #expect(failure(text, options) == .noneWithin("data", [50, 50, 60, 60]))
    // Rows of which none can be used are an error all the same.
    guard case .noUsableRows = failure("lon,lat\nx,y\n") else { throw TestFailure() }
  }
}
