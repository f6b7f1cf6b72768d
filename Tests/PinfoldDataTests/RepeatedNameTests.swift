import Pinfold
import PinfoldData
import Testing

@Suite("Names that a row has twice")
struct RepeatedNameTests {
  private static let features = """
    {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"v":1}},
    {"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[3,4],[5,6]]},"properties":{"v":1,"w":0,"v":2}},
    {"type":"Feature","geometry":{"type":"Point","coordinates":[7,8]},"properties":{"v":1,"\\u0076":3}}
    """

  @Test(
    "the first value counts, and a note says where others are left out",
    arguments: [
      (
        "[{\"lon\":1,\"lat\":2,\"v\":1},\n{\"lon\":3,\"lat\":4,\"v\":1,\"v\":2}]", "v",
        "1 value", "feature 1, line 2"
      ),
      (
        #"{"type":"FeatureCollection","features":[\#(features)]}"#, "v",
        "2 values", "feature 1, line 2"
      ),
      (
        features.replacing(",\n", with: "\n"), "v",
        "2 values", "feature 1, line 2"
      ),
      (
        """
        <kml><Placemark><name>1</name><Data name="name"><value>2</value></Data><Point><coordinates>1,2</coordinates>
        </Point></Placemark></kml>
        """, "name", "1 value", "feature 0"
      ),
      (
        """
        <gpx><wpt lat="1" lon="2"><name>1</name></wpt><wpt lat="1" lon="2"><name>1</name><extensions><name>2</name>
        </extensions></wpt></gpx>
        """, "name", "1 value", "feature 1"
      ),
      (
        """
        {"type":"Topology","objects":{"a":{"type":"GeometryCollection","geometries":[
        {"type":"Point","id":"X","coordinates":[1,2],"properties":{"n":0,"id":1}}]}},"arcs":[]}
        """, "id", "1 value", "feature 0"
      ),
    ])
  func repeated(text: String, name: String, count: String, place: String) throws {
    let data = try read(text, ReadOptions(attributes: .named([name])))
    let values = try #require(data.columns.attributes.first { $0.name == name }).values
    #expect((0..<data.columns.count).allSatisfy { values.text(at: $0) == "1" })
    let are = count == "1 value" ? "is" : "are"
    #expect(
      data.report.notes.filter { $0.contains("left out") } == [
        "data: \(count) \(are) left out, as the row has one of the same name before (first: \(place): '\(name)')"
      ])
  }

  @Test("columns that are not read have no note")
  func others() throws {
    let data = try read(#"[{"lon":1,"lat":2,"v":1,"v":2}]"#)
    #expect(data.report.notes == [])
  }
}
