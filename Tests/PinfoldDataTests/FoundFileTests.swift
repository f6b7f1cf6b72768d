import Pinfold
import PinfoldData
import TestSupport
import Testing

/// Files as people have them, small and invented: each is read rightly, or refused with what was seen and
/// what to type.
@Suite("Files as they are found")
struct FoundFileTests {
  struct File: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    var options = ReadOptions()

    /// The points that are read: longitude, latitude.
    var points: [[Double]] = []

    /// What the warnings say, or the error where no points are expected.
    var says: [String] = []

    init(
      _ name: String, _ text: String, _ points: [[Double]] = [], says: [String] = [],
      _ options: ReadOptions = ReadOptions()
    ) {
      (testDescription, bytes) = (name, Array(text.utf8))
      (self.options, self.points, self.says) = (options, points, says)
    }

    init(_ name: String, bytes: [UInt8], _ points: [[Double]] = [], says: [String] = []) {
      (testDescription, self.bytes, self.points, self.says) = (name, bytes, points, says)
      options.attributes = .all
    }
  }

  static func options(_ change: (inout ReadOptions) -> Void) -> ReadOptions {
    var options = ReadOptions()
    change(&options)
    return options
  }

  /// Paris and Madrid.
  static let towns = [[2.35, 48.85], [-3.7, 40.4]]
  static let comma = options { $0.decimalComma = true }

  // MARK: Delimited text

  static let tables: [File] = [
    File(
      "semicolons and decimal commas", "Baum;Breite;Länge\nLinde;48,85;2,35\nAhorn;40,4;-3,7\n", towns, comma),
    File(
      "decimal commas that nothing names", "tree;latitude;longitude\nlime;48,1371;11,5754\n",
      says: ["line 2: coordinates that are no numbers", "say --decimal-comma"]),
    File(
      "Windows-1252", bytes: Array("id,name,lon,lat\n1,M".utf8) + [0xFC] + Array("ller,2.35,48.85\n".utf8),
      [[2.35, 48.85]], says: ["read as Windows-1252"]),
    File(
      "names in Windows-1251", bytes: Array("lat,lon,".utf8) + [0xCC, 0xEE] + Array("\n48.85,2.35,a\n".utf8),
      [[2.35, 48.85]], says: ["read as Windows-1252, as in 'Ìî'; --encoding names another", "windows-1251"]),
    File(
      "coordinates named in Windows-1251", bytes: [0xF8, 0x3B, 0xE4] + Array("\n48.85;2.35\n".utf8),
      says: ["which of columns ø and ä", "read as Windows-1252: --encoding names another", "GBK for Chinese"]),
    File(
      "UTF-16 without a mark", bytes: "lat,lon\n48.85,2.35\n".utf8.flatMap { [$0, 0] }, [[2.35, 48.85]]),
    File(
      "UTF-16 without a mark, in network order", bytes: "lat,lon\n48.85,2.35\n".utf8.flatMap { [0, $0] },
      [[2.35, 48.85]]),
    File(
      "weights with one comma each", "lon,lat,weight\n2.35,48.85,\"1,234\"\n-3.7,40.4,\"2,345\"\n", towns,
      says: ["column 'weight' is text", "--numbers weight reads it as 1234, --decimal-comma as 1.234"]),
    File(
      "weights with points and commas", "lon;lat;weight\n2.35;48.85;1.234,5\n-3.7;40.4;2.345,5\n", towns,
      says: ["(first: line 2, '1.234,5'); --decimal-comma reads them"]),
    File(
      "weights with commas that are named", "lon,lat,w\n2.35,48.85,\"1,234\"\n",
      says: ["bad weight: w '1,234'; --numbers w reads it as 1234, --decimal-comma as 1.234"],
      options { $0.weight = "w" }),
    File(
      "blanks before quotes, decimal commas within",
      "id, lon, lat\n1, \"2,35\", \"48,85\"\n2, \"-3,7\", \"40,4\"\n", towns, comma),
    File(
      "points between thousands", "id;lat;lon\n1;48.856.613;2.352.222\n2;45.764.043;4.835.659\n",
      says: ["the place of the decimal point is lost", "export the data again"]),
    File(
      "no decimal point at all",
      "id,decimalLatitude,decimalLongitude\n1,-5571234,132735678\n2,-5612345,132812345\n",
      says: ["lost their decimal point", "latitudeE7"]),
    File("a line sep=;", "sep=;\r\nName;Latitude;Longitude\r\nA;48.85;2.35\r\nB;40.4;-3.7\r\n", towns),
    File(
      "degrees, minutes and seconds",
      "name,lat,lon\nA,\"48°51'0\"\"N\",\"2°21'00\"\"E\"\nB,40°24′0″N,3°42′0″W\nC,N 41 24.203,E 2 10.442\n",
      towns + [[2.1740333333333335, 41.40338333333333]]),
    File(
      "exiftool's degrees",
      "SourceFile,GPSLatitude,GPSLongitude\na.jpg,\"48 deg 51' 0.00\"\" N\",\"2 deg 21' 0.00\"\" E\"\nb.jpg,\"40 deg 24' 0.00\"\" N\",\"3 deg 42' 0.00\"\" W\"\n",
      towns),
    File(
      "exiftool's position in one cell",
      "SourceFile,GPSPosition\na.jpg,\"48 deg 51' 0.00\"\" N, 2 deg 21' 0.00\"\" E\"\n",
      [[2.35, 48.85]]),
    File("hemispheres behind numbers", "name,lat,lon\nA,48.85N,2.35E\nB,40.4N,3.7W\n", towns),
    File(
      "a minus before zero degrees", "name,lat,lon\nA,\"-0°15'00\"\"\",\"0°7'30\"\"W\"\n", [[-0.125, -0.25]]),
    File(
      "a GPS receiver's numbers", "time,latitude,longitude\n1,4851.0000N,00221.0000E\n2,4024.0N,00342.0W\n",
      towns),
    File(
      "a GPS receiver's numbers without letters", "t,lat,lon\n1,4851.25,00221.5\n2,4024.5,00342.25\n",
      says: ["degrees and minutes in one", "as in 4851.25N, or in a column beside each"]),
    File(
      "a GPS receiver's numbers beside letters",
      "t,lat,ns,lon,ew\n1,4851.0000,N,00221.0000,E\n2,4024.0,N,00342.0,W\n", towns,
      says: ["read as degrees and minutes in one (ddmm.mmmm)", "the signs of 'lon' are those of column 'ew'"]),
    File(
      "a GPS receiver's numbers beside other columns", "t,lat,ns,lon,ew\n1,4851.25,x,00221.5,y\n",
      says: ["degrees and minutes in one", "or in a column beside each"]),
    File(
      "numbers past 60 minutes beside letters", "t,lat,ns,lon,ew\n1,4871.0,N,00221.0,E\n",
      says: ["latitude out of range"]),
    File(
      "a GPS receiver's sentences", "$GPGGA,123519,4851.000,N,00221.000,E,1,08,0.9,545.4,M,46.9,M,,*47\n",
      says: ["NMEA 0183", "gpsbabel -i nmea"]),
    File(
      "swapped names", "name,lat,lon\nKobe,135.19,34.69\nNara,135.80,34.68\n",
      says: ["look swapped", "say --lon lat --lat lon"]),
    File(
      "Takeout's ten-millionths", "latitudeE7,longitudeE7\n488500000,23500000\n404000000,-37000000\n", towns),
    File(
      "Takeout's negative numbers without a sign",
      "latitudeE7,longitudeE7\n488500000,23500000\n404000000,4257967296\n",
      towns, says: ["1 coordinate past 2^31 read as negative"]),
    File(
      "a header with line ends", "id,\"Latitude\n(deg)\",\"Longitude\n(deg)\"\n1,48.85,2.35\n2,40.4,-3.7\n",
      towns),
    File(
      "GeoNames", "1\tA\tA\t\t48.85\t2.35\tP\tPPL\tFR\t\t07\t\t\t\t5\t\t1\tEurope/Paris\t2020-03-03\n",
      [[2.35, 48.85]]),
    File(
      "no header, letters", "41.4N 84.4W\n41.5N 84.5W\n42N 85W\n",
      [[-84.4, 41.4], [-84.5, 41.5], [-85, 42]]),
    File(
      "no header, degrees", "48°51.6N 2°21E\n48°54N 2°24E\n", [[2.35, 48.86], [2.4, 48.9]]),
    File(
      "no header, brackets", "A,\"(41.88, -87.62)\"\nB,\"(41.9, -87.6)\"\n",
      [[-87.62, 41.88], [-87.6, 41.9]]),
    File(
      "no header, pairs", "48.85 2.35\n48.9 -122.4\n47 -100.2\n",
      [[2.35, 48.85], [-122.4, 48.9], [-100.2, 47]]),
    File(
      "no header, either order", "48.1,11.5,a\n48.2,11.6,b\n",
      says: ["no header says which", "--lon 1 --lat 2", "--lon 2 --lat 1"]),
    File(
      "WKT", "WKT,name\n\"POINT (2.35 48.85)\",a\n\"POINT (-3.7 40.4)\",b\nPOINT EMPTY,c\n", towns,
      says: ["1 of 3 rows unusable: missing coordinates"]),
    File("EWKT", "id,geom\n1,SRID=4326;POINT(2.35 48.85)\n2,SRID=4326;POINT Z (-3.7 40.4 12)\n", towns),
    File(
      "PostGIS's hexadecimal binary", "id,geom\n1,0101000020E6100000CDCCCCCCCCCC0240CDCCCCCCCC6C4840\n",
      [[2.35, 48.85]]),
    File(
      "pairs in parentheses", "id,Location\n1,\"(48.85, 2.35)\"\n2,\"(40.4, -3.7)\"\n", towns,
      says: ["read as latitude, longitude", "--no-latitude-first"]),
    File(
      "pairs behind an address", "id,Location 1\n1,\"100 MAIN ST\nPARIS, XX\n(48.85, 2.35)\"\n",
      [[2.35, 48.85]]),
    File(
      "Opendatasoft's point and shape",
      "Geo Point;Geo Shape;name\n48.85, 2.35;\"{\"\"coordinates\"\": [2.35, 48.85], \"\"type\"\": \"\"Point\"\"}\";Paris\n",
      [[2.35, 48.85]]),
    File("full plus codes", "name,code\nParis,8FW4V922+22\n", [[2.3500625, 48.8500625]]),
    File("geohashes", "name,geohash\nParis,u09tu8\n", [[2.3126220703125, 48.82598876953125]]),
    File(
      "words for nothing", "id,lon,lat\n1,-999,-999\n2,NA,NA\n3,2.35,48.85\n", [[2.35, 48.85]],
      says: ["1 of 3 rows unusable: missing", "1 of 3 rows unusable: latitude out of range"]),
    File("pipes with blanks", "id | x_lon | y_lat\nA | 2.35 | 48.85\nB | -3.7 | 40.4\n", towns),
    File(
      "psql's table",
      " gid |  lon  |  lat  \n-----+-------+-------\n   1 |  2.35 | 48.85 \n   2 |  -3.7 |  40.4 \n(2 rows)\n",
      towns, says: ["2 of 4 rows unusable: malformed row"]),
    File(
      "a byte order mark and trailing commas",
      "\u{FEFF}Name,Latitude,Longitude,\nA,48.85,2.35,\nB,40.4,-3.7,\n,,,\n", towns),
    File("typographic signs", "id,lon,lat\n1,2.35,48.85\n2,−3.7 ,+4.04E1\n", towns),
    File("names with units", "Site,Lat (°N),Long (°E)\nA,48.85,2.35\nB,40.4,-3.7\n", towns),
    File("Chinese names", "编号,经度,纬度\n1,2.35,48.85\n2,-3.7,40.4\n", towns),
    File("Russian names", "имя;широта;долгота\nа;48.85;2.35\nб;40.4;-3.7\n", towns),
    File("Spanish names", "id,latitud (grados),longitud (grados)\n1,48.85,2.35\n2,40.4,-3.7\n", towns),
    File("Italian abbreviations", "nome;lat.;long.\na;48.85;2.35\nb;40.4;-3.7\n", towns),
    File("ArcGIS's names", "OBJECTID,POINT_X,POINT_Y\n1,2.35,48.85\n2,-3.7,40.4\n", towns),
    File(
      "row names of R",
      "\"\",\"name\",\"lat\",\"lon\"\n\"1\",\"Paris\",48.85,2.35\n\"2\",\"Madrid\",40.4,-3.7\n", towns),
    File("Overpass's table", "@id\t@lat\t@lon\tname\n1\t48.85\t2.35\tParis\n2\t40.4\t-3.7\tMadrid\n", towns),
    File(
      "metres east and north", "site,northing,easting\nA,5400000,500000\n",
      says: ["'easting' and 'northing' look like meters", "--crs EPSG:32632", "--planar"]),
    File("grid references", "name,mgrs\nA,31UDQ5230011000\n", says: ["grid references are not read"]),
    File("blanks between fields", "\"name\" \"lat\" \"lon\"\n\"a\" 1 2\n", says: ["say --delimiter space"]),
    File(
      "a way from and to", "id,End Latitude,End Longitude,Start Latitude,Start Longitude\n1,1,2,48.85,2.35\n",
      [[2.35, 48.85]]),
    File(
      "a title, comments and units",
      "Stations 2024\n# by X\n\nname,lat,lon\n,deg,deg\nA,48.85,2.35\nB,40.4,-3.7\n", towns,
      says: ["the header is below", "1 of 3 rows unusable: coordinates that are no numbers"]),
    File(
      "stray quotes in tab-separated text",
      "gbifID\tspecies\tdecimalLatitude\tdecimalLongitude\n1\t\"A\" sp.\t48.85\t2.35\n2\t\"Old\t40.4\t-3.7\n",
      towns),
    File(
      "a stray quote in GTFS",
      "stop_id,stop_name,stop_lat,stop_lon\n001,12\" Pipe,48.85,2.35\n002,\"O, N\",40.4,-3.7\n", towns),
  ]

  // MARK: JSON and others

  static let documents: [File] = [
    File(
      "nested locations",
      #"[{"id":"a","location":{"lat":48.85,"lng":2.35}},{"id":"b","location":{"lat":"40.4","lng":"-3.7"}}]"#,
      towns),
    File(
      "Google's places",
      #"{"results":[{"geometry":{"location":{"lat":48.85,"lng":2.35}}},{"geometry":{"location":{"lat":40.4,"lng":-3.7}}}],"status":"OK"}"#,
      towns),
    File(
      "Takeout's records",
      #"{"locations":[{"latitudeE7":488500000,"longitudeE7":23500000},{"latitudeE7":404000000,"longitudeE7":-37000000}]}"#,
      towns),
    File(
      "Takeout's visits",
      #"{"timelineObjects":[{"placeVisit":{"location":{"latitudeE7":488500000,"longitudeE7":23500000}}},{"placeVisit":{"location":{"latitudeE7":404000000,"longitudeE7":-37000000}}}]}"#,
      towns),
    File(
      "Elasticsearch's hits",
      #"{"took":3,"hits":{"total":{"value":2},"hits":[{"_id":"a","_source":{"location":{"lat":48.85,"lon":2.35}}},{"_id":"b","_source":{"location":{"lat":40.4,"lon":-3.7}}}]}}"#,
      towns),
    File(
      "Elasticsearch's one hit",
      #"{"hits":{"total":1,"hits":[{"_id":"a","_source":{"location":{"lat":48.85,"lon":2.35}}}]}}"#,
      [[2.35, 48.85]]),
    File(
      "Overpass's nodes and centers of ways",
      #"{"version":0.6,"elements":[{"type":"node","id":1,"lat":48.85,"lon":2.35},{"type":"way","id":2,"center":{"lat":40.4,"lon":-3.7}}]}"#,
      towns),
    File(
      "Esri's JSON",
      #"{"geometryType":"esriGeometryPoint","spatialReference":{"wkid":4326},"features":[{"attributes":{"ID":1},"geometry":{"x":2.35,"y":48.85}},{"attributes":{"ID":2},"geometry":{"x":-3.7,"y":40.4}},{"attributes":{"ID":3}}]}"#,
      towns, says: ["1 of 3 rows unusable: missing coordinates"]),
    File(
      "TopoJSON",
      #"{"type":"Topology","arcs":[],"transform":{"scale":[0.05,0.05],"translate":[-10,30]},"objects":{"a":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[247,377]},{"type":"MultiPoint","coordinates":[[126,208]]}]}}}"#,
      towns),
    File(
      "SPARQL's answer",
      #"{"head":{"vars":["lat","lon"]},"results":{"bindings":[{"lat":{"type":"literal","value":"48.85"},"lon":{"type":"literal","value":"2.35"}},{"lat":{"type":"literal","value":"40.4"},"lon":{"type":"literal","value":"-3.7"}}]}}"#,
      towns),
    File(
      "pandas's columns",
      #"{"name":{"0":"Paris","1":"Madrid"},"lat":{"0":48.85,"1":40.4},"lon":{"0":2.35,"1":-3.7}}"#, towns),
    File(
      "pandas's split",
      #"{"columns":["name","lat","lon"],"index":[0,1],"data":[["Paris",48.85,2.35],["Madrid",40.4,-3.7]]}"#,
      towns),
    File(
      "polygons in records",
      #"{"rows":[{"id":1,"the_geom":{"type":"MultiPolygon","coordinates":[[[[2,48],[3,48],[3,49],[2,48]]]]}}]}"#,
      says: ["column 'the_geom' has polygons", "make each a feature of GeoJSON", "--shapes inside"]),
    File(
      "polygons beside coordinates",
      #"{"rows":[{"lat":48.85,"lon":2.35,"area":{"type":"Polygon","coordinates":[[[2,48],[3,48],[3,49],[2,48]]]}}]}"#,
      [[2.35, 48.85]]),
    File(
      "Esri's polygons",
      #"{"features":[{"attributes":{"ID":1},"geometry":{"rings":[[[2,48],[3,48],[3,49],[2,48]]]}}]}"#,
      says: ["column 'geometry' has polygons"]),
    File(
      "Overpass's lines",
      #"{"elements":[{"type":"way","id":2,"geometry":[{"lat":40.4,"lon":-3.7},{"lat":40.5,"lon":-3.7}]}]}"#,
      says: ["among 'elements'", "out center"]),
    File(
      "Overpass's ways", #"{"elements":[{"type":"way","id":2,"nodes":[1,2]}]}"#, says: ["out center"]),
    File("NaN", #"[{"lat":48.85,"lon":2.35,"v":NaN},{"lat":40.4,"lon":-3.7,"v":Infinity}]"#, towns),
    File(
      "a sequence with separators",
      "\u{1E}{\"type\":\"Point\",\"coordinates\":[2.35,48.85]}\n\u{1E}{\"type\":\"Point\",\"coordinates\":[-3.7,40.4]}\n",
      towns),
    File(
      "lines with blank ones", "\u{FEFF}{\"lat\":48.85,\"lon\":2.35}\n\n{\"lat\":40.4,\"lon\":-3.7}\n   \n",
      towns),
    File(
      "metres",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[2261000,4969000]},"properties":{}}]}"#,
      says: ["coordinates look like meters", "--crs EPSG:3857", "--crs EPSG:32632"]),
    File(
      "GeoRSS, simple",
      "<feed><entry><georss:point>48.85 2.35</georss:point></entry>"
        + "<entry><georss:point>40.4,-3.7</georss:point><geo:lat>1</geo:lat><geo:long>2</geo:long></entry></feed>",
      towns),
    File(
      "GeoRSS in GML, and the W3C's",
      "<?xml version=\"1.0\"?><rss xmlns:a='b'><channel><title>t</title><item><georss:where><gml:Point>"
        + "<gml:pos>48.85 2.35</gml:pos></gml:Point></georss:where></item><item><title>x</title><geo:Point>"
        + "<geo:lat>40.4</geo:lat><geo:long>-3.7</geo:long></geo:Point></item><item><georss:box>1 2 3 4</georss:box>"
        + "</item></channel></rss>", towns, says: ["1 of 3 rows unusable: not a point"]),
    File(
      "RSS without points", "<rss><channel><item><title>t</title></item></channel></rss>",
      says: ["missing coordinates"]),
  ]

  @Test(
    "are read rightly, or refused with what was seen and what to type",
    arguments: tables + documents + programs + ambiguities)
  func found(_ file: File) throws {
    do throws(DataError) {
      let data = try PointReader.read(bytes: file.bytes, options: file.options)
      let points = zip(data.columns.longitude, data.columns.latitude).map { [$0, $1] }
      #expect(points.count == file.points.count, "\(points)")
      for (point, expected) in zip(points, file.points) {
        #expect(abs(point[0] - expected[0]) < 1e-9 && abs(point[1] - expected[1]) < 1e-9, "\(point)")
      }
      let warnings = data.report.warnings.joined(separator: "\n")
      for words in file.says { #expect(warnings.contains(words), "\(warnings)") }
    } catch {
      #expect(file.points.isEmpty, "\(error)")
      for words in file.says { #expect(error.description.contains(words), "\(error)") }
    }
  }

  @Test("the other reading is told with what to type")
  func readings() throws {
    let trips = try read("id,start lat,start lon,end_lat,end_lon\n1,48.85,2.35,1,2\n").report
    #expect(trips.warnings.contains { $0.contains("; or say --lon end_lon --lat end_lat") })
    #expect(trips.table.contains("could be") && trips.table.contains("--lon end_lon --lat end_lat"))
    let quoted = try read("id,lat,lon,end lat,end lon\n1,48.85,2.35,1,2\n").report
    #expect(quoted.table.contains("--lon 'end lon' --lat 'end lat'"))
    let plain = try read("id,lat,lon\n1,48.85,2.35\n").report
    #expect(plain.table.contains("'lon' (guessed by its name)") && plain.table.contains("--lon COLUMN"))
    let pairs = try read("id,latlon\n1,\"48.85, 2.35\"\n").report
    #expect(pairs.table.contains("'latlon' (guessed by its content)"))
    #expect(pairs.table.contains("--no-latitude-first"))
  }

  @Test("a bad weight costs the row only where that is asked for, and is told")
  func weights() throws {
    let text = "id,lon,lat,visitors\n1,2,48,10\n2,3,40,many\n3,5,50,\n4,6,51,-2\n5,7,52,\"1,200\"\n"
    var options = ReadOptions(weight: "visitors")
    let kept = try read(text, options)
    #expect(kept.columns.count == 5 && kept.report.unusable.isEmpty)
    #expect(kept.columns.weight?[1...3] == [0, 0, 0])
    #expect(
      kept.report.warnings.contains {
        $0.contains(
          "points have a bad weight, counted as 0 (first: line 3, visitors 'many'); --unweighted skip")
      })
    #expect(kept.report.weightless?.examples.map(\.line) == [3, 4, 5])
    #expect(kept.report.table.contains("weight 0"))
    options.unweighted = .skip
    let skipped = try read(text, options)
    #expect(skipped.columns.count + (skipped.report.unusable.first?.count ?? 0) == 5)
    #expect(skipped.report.unusable.map(\.reason) == [.badWeight] && skipped.report.weightless == nil)
    options.unweighted = .zero
    options.strict = true
    #expect(failure(text, options)?.description.contains("bad weight") == true)
    // A column without a number is none of weights, and one that only has the name is not taken.
    #expect(
      failure("lon,lat,w\n1,2,a\n", ReadOptions(weight: "w"))?.description.contains("bad weight") == true)
    let named = try read("lon,lat,weight\n1,2,heavy\n", ReadOptions(attributes: .all)).columns
    #expect(named.weight == nil && named.attributes.map(\.name) == ["weight"])
  }
}
