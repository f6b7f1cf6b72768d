import Pinfold
import PinfoldData
import Testing

@testable import PinfoldData

/// One rule for what data say of their coordinates' system.
@Suite("Systems of coordinates")
struct GeoJSONSystemTests {
  private static func member(_ name: String) -> String {
    #""crs":{"type":"name","properties":{"name":"\#(name)"}}"#
  }

  private static func feature(_ place: String, _ more: String = "") -> String {
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(place)]\#(more)},"properties":{}}"#
  }

  /// Collections that say it before their features, behind them, in a feature and in a geometry.
  private static func texts(_ member: String, _ place: String) -> [String] {
    [
      #"{"type":"FeatureCollection",\#(member),"features":[\#(feature(place)),\#(feature(place))]}"#,
      #"{"type":"FeatureCollection","features":[\#(feature(place)),\#(feature(place))],\#(member)}"#,
      #"{"type":"FeatureCollection","features":[\#(feature(place, "," + member)),\#(feature(place))]}"#,
      #"{"type":"Feature",\#(member),"geometry":{"type":"Point","coordinates":[\#(place)]},"properties":{}}"#,
    ]
  }

  private static let metres = "2261000.5,4969000.25"

  @Test(
    "GeoJSON is read in the system that it names, wherever it does",
    arguments: [
      "urn:ogc:def:crs:EPSG::3857", "EPSG:3857", "http://www.opengis.net/def/crs/EPSG/0/3857", "EPSG:900913",
    ])
  func mercator(_ name: String) throws {
    for text in Self.texts(Self.member(name), Self.metres) {
      let data = try read(text)
      #expect(data.report.system == .webMercator && data.report.warnings.isEmpty)
      #expect(
        abs(data.columns.longitude[0] - 20.310913) < 1e-5 && abs(data.columns.latitude[0] - 40.705503) < 1e-5)
    }
  }

  @Test(
    "GeoJSON in degrees is that by any of their names",
    arguments: [
      "urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:OGC::CRS84", "OGC:CRS84", "EPSG:4326",
      "urn:ogc:def:crs:EPSG::4326",
      "http://www.opengis.net/gml/srs/epsg.xml#4326", "WGS 84",
    ])
  func degrees(_ name: String) throws {
    for text in Self.texts(Self.member(name), "2.5,48.5") {
      let data = try read(text)
      #expect(
        data.report.system == .degrees && data.columns.longitude[0] == 2.5 && data.report.warnings.isEmpty)
    }
    #expect(try read(Self.texts(#""crs":null"#, "2.5,48.5")[0]).columns.count == 2)
  }

  @Test("a system that is not read is named, and Web Mercator does not overrule it")
  func others() throws {
    let name = "urn:ogc:def:crs:EPSG::29999"
    for text in Self.texts(Self.member(name), "500000,5400000") {
      #expect(failure(text) == .otherSystem("data", name: "EPSG:29999"))
      var options = ReadOptions()
      options.system = .webMercator
      #expect(failure(text, options) == .otherSystem("data", name: "EPSG:29999"))
      options = ReadOptions(planar: true)
      #expect(try read(text, options).columns.longitude[0] == 500_000)
    }
    for text in Self.texts(Self.member(name), "2.5,48.5") {
      let error = failure(text)
      #expect(error == .otherSystem("data", name: "EPSG:29999", fitsDegrees: true))
      #expect(error?.description.contains("fit degrees: if they are, say --crs EPSG:4326") == true)
      var options = ReadOptions()
      options.system = .degrees
      let data = try read(text, options)
      #expect(data.columns.longitude[0] == 2.5)
      #expect(data.report.warnings == ["data: it says EPSG:29999; read as EPSG:4326, as --crs says"])
    }
    let mixed =
      #"{"type":"FeatureCollection",\#(Self.member("EPSG:4326")),"features":[\#(Self.feature("1,2", "," + Self.member(name)))]}"#
    #expect(
      failure(mixed)?.description.contains(
        "rows are in several systems, EPSG:4326 and EPSG:29999; write each")
        == true)
    #expect(
      failure(Self.texts(#""crs":{"type":"EPSG","properties":{"code":29998}}"#, "1,2")[0])?.description
        .contains("EPSG:29998") == true)
  }

  @Test("metres that could be degrees are told")
  func tooSmall() throws {
    let data = try read(Self.texts(Self.member("EPSG:3857"), "2.5,48.5")[0])
    #expect(data.report.warnings.contains { $0.contains("all numbers fit degrees") })
  }

  @Test("numbers that JSON does not have are missing values")
  func notFinite() throws {
    let text =
      #"{"type":"FeatureCollection","features":["#
      + [("NaN", "1,2"), ("-Infinity", "1,2"), ("3", "NaN,NaN"), ("4", "1,Infinity"), ("5", "1,2")].map {
        value, place in
        #"{"type":"Feature","properties":{"v":\#(value)},"geometry":{"type":"Point","coordinates":[\#(place)]}}"#
      }.joined(separator: ",") + "]}"
    let data = try read(text, ReadOptions(attributes: .all))
    #expect(data.columns.count == 3 && data.report.unusable.map(\.count) == [2])
    let values = try #require(data.columns.attributes[0].values.rounded)
    #expect(values[0].isNaN && values[1].isNaN && values[2] == 5)
    #expect(failure(text.replacing("NaN,NaN", with: "Nan,1")) != nil)
  }
}
