import Pinfold
import PinfoldData
import TestSupport
import Testing

@Suite("Conditions on columns")
struct ConditionTests {
  private static let csv = """
    lon,lat,mag,place,felt,deep sea,and
    1,10,4.5,Alaska Peninsula,true,3,1
    2,20,,"O'Brien, south ALASKA",false,,2
    3,30,2,Ísland,,7,3
    4,40,-1e1,,true,7,4
    """

  @Test("a column without any value has no type: no comparison with it holds")
  func empty() throws {
    func count(_ condition: String) throws -> Int {
      var options = ReadOptions()
      options.condition = try Condition(condition)
      return try PointReader.read(bytes: Array("lon,lat,v\n1,2,\n3,4,\n".utf8), options: options).columns
        .count
    }
    for condition in ["v > 0", "v = 'a'", "v", "v = true", "v in (1, 2)"] {
      #expect(try count(condition) == 0, "\(condition)")
    }
    #expect(try count("v != 0") == 2 && count("v is missing") == 2)
  }

  @Test("is of two megabytes at most, which take no long time to read")
  func length() throws {
    let list = String(repeating: "id = 'abc' or ", count: 140_000) + "id = 'd'"
    #expect(list.utf8.count < Condition.mostBytes)
    _ = try Condition(list)
    let error = #expect(throws: ConditionError.self) { try Condition(list + " or " + list) }
    let message = error?.description ?? ""
    #expect(message.contains("a condition of 3920020 bytes; it takes 2097152 at most"), "\(message)")
    #expect(message.count < 500)
  }

  /// The longitudes of the rows that a condition keeps.
  private func rows(_ condition: String) throws -> [Double] {
    var options = ReadOptions()
    options.condition = try Condition(condition)
    return try PointReader.read(bytes: Array(Self.csv.utf8), options: options).columns.longitude
  }

  @Test(
    "keep the rows of which they hold",
    arguments: [
      ("mag > 2", [1]), ("mag >= 2", [1, 3]), ("2 <= mag", [1, 3]), ("mag < 2", [4]), ("mag = -10", [4]),
      ("mag == 2", [3]), ("mag != 2", [1, 2, 4]), ("mag <> 2", [1, 2, 4]),
      ("mag ~= 2", [1, 2, 4]), ("not mag = 2", [1, 2, 4]), ("not mag > 2", [2, 3, 4]),
      ("not mag != 2", [3]), ("mag is missing", [2]), ("mag is not missing", [1, 3, 4]),
      ("mag in (2, 4.5)", [1, 3]), ("mag not in (2, 4.5)", [2, 4]), ("not mag in (2, 4.5)", [2, 4]),
      ("place ~ 'alaska'", [1, 2]), ("place !~ \"alaska\"", [3, 4]), ("place ~ 'íSLAND'", [3]),
      ("place = 'O''Brien, south ALASKA'", [2]), ("place < 'B'", [1]), ("place >= 'O'", [2, 3]),
      ("'south alaska peninsula' ~ place", [1]), ("place is missing", [4]), ("place != 'x'", [1, 2, 3, 4]),
      ("felt", [1, 4]), ("not felt", [2, 3]), ("felt = false", [2]), ("felt != true", [2, 3]),
      ("felt is missing", [3]), ("true", [1, 2, 3, 4]), ("`deep sea` = 7", [3, 4]), ("`and` > 2", [3, 4]),
      ("`deep sea` > mag", [3, 4]), ("lon > 1 and lat < 40", [2, 3]), ("LAT = 40 or lon = 1", [1, 4]),
      ("lon = 1 or lon = 2 and lat = 30", [1]), ("(lon = 1 or lon = 3) and lat = 30", [3]),
      ("NOT (Mag > 2 OR felt)", [2, 3]), ("  mag\n>\t4 ", [1]), ("mag > .5e1 or mag=+2", [3]),
    ] as [(String, [Double])])
  func holds(condition: String, kept: [Double]) throws {
    #expect(try rows(condition) == kept)
  }

  @Test(
    "refuse to order dates and times that are not in the order of their letters",
    arguments: [
      (["02/03/2020", "x"], "t < '2020-01-01'"), (["9:30", "10:15"], "t > '10:00'"),
      (["2020-1-2", "2020-11-30"], "t >= '2020-01-04'"), (["2020/02/01"], "t < '2020-03-01'"),
      (["2020-01-02T10:00"], "t > '2020-01-02 09:00'"), (["02.03.2020"], "t > '2020'"),
      (["2020-01-02"], "t < other"), (["1.5.2020"], "t < t"),
    ])
  func dateForms(values: [String], condition: String) throws {
    let rows = values.map { "1,2,\($0),2020-1-3\n" }.joined()
    var options = ReadOptions()
    options.condition = try Condition(condition)
    let error = failure("lon,lat,t,other\n" + rows, options)
    #expect(error?.description.contains("which is not the order of dates and times such as") == true)
  }

