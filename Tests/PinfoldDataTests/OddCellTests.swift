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

  @Test("is named where a condition compares it with a number")
  func condition() throws {
    let error = #expect(throws: DataError.self) {
      try read((0..<100).map { $0 == 80 ? "about 12" : "\($0)" }) { $0.condition = try Condition("size > 3") }
    }
    #expect(error?.description.contains("(first: line 82, 'about 12'); --numbers size") == true)
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
    #expect(throws: DataError.self) { try read(["1"]) { $0.numbers = ["weight"] } }
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
}

private struct Failure: Error {
  let text: String
  init(_ text: String) { self.text = text }
}
