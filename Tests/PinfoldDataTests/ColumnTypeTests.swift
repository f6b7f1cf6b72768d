import Pinfold
import PinfoldData
import Testing

@Suite("A column")
struct ColumnTypeTests {
  private func values(_ fields: [String], quoted: Bool = false) throws -> Attribute.Values {
    let quote = quoted ? "\"" : ""
    let text = "lon,lat,v\n" + fields.map { "1,2,\(quote)\($0)\(quote)\n" }.joined()
    return try read(text, ReadOptions(attributes: .all)).columns.attributes[0].values
  }

  @Test(
    "in which any value is written as a code is text, and comes back as it was written",
    arguments: [
      ["02134", "90210"], ["90210", "00501"], ["-007", "1"], ["+4912", "4913"], ["1e10", "12"], ["5E2", "7"],
      ["18446744073709551615", "1"], ["9223372036854775808", "9223372036854775809"],
      ["617700169958293503", "0.5"], ["0.5", "617700169958293503"], ["007.5", "1"], ["12", "x7"],
    ])
  func codes(fields: [String]) throws {
    for quoted in [false, true] {
      guard case .texts(let texts) = try values(fields, quoted: quoted) else {
        Issue.record("\(fields) is not text")
        return
      }
      #expect(fields.indices.map { texts[$0] } == fields)
    }
  }

  @Test(
    "of decimals holds numbers",
    arguments: [
      (["12.30", "5.0"], [12.3, 5]), (["1.5e-7", "2"], [1.5e-7, 2]), (["1e-7", "1e+16"], [1e-7, 1e16]),
      ([".5", "-0.25"], [0.5, -0.25]), (["9007199254740992", "0.5"], [0x1p53, 0.5]),
      (["100000000000000000000", "1"], [1e20, 1]), ([" 7.5", "8 "], [7.5, 8]), (["0", "0.0"], [0, 0]),
    ])
  func numbers(fields: [String], expected: [Double]) throws {
    guard case .numbers(let numbers) = try values(fields) else {
      Issue.record("\(fields) are no numbers")
      return
    }
    #expect(Array(numbers) == expected)
  }

  @Test("of whole numbers holds every one exactly, quoted or not, with missing ones")
  func wholes() throws {
    let fields = ["617700169958293503", "", "-9223372036854775807", "NA", "9223372036854775807", "0"]
    for quoted in [false, true] {
      guard case .integers(let wholes) = try values(fields, quoted: quoted) else {
        Issue.record("not whole")
        return
      }
      #expect(Array(wholes) == [617_700_169_958_293_503, .missing, -.max, .missing, .max, 0])
      #expect(wholes.presentCount == 4)
    }
  }

  @Test(
    "of the words of spreadsheets for true and false holds booleans, where all are such",
    arguments: [
      (["WAHR", "FALSCH", "wahr"], [true, false, true]), (["VRAI", "FAUX", "n/a"], [true, false, nil]),
      (["VERDADERO", "FALSO", ""], [true, false, nil]), (["True", "false", "(null)"], [true, false, nil]),
    ])
  func booleans(fields: [String], expected: [Bool?]) throws {
    guard case .booleans(let flags) = try values(fields) else {
      Issue.record("\(fields) are no booleans")
      return
    }
    #expect(Array(flags) == expected)
    guard case .texts = try values(fields + ["vielleicht"]) else {
      Issue.record("one word more makes texts")
      return
    }
  }

  @Test(
    "with a mark of a missing value is of numbers", arguments: ["(null)", "<NULL>", "[null]", "#NV", "n.a."])
  func marks(mark: String) throws {
    guard case .integers(let wholes) = try values(["1", mark, "3"]) else {
      Issue.record("\(mark) makes texts")
      return
    }
    #expect(Array(wholes) == [1, .missing, 3])
  }