  @Test(
    "order dates and times of one form, and what is none",
    arguments: [
      (["2020-01-02", "2020-11-30", "-"], "t >= '2020-01-04'", 1), (["09:30", "10:15"], "t > '10:00'", 1),
      (["2020-01-02", "2021-05-06"], "t > '2020'", 2), (["2020-01-02 10:00"], "t > '2020-01-02'", 1),
      (["10.0.0.1", "192.168.1.1"], "t > '11'", 1), (["12 km", "5 mi"], "t > '3'", 1),
    ])
  func orderedForms(values: [String], condition: String, count: Int) throws {
    let rows = values.map { "1,2,\($0)\n" }.joined()
    var options = ReadOptions()
    options.condition = try Condition(condition)
    #expect(try read("lon,lat,t\n" + rows, options).columns.count == count)
  }

  @Test(
    "texts that no row has are told where another case, other blanks or missing values are meant",
    arguments: [
      ("place = 'ísland'", ["no row has 'ísland' as 'place'; did you mean 'Ísland'?"]),
      ("not (mag > 2 or PLACE in ('x', 'AlaskaPeninsula'))", ["did you mean 'Alaska Peninsula'?"]),
      ("place = ''", ["'place is missing' selects rows without a value"]), ("place = 'Ísland'", []),
      ("place != 'x' and place ~ 'ísland'", []),
    ])
  func unmatched(condition: String, lines: [String]) throws {
    var options = ReadOptions()
    options.condition = try Condition(condition)
    let notes = try PointReader.read(bytes: Array(Self.csv.utf8), options: options).report.notes
      .filter { $0.contains("no row has") }
    #expect(notes.count == lines.count && zip(notes, lines).allSatisfy { $0.contains($1) }, "\(notes)")
  }

  @Test("refuse to compare two constants", arguments: ["5 > 3", "5 in (5, 6)", "'a' = 'a'"])
  func constants(condition: String) throws {
    let error = #expect(throws: DataError.self) { try rows(condition) }
    #expect(error?.description.contains("both sides are constants") == true)
  }

  @Test(
    "refuse to order texts by dates that begin with a day or a month",
    arguments: ["place >= '01.01.2023'", "'1/31/23' < place", "place > '1-2-2023 10:00'"])
  func dates(condition: String) throws {
    let error = #expect(throws: DataError.self) { try rows(condition) }
    #expect(error?.description.contains("only dates with the year first (2023-12-31) are in order") == true)
    // Equality needs no order, and these are in order.
    #expect(try rows("place = '01.01.2023'") == [] && rows("place < '2023-01-01'") == [])
  }

