import Pinfold
import PinfoldData
import Testing

@testable import PinfoldData

@Suite("Guessing columns")
struct ColumnGuessTests {
  @Test(
    "takes the plainest names first",
    arguments: [
      ("id,lon,lat", 1, 2), ("LAT,LNG", 1, 0), ("latitude,longitude", 1, 0),
      ("rownames,lat,long,depth", 2, 1),
      ("x,y", 0, 1), ("lat_y,long_x", 1, 0), ("name,mass,reclat,reclong", 3, 2),
      ("dme_latitude_deg,dme_longitude_deg,latitude_deg,longitude_deg", 3, 2),
      ("dme_latitude_deg,dme_longitude_deg", 1, 0),
      ("end_of_trip_lat,end_of_trip_lng,start_lat,start_lng", 3, 2),
      ("geo.lon,geo.lat,salon", 0, 1), (" Lon , Lat ", 0, 1),
    ])
  func plainest(_ names: String, _ longitude: Int, _ latitude: Int) {
    let guess = ColumnNames.coordinates(in: names.split(separator: ",").map(String.init), planar: false)
    #expect(guess?.longitude == longitude)
    #expect(guess?.latitude == latitude)
  }

  @Test("guesses nothing from half a pair or from words inside words")
  func nothing() {
    for names in [["lon", "height"], ["salon", "balat"], ["plateau", "belong"], []] {
      #expect(ColumnNames.coordinates(in: names, planar: false) == nil)
    }
  }

  @Test("prefers x and y on planar data")
  func planar() {
    #expect(ColumnNames.coordinates(in: ["lon", "lat", "x", "y"], planar: true)?.longitude == 2)
    #expect(ColumnNames.coordinates(in: ["Easting", "Northing"], planar: true)?.latitude == 1)
  }

  @Test("completes one named coordinate by its counterpart")
  func half() throws {
    let data = try read("lon,lat\n1,2\n", ReadOptions(longitude: "lon"))
    #expect(data.columns.latitude == [2])
    #expect(data.report.roles.map(\.isGuessed) == [false, true])
  }

  @Test("names options in any case")
  func anyCase() throws {
    let data = try read(
      "East,North,Kind\n1,2,a\n", ReadOptions(longitude: "east", latitude: "NORTH", group: "kind"))
    #expect(data.columns.groupNames == ["a"])
  }

  @Test("reports what was guessed")
  func report() throws {
    let report = try read("id,lon,lat\n1,2,3\n").report
    #expect(report.roles.map(\.role) == [.longitude, .latitude, .id])
    #expect(report.warnings == ["data: columns guessed: longitude 'lon', latitude 'lat', id 'id'"])
  }
}
