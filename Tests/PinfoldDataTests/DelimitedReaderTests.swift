import Pinfold
import PinfoldData
import Testing

@Suite("Delimited text")
struct DelimitedReaderTests {
  @Test("finds the delimiter", arguments: [",", ";", "\t", "|"])
  func delimiter(_ mark: String) throws {
    let data = try read(
      "name\(mark)lat\(mark)lon\nA, b\(mark)1.5\(mark)2.5\nC\(mark)3\(mark)4\n".replacing("A, b", with: "A"))
    #expect(data.columns.longitude == [2.5, 4])
    #expect(data.columns.latitude == [1.5, 3])
    #expect(data.report.delimiter == mark.utf8.first)
  }

  @Test("takes a given delimiter, even an odd one")
  func givenDelimiter() throws {
    let data = try read("lon~lat\n1~2\n", ReadOptions(delimiter: UInt8(ascii: "~")))
    #expect(data.columns.longitude == [1])
  }

  @Test("ends lines with LF, CRLF or CR, the last or not", arguments: ["\n", "\r\n", "\r"], [true, false])
  func lineEnds(_ end: String, _ isLast: Bool) throws {
    let data = try read("lon,lat\(end)1,2\(end)3,4\(isLast ? end : "")")
    #expect(data.columns.longitude == [1, 3])
    #expect(data.columns.latitude == [2, 4])
  }

  @Test("passes over a byte order mark")
  func byteOrderMark() throws {
    let data = try read("\u{FEFF}lon,lat\n1,2\n")
    #expect(data.report.columns == ["lon", "lat"])
  }

  @Test("passes over empty lines, which are no rows")
  func emptyLines() throws {
    let data = try read("\n\nlon,lat\n\n1,2\n\r\n\n3,4\n\n")
    #expect(data.report.rows == 2)
    #expect(data.report.unusable.isEmpty)
  }

  @Test("reads quoted fields with delimiters, quotes and line ends inside")
  func quotes() throws {
    let data = try read(
      "name,lon,lat\n\"a \"\"b\"\", c\nd\",\"1\",2\nplain \"x\",3,4\n", ReadOptions(attributes: .all))
    #expect(data.columns.longitude == [1, 3])
    guard case .texts(let names) = data.columns.attributes[0].values else { throw TestFailure() }
    #expect(names[0] == "a \"b\", c\nd")
    #expect(names[1] == "plain \"x\"")
  }

  @Test("gives up one line for a quote that never closes, not the rest of the file")
  func unterminatedQuote() throws {
    let data = try read("name,lon,lat\n\"a,1,2\nb,3,4\nc,5,6\n")
    #expect(data.columns.longitude == [3, 5])
    #expect(data.report.unusable.map(\.reason) == [.malformedRow])
    #expect(data.report.unusable[0].examples[0].line == 2)
  }

  @Test("a stray quote costs its own row: text behind the next quote shows that it is none")
  func strayQuote() throws {
    // A thousand rows; a quote opens in one, and the next one opens a quoted field 500 lines below.
    let rows = (0..<1000).map { row in
      let name = row == 200 ? "\"Cafe" : row == 700 ? "\"Oak, North\"" : "name"
      return "\(row),\(row % 180),\(row % 90),\(name)"
    }
    let text = "id,lon,lat,name\n" + rows.joined(separator: "\n") + "\n"
    let data = try read(text)
    #expect(data.report.rows == 1000 && data.columns.count == 999)
    #expect(data.report.unusable.map(\.reason) == [.malformedRow])
    #expect(data.report.unusable[0].examples.map(\.line) == [202])
    guard case .unusableRow(_, _, 202, _, 1) = failure(text, ReadOptions(strict: true)) else {
      throw TestFailure()
    }
  }

  @Test("a quote within a field is one of its bytes, and blanks may stand behind a closing quote")
  func innerQuotes() throws {
    let data = try read(
      "name,lon,lat\n12\" Pipe,1,2\n\"a\" ,3,4\n\"b\" c,5,6\n", ReadOptions(attributes: .all))
    #expect(data.columns.longitude == [1, 3])
    guard case .texts(let names) = data.columns.attributes[0].values else { throw TestFailure() }
    #expect(names[0] == "12\" Pipe" && names[1] == "a")
  }

