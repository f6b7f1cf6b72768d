import Pinfold
import PinfoldData
import Testing

@Suite("A column of numbers with something else in it")
struct OddCellTests {
  private func read(_ fields: [String], _ change: (inout ReadOptions) throws -> Void = { _ in }) throws
    -> PointData
  {
    var options = ReadOptions(attributes: .all)
    try change(&options)
    let text = "lon,lat,size\n" + fields.enumerated().map { "\($0 % 90),2,\($1)\n" }.joined()
    return try PointReader.read(bytes: Array(text.utf8), options: options, source: "a.csv")
  }

  private func notes(_ data: PointData) -> [String] { data.report.losses.map { String($0.dropFirst(7)) } }

  @Test("is text, and a note names the first such cell with its line, and how to go on")
  func oneText() throws {
    let data = try read((0..<100).map { $0 == 80 ? "about 12" : "\($0)" })
    guard case .texts = data.columns.attributes[0].values else { throw Failure("no texts") }
    #expect(
      notes(data) == [
        "column 'size' is text, as 1 of 100 values is no number (first: line 82, 'about 12'); --numbers size reads it "
          + "as missing"
      ])
    #expect(data.report.table.contains("column 'size' is text, as 1 of 100 values is no number"))
  }

  @Test("says how many of a few texts an option reads as numbers")
  func fewWritten() throws {
    func note(_ texts: String...) throws -> String {
      let data = try read((0..<100).map { $0 < texts.count ? "\"\(texts[$0])\"" : "\($0)" })
      return notes(data).joined().split(separator: "; ").last.map { String($0) } ?? ""
    }
    #expect(try note("1,234.5") == "--numbers size reads it")
    #expect(try note("1,234.5", "2,000") == "--numbers size reads them")
    #expect(
      try note("1,234.5", "free", "2,000") == "--numbers size reads 2 of them, and the others as missing")
    #expect(try note("free", "none of it") == "--numbers size reads them as missing")
  }

  @Test("is named where a condition compares it with a number")
  func condition() throws {
    let error = #expect(throws: DataError.self) {
      try read((0..<100).map { $0 == 80 ? "about 12" : "\($0)" }) { $0.condition = try Condition("size > 3") }
    }
    #expect(error?.description.contains("(first: line 82, 'about 12'); --numbers size") == true)
  }

  @Test(
    "that people write as numbers is text with a note how to read them, and numbers where an option says so",
    arguments: [
      (["500", "\"2,148,000\"", "\"1,000\""], "line 3, '2,148,000'", [500, 2_148_000, 1000]),
      (["1 234", "−12.5", "7"], "line 2, '1 234'", [1234, -12.5, 7]),
      (["3", "−4"], "line 3, '−4'", [3, -4]),
    ])
  func written(fields: [String], first: String, expected: [Double]) throws {
    let texts = try read(fields)
    guard case .texts = texts.columns.attributes[0].values else { throw Failure("no texts") }
    #expect(
      notes(texts) == [
        "column 'size' is text, though it looks like numbers (first: \(first)); --numbers size reads them"
      ])
    let error = #expect(throws: DataError.self) {
      try read(fields) { $0.condition = try Condition("size > 3") }
    }
    #expect(error?.description.contains("--numbers size reads them") == true)
    let numbers = try read(fields) { $0.numbers = ["size"] }
    #expect(notes(numbers) == [])
    switch numbers.columns.attributes[0].values {
    case .integers(let values): #expect(values.map(Double.init) == expected)
    case .numbers(let values): #expect(Array(values) == expected)
    default: throw Failure("no numbers")
    }
    let weights = try read(fields) { $0.weight = "size" }
    #expect(weights.columns.weight == expected.map { max($0, 0) })
  }

  @Test(
    "that only looks like numbers is text without a note",
    arguments: [
      ["089 123 456", "040 765 432"], ["2020-01-01", "12"], ["1,234", "7"], ["12 km", "3 km"], ["", ""],
    ])
  func notWritten(fields: [String]) throws {
    #expect(try notes(read(fields.map { "\"\($0)\"" })) == [])
  }

  @Test("with a decimal comma and a typographic minus is numbers")
  func decimalCommaAndMinus() throws {
    var options = ReadOptions(attributes: .all)
    options.decimalComma = true
    let text = "lon;lat;size\n2,5;1;−12,5\n3;1;1.234,5\n4;1;−7\n"
    let data = try PointReader.read(bytes: Array(text.utf8), options: options, source: "a.csv")
    guard case .numbers(let values) = data.columns.attributes[0].values else { throw Failure("no numbers") }
    #expect(Array(values) == [-12.5, 1234.5, -7])
  }

  @Test("that an option takes for numbers is numbers; what is none is missing and counted")
  func numbers() throws {
    let data = try read(["12", "about 12", "1,5", "0700", "n/a", "2.5"].map { "\"\($0)\"" }) {
      $0.numbers = ["Size"]
    }
    guard case .numbers(let values) = data.columns.attributes[0].values else { throw Failure("no numbers") }
    #expect(values.map { $0.isNaN ? -1 : $0 } == [12, -1, -1, 700, -1, 2.5])
    #expect(
      notes(data) == [
        "column 'size': 2 of 6 values are no numbers, read as missing (first: line 3, 'about 12')"
      ])
    let grouped = try read(["12", "\"1,234,567\"", "\"2,000\"", ""]) { $0.numbers = ["size"] }
    guard case .integers(let whole) = grouped.columns.attributes[0].values else { throw Failure("not whole") }
    #expect(Array(whole) == [12, 1_234_567, 2000, .missing])
    #expect(notes(grouped) == [])
    // Nothing but the option says what the commas are; a text does not hinder.
    let commas = try read(["345", "\"1,234\"", "about 12", "\"2,345\""]) { $0.numbers = ["size"] }
    guard case .integers(let found) = commas.columns.attributes[0].values else { throw Failure("not whole") }
    #expect(Array(found) == [345, 1234, .missing, 2345])
    // A decimal comma among them says that they are not separators.
    let mixed = try read(["\"1,234\"", "\"1,5\"", "2"]) { $0.numbers = ["size"] }
    guard case .integers(let left) = mixed.columns.attributes[0].values else { throw Failure("not whole") }
    #expect(Array(left) == [.missing, .missing, 2])
    #expect(throws: DataError.self) { try read(["1"]) { $0.numbers = ["weight"] } }
    let weights = try read(["345", "\"1,234\""]) { ($0.numbers, $0.weight) = (["size"], "size") }
    #expect(weights.columns.weight == [345, 1234])
  }

  @Test(
    "has marks of missing values, which a note counts",
    arguments: ["n/a", "NA", "-", "#N/A", "None", "NULL", "NaN"])
  func marks(mark: String) throws {
    let data = try read(["1", mark, "2", "", mark])
    guard case .integers(let values) = data.columns.attributes[0].values else { throw Failure("no numbers") }
    #expect(Array(values) == [1, .missing, 2, .missing, .missing])
    #expect(notes(data) == ["read as missing: 2 of 'size' (first: line 3, '\(mark)')"])
    let texts = try read(["a", mark, "b"]).columns.attributes[0].values
    guard case .texts(let column) = texts else { throw Failure("no texts") }
    #expect(column[1] == mark)
  }

  @Test("is left alone where texts are many, or codes")
  func noNote() throws {
    for fields in [
      ["1", "x", "2", "y"], ["1", "x"], (0..<50).map { $0 == 30 ? "02134" : "9\($0)" }, ["a", "b"], ["", ""],
    ] {
      #expect(notes(try read(fields)) == [], "\(fields)")
    }
  }

  @Test("of JSON is named by its feature")
  func json() throws {
    let rows = (0..<20).map { #"{"lon":\#($0),"lat":2,"size":\#($0 == 7 ? #""n/a""# : "\($0)")}"# }
    let text = "[\(rows.joined(separator: ","))]"
    let data = try PointReader.read(bytes: Array(text.utf8), options: ReadOptions(attributes: .all))
    #expect(data.report.losses.joined().contains("(first: feature 7, line 1, 'n/a')"))
  }

  @Test("a condition on the order of values counts the rows that it leaves out for want of one")
  func lacking() throws {
    for (condition, count) in [("size > 2", 2), ("size != 2", 0), ("not size > 2", 0), ("size = 3", 0)] {
      let data = try read(["1", "", "3", "", "4"]) { $0.condition = try Condition(condition) }
      let note = "--where: 2 of the 3 rows left out have no 'size'; 'is missing' selects such rows"
      #expect(notes(data) == (count == 0 ? [] : [note]), "\(condition)")
    }
  }

  @Test("a condition that asks for an empty text points at 'is missing'")
  func emptyText() throws {
    for (condition, isTold) in [
      ("size = ''", true), ("size in ('', 'a')", true), ("size != ''", false), ("size = 'a'", false),
    ] {
      let data = try read(["a", "", "b", "", "c"]) { $0.condition = try Condition(condition) }
      let found = notes(data).contains { $0.hasSuffix("have no 'size'; 'is missing' selects such rows") }
      #expect(found == isTold, "\(condition): \(notes(data))")
    }
  }
}

private struct Failure: Error {
  let text: String
  init(_ text: String) { self.text = text }
}
