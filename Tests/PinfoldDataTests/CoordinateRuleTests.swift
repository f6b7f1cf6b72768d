import Pinfold
import PinfoldData
import Testing

@Suite("Coordinate rules")
struct CoordinateRuleTests {
  @Test("wraps longitudes past 180 where none is west of Greenwich")
  func wraps() throws {
    let data = try read("lon,lat\n170,1\n180,1\n190,1\n360,1\n")
    #expect(data.columns.longitude == [170, 180, -170, 0])
    #expect(data.report.wrappedLongitudes == 2)
  }

  @Test("refuses longitudes past 180 where some are west of Greenwich")
  func refuses() throws {
    let data = try read("lon,lat\n-10,1\n190,1\n")
    #expect(data.columns.longitude == [-10])
    #expect(data.report.unusable.map(\.reason) == [.longitudeOutOfRange])
  }

  @Test("refuses longitudes past 360 always")
  func past360() throws {
    let data = try read("lon,lat\n10,1\n360.5,1\n")
    #expect(data.report.unusable.map(\.count) == [1])
  }

  @Test("keeps ±180 and ±90")
  func limits() throws {
    let data = try read("lon,lat\n-180,-90\n180,90\n")
    #expect(data.columns.longitude == [-180, 180])
    #expect(data.report.extent.beyondMercator == 2)
  }

  @Test("takes any finite x and y on planar data")
  func planar() throws {
    let data = try read("x,y\n-1e9,4e6\n720,100\ninf,1\n1e999,2\n", ReadOptions(planar: true))
    #expect(data.columns.longitude == [-1e9, 720])
    #expect(data.report.unusable.map(\.reason) == [.unparsable])
    #expect(data.report.extent.beyondMercator == 0)
  }

  @Test("takes nameless arrays for longitude, latitude unless a value past 90 shows otherwise")
  func order() throws {
    #expect(try read("[[10,20],[30,40]]").columns.longitude == [10, 30])
    #expect(try read("[[10,20],[30,140]]").columns.longitude == [20, 140])
    let both = try read("[[100,20],[30,140]]")
    #expect(both.columns.longitude == [100])
    #expect(both.report.unusable.map(\.reason) == [.latitudeOutOfRange])
  }

  @Test("counts points that share their coordinates")
  func repeats() throws {
    let data = try read("lon,lat\n1,2\n1,2\n1,2\n3,4\n0,0\n-0,0\n", ReadOptions(countsRepeats: true))
    #expect(data.report.repeats?.distinct == 3)
    #expect(data.report.repeats?.most == 3)
  }

  @Test("makes an unusable row an error on demand")
  func strict() {
    let error = failure("lon,lat\n1,2\n,4\n", ReadOptions(strict: true))
    #expect(
      error
        == .unusableRow("data", reason: "missing coordinates", line: 3, text: "lon '', lat '4'", count: 1))
  }
}