  @Test("in tab-separated text a quote that opens no sound field is one of its bytes")
  func tabs() throws {
    let rows = [
      "1\t\"Candidatus\" sp.\t1\t2", "2\tHill \"A\t1\t2", "3\t\"Old wood\t1\t2",
      "4\t\"quoted \"\"x\"\"\"\t1\t2",
      "5\t\"a\tb\"\t1\t2", "6\t\"two\nlines\"\t1\t2", "7\tend\"\t1\t2",
    ]
    let data = try read(
      "id\tname\tlon\tlat\n" + rows.joined(separator: "\n") + "\n", ReadOptions(attributes: .all))
    #expect(data.columns.count == 7 && data.report.unusable.isEmpty)
    guard case .texts(let names) = data.columns.attributes[0].values else { throw TestFailure() }
    #expect(
      (0..<7).map { names[$0] } == [
        "\"Candidatus\" sp.", "Hill \"A", "\"Old wood", "quoted \"x\"", "a\tb", "two\nlines", "end\"",
      ])
  }

  @Test("counts unusable rows by reason, with file lines and texts")
  func unusableRows() throws {
    var options = ReadOptions()
    options.unweighted = .skip
    let data = try read(
      """
      name,lon,lat,weight
      ok,1,2,1
      missing,,2,1
      null,\\N,NA,1
      text,east,2,1
      high,1,90.5,1
      far,-200,2,1
      negative,1,2,-1
      none,1,2,
      short
      shifted,by,1,2,3
      "two
      lines",3,4,2
      last,1,91,1

      """, options)
    #expect(data.columns.longitude == [1, 3])
    let report = data.report
    #expect(report.rows == 12)
    #expect(report.usable == 2)
    func lines(_ reason: UnusableReason) -> [Int]? {
      report.unusable.first { $0.reason == reason }?.examples.compactMap(\.line)
    }
    #expect(lines(.missingCoordinates) == [3, 4])
    #expect(lines(.unparsable) == [5])
    #expect(lines(.latitudeOutOfRange) == [6, 14])
    #expect(lines(.longitudeOutOfRange) == [7])
    #expect(lines(.badWeight) == [8, 9])
    #expect(lines(.malformedRow) == [10, 11])
    let parsed = report.unusable.first { $0.reason == .unparsable }
    #expect(parsed?.examples[0].text == "lon 'east', lat '2'")
    let weight = report.unusable.first { $0.reason == .badWeight }
    #expect(weight?.examples[0].text == "weight '-1'")
  }

  @Test("shows the first three of a reason and counts all")
  func examples() throws {
    let rows = (0..<10).map { _ in "x,y" }.joined(separator: "\n")
    let data = try read("lon,lat\n1,2\n\(rows)\n")
    #expect(data.report.unusable[0].count == 10)
    #expect(data.report.unusable[0].examples.map(\.line) == [3, 4, 5])
  }

  @Test("lets trailing delimiters pass, and rows that only lack later columns")
  func ragged() throws {
    let data = try read("lon,lat,name\n1,2,a,,\n3,4\n", ReadOptions(attributes: .all))
    #expect(data.columns.longitude == [1, 3])
    guard case .texts(let names) = data.columns.attributes[0].values else { throw TestFailure() }
    #expect(names[1] == nil)
  }

  @Test("sees that names are missing where the first row is a point")
  func headerless() throws {
    let data = try read("101.5,2.5\n103.5,4.5\n")
    #expect(data.report.hasHeader == false)
    #expect(data.columns.longitude == [101.5, 103.5])
    #expect(data.report.columns == ["1", "2"])
  }

  @Test("finds the two columns of coordinates without names, and their order by range")
  func headerlessGuess() throws {
    let data = try read("7,A,-37.8123,175.2712,30\n8,B,-36.8123,174.2712,12\n")
    #expect(data.columns.longitude == [175.2712, 174.2712])
    #expect(data.report.isLatitudeFirst)
    #expect(data.report.roles.map(\.column) == ["4", "3"])
  }

  @Test("takes columns by number from 1")
  func numbers() throws {
    let data = try read("a,1,2\nb,3,4\n", ReadOptions(longitude: "3", latitude: "2", header: false))
    #expect(data.columns.longitude == [2, 4])
    #expect(data.report.roles.allSatisfy { !$0.isGuessed })
  }

  @Test("can take the first row for data or for names on demand")
  func givenHeader() throws {
    #expect(try read("100,2\n103,4\n", ReadOptions(header: false)).report.rows == 2)
    let data = try read("1.5,2.5\n3,4\n", ReadOptions(longitude: "1.5", latitude: "2.5", header: true))
    #expect(data.columns.longitude == [3])
  }

  @Test("holds fields and lines of any length")
  func longFields() throws {
    let long = String(repeating: "é\"\"", count: 400_000)
    let data = try read("name,lon,lat\n\"\(long)\",1,2\n", ReadOptions(attributes: .all))
    guard case .texts(let names) = data.columns.attributes[0].values else { throw TestFailure() }
    #expect(names[0]?.utf8.count == 400_000 * 3)
  }
}

