import Pinfold
import PinfoldData
import Testing

@Suite("KML and GPX")
struct MarkupReaderTests {
  private static let kml = """
    \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
    <!-- two & a half -->
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
      <name>Not a point</name><Folder><name>Nor this</name>
      <Placemark id="a"><name>Caf&#xe9; &amp; &quot;Bar&quot;</name><Style><LineStyle><width>3</width></LineStyle></Style>
        <TimeStamp><when>2026-01-02</when></TimeStamp>
        <ExtendedData><Data name="rank"><displayName>Rank</displayName><value>1</value></Data>
          <SchemaData><SimpleData name="open">true</SimpleData></SchemaData></ExtendedData>
        <Point><altitudeMode>absolute</altitudeMode><coordinates>
          2.5,48.25,10
        </coordinates></Point></Placemark>
      <Placemark><description><![CDATA[<b>bold</b>]]></description><MultiGeometry>
        <Point><coordinates>-1,10</coordinates></Point><Point><coordinates>-2,20</coordinates></Point>
        </MultiGeometry><ExtendedData><Data name="rank"><value>2.5</value></Data></ExtendedData></Placemark>
      <Placemark><name>ring</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
        0,0 4,0 4,2 0,2 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
      <Placemark><name>way</name><LineString><coordinates>10,0 12,0</coordinates></LineString></Placemark>
      <Placemark><name>bad</name><Point><coordinates>x,1</coordinates></Point></Placemark>
      <Placemark><name>none</name></Placemark><Placemark/>
    </Folder></Document></kml>
    """

  private static let gpx = """
    <gpx version="1.1" creator='me' xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>m</name></metadata>
    <wpt lat="48.25" lon="2.5"><ele>35.5</ele><name>Home</name></wpt><wpt lat='-1' lon=" -2 "/>
    <trk><name>walk</name><trkseg><trkpt lat="1" lon="2"><ele>7</ele><time>2026-01-02T03:04:05Z</time>
    <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>88</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>
    <trkpt lat="1" lon="3"></trkpt></trkseg></trk></gpx>
    """

  private func rows(_ data: PointData) -> [String] {
    (0..<data.columns.count).map { row in
      let values = data.columns.attributes.compactMap { attribute in
        attribute.values.text(at: row).map { "\(attribute.name)=\($0)" }
      }
      return "\(data.columns.longitude[row]) \(data.columns.latitude[row]) \(values.joined(separator: " "))"
    }
  }

  @Test("of KML the points are read, with names, extended data and times")
  func placemarks() throws {
    let data = try read(Self.kml, ReadOptions(attributes: .all))
    #expect(
      rows(data) == [
        #"2.5 48.25 name=Café & "Bar" when=2026-01-02 rank=1 open=true"#,
        "-1.0 10.0 rank=2.5 description=<b>bold</b>", "-2.0 20.0 rank=2.5 description=<b>bold</b>",
      ])
    #expect(data.report.format == .kml && data.report.rows == 8)
    #expect(data.report.unusable.map(\.reason) == [.missingCoordinates, .unparsable, .notAPoint])
    #expect(data.report.unusable.map(\.count) == [2, 1, 2])
    let rank = try #require(data.columns.attributes.first { $0.name == "rank" })
    guard case .numbers = rank.values else {
      Issue.record("a column of numbers is one")
      return
    }
    #expect(try PointReader.read(bytes: gzip(Array(Self.kml.utf8))).columns.count == 3)
  }

  @Test("of KML lines and polygons give a point inside where that is asked for")
  func inside() throws {
    var options = ReadOptions()
    options.shapes = .inside
    let columns = try read(Self.kml, options).columns
    #expect(columns.longitude == [2.5, -1, -2, 2, 11] && columns.latitude == [48.25, 10, 20, 1, 0])
  }

  @Test("of GPX one kind of points is read, a layer each")
  func layers() throws {
    #expect(
      failure(Self.gpx)?.description == "data: 2 layers; choose one with --layer: 'waypoints', 'track_points'"
    )
    var options = ReadOptions(attributes: .all)
    options.layer = "Waypoints"
    let points = try read(Self.gpx, options)
    #expect(rows(points) == ["2.5 48.25 ele=35.5 name=Home", "-2.0 -1.0 "])
    #expect(points.report.layer == "waypoints" && points.report.format == .gpx)
    options.layer = "track_points"
    #expect(
      rows(try read(Self.gpx, options)) == ["2.0 1.0 ele=7 time=2026-01-02T03:04:05Z hr=88", "3.0 1.0 "])
    options.layer = "routes"
    #expect(failure(Self.gpx, options)?.description.contains("no layer 'routes'") == true)
    #expect(try read("<gpx></gpx>").columns.count == 0)
  }

  @Test(
    "tell what is wrong with XML, and where",
    arguments: [
      ("<kml>\n<Placemark>", "line 2: it ends within <Placemark>"),
      ("<kml>\n\n</gpx>", "line 3: </gpx> ends nothing"),
      ("<kml><b a>", "line 1: an attribute without a value"),
      ("<kml><b a=1>", "line 1: an attribute whose value is not in quotes"),
      ("<kml><a>\n&nbsp;</a></kml>", "line 2: '&' begins none of XML's five entities"),
      (
        "<kml><!DOCTYPE a [<!ENTITY b 'c'>]></kml>",
        "line 1: a document type with declarations, which are not read"
      ),
      ("<kml><!-- ", "line 1: it ends within a comment"), ("<kml>< /kml>", "line 1: a tag without a name"),
      (
        "<kml>" + String(repeating: "<a>", count: 300),
        "line 1: more than 256 elements in each other"
      ),
    ])
  func mistakes(text: String, reason: String) {
    #expect(failure(text)?.description == "data: damaged KML: " + reason)
  }

  @Test("are read in the encoding that they declare")
  func encoding() throws {
    let text =
      "<?xml version='1.0' encoding='ISO-8859-1'?><gpx><wpt lat='1' lon='2'><name>Caf@</name></wpt></gpx>"
    let bytes = Array(text.utf8).map { $0 == UInt8(ascii: "@") ? 0xE9 : $0 }
    #expect(
      try rows(PointReader.read(bytes: bytes, options: ReadOptions(attributes: .all))) == [
        "2.0 1.0 name=Café"
      ])
  }
}
