import Pinfold
import PinfoldData
import Testing

@Suite("Coordinate systems through PROJ")
struct ProjLibraryTests {
  private static func options(_ system: String) -> ReadOptions {
    var options = ReadOptions()
    options.system = CoordinateSystem(option: system)
    return options
  }

  private static let metres = "site,northing,easting\nA,5400000,500000\nB,5401000,501000\n"
  private static let declared =
    #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::32632"}},"features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[500000,5400000]}}]}"#

  @Test("names of systems are read as people write them")
  func names() {
    for (text, name) in [
      ("EPSG:32632", "EPSG:32632"), ("epsg:32632", "EPSG:32632"), ("32632", "EPSG:32632"),
      ("102003", "ESRI:102003"),
      ("urn:ogc:def:crs:EPSG::32632", "EPSG:32632"),
      ("http://www.opengis.net/def/crs/EPSG/0/32632", "EPSG:32632"),
      ("WGS 84", "EPSG:4326"), ("3857", "EPSG:3857"), ("+proj=utm +zone=32", "+proj=utm +zone=32"),
    ] {
      #expect(CoordinateSystem(option: text)?.rawValue == name, "\(text)")
    }
    for text in ["", "utm", "EPSG:", "EPSG", "a:b", "EPSG:32 632"] {
      #expect(CoordinateSystem(option: text) == nil)
    }
  }

  @Test(
    "metres are converted by the library", .enabled(if: ProjLibrary.isInstalled, "PROJ is not installed"),
    arguments: ["EPSG:32632", "32632", "+proj=utm +zone=32 +datum=WGS84"])
  func converted(system: String) throws {
    let points = try read(Self.metres, Self.options(system)).columns
    #expect(abs(points.longitude[0] - 9) < 1e-9 && abs(points.latitude[0] - 48.7530130) < 1e-7)
    #expect(abs(points.longitude[1] - 9.0136072) < 1e-7 && abs(points.latitude[1] - 48.7620082) < 1e-7)
  }

  @Test(
    "files that name a system are read in it", .enabled(if: ProjLibrary.isInstalled, "PROJ is not installed"))
  func files() throws {
    let data = try read(Self.declared)
    #expect(abs(data.columns.longitude[0] - 9) < 1e-9 && data.report.warnings.isEmpty)
    #expect(data.report.table.contains("EPSG:32632"))
    // Numbers that fit degrees are no metres, but may be degrees of another datum.
    let small = Self.declared.replacing("500000,5400000", with: "9,48")
    #expect(failure(small) == .otherSystem("data", name: "EPSG:32632", fitsDegrees: true))
    let datum = try read(small.replacing("32632", with: "4230"))
    #expect(abs(datum.columns.longitude[0] - 9) < 0.01 && datum.columns.longitude[0] != 9)
  }

  @Test(
    "what the library does not know, and what it cannot convert, is told",
    .enabled(if: ProjLibrary.isInstalled, "PROJ is not installed"))
  func unknown() throws {
    #expect(
      failure(Self.metres, Self.options("EPSG:29999"))?.description.contains("PROJ knows no such system")
        == true)
    let far = try read(Self.metres + "C,1e30,1e30\n", Self.options("EPSG:32632"))
    #expect(far.columns.count == 2 && far.report.unusable.map(\.count) == [1])
  }

  @Test(
    "where it is missing the message says what to install",
    .enabled(if: !ProjLibrary.isInstalled, "PROJ is installed"))
  func missing() throws {
    for error in [failure(Self.declared), failure(Self.metres, Self.options("EPSG:32632"))] {
      #expect(error?.description.contains("apt-get install proj-bin, or brew install proj") == true)
    }
  }
}
