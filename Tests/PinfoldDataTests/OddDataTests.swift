import Pinfold
import TestSupport
import Testing

@testable import PinfoldData

@Suite("Odd data")
struct OddDataTests {
  @Test(
    "is told with the option that mends it, where no row can be used",
    arguments: [
      ("lon,lat\n261848,6250566\n262000,6250000\n", "say --crs EPSG:3857"),
      ("lon;lat\n2,35;48,85\n4,9;52,37\n", "say --decimal-comma"),
    ])
  func unusable(_ text: String, _ advice: String) {
    #expect(failure(text)?.description.contains(advice) == true)
  }

  @Test("is refused where some rows can be used, and read once the columns are named")
  func swapped() throws {
    let text = "lon,lat\n48.85,2.35\n35.7,139.7\n-33.9,151.2\n"
    let refusal = try #require(failure(text)).description
    #expect(refusal.contains("2 of 3 rows cannot be used") && refusal.contains("look swapped"))
    #expect(refusal.hasSuffix("To skip these rows, say --lon lon --lat lat"))
    let data = try read(text, ReadOptions(longitude: "lon", latitude: "lat"))
    #expect(data.report.unusable.map(\.count) == [2])
    #expect(data.report.warnings.contains { $0.contains("longitude and latitude look swapped") })
    // One bad row among others shows nothing.
    let bad = try read("lon,lat\n" + String(repeating: "10,50\n", count: 7) + "10,95\n")
    #expect(!bad.report.warnings.contains { $0.contains("swapped") })
    // A wrong latitude among longitudes that are none shows nothing.
    let sound = try read("lon,lat\n139.7,35.7\n12,95\n")
    #expect(!sound.report.warnings.contains { $0.contains("swapped") })
  }

