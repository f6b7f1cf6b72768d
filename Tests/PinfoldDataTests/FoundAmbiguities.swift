import Pinfold
import PinfoldData

extension FoundFileTests {
  private static let mercator = options { $0.system = .webMercator }
  private static let latitudeFirst = options { $0.latitudeFirst = true }

  /// Files whose numbers alone do not say where the points are.
  static let ambiguities: [File] = [
    // The order of pairs.
    File(
      "one odd pair against the name", "id,lonlat\n1,\"2.35, 48.85\"\n2,\"-3.7, 40.4\"\n3,\"13.6, 127\"\n",
      towns, says: ["1 of 3 rows unusable: latitude out of range (first: line 4"]),
    File(
      "many pairs against the name", "id,latlon\n1,\"120.5, 48.85\"\n2,\"120.6, 40.4\"\n",
      [[120.5, 48.85], [120.6, 40.4]]),
    File(
      "one odd pair without a telling name",
      "id,coords\n1,\"13.4, 52.5\"\n2,\"13.5, 52.6\"\n3,\"13.6, 52.7\"\n4,\"13.6, 127\"\n",
      says: ["13.4, 52.5 is latitude and longitude with --latitude-first"]),
    File(
      "one odd pair of JSON",
      #"[{"coordinates":[2.35,48.85]},{"coordinates":[-3.7,40.4]},{"coordinates":[13.6,127]}]"#, towns,
      says: ["1 of 3 rows unusable", "read as longitude, latitude; --latitude-first reads"]),
    File("a column xy", "id,xy\n1,\"2.35, 48.85\"\n2,\"-3.7, 40.4\"\n", towns),
    File(
      "brackets", "id,center\n1,\"[2.35, 48.85]\"\n2,\"[-3.7, 40.4]\"\n", towns,
      says: ["coordinates read as longitude, latitude; --latitude-first reads them the other way"]),
    File(
      "WKT the wrong way around", "id,geom\n1,POINT(48.85 -122.35)\n",
      says: ["look swapped; if they are, say --latitude-first"]),
    File(
      "WKT with the latitude first", "id,geom\n1,POINT(48.85 2.35)\n2,POINT (40.4 -3.7)\n", towns,
      latitudeFirst),
    File(
      "GeoJSON in a cell with the latitude first",
      #"[{"at":{"type":"Point","coordinates":[48.85,2.35]}},{"at":{"type":"Point","coordinates":[40.4,-3.7]}}]"#,
      towns, latitudeFirst),

    // Decimal commas of both numbers of a pair.
    File(
      "decimal commas and a blank", "id,at\n1,\"48,8500 2,3500\"\n2,\"40,4 -3,7\"\n", towns, latitudeFirst),
    File(
      "decimal commas and a semicolon", "id,at\n1,\"48,85; 2,35\"\n2,\"40,4; -3,7\"\n", towns, latitudeFirst),
    File(
      "decimal commas and another", "id,at\n1,\"48,8500, 2,3500\"\n2,\"40,4, -3,7\"\n", towns, latitudeFirst),
    File(
      "decimal commas and letters", "id,at\n1,\"48,8500N 2,3500E\"\n2,\"40°24,0'N, 3°42,0'W\"\n", towns),
    File(
      "decimal commas and nothing else", "id,at\n1,\"48,8500,2,3500\"\n",
      says: [
        "column 'at' has commas between its numbers and perhaps in them: '48,8500,2,3500'", "--decimal-comma",
      ]),
    File(
      "decimal commas and nothing else, as an option says", "id,at\n1,\"48,8500,2,3500\"\n2,\"40,4,-3,7\"\n",
      towns,
      options {
        $0.latitudeFirst = true
        $0.decimalComma = true
      }),
    File("lists of numbers", "id,at\n1,\"1,2 3,4\"\n2,\"3,4 5,6\"\n", says: ["no columns that could be"]),
    File("thousands", "id,pay\n1,\"48,856\"\n2,\"40,400\"\n", says: ["no columns that could be"]),

    // The order that an option says.
    File(
      "GeoJSON with the latitude first",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[48.85,2.35],[40.4,-3.7]]},"properties":{}}]}"#,
      towns, says: ["read as latitude, longitude; --no-latitude-first"], latitudeFirst),
    File(
      "GeoJSON that looks swapped", #"{"type":"Point","coordinates":[48.85,-122.35]}"#,
      says: ["look swapped; if they are, say --latitude-first"]),
    File(
      "columns of their own with the latitude first", "lat,lon\n48.85,2.35\n",
      says: [
        "--latitude-first: longitude and latitude are columns of their own; name them with --lon and --lat"
      ],
      latitudeFirst),
    File(
      "GPX with the latitude first", #"<gpx><wpt lat="48.85" lon="2.35"/></gpx>"#,
      says: ["--latitude-first: the order of coordinates is that of GPX"], latitudeFirst),
    File(
      "a plane with the latitude first", "at\n\"1.5, 2\"\n", says: ["with --planar, x is before y"],
      options { ($0.latitudeFirst, $0.planar, $0.location) = (true, true, "at") }),

    // Members that repeat.
    File(
      "a second geometry",
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2.35,48.85]},"geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#,
      [[2.35, 48.85]],
      says: ["1 value is left out, as the row has one of the same name before", "'geometry'"]),

    // Hemispheres and units outside of the numbers.
    File(
      "a hemisphere in the header", "id,Lat (°N),Lon (°W)\n1,40.7,74\n2,41,0\n", [[-74, 40.7], [0, 41]],
      says: ["column 'Lon (°W)' counts degrees west, which are read as negative"]),
    File("a hemisphere behind a name", "id,lat [°S],lon_W\n1,33.8,71.2\n", [[-71.2, -33.8]]),
    File("a hemisphere in words", "id,Latitude (deg. south),Longitude (East)\n1,33.8,151\n", [[151, -33.8]]),
    File("Chinese hemispheres", "编号,西经,南纬\n1,71.2,33.8\n", [[-71.2, -33.8]]),
    File("Chinese hemispheres that are positive", "编号,东经,北纬\n1,2.35,48.85\n2,-3.7,40.4\n", towns),
    File(
      "a hemisphere and a sign", "id,Latitude,Longitude (W)\n1,40.7,-74\n2,41,75\n",
      says: ["column 'Longitude (W)' is west by its name, but has the sign of -74"]),
    File("Spanish or German O", "id,lat,lon (°O)\n1,40.7,74\n", says: ["says O, which is east in German"]),
    File("starts and ends", "lat_s,lon_s,lat_e,lon_e\n48.85,2.35,1,2\n", [[2.35, 48.85]]),
    File(
      "the edges of a box", "lon_w,lon_e,lat_s,lat_n\n1,2,3,4\n", says: ["name them with --lon and --lat"]),
    File(
      "columns of hemispheres", "time,lat,N/S,lon,E/W\n1,33.8,S,71.2,W\n2,33.9,N,71,E\n3,33.9,,71,E\n",
      [[-71.2, -33.8], [71, 33.9]],
      says: ["the signs of 'lat' are those of column 'N/S'", "1 of 3 rows unusable: missing coordinates"]),
    File(
      "columns of hemispheres by any name", "lat,a,lon,b\n33.8,south,71.2,O\n33.9,north,71,E\n",
      [[-71.2, -33.8], [71, 33.9]]),
    File(
      "columns of hemispheres that repeat the signs",
      "lat,LATREF,lon,LONREF\n48.85,N,2.35,E\n40.4,N,-3.7,W\n",
      towns),
    File(
      "columns of hemispheres that contradict the signs", "lat,ns,lon,ew\n-33.8,N,71.2,W\n",
      says: ["column 'ns' says N, but 'lat' beside it has the sign of -33.8"]),
    File(
      "members of hemispheres", #"[{"lat":33.8,"latRef":"S","lon":71.2,"lonRef":"W"}]"#, [[-71.2, -33.8]]),
    File("sides of streets", "a,lat,lon,b\nN,48.85,2.35,E\nS,40.4,-3.7,E\n", towns),
    File("sides of streets elsewhere", "lat,lon,a,b\n48.85,2.35,S,W\n", [[2.35, 48.85]]),
    File("answers that are no hemispheres", "lat,lon,open\n48.85,2.35,N\n40.4,-3.7,N\n", towns),
    File("radians", "id,lat (rad),lon (rad)\n1,0.8,0.04\n", says: ["has radians; convert them to degrees"]),
    File("radians by name", "latitude_radians,longitude_radians\n0.8,0.04\n", says: ["has radians"]),
    File("gradians", "lat (gon),lon (gon)\n54,2\n", says: ["has gradians", "times 0.9"]),
    File("German degrees", "Breite (Grad),Länge (Grad)\n48.85,2.35\n", [[2.35, 48.85]]),
    File("other spellings of names", "Latitude / °N,Longitude / °E\n48.85,2.35\n40.4,-3.7\n", towns),
    File("geographic names", "geogr. Breite;geogr. Länge\n48.85;2.35\n40.4;-3.7\n", towns),

    // Numbers.
    File(
      "thousands of meters", "id,easting,northing\n1,\"261,600\",\"6,249,000\"\n",
      [[2.3499927832566683, 48.847353170408454]],
      says: ["commas in coordinates are read as separators of thousands"], mercator),
    File(
      "thousands without a system", "id,x,y\n1,\"652,000\",\"862,000\"\n",
      says: ["look like meters with commas between thousands: name their system"]),
    File(
      "thousands of a plane", "id,x,y\n1,652 000,2'600'000\n2,652\u{A0}001,\"2,600,000\"\n",
      [[652_000, 2_600_000], [652_001, 2_600_000]], options { $0.planar = true }),
    File(
      "packed degrees, minutes and seconds", "id;lat;lon\n1;485124N;0022103E\n",
      [[2 + 21.05 / 60, 48 + 51.4 / 60]]),
    File(
      "packed degrees that are none", "id;lat;lon\n1;487124N;0022103E\n",
      says: ["coordinates that are no numbers"]),
    File("decimal commas of angles", "lat;lon\n48,85N;2,35E\n\"40°24,0'N\";\"3°42,0'W\"\n", towns, comma),
    File(
      "degrees under meters", "id,lat,lon\n1,48.85,2.35\n",
      [[2.1110409176808754e-05, 0.00043882701628809596]],
      says: ["all numbers fit degrees; if they are, say --crs EPSG:4326"], mercator),
    File(
      "geohashes as numbers", "id,geohash\n1,3479447370796909\n",
      says: ["column 'geohash' has whole numbers, as Redis's"]),

    // Columns and lists.
    File(
      "one bad value among locations", "id,coords\n1,POINT(2.35 48.85)\n2,TBD\n3,POINT(-3.7 40.4)\n", towns,
      says: ["1 of 3 rows unusable: coordinates that are no numbers"]),
    File(
      "empty rows before the first location",
      "id,geom\n" + (0..<500).map { "\($0),\n" }.joined() + "a,POINT(2.35 48.85)\nb,POINT(-3.7 40.4)\n",
      towns,
      says: ["500 of 502 rows unusable: missing"]),
    File(
      "scores with a word", "id,score\n1,\"2, 1\"\n2,\"3, 1\"\n3,TBD\n", says: ["no columns that could be"]),
    File(
      "polygons in cells", "id,geom\n1,\"POLYGON((1 2,3 4,5 6,1 2))\"\n2,\"POLYGON((1 2,3 4,5 6,1 2))\"\n",
      says: ["column 'geom' has polygons; only points are read in cells", "GEOM_POSSIBLE_NAMES=geom"]),
    File(
      "lines in a named column", "id,geom\n1,\"LINESTRING(1 2,3 4)\"\n",
      says: ["only points are read in cells"], options { $0.location = "geom" }),
    File(
      "Esri's JSON with columns of degrees",
      #"{"spatialReference":{"wkid":102100},"features":[{"attributes":{"LATITUDE":1,"LONGITUDE":2},"geometry":{"x":261600,"y":6249000}}]}"#,
      [[2.3499927832566683, 48.847353170408454]]),
    File(
      "two lists of JSON",
      #"{"bounds":[{"lat":48.85,"lon":2.35},{"lat":40.4,"lon":-3.7}],"results":[{"lat":41,"lon":1}]}"#, towns,
      says: [
        "the rows are those of 'bounds' (2); 'results' (1) has coordinates too: --lon results.lon --lat results.lat"
      ]),
  ]
}
