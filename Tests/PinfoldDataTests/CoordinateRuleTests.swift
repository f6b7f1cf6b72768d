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

  @Test(
    "columns that may be coordinates, and of which nothing says which is which, are told with both readings",
    arguments: [
      ("48.1,11.5,a\n48.2,11.6,b\n", ["--lon 1 --lat 2", "--lon 2 --lat 1"], []),
      (
        "1,a,48.1,-122.5\n2,b,48.2,-122.6\n", ["longitude -122.5, latitude 48.1 with --lon 4 --lat 3"],
        ["--lon 3"]
      ),
      ("a,48.1,x,11.5\nb,48.2,y,11.6\n", ["--lon 2 --lat 4", "--lon 4 --lat 2"], []),
      ("p,q,r\n48,11,a\n52,13,b\n", ["--lon p --lat q", "--lon q --lat p"], []),
      ("p q,r\n48.5,11\n52.5,\n", ["--lon 'p q' --lat r"], []),
      ("x1,48.1,11.5,0.5\nx2,48.2,11.6,0.7\n", ["2, 3, 4 have numbers that could be"], []),
      ("name,height\na,100\nb,20\n", ["no columns that could be coordinates among 'name', 'height'"], []),
      ("p,q\n48,11,7\n52,13,8\n", ["--lon p --lat q", "--lon q --lat p"], []),
      ("p,q\n480,11\n52,13\n", ["no columns that could be coordinates"], []),
    ] as [(String, [String], [String])])
  func possibleCoordinates(_ text: String, expected: [String], other: [String]) {
    let message = failure(text)?.description ?? ""
    for part in expected { #expect(message.contains(part), "\(message)") }
    for part in other { #expect(!message.contains(part), "\(message)") }
  }

  @Test(
    "the order of coordinates without names is that which the numbers show; where they show none, both are told",
    arguments: ["[[10,20],[30,40]]", "10.5,20.5\n30.5,40.5\n"])
  func unclearOrder(_ text: String) {
    let error = failure(text)
    guard case .unclearOrder(_, let columns, let values) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(columns == ["1", "2"])
    let (x, y) = (Int(values[0]), Int(values[1]))
    #expect(x == 10 && y == 20)
    let message = error?.description ?? ""
    #expect(message.contains("with --lon 1 --lat 2") && message.contains("with --lon 2 --lat 1"))
    #expect((try? read(text, ReadOptions(longitude: "2", latitude: "1")))?.columns.count == 2)
    #expect((try? read(text, ReadOptions(planar: true)))?.columns.count == 2)
  }

  @Test("longitudes past 90 show the order of coordinates without names, but one odd row does not")
  func order() throws {
    #expect(try read("[[110,20],[30,40],[130,0]]").columns.longitude == [110, 30, 130])
    #expect(try read("[[10,20],[30,140],[0,-130]]").columns.longitude == [20, 140, -130])
    #expect(try read("[[10,140]]").columns.longitude == [140])
    // One row, rows that contradict each other, and few among many.
    for text in ["[[10,20],[30,140]]", "[[100,20],[30,140]]", "[[10,20],[30,999]]"] {
      #expect(failure(text)?.description.contains("with --lon 1 --lat 2") == true)
    }
    let rows = (0..<40).map { $0 < 3 ? "[10,100]" : "[10,20]" }.joined(separator: ",")
    #expect(failure("[\(rows)]") != nil)
  }

  @Test(
    "well-known layouts without a header have the names that their makers give",
    arguments: [
      (
        "1\tAlpha\tAlpha\t\t42.50779\t1.52109\tP\tPPLC\tAD\t\t07\t\t\t\t20430\t\t1037\tEurope/Andorra\t2020-03-03\n",
        1.52109
      ),
      ("AD\tAD100\tCanillo\t\t\t\t\t\t\t42.5833\t1.6667\t6\n", 1.6667),
      (
        "507,\"Heathrow\",\"London\",\"UK\",\"LHR\",\"EGLL\",51.4706,-0.461941,83,0,\"E\",\"Europe/London\",\"airport\",\"OurAirports\"\n",
        -0.461941
      ),
    ])
  func knownLayouts(_ text: String, _ longitude: Double) throws {
    let data = try read(text)
    #expect(data.columns.longitude == [longitude] && data.report.hasHeader == false)
    #expect(data.report.roles.prefix(2).map(\.column) == ["longitude", "latitude"])
    // The numbers of columns serve as before, and other data of as many columns are not taken for these.
    let other = text.replacing("\tP\t", with: "\t7\t").replacing("AD\tAD", with: "ad\tAD").replacing(
      "LHR", with: "L")
    #expect(failure(other)?.description.contains("which of columns") == true)
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