  @Test("of JSON is whole where its numbers are, and text where one fits no number")
  func json() throws {
    func values(_ numbers: String...) throws -> Attribute.Values {
      let rows = numbers.map { #"{"lon":1,"lat":2,"v":\#($0)}"# }.joined(separator: ",")
      return try read("[\(rows)]", ReadOptions(attributes: .all)).columns.attributes[0].values
    }
    if case .integers(let wholes) = try values("617700169958293503", "617700169958293504") {
      #expect(Array(wholes) == [617_700_169_958_293_503, 617_700_169_958_293_504])
    } else {
      Issue.record("not whole")
    }
    #expect(try values("1", "2.5").rounded.map { Array($0) } == [1, 2.5])
    for list in [["18446744073709551615", "1"], ["617700169958293503", "2.5"]] {
      guard case .texts(let texts) = try values(list[0], list[1]) else {
        Issue.record("\(list) is not text")
        continue
      }
      #expect([texts[0], texts[1]] == list)
    }
  }

  @Test("of whole numbers is compared, ordered, counted and grouped exactly")
  func exact() throws {
    let text = "id,lon,lat,h\na,1,1,617700169958293503\nb,2,2,617700169958293504\nc,3,3,617700169958293505\n"
    func ids(_ condition: String) throws -> PointIDs? {
      try read(text, ReadOptions(attributes: .all, condition: Condition(condition))).columns.ids
    }
    #expect(try ids("h = 617700169958293504") == .texts(["b"]))
    #expect(try ids("617700169958293504 < h") == .texts(["c"]))
    #expect(try ids("h in (617700169958293503, 617700169958293505)") == .texts(["a", "c"]))
    #expect(try ids("h >= 617700169958293504 and h != 617700169958293505") == .texts(["b"]))
    #expect(try ids("h > 1.5 and h > 2") == .texts(["a", "b", "c"]))

    let columns = try read(text, ReadOptions(attributes: .all)).columns
    #expect(columns.attributes[0].values.sorted([0, 1, 2], descending: true) == [2, 1, 0])
    let points = try PointSet(columns)
    let frame = try Clusterer(.grid(cellSize: 256)).build(points).frame(
      for: .world(atZoom: 0, of: points.projection))
    #expect(try frame.values(of: Aggregation(.distinct, of: "h")) == [3])
    #expect(try frame.categories(of: "h")[0].map(\.value).sorted().last == "617700169958293505")
    let kinds: [Aggregation.Kind] = [.min, .max, .sum]
    let writer = FrameWriter(
      frame, aggregates: try kinds.map { try FrameAggregate(Aggregation($0, of: "h"), of: frame) })
    for text in [writer.csv(), writer.geoJSON()].map({ String(decoding: $0, as: UTF8.self) }) {
      for number in ["617700169958293503", "617700169958293505", "1853100509874880512"] {
        #expect(text.contains(number), "\(number) is not in \(text)")
      }
    }
  }

  @Test("of whole numbers has exact sums of clusters, also beside one beyond 64 bits")
  func sumsBeyond() throws {
    let large: Int64 = 617_700_169_958_293_503
    var columns = PointColumns(longitude: [-90, -90, 90, 90], latitude: [0, 0, 0, 0])
    columns.attributes = [Attribute(name: "h", values: .integers([.max, .max, large, 2]))]
    let points = try PointSet(columns)
    let frame = try Clusterer(.grid(cellSize: 64)).build(points).frame(
      for: .world(atZoom: 0, of: points.projection))
    let writer = FrameWriter(frame, aggregates: [try FrameAggregate(Aggregation(.sum, of: "h"), of: frame)])
    let (csv, json) = (
      String(decoding: writer.csv(), as: UTF8.self), String(decoding: writer.geoJSON(), as: UTF8.self)
    )
    #expect(csv.contains(",617700169958293505") && json.contains(":617700169958293505"))
    // In CSV with all its digits; in JSON as a double.
    #expect(csv.contains(",18446744073709551614") && json.contains(":1.8446744073709552e+19"))
    #expect(writer.aggregates[0].numbers?.contains(0x1p64) == true)
  }

  @Test("of whole numbers takes other numbers as long as none changes")
  func appended() throws {
    func joined(_ one: Attribute.Values, _ other: Attribute.Values) throws -> Attribute.Values {
      func columns(_ values: Attribute.Values) -> PointColumns {
        var columns = PointColumns(longitude: [1], latitude: [1])
        columns.attributes = [Attribute(name: "v", values: values)]
        return columns
      }
      return try columns(one).followed(by: columns(other)).attributes[0].values
    }
    let large: Int64 = 617_700_169_958_293_503
    if case .integers(let wholes) = try joined(.integers([large]), .numbers([2])) {
      #expect(Array(wholes) == [large, 2])
    } else {
      Issue.record("2.0 is whole")
    }
    #expect(try joined(.integers([3]), .numbers([2.5])).rounded.map { Array($0) } == [3, 2.5])
    #expect(try joined(.numbers([2.5]), .integers([3])).rounded.map { Array($0) } == [2.5, 3])
    #expect(throws: (any Error).self) { try joined(.integers([large]), .numbers([2.5])) }
    #expect(throws: (any Error).self) { try joined(.numbers([2.5]), .integers([large])) }
  }
}