struct TestFailure: Error {}

extension DelimitedReaderTests {
  @Test(
    "a first row with WKT or WKB is a row, not a header",
    arguments: ["a,POINT (2.35 48.88)", "a,0101000020E6100000CDCCCCCCCCCC0240713D0AD7A3704840"])
  func noHeader(row: String) throws {
    let data = try PointReader.read(bytes: Array("\(row)\n\(row)\n".utf8), source: "a.csv")
    #expect(data.columns.count == 2 && data.report.hasHeader == false)
    let named = try PointReader.read(bytes: Array("name,POINT\n\(row)\n".utf8), source: "a.csv")
    #expect(named.columns.count == 1 && named.report.hasHeader == true)
  }

  @Test("blanks that pad the fields of a header are no part of values, but those in quotes are")
  func padded() throws {
    var options = ReadOptions(attributes: .all)
    let psql = "  lon |  name  | lat \n-----+--------+-----\n 2.5 | Berlin | 1\n 3   | Bonn   | 2\n(2 rows)\n"
    let data = try PointReader.read(bytes: Array(psql.utf8), options: options, source: "a.txt")
    #expect(data.columns.attributes[0].values.text(at: 0) == "Berlin")
    let quoted = "lon, name, lat\n2.5, \" x\", 1\n3, y , 2\n"
    let other = try PointReader.read(bytes: Array(quoted.utf8), options: options, source: "a.txt")
    #expect((0..<2).map { other.columns.attributes[0].values.text(at: $0) } == [" x", "y"])
    // Where the header has none, they stay.
    options.condition = try Condition("name = ' x'")
    let plain = "lon,name,lat\n2.5, x,1\n3,x,2\n"
    #expect(
      try PointReader.read(bytes: Array(plain.utf8), options: options, source: "a.txt").columns.count == 1)
  }

  @Test("columns of one name get a note")
  func twins() throws {
    let data = try PointReader.read(bytes: Array("lon,lat,name,name\n1,2,a,b\n".utf8), source: "a.csv")
    #expect(data.report.notes == ["a.csv: 2 columns are named 'name'; the first is used"])
  }
}

extension DelimitedReaderTests {
  @Test("with all columns, one of weights or groups is a column too, whatever its name")
  func rolesAreColumns() throws {
    var options = ReadOptions(weight: "pop", group: "group", attributes: .all)
    options.priority = "rank"
    let text = "id,lon,lat,pop,group,rank\n1,2,3,40,x,5\n"
    let data = try PointReader.read(bytes: Array(text.utf8), options: options, source: "a.csv")
    #expect(data.columns.attributes.map(\.name) == ["pop", "group", "rank"])
    #expect(data.columns.weight == [40] && data.columns.priority == [5] && data.columns.groupNames == ["x"])
  }
}
