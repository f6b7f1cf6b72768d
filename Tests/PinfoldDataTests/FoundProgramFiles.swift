import PinfoldData

extension FoundFileTests {
  /// Files as some fifty programs and services write them, two towns each.
  static let programs: [File] = [
    File("QGIS's table with AS_XY", "X,Y,fid,name\n2.35,48.85,1,Paris\n-3.7,40.4,2,Madrid\n", towns),
    File(
      "QGIS's table with AS_WKT",
      "WKT,fid,name\n\"MultiPoint ((2.35 48.85))\",1,Paris\n\"MultiPoint ((-3.7 40.4))\",2,Madrid\n", towns),
    File(
      "psql's COPY", "id\tname\tlat\tlon\n1\tParis\t48.85\t2.35\n2\tMadrid\t40.4\t-3.7\n3\t\\N\t\\N\t\\N\n",
      towns, says: ["1 of 3 rows unusable: missing coordinates"]),
    File(
      "DuckDB's point as JSON",
      "id,geom\n1,\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[2.35,48.85]}\"\n2,\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[-3.7,40.4]}\"\n",
      towns),
    File(
      "DuckDB's struct", "id,loc\n1,\"{'lat': 48.85, 'lon': 2.35}\"\n2,\"{'lat': 40.4, 'lon': -3.7}\"\n",
      towns),
    File("MySQL's text of points", "id,position\n1,POINT(2.35 48.85)\n2,POINT(-3.7 40.4)\n", towns),
    File(
      "My Maps", "WKT,name,description\n\"POINT (2.35 48.85 0)\",Paris,\n\"POINT (-3.7 40.4 0)\",Madrid,\n",
      towns),
    File(
      "Google's saved places",
      #"{"type":"FeatureCollection","features":[{"geometry":{"coordinates":[2.35,48.85],"type":"Point"},"properties":{"date":"2024","location":{"name":"Paris"}},"type":"Feature"},{"geometry":{"coordinates":[-3.7,40.4],"type":"Point"},"properties":{},"type":"Feature"}]}"#,
      towns),
    File(
      "links to maps",
      "Title,Note,URL\nParis,,\"https://www.google.com/maps/@48.85,2.35,15z\"\nMadrid,,\"https://www.google.com/maps/place/M/@40,-3,9z/data=!3m1!4b1!8m2!3d40.4!4d-3.7\"\n",
      towns),
    File(
      "iNaturalist",
      "id,observed_on,latitude,longitude,private_latitude,private_longitude\n1,2024-01-01,48.85,2.35,,\n2,2024-01-02,40.4,-3.7,,\n",
      towns),
    File(
      "eBird",
      "GLOBAL UNIQUE IDENTIFIER\tCOMMON NAME\tLATITUDE\tLONGITUDE\tOBSERVATION DATE\nURN:1\tRobin\t48.85\t2.35\t2024-01-01\nURN:2\tWren\t40.4\t-3.7\t2024-01-02\n",
      towns),
    File(
      "NOAA's stations",
      "\"USAF\",\"WBAN\",\"STATION NAME\",\"LAT\",\"LON\",\"ELEV(M)\"\n\"071500\",\"99999\",\"PARIS\",\"+48.850\",\"+002.350\",\"+0077.0\"\n\"082210\",\"99999\",\"MADRID\",\"+40.400\",\"-003.700\",\"+0609.0\"\n",
      towns),
    File(
      "USGS's earthquakes",
      "time,latitude,longitude,depth,mag,magType\n2024-01-01T00:00:00.000Z,48.85,2.35,10,4.5,mb\n2024-01-02T00:00:00.000Z,40.4,-3.7,5,3.1,ml\n",
      towns),
    File(
      "OpenAQ",
      #"{"meta":{"found":2},"results":[{"id":1,"coordinates":{"latitude":48.85,"longitude":2.35}},{"id":2,"coordinates":{"latitude":40.4,"longitude":-3.7}}]}"#,
      towns),
    File("Wikidata's table", "item,coord\nQ90,Point(2.35 48.85)\nQ2807,Point(-3.7 40.4)\n", towns),
    File(
      "Wikidata's JSON",
      #"[{"item":"Q90","coord":"Point(2.35 48.85)"},{"item":"Q2807","coord":"Point(-3.7 40.4)"}]"#, towns),
    File(
      "MongoDB's export",
      "{\"_id\":{\"$oid\":\"65a\"},\"loc\":{\"type\":\"Point\",\"coordinates\":[2.35,48.85]}}\n{\"_id\":{\"$oid\":\"65b\"},\"loc\":{\"type\":\"Point\",\"coordinates\":[-3.7,40.4]}}\n",
      towns),
    File(
      "MongoDB's exact numbers",
      "{\"_id\":1,\"loc\":{\"type\":\"Point\",\"coordinates\":[{\"$numberDouble\":\"2.35\"},{\"$numberDouble\":\"48.85\"}]}}\n{\"_id\":2,\"loc\":{\"type\":\"Point\",\"coordinates\":[{\"$numberDouble\":\"-3.7\"},{\"$numberDouble\":\"40.4\"}]}}\n",
      towns),
    File(
      "Firestore's points",
      #"[{"id":1,"place":{"_latitude":48.85,"_longitude":2.35}},{"id":2,"place":{"_latitude":40.4,"_longitude":-3.7}}]"#,
      towns),
    File(
      "DynamoDB's items",
      #"{"Items":[{"id":{"S":"a"},"lat":{"N":"48.85"},"lon":{"N":"2.35"}},{"id":{"S":"b"},"lat":{"N":"40.4"},"lon":{"N":"-3.7"}}]}"#,
      towns),
    File(
      "Socrata's location",
      #"[{"location":{"latitude":"48.85","longitude":"2.35","human_address":"{}"}},{"location":{"latitude":"40.4","longitude":"-3.7"}}]"#,
      towns),
    File(
      "Salesforce's accounts",
      "\"Id\",\"Name\",\"BillingLatitude\",\"BillingLongitude\"\n\"1\",\"A\",\"48.85\",\"2.35\"\n\"2\",\"B\",\"40.4\",\"-3.7\"\n",
      towns),
    File(
      "Tableau's generated columns",
      "City\tLatitude (generated)\tLongitude (generated)\nParis\t48.85\t2.35\nMadrid\t40.4\t-3.7\n", towns),
    File(
      "R's write.table", "\"name\" \"lat\" \"lon\"\n\"1\" \"Paris\" 48.85 2.35\n\"2\" \"Madrid\" 40.4 -3.7\n",
      says: ["say --delimiter space"]),
    File(
      "Movebank",
      "event-id,timestamp,location-long,location-lat,individual-local-identifier\n1,2024-01-01,2.35,48.85,a\n2,2024-01-02,-3.7,40.4,b\n",
      towns),
    File(
      "OpenSky's states",
      #"{"time":1,"states":[["3c1","DLH","Germany",1,1,2.35,48.85,100.0],["3c2","IBE","Spain",1,1,-3.7,40.4,200.0]]}"#,
      says: ["no columns that could be coordinates"]),
    File(
      "AIS",
      "MMSI,BaseDateTime,LAT,LON,SOG\n1,2024-01-01T00:00:00,48.85,2.35,0.1\n2,2024-01-01T00:00:00,40.4,-3.7,0.2\n",
      towns),
    File(
      "SensorThings",
      #"{"value":[{"@iot.id":1,"location":{"type":"Point","coordinates":[2.35,48.85]}},{"@iot.id":2,"location":{"type":"Point","coordinates":[-3.7,40.4]}}]}"#,
      towns),
    File(
      "Nominatim",
      #"[{"place_id":1,"lat":"48.85","lon":"2.35","display_name":"Paris"},{"place_id":2,"lat":"40.4","lon":"-3.7","display_name":"Madrid"}]"#,
      towns),
    File(
      "HERE",
      #"{"items":[{"title":"Paris","position":{"lat":48.85,"lng":2.35},"access":[{"lat":48.0,"lng":2.0}]},{"title":"Madrid","position":{"lat":40.4,"lng":-3.7}}]}"#,
      towns),
    File(
      "Yelp",
      #"{"total":2,"businesses":[{"id":"a","coordinates":{"latitude":48.85,"longitude":2.35}},{"id":"b","coordinates":{"latitude":40.4,"longitude":-3.7}}]}"#,
      towns),
    File(
      "Inside Airbnb",
      "id,name,latitude,longitude,price\n1,\"Flat, cosy\",48.85,2.35,\"$1,200.00\"\n2,Loft,40.4,-3.7,$90.00\n",
      towns),
    File(
      "taxis",
      "VendorID,tpep_pickup_datetime,pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude\n1,2015,2.35,48.85,1,2\n2,2015,-3.7,40.4,1,2\n",
      towns),
    File(
      "GBFS",
      #"{"last_updated":1,"ttl":60,"data":{"stations":[{"station_id":"a","lat":48.85,"lon":2.35},{"station_id":"b","lat":40.4,"lon":-3.7}]}}"#,
      towns),
    File(
      "vehicles of GTFS-realtime",
      #"{"header":{},"entity":[{"id":"1","vehicle":{"position":{"latitude":48.85,"longitude":2.35}}},{"id":"2","vehicle":{"position":{"latitude":40.4,"longitude":-3.7}}}]}"#,
      towns),
    File(
      "OwnTracks",
      #"[{"_type":"location","lat":48.85,"lon":2.35,"tst":1},{"_type":"location","lat":40.4,"lon":-3.7,"tst":2}]"#,
      towns),
    File("geo URIs", "name,uri\nParis,\"geo:48.85,2.35\"\nMadrid,\"geo:40.4,-3.7?z=12\"\n", towns),
    File("ISO 6709", "name,gps\nParis,+48.8500+002.3500/\nMadrid,+40.4000-003.7000/\n", towns),
    File(
      "H3 cells", "id,h3\n1,8a1fb46622dffff\n2,8a390ca16d97fff\n",
      says: ["H3 cells are not read", "cell_to_latlng"]),
    File("what3words", "id,w3w\n1,filled.count.soap\n", says: ["only its service converts them"]),
    File("UK grid references", "id,gridref\n1,TQ3080\n2,SU1234\n", says: ["grid references are not read"]),
    File("Maidenhead", "call,locator\nF1,JN18eu\n", says: ["Maidenhead locators are not read"]),
    File(
      "SurveyCTO and KoBo",
      "start,_gps_latitude,_gps_longitude,_gps_altitude,_gps_precision\n1,48.85,2.35,0,5\n2,40.4,-3.7,0,5\n",
      towns),
    File(
      "ODK's geopoint", "id,location\n1,48.85 2.35 100.0 5.0\n2,40.4 -3.7 600.0 5.0\n",
      says: ["no columns that could be coordinates"]),
    File(
      "Garmin's TCX",
      #"<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity><Lap><Track><Trackpoint><Position><LatitudeDegrees>48.85</LatitudeDegrees><LongitudeDegrees>2.35</LongitudeDegrees></Position></Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>"#,
      says: ["Garmin's TCX", "gpsbabel -i gtrnctr"]),
    File(
      "OpenStreetMap's XML",
      #"<?xml version="1.0"?><osm version="0.6"><node id="1" lat="48.85" lon="2.35"/><node id="2" lat="40.4" lon="-3.7"/></osm>"#,
      says: ["OpenStreetMap's XML", "ogr2ogr"]),
    File(
      "SQL's insert statements",
      "INSERT INTO t (id, lat, lon) VALUES (1, 48.85, 2.35);\nINSERT INTO t (id, lat, lon) VALUES (2, 40.4, -3.7);\n",
      says: ["SQL", "export the table as CSV"]),
    File(
      "an HTML page",
      "<!DOCTYPE html><html><body><table><tr><th>lat</th><th>lon</th></tr><tr><td>48.85</td><td>2.35</td></tr></table></body></html>",
      says: ["a web page", "save the data"]),
    File(
      "MATLAB's writetable", "Name,Lat,Lon\nParis,48.85,2.35\nMadrid,40.4,-3.7\nNowhere,NaN,NaN\n", towns,
      says: ["missing coordinates"]),
    File(
      "SAS's dots for nothing", "name,lat,lon\nParis,48.85,2.35\nMadrid,40.4,-3.7\nNowhere,.,.\n", towns,
      says: ["coordinates that are no numbers"]),
    File("Stata's names", "id,_Y,_X\n1,48.85,2.35\n2,40.4,-3.7\n", towns),
    File(
      "Leaflet's pairs", #"[[48.85,2.35,"Paris"],[40.4,-3.7,"Madrid"]]"#,
      says: ["--lon 1 --lat 2", "--lon 2 --lat 1"]),
    File(
      "JavaScript's variable", "var addressPoints = [\n[48.85,2.35,\"Paris\"],\n[40.4,-3.7,\"Madrid\"]\n];\n",
      says: ["JavaScript", "keep the list between"]),
    File(
      "GeoJSON with lat and lon swapped",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[34.69,135.19]},"properties":{}}]}"#,
      says: ["look swapped"]),
    File(
      "a Markdown table",
      "| name | lat | lon |\n|------|-----|-----|\n| Paris | 48.85 | 2.35 |\n| Madrid | 40.4 | -3.7 |\n",
      towns, says: ["1 of 3 rows unusable"]),
    File(
      "French decimal commas in tabs", "nom\tlatitude\tlongitude\nParis\t48,85\t2,35\nMadrid\t40,4\t-3,7\n",
      towns, comma),
    File(
      "degrees in parts",
      "name,lat_deg,lat_min,lat_sec,lat_ns,lon_deg,lon_min,lon_sec,lon_ew\nA,48,51,0,N,2,21,0,E\n",
      says: ["'lat_deg' and 'lat_min' look like parts of an angle"]),
    File("Excel's serial dates and percent", "Lat,Long,Share\n48.85,2.35,10%\n40.4,-3.7,20%\n", towns),
    File("GPS Visualizer", "type,latitude,longitude,name\nW,48.85,2.35,Paris\nW,40.4,-3.7,Madrid\n", towns),
    File(
      "BOM and semicolons from Excel",
      "\u{FEFF}\"Name\";\"Lat\";\"Lon\"\r\n\"Paris\";48.85;2.35\r\n\"Madrid\";40.4;-3.7\r\n", towns),
    File(
      "ESRI's shape column", "OBJECTID,Shape,Name\n1,\"(2.35, 48.85)\",Paris\n2,\"(-3.7, 40.4)\",Madrid\n",
      [[48.85, 2.35], [40.4, -3.7]], says: ["--no-latitude-first"]),
    File("lat and lon in one name", "id,\"lat,lon\"\n1,\"48.85,2.35\"\n2,\"40.4,-3.7\"\n", towns),
    File("a Python tuple", "id,coords\n1,\"(48.85, 2.35)\"\n2,\"(40.4, -3.7)\"\n", towns),
    File(
      "Polygons in WKT", "id,geom\n1,\"POLYGON ((2 48, 3 48, 3 49, 2 48))\"\n",
      says: ["column 'geom' has polygons", "--shapes inside"]),
    File(
      "OpenStreetMap's links",
      "n,u\n1,https://www.openstreetmap.org/?mlat=48.85&mlon=2.35#map=12/1/2\n2,https://www.openstreetmap.org/#map=12/40.4/-3.7\n",
      towns),
    File(
      "ISO 6709 with minutes and seconds", "name,gps\nParis,+4851+00221/\nMadrid,+402400.0-0034200+12/\n",
      towns),
  ]
}