  @Test(
    "has a note on single rows that would be among the others the other way around", arguments: [6, 60, 400])
  func swappedRow(count: Int) throws {
    let rows = (1...count).map { "11.\($0),48.\($0)\n" }
    for place in [0, count / 2, count] {
      var all = rows
      all.insert("48.3,11.4\n", at: place)
      let data = try read("lon,lat\n" + all.joined())
      #expect(
        data.report.notes.contains {
          $0.hasSuffix(
            "1 row looks swapped: longitude and latitude the other way around are among the others (first: line "
              + "\(place + 2): 48.3, 11.4)")
        }, "\(data.report.notes)")
    }
    // Rows that are far off either way, or near both ways, show nothing.
    for other in ["100.5,11.4\n", "48.3,-70\n"] {
      #expect(
        !(try read("lon,lat\n" + rows.joined() + other)).report.notes.contains { $0.contains("swapped") })
    }
    let near = (0..<count).map { "\(10 + $0 % 5),\(11 + $0 % 7)\n" }.joined()
    #expect(!(try read("lon,lat\n" + near)).report.notes.contains { $0.contains("swapped") })
  }

  @Test("is read as it is meant where an option says so")
  func mended() throws {
    var options = ReadOptions(attributes: .all)
    options.decimalComma = true
    let comma = try read(
      "lon;lat;height;name\n2,35;48,85;1,5;a,b\n4,9;52,37;\"2,5\";1,2,3\n", options)
    #expect(comma.columns.longitude == [2.35, 4.9] && comma.columns.latitude == [48.85, 52.37])
    guard case .numbers(let heights) = comma.columns.attributes[0].values,
      case .texts(let names) = comma.columns.attributes[1].values
    else { throw TestFailure() }
    #expect(Array(heights) == [1.5, 2.5])
    #expect(names[0] == "a,b")

    options = ReadOptions()
    options.system = .webMercator
    let metres = try read("lon,lat\n261848.15527273554,6250566.54904563\n", options)
    #expect(abs(metres.columns.longitude[0] - 2.352222) < 1e-7)
    #expect(abs(metres.columns.latitude[0] - 48.856614) < 1e-6)
  }

  @Test("with decimal commas has points between thousands, but not in coordinates")
  func thousands() throws {
    var options = ReadOptions(attributes: .all)
    options.decimalComma = true
    options.weight = "mw"
    let data = try read(
      "lon;lat;mw;area\n2.352;48,85;1.500;1.234.567,5\n4,9;52.372;0,5;-12.000\n1;2;7;3\n", options)
    #expect(data.columns.longitude == [2.352, 4.9, 1] && data.columns.latitude == [48.85, 52.372, 2])
    #expect(data.columns.weight == [1500, 0.5, 7])
    guard case .numbers(let areas) = data.columns.attributes.first(where: { $0.name == "area" })?.values
    else {
      throw TestFailure()
    }
    #expect(Array(areas) == [1_234_567.5, -12_000, 3])
    for text in ["1.50", "12.3456", "1.2,3", "1,2,3", "1.000,5.0", ".500", "1..500"] {
      #expect(text.withView { DecimalField.pointed($0, isGrouped: true) } == nil, "\(text)")
    }
  }

  @Test("with decimal commas keeps texts, ids and groups as they are written")
  func commaTexts() throws {
    var options = ReadOptions(attributes: .all)
    options.decimalComma = true
    let comma = options
    (options.id, options.group) = ("key", "g")
    options.condition = try Condition("t = '1,5'")
    let data = try read(
      "key;lon;lat;g;t;host\n2.345;1,5;2,5;3.125;1,5;192.168.100.200\n2;1.250;2,5;4;x;10.0.0.1\n", options)
    #expect(data.columns.longitude == [1.5] && data.columns.groupNames.first == "3.125")
    #expect(data.columns.ids?[0] == .text("2.345"))
    let addresses = try read("lon;lat;ip\n1;2;192.168.100.200\n3;4;10.100.200.100\n", comma).columns
      .attributes
    #expect(addresses[0].values.text(at: 1) == "10.100.200.100")
    let texts = data.columns.attributes.filter { ["t", "host"].contains($0.name) }.map {
      $0.values.text(at: 0)
    }
    #expect(texts == ["1,5", "192.168.100.200"])
  }

  @Test(
    "with decimal commas has points between thousands where another value shows it",
    arguments: [
      (["3.125", "2,5"], [3125, 2.5]), (["3.125", "1.234.567"], [3125, 1_234_567]),
      (["3.125", "1.25"], [3.125, 1.25]), (["3.125", "7"], nil), (["3.125", "1.500"], nil),
    ] as [([String], [Double]?)])
  func points(fields: [String], expected: [Double]?) throws {
    let text = "lon;lat;v\n" + fields.map { "1;2;\($0)\n" }.joined()
    var options = ReadOptions(attributes: .all)
    options.decimalComma = true
    let data = try read(text, options)
    let values = data.columns.attributes[0].values
    #expect(values.rounded.map { Array($0) } == expected)
    let note = "column 'v' is text, though it looks like numbers (first: line 2, '3.125')"
    #expect(data.report.warnings.contains { $0.contains(note) } == (expected == nil))
    // A weight that is none is 0, where others are.
    options.weight = "v"
    if fields[1] == "1.500" {
      #expect(throws: DataError.self) { try read(text, options) }
    } else {
      #expect(try read(text, options).columns.weight == expected ?? [0, 7])
    }
    options.numbers = ["v"]
    let numbers = try read(text, options).columns
    let said = fields.map {
      $0 == "1.25" ? 1.25 : Double($0.replacing(".", with: "").replacing(",", with: "."))!
    }
    if fields[1] != "1.25" { #expect(numbers.weight == said) }
    #expect(numbers.attributes[0].values.rounded.map { Array($0) } == (fields[1] == "1.25" ? expected : said))
  }

  @Test("without titles begins with its first row, however that writes its coordinates")
  func firstRow() throws {
    func count(_ text: String, _ change: (inout ReadOptions) -> Void) throws -> Int {
      var options = ReadOptions()
      change(&options)
      return try read(text, options).columns.count
    }
    for row in ["2.5E;48.5N", "2°30'E;48°30'N", "−2.5;48.5", "1e0;2"] {
      #expect(try count("\(row)\n3;4\n") { ($0.longitude, $0.latitude) = ("1", "2") } == 2, "\(row)")
    }
    #expect(
      try count("\"48.5, 2.5\";a\n\"1, 2\";b\n") {
        $0.location = "1"
        $0.latitudeFirst = true
      } == 2)
    let numbered = "1;2,5;48,5;a;3\n2;3,5;49,5;b;4\n"
    var options = ReadOptions(longitude: "2", latitude: "3")
    options.decimalComma = true
    #expect(try read(numbered, options).columns.latitude == [48.5, 49.5])
    // A later row with the letters x and y is no header.
    let letters = "1,2.5,48.5,a,b\n2,3.5,49.5,b,a\n3,4.5,47.5,x,y\n4,5.5,46.5,a,a\n"
    #expect(try count(letters) { ($0.longitude, $0.latitude) = ("2", "3") } == 4)
    #expect(try count("1,2,3\n5,6,7\n") { ($0.longitude, $0.latitude) = ("1", "2") } == 1)
    #expect(try count("a,b\n5,6\n") { ($0.longitude, $0.latitude) = ("1", "2") } == 1)
  }

  @Test("of objects within objects keeps a row's own members under their names")
  func ownMembers() throws {
    for text in [
      #"[{"id":1,"lon":40,"lat":10,"v":1,"attributes":{"lon":5,"lat":6,"v":9}}]"#,
      #"[{"_source":{"lon":5,"lat":6,"v":9},"id":1,"lon":40,"lat":10,"v":1}]"#,
    ] {
      let columns = try read(text, ReadOptions(attributes: .all)).columns
      #expect(columns.longitude == [40] && columns.latitude == [10])
      let values = Dictionary(
        uniqueKeysWithValues: columns.attributes.map { ($0.name, $0.values.text(at: 0)) })
      #expect(values["v"] == "1" && values["v_"] == "9" && values["lon_"] == "5")
    }
  }

  @Test(
    "keeps the column of a role of another name, whatever the condition reads",
    arguments: ["wt > 1", "lon > 1"])
  func roleColumn(condition: String) throws {
    var options = ReadOptions(attributes: .all)
    (options.weight, options.group) = ("wt", "grp")
    options.condition = try Condition(condition + " and grp != 'x'")
    let data = try read("id,lon,lat,wt,grp\n1,2,0,2,A\n2,30,0,3,B\n", options)
    #expect(data.columns.attributes.map(\.name) == ["wt", "grp"])
  }

  @Test("of features with several points has a note that each has the columns and the weight")
  func severalPoints() throws {
    let text = #"""
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[1,2],[3,4]]},"properties":{"n":2}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[5,6]},"properties":{"n":5}}]}
      """#
    let note = "1 feature has several points, each with the columns and the weight of the feature"
    let all = try read(text, ReadOptions(attributes: .all))
    #expect(all.report.warnings.contains { $0.hasSuffix(note) })
    #expect(!(try read(text)).report.warnings.contains { $0.hasSuffix(note) })
  }

  @Test("of points at 0, 0 is told with the condition that leaves them out")
  func nullIsland() throws {
    var report = try read("lon,lat\n0,0\n0,0\n1,1\n").report
    report.crowd = PointCrowd(
      of: try PointSet(PointColumns(longitude: [0, 0, 1], latitude: [0, 0, 1])))
    let advice = "--where 'lon != 0 or lat != 0'"
    #expect(report.warnings.contains { $0.contains(advice) })
    let kept = try read(
      "lon,lat\n0,0\n0,0\n1,1\n", ReadOptions(condition: try Condition("lon != 0 or lat != 0")))
    #expect(kept.columns.count == 1)
  }

  @Test("rows are drawn by a seed, and the first ones taken")
  func samples() throws {
    let text = "lon,lat\n" + (0..<100).map { "\($0),0\n" }.joined()
    var options = ReadOptions()
    options.sample = 10
    let first = try read(text, options)
    #expect(
      first.columns.count == 10 && first.columns.longitude == first.columns.longitude.sorted())
    #expect(try read(text, options).columns.longitude == first.columns.longitude)
    options.sampleSeed = 2
    #expect(try read(text, options).columns.longitude != first.columns.longitude)
    options.head = 3
    let head = try read(text, options)
    #expect(head.columns.count == 3)
    #expect(head.report.selection?.condition == "a sample of 10, the first 3")
    // Points keep the numbers of their rows.
    #expect(head.columns.ids.map { $0[0] } == .integer(Int64(head.columns.longitude[0])))
    options = ReadOptions()
    options.sample = 1000
    #expect(try read(text, options).columns.count == 100)
  }
}
