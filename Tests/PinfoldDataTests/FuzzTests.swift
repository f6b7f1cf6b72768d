import Pinfold
import PinfoldData
import Testing

@Suite("Readers on damaged data")
struct FuzzTests {
  private static let csv = """
    id,name,lon,lat,weight,kind
    1,"a ""b"", c",-73.9876,40.7577,3,x
    2,plain,181.5,-20.25,1.5,y
    3,"two
    lines",,89,0,x
    4,é,2e1,-1,\\N,

    """

  private static let collection = """
    {"type":"FeatureCollection","metadata":{"a":[1,{"b":null}]},"features":[
    {"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[1.5,-2.5,3]},"properties":{"n":1,"t":"\\u00e9\\n"}},
    {"type":"Feature","id":"x","geometry":{"type":"MultiPoint","coordinates":[[1,2],[3,4]]},"properties":{"b":true,"o":{"k":[]}}},
    {"type":"Feature","geometry":null,"properties":null},
    {"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[5,6]}]}}
    ]}
    """

  private static let lines = """
    {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":"x"}}
    {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,1],[0,0]]]},"properties":{"a":1}}
    {"lon":3,"lat":4}

    """

  private static let records = #"[{"lon":1,"lat":2,"t":"a"},{"lon":"3","lat":null,"u":[1]},[4,5],7]"#
  private static let arrays = "[[1.25,2.5,\"a\"],[3,4],[null,5],[],[6,7,{\"k\":1}]]"
  private static let kml = """
    <kml><Placemark><name>Caf&#xe9; &amp; b</name><ExtendedData><Data name="n"><value>1</value></Data></ExtendedData>
    <MultiGeometry><Point><coordinates>-1,10 </coordinates></Point></MultiGeometry></Placemark><!-- c -->
    <Placemark><LineString><coordinates>0,0 1,1,5</coordinates></LineString><![CDATA[x]]></Placemark></kml>
    """
  private static let gpx = """
    <gpx><wpt lat="48.25" lon='2.5'><ele>35.5</ele><name>Home</name></wpt><wpt lat="-1" lon="-2"/></gpx>
    """
  private static let topology = """
    {"type":"Topology","transform":{"scale":[0.1,0.1],"translate":[1,2]},"arcs":[[[0,0],[9,0],[0,9]],[[9,9],[-9,-9]]],
    "objects":{"a":{"type":"GeometryCollection","geometries":[{"type":"Point","id":1,"coordinates":[3,4],"properties":{"n":1}},
    {"type":"MultiPoint","coordinates":[[5,6],[7,8]]},{"type":"Polygon","arcs":[[0,~1,1]]}]}}}
    """.replacing("~", with: "-")
  private static let columns = #"{"lat":{"0":1,"1":2},"lon":{"0":3,"1":4},"name":{"0":"a","1":null}}"#
  private static let wrapped =
    #"{"features":[{"attributes":{"n":"a"},"geometry":{"x":1,"y":2}},{"attributes":{"n":"b"}}],"elements":[{"lat":1,"lon":2},{"center":{"lat":3,"lon":4}}]}"#
  private static let planned = ReadOptions(attributes: .all, countsRepeats: true)

  @Test(
    "never crash, and count every row",
    arguments: [csv, collection, lines, records, arrays, kml, gpx, topology, columns, wrapped], [1, 2, 3])
  func mutations(_ text: String, _ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bytes = Array(text.utf8)
    for round in 0..<1200 {
      let damaged = Self.damage(bytes, &random)
      let options = round.isMultiple(of: 2) ? ReadOptions() : Self.planned
      do throws(DataError) {
        let data = try PointReader.read(bytes: damaged, options: options)
        let report = data.report
        let place = "seed \(seed), round \(round)"
        #expect(report.usable + report.unusable.reduce(0) { $0 + $1.count } == report.rows, "\(place)")
        #expect(report.usable == data.columns.count && (report.usable > 0 || report.rows == 0), "\(place)")
        #expect(data.columns.latitude.count == report.usable, "\(place)")
        #expect(data.columns.ids.map(\.count) ?? report.usable == report.usable, "\(place)")
        #expect(data.columns.attributes.allSatisfy { $0.values.count == report.usable }, "\(place)")
        #expect(data.columns.latitude.allSatisfy { $0.magnitude <= 90 }, "\(place)")
        #expect(data.columns.longitude.allSatisfy { $0.magnitude <= 180 }, "\(place)")
        #expect(!report.table.isEmpty, "\(place)")
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  // A few bytes flipped, removed, repeated or exchanged for telling ones; or the end cut off.
  private static func damage(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var result = bytes
    for _ in 0..<random.below(4) + 1 where !result.isEmpty {
      let place = random.below(result.count)
      switch random.below(6) {
      case 0: result[place] = UInt8(random.below(256))
      case 1: result.remove(at: place)
      case 2:
        let telling = Array("\"{}[],:\n\r\\01e-.tn\u{1E}".utf8)
        result[place] = telling[random.below(telling.count)]
      case 3:
        result.insert(contentsOf: result[place..<min(result.count, place + random.below(30))], at: place)
      case 4: result.removeSubrange(place..<min(result.count, place + random.below(20)))
      default: if random.below(5) == 0 { result.removeSubrange(place...) }
      }
    }
    return result
  }

  @Test("bear nesting of any depth")
  func nesting() {
    for depth in [10, 100, 100_000] {
      let open = String(repeating: "[", count: depth)
      #expect(failure(open) != nil)
      #expect(failure(open + String(repeating: "]", count: depth)) != nil)
      let nested = String(repeating: #"{"type":"GeometryCollection","geometries":["#, count: depth)
      #expect(failure(nested + String(repeating: "]}", count: depth)) != nil)
    }
  }
}