  @Test("keep what a plain loop over the rows keeps, whatever the order and gaps of columns")
  func oracle() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<20 {
      let numbers = (0..<200).map { _ in random.below(4) == 0 ? nil : Double(random.below(9)) }
      let texts = (0..<200).map { _ in random.below(3) == 0 ? nil : ["ab", "Abc", "c", "é"][random.below(4)] }
      let limit = Double(random.below(9))
      let lines = (0..<200).map { "\($0 % 90),1,\(numbers[$0].map { "\($0)" } ?? ""),\(texts[$0] ?? "")" }
      var options = ReadOptions()
      options.condition = try Condition("n > \(limit) and not t ~ 'B' or n is missing and t >= 'b'")
      let text = "lon,lat,n,t\n" + lines.joined(separator: "\n")
      let data = try PointReader.read(bytes: Array(text.utf8), options: options)
      let kept = (0..<200).filter { row in
        let finds = texts[row].map { $0 == "ab" || $0 == "Abc" } ?? false
        let late = texts[row].map { $0 == "c" || $0 == "é" } ?? false
        return (numbers[row].map { $0 > limit } ?? false) && !finds || numbers[row] == nil && late
      }
      #expect(data.columns.ids == PointIDs(kept.map { .integer(Int64($0)) }))
      #expect(data.report.selection?.condition == options.condition?.text)
      #expect(data.report.selection?.count == kept.count)
      #expect(data.report.usable == 200)
    }
  }

  @Test("load the columns that they read, and leave behind those that were asked for")
  func columns() throws {
    func names(_ change: (inout ReadOptions) -> Void) throws -> [String] {
      var options = ReadOptions()
      options.condition = try Condition("MAG > -99 and `deep sea` is not missing")
      change(&options)
      return try PointReader.read(bytes: Array(Self.csv.utf8), options: options).columns.attributes.map(
        \.name)
    }
    #expect(try names { _ in } == [])
    #expect(try names { $0.attributes = .named(["mag"]) } == ["mag"])
    #expect(try names { $0.attributes = .named(["place"]) } == ["place"])
    #expect(try names { $0.attributes = .all } == ["mag", "place", "felt", "deep sea", "and"])
    #expect(try names { $0.truth = "deep sea" } == ["truth", "deep sea"])
  }

  @Test("read GeoJSON and JSON records too")
  func formats() throws {
    let features = [1, 2, 3].map { number in
      #"{"type":"Feature","id":"f\#(number)","geometry":{"type":"Point","coordinates":[\#(number),0]},"#
        + #""properties":{"size":\#(number)}}"#
    }
    let geojson = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    let records = #"[{"lon":1,"lat":0,"size":1},{"lon":2,"lat":0,"size":2},{"lon":3,"lat":0}]"#
    var options = ReadOptions()
    options.condition = try Condition("size >= 2 or lon > 2.5")
    let points = try PointReader.read(bytes: Array(geojson.utf8), options: options).columns
    #expect(points.longitude == [2, 3])
    #expect(points.ids == PointIDs([.text("f2"), .text("f3")]))
    #expect(try PointReader.read(bytes: Array(records.utf8), options: options).columns.longitude == [2, 3])
  }

  @Test("mistakes are told with a caret under them")
  func mistakes() throws {
    let mistakes = [
      "", "mag >", "mag > and felt", "mag > 2 felt", "WHERE mag > 2", "place like 'x'", "mag between 1 and 2",
      "mag > 2 && felt", "(mag > 2", "mag in 2", "mag in (2", "mag is 2", "'open",
      "mag ; 2", "mag > 1.2.3", "mag > 1e999", "magg > 2", "mag > 'a'", "place > 2", "mag ~ 2", "mag", "'a'",
      "felt > true", "2 is missing", "not", "mag = = 2", "place ~ 'x' and\n\tmag > place",
      String(repeating: "(", count: 100_000), String(repeating: "not ", count: 100_000) + "felt",
    ]
    var text = ""
    for mistake in mistakes {
      #expect(throws: (any Error).self, "\(mistake)") { try rows(mistake) }
      guard mistake.count < 100 else { continue }
      do { _ = try rows(mistake) } catch { text += "\(error)\n" }
    }
    #expect(try Snapshot.difference(of: text, from: "condition-errors.txt") == nil)
    #expect(try rows("mag > 99").isEmpty)
  }

  @Test(
    "two hundred thousand terms are read and held against rows without a deep stack",
    arguments: ["or", "and"])
  func manyTerms(word: String) throws {
    let terms = [String](repeating: "felt", count: 200_000).joined(separator: " \(word) ")
    var condition: Condition? = try Condition(terms)
    #expect(condition?.columns == ["felt"])
    #expect(try rows(terms) == [1, 4])
    condition = nil
  }

  @Test("a list of values is what comparisons joined by 'or' are")
  func lists() throws {
    for (list, terms) in [
      ("mag in (2, 4.5)", "mag = 2 or mag == 4.5"),
      ("place in ('Ísland', 'x')", "place = 'Ísland' or place = 'x'"),
      ("mag = 2 or place = 'x' or mag = 4.5", "mag in (4.5, 2) or place in ('x', 'y')"),
      ("felt in (true, false)", "felt = true or felt = false"),
      ("mag in (lon, 4.5)", "mag = lon or mag = 4.5"),
    ] {
      #expect(try rows(list) == rows(terms), "\(list)")
    }
    #expect(throws: (any Error).self) { try rows("mag = 2 or mag = 'a'") }
    let many = (0..<20_000).map { "mag = \($0) or place = 'a\($0)' or mag in (\($0), 4.5)" }
    #expect(try rows(many.joined(separator: " or ")) == [1, 3])
  }

  @Test("reading and evaluating stop when they are to")
  func stop() throws {
    let text = (0..<10_000).map { "mag = \($0) or lon = \($0)" }.joined(separator: " or ")
    let folder = TemporaryFolder()
    let file = folder.write("a.csv", Self.csv)
    for looks in [0, 1, 10, 1000] {
      var left = looks
      #expect(throws: ConditionError.self) {
        _ = try Condition(text) {
          left -= 1
          return left < 0
        }
      }
      #expect(left == -1, "not asked again")
      var options = ReadOptions()
      options.condition = try Condition(text)
      let context = RunContext(cancellation: Cancellation(atLook: looks + 1))
      let error = #expect(throws: DataError.self) {
        try PointReader.read(path: file, options: options, context: context)
      }
      #expect(error?.description == "cancelled")
    }
  }

  @Test("a mistake in a long condition is shown with what is around it")
  func longMistake() throws {
    let text = (0..<1000).map { "mag = \($0)" }.joined(separator: " or ") + " or mag >> 2 or "
    let error = #expect(throws: ConditionError.self) { try Condition(text) }
    let lines = "\(try #require(error))".split(separator: "\n").map(Array.init)
    #expect(lines.count == 3 && lines.allSatisfy { $0.count < 120 })
    #expect(lines[1][lines[2].count - 1] == ">")
  }

  @Test("any text is a condition or a mistake")
  func anything() {
    var random = SplitMix64(seed: 11)
    let words = [
      "mag", "place", "felt", "`deep sea`", "and", "or", "not", "in", "is", "missing", "(", ")", ",", "=",
      "<",
      ">", "~", "!~", "!=", "2", "-1", "'a'", "\"b\"", "'", "`", "é", "\u{0}", "true", " ", "\n", "..", "-",
    ]
    for _ in 0..<4000 {
      let text = (0..<random.below(12)).map { _ in words[random.below(words.count)] }.joined(
        separator: random.below(2) == 0 ? " " : "")
      do { _ = try rows(text) } catch { #expect(!"\(error)".isEmpty) }
    }
  }
}
