import Pinfold
import Testing

@testable import PinfoldData

@Suite("Locations as people write them")
struct LocationTests {
  @Test(
    "a coordinate is degrees, minutes and seconds, with a letter or a sign",
    arguments: [
      (#"41°24'12.2"N"#, 41.403_388_888_888_89), (#"2°10'26.5""E"#, 2.174_027_777_777_778),
      ("41°24′12.2″N", 41.403_388_888_888_89), ("41º24’12.2”S", -41.403_388_888_888_89),
      ("N 41 24.203", 41.403_383_333_333_33), ("E 2 10.442", 2.174_033_333_333_333), ("84.4238W", -84.4238),
      ("12.5 s", -12.5), ("-0°15'00\"", -0.25), ("0°07'30\"W", -0.125), ("−73.95", -73.95),
      ("\u{A0}-73.97 ", -73.97), ("41:24:12", 41.403_333_333_333_33), ("48° 51.5'", 48.858_333_333_333_33),
      ("41d24m12s N", 41.403_333_333_333_33), ("41°24'12''N", 41.403_333_333_333_33), ("+7°", 7),
      ("n41.5", 41.5),
    ])
  func coordinates(text: String, degrees: Double) throws {
    let found = try #require(CoordinateText(text), "\(text)")
    #expect(abs(found.degrees - degrees) < 1e-12, "\(text): \(found.degrees)")
  }

  @Test(
    "what could be something else is no coordinate",
    arguments: [
      "", "N", "41 24", "41 24 12", "-41.5S", "N41.5N", "41°61'", "41°24'60\"", "41.5°24'", "41'24°", "1e5E5",
      "41°24'12\"5",
      "1.2.3", ".5", "5.", "12.5X", "41°24'12\"N E", "½", "٤١", "41°°",
    ])
  func noCoordinates(text: String) { #expect(CoordinateText(text) == nil, "\(text)") }

  @Test("a letter of the other axis is no coordinate of a column")
  func axes() {
    func field(_ text: String, _ axis: CoordinateText.Axis) -> DecimalField {
      text.withView { DecimalField(coordinate: $0, axis: axis) }
    }
    #expect(field("12.5N", .latitude) == .value(12.5) && field("12.5N", .longitude) == .invalid)
    #expect(field("12.5W", .longitude) == .value(-12.5) && field("12.5", .longitude) == .value(12.5))
    #expect(field("", .longitude) == .missing && field("NaN", .latitude) == .missing)
  }

  @Test(
    "a location in one text has many forms",
    arguments: [
      ("POINT (2.35 48.88)", 2.35, 48.88), ("point z(2.35 48.88 12)", 2.35, 48.88),
      ("SRID=4326;POINT(2.35 48.88)", 2.35, 48.88),
      ("0101000000CDCCCCCCCCCC0240713D0AD7A3704840", 2.35, 48.88),
      ("0101000020E6100000CDCCCCCCCCCC0240713D0AD7A3704840", 2.35, 48.88),
      (#"{"type": "Point", "coordinates": [2.35, 48.88, 4]}"#, 2.35, 48.88),
      (#"{"lat": 48.88, "lng": 2.35}"#, 2.35, 48.88),
      (#"{"location": {"latitude": "48.88", "longitude": "2.35"}}"#, 2.35, 48.88),
      (#"{"x":2.35,"y":48.88}"#, 2.35, 48.88),
      ("48°52'48\"N, 2°21'E", 2.35, 48.88), ("48°52'48\"N 2°21'E", 2.35, 48.88),
      ("N 48.88 E 2.35", 2.35, 48.88),
      ("2.35E 48.88N", 2.35, 48.88), ("8FW4V75V+8Q", 2.294_437_5, 48.858_312_5),
    ])
  func forms(text: String, longitude: Double, latitude: Double) throws {
    let found = try #require(LocationText(text), "\(text)")
    switch found.order {
    case .certain, .standard: break
    case .usual, .unknown: Issue.record("\(text): the order is certain")
    }
    #expect(abs(found.first - longitude) < 1e-9 && abs(found.second - latitude) < 1e-9, "\(text): \(found)")
  }

  @Test(
    "what is no location is none",
    arguments: [
      "", "12.5", "1, 2, 3", "LINESTRING (1 2, 3 4)", "POINT (1)", "POINT EMPTY", "POINT (nan 1)",
      "SRID=x;POINT(1 2)", "0101",
      #"{"type": "Polygon", "coordinates": [[1, 2]]}"#, #"{"lat": 3}"#, "{", "Main St (north)", "12/11",
      "N 48.88 N 2.35",
      "8FW4V75V+", "(48.88)", "48.88,", "01010000000000000000000240713D0AD7A3704840FF",
    ])
  func noLocations(text: String) { #expect(LocationText(text) == nil, "\(text)") }

  private func locationOption(_ column: String) -> ReadOptions {
    var options = ReadOptions()
    options.location = column
    return options
  }

  private func read(_ text: String, _ options: ReadOptions = ReadOptions()) throws -> PointData {
    try PointReader.read(bytes: Array(text.utf8), options: options)
  }

  @Test(
    "a column of locations is found where no columns are coordinates",
    arguments: [
      "id,geom\n1,POINT (2.35 48.88)\n2,\n3,POINT EMPTY\n", "id;geo_point_2d\n1;48.88, 2.35\n2;\n",
      "id,Location\n1,\"MAIN ST\nTOWN\n(48.88, 2.35)\"\n", "id,lonlat\n1,\"2.35, 48.88\"\n",
      "id,latlng\n1,\"48.88 2.35\"\n",
      "id,at\n1,\"48.88, 2.35\"\n2,\"12.5, 120.25\"\n3,\"12.5, 121\"\n",
      #"[{"id": 1, "where": {"lat": 48.88, "lng": 2.35}}]"#,
      #"{"meta": {"n": [1]}, "elements": [{"id": 1, "lat": 48.88, "lon": 2.35}, {"id": 2}]}"#,
      #"{"locations": [{"latitudeE7": 488800000, "longitudeE7": 23500000}]}"#, "经度,纬度\n2.35,48.88\n",
      "Lat (°N),Long (°E)\n48.88,2.35\n", "lat,lon\n48°52'48\"N,2°21'E\n",
    ])
  func columns(text: String) throws {
    let points = try read(text).columns
    #expect(abs(points.longitude[0] - 2.35) < 1e-12 && abs(points.latitude[0] - 48.88) < 1e-12, "\(text)")
  }

  @Test("the report names the column, and says how pairs were read")
  func report() throws {
    let data = try read(
      "id,Location\n1,\"(48.88, 2.35)\"\n2,north of town\n3,\n", locationOption("Location"))
    #expect(data.report.roles.contains { $0.role == .location && $0.column == "Location" && !$0.isGuessed })
    #expect(data.report.unusable.map(\.count) == [1, 1] && data.report.isLatitudeFirst)
    #expect(data.report.unusable[1].examples[0].text == "Location 'north of town'")
    #expect(data.report.warnings.contains { $0.contains("read as latitude, longitude; --no-latitude-first") })
  }

  @Test("the rows of a document are the first list that has the columns of options")
  func lists() throws {
    let text =
      #"{"tags": [{"a": 1}], "elements": [{"k": "x", "w": 2, "lat": 48.88, "lon": 2.35}], "n": [{"lat": 1, "lon": 2}]}"#
    let options = ReadOptions(id: "k", weight: "w")
    let points = try read(text, options).columns
    #expect(points.longitude == [2.35] && points.weight == [2] && points.ids == .texts(["x"]))
    #expect { try read(text, ReadOptions(id: "z")) } throws: { "\($0)".contains("no column 'z' (--id)") }
  }

  @Test("the plain forms are read as the others are")
  func plain() throws {
    for text in [
      "POINT (2.35 48.88)", "POINT(2.35 48.88)", "POINT (-1e2 5)", "48.88, 2.35", "(48.88, 2.35)",
      "48.88,2.35", "1,2",
      "POINT (1 2 3)", "POINT Z (1 2 3)", "POINT", "POINT (", "POINT ()", "(", "()", "(,)", ",", "1,2,3",
      "NA,2", "POINT EMPTY",
      "(1, 2", "1, 2)", "", "POINT (1 NA)", "[1, 2]", "POINT 1 2",
    ] {
      guard let plain = text.withView({ LocationText(plain: $0) }) else { continue }
      let whole = try #require(LocationText(text), "\(text)")
      #expect(plain.first == whole.first && plain.second == whole.second, "\(text)")
      #expect("\(plain.order)" == "\(whole.order)", "\(text)")
    }
    #expect("POINT (2.35 48.88)".withView { LocationText(plain: $0) } != nil)
    #expect("(48.88, 2.35)".withView { LocationText(plain: $0) } != nil)
  }

  @Test("ten-millionths are what names say and numbers show")
  func tenMillionths() throws {
    #expect(try read("latitudeE7,longitudeE7\n488800000,23500000\n").columns.latitude == [48.88])
    #expect(try read("latitudeE7,longitudeE7\n48.88,2.35\n").columns.latitude == [48.88])
    #expect(try read("latitude7,longitude7\n48.88,2.35\n").columns.latitude == [48.88])
    #expect { try read("latitude7,longitude7\n488800000,23500000\n") } throws: {
      "\($0)".contains("latitude out of range")
    }
  }

  @Test("an option decides the order; where nothing does, it is refused")
  func order() throws {
    let text = "id,at\n1,\"48.88, 2.35\"\n"
    var options = ReadOptions()
    options.latitudeFirst = true
    #expect(try read(text, options).columns.latitude == [48.88])
    options.latitudeFirst = false
    #expect(try read(text, options).columns.latitude == [2.35])
    #expect(throws: DataError.unclearPair("data", column: "at", values: [48.88, 2.35])) { try read(text) }
    // Only longitudes are past 90, whatever the name says.
    #expect(try read("lat_lon\n\"120.5, 48.88\"\n").columns.latitude == [48.88])
  }

  @Test(
    "what cannot be decided is refused",
    arguments: [
      (
        "a,b\n\"POINT (1 2)\",\"POINT (3 4)\"\n",
        "2 columns hold locations: 'a', 'b'; choose one with --location"
      ),
      ("id,score\n1,\"12, 11\"\n", "no columns that could be coordinates"),
      ("id,geom\n1,SRID=29999;POINT(500000 5400000)\n", "coordinates in EPSG:29999"),
    ])
  func refusals(text: String, message: String) throws {
    #expect { try read(text) } throws: { "\($0)".contains(message) }
  }

  @Test("metres of Web Mercator in a text become degrees")
  func mercator() throws {
    let points = try read("geom\nSRID=3857;POINT(261600.804 6254524.379276)\n").columns
    #expect(abs(points.longitude[0] - 2.35) < 1e-6 && abs(points.latitude[0] - 48.88) < 1e-6)
  }

  @Test("broken texts never crash, and what is read is finite")
  func fuzz() {
    var random = SplitMix64(seed: 45)
    let texts = [
      "SRID=4326;POINT ZM (2.35 48.88 1 2)", "0101000020E6100000CDCCCCCCCCCC0240713D0AD7A3704840",
      "41°24'12.2\"N, 2°10'26.5\"E",
      #"{"a":{"lat":48.88,"lng":2.35},"coordinates":[1,2],"type":"Point"}"#, "(41.88, -87.62)",
      "8FW4V75V+8QX", "[2.35;48,88]",
    ]
    for round in 0..<20_000 {
      var scalars = Array(texts[round % texts.count].unicodeScalars)
      for _ in 0...random.below(3) where !scalars.isEmpty {
        let place = random.below(scalars.count)
        switch random.below(3) {
        case 0: scalars.remove(at: place)
        case 1: scalars.insert(scalars[random.below(scalars.count)], at: place)
        default: scalars[place] = ["°", "-", "(", "E", "9", " ", "\u{0}", "é", "\"", ","][random.below(10)]
        }
      }
      let text = String(String.UnicodeScalarView(scalars))
      _ = LocationText.isEmpty(text)
      if let found = LocationText(text) { #expect(found.first.isFinite && found.second.isFinite, "\(text)") }
    }
  }

  @Test("geohashes are read in a column that is named for them, and nowhere else")
  func geohashes() throws {
    // The example of geohash.org: 57.64911, 10.40744.
    let found = try #require(LocationText(geohash: "u4pruydqqvj"))
    #expect(abs(found.first - 10.40744) < 1e-5 && abs(found.second - 57.64911) < 1e-5)
    #expect(try #require(LocationText(geohash: "EZS42")).second > 42.5)
    for text in ["", "a", "ezs42a", "48.8, 2.3", "é", String(repeating: "0", count: 23)] {
      #expect(LocationText(geohash: text) == nil, "\(text)")
    }
    for name in ["geohash", "GeoHash_6", "gh", "stop_geohash"] {
      let data = try read("name,\(name)\nA,u4pruydqqvj\nB,ezs42\nC,\n")
      #expect(data.columns.count == 2 && data.report.unusable.map(\.count) == [1])
      #expect(abs(data.columns.longitude[0] - 10.40744) < 1e-5 && abs(data.columns.latitude[1] - 42.6) < 0.03)
    }
    #expect(failure("name,code\nA,u4pruydqqvj\nB,ezs42\n") != nil)
    // A digits-only geohash is no number, and other locations in such a column are read as ever.
    var options = ReadOptions()
    options.location = "geohash"
    let other = try read("id,geohash\n1,\"POINT (2 3)\"\n2,7zzz\n", options)
    #expect(other.columns.longitude[0] == 2 && other.columns.count == 2)
  }
}
