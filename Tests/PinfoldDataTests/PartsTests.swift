import Foundation
import Pinfold
import TestSupport
import Testing

@testable import PinfoldData

/// Texts that threads read in parts give what one reader of the whole does.
@Suite("Reading in parts")
struct PartsTests {
  /// What a reader makes of each row, as text.
  private func lines(_ table: Table) -> [String] {
    (0..<table.count).map { row in
      let cells = ([table.featureIDs] + table.cells).map { $0.map { $0.string(row) ?? "-" } ?? "" }
      return "\(table.x[row]) \(table.y[row]) \(Self.reason(table.problems[row])) \(table.offsets[row]) "
        + "\(table.features?[row] ?? -1) \(cells)"
    }
  }

  // MARK: Delimited text

  @Test(
    "delimited text in parts and pieces, wherever they begin: in quotes, in a line end, among empty lines")
  func delimited() throws {
    var random = SplitMix64(seed: 5)
    let alphabet = [
      "\"", "\"", "\"\"", "\n", "\n", "\r\n", "\r", ",", ",", "1", "2.5", "-12.345678", "x", "\\N", " ",
      "1234567.12345678,", "\n-7.25,180.5,", "\n3.5,4.5\n",
    ]
    var reread = 0
    for round in 0..<500 {
      let collected = [[1, 2], [2], [], [0, 1, 2]][round % 4]
      let plan = DelimitedRows.Plan(
        delimiter: .comma, width: 3, coordinates: (0, 1), collected: collected)
      let count = random.below(120)
      let text = Array((0..<count).map { _ in alphabet[random.below(alphabet.count)] }.joined().utf8)
      let buffer = try #require(ByteBuffer(text))
      func rows(parts: Int, pieces: Int?) throws -> (rows: [String], parts: Int) {
        var rest = try DelimitedRows.read(
          .memory(buffer), from: 0, plan: plan, parts: parts, pieces: pieces,
          context: RunContext(threads: 2))
        let count = rest.count
        var all = rest.removeFirst()
        all.append(rest, threads: 2)
        let table = all.table
        #expect(table.cells.allSatisfy { $0 == nil || $0?.count == table.count })
        let rows = (0..<table.count).map { row in
          "\(table.x[row]) \(table.y[row]) \(Self.reason(table.problems[row])) \(table.offsets[row]) "
            + "\(collected.map { table.cells[$0]?.string(row) ?? "-" })"
        }
        return (rows, count)
      }
      let expected = Self.rows(of: buffer, collected)
      for parts in 1...5 {
        for pieces in [nil, 1, 2, 3, 7, 25, 60, 150] {
          let read = try rows(parts: parts, pieces: pieces)
          #expect(
            read.rows == expected, "\(parts) of \(pieces ?? 0): \(String(decoding: text, as: UTF8.self))")
          if read.parts < parts { reread += 1 }
        }
      }
    }
    #expect(reread > 100)
  }

  private static func reason(_ problem: UnusableReason?) -> String { problem?.rawValue ?? "usable" }

  /// The rows of a text of three columns that begins with the coordinates, as one says what they are.
  private static func rows(of buffer: ByteBuffer, _ collected: [Int]) -> [String] {
    var scanner = FieldScanner(text: buffer.bytes, delimiter: .comma, position: 0)
    var rows: [String] = []
    while scanner.beginRow() {
      let offset = scanner.position
      var fields: [FieldScanner.Field] = []
      while fields.last.map({ $0.next == .field }) ?? true { fields.append(scanner.nextField()) }
      func number(_ column: Int) -> DecimalField {
        column < fields.count ? DecimalField(scanner.bytes(fields[column])) : .missing
      }
      var values = (0.0, 0.0)
      var problem: UnusableReason?
      if fields.count < 2 || fields[fields.count - 1].next == .malformed
        || fields.dropFirst(3).contains(where: { $0.end > $0.start })
      {
        problem = .malformedRow
      } else if case .value(let x) = number(0), case .value(let y) = number(1) {
        values = (x, y)
      } else {
        problem = [number(0), number(1)].contains(.missing) ? .missingCoordinates : .unparsable
      }
      let texts = collected.map { column in
        guard column < fields.count else { return "-" }
        let text = scanner.string(fields[column])
        return text.isEmpty || text == "\\N" && !fields[column].isQuoted ? "-" : text
      }
      rows.append("\(values.0) \(values.1) \(reason(problem)) \(offset) \(texts)")
    }
    return rows
  }

  @Test("a file with texts, and with rows that cannot be used between", arguments: [1, 2, 3])
  func file(threads: Int) throws {
    let folder = TemporaryFolder()
    let rows = 9000
    let longText = String(repeating: "long ", count: 12)
    let lines = (0..<rows).map { row in
      let place = row % 1000 == 7 ? "," : "\(row % 180),\(row % 90)"
      return "\(place),\(row),\(longText)\(row),\"a \"\"b\"\" \(row)\",\(row % 3 == 0 ? "" : "t\(row)")"
    }
    let text = "lon,lat,id,first,quoted,some\n" + lines.joined(separator: "\n")
    let path = folder.write("long.csv", text)
    var options = ReadOptions()
    options.attributes = .all
    let data = try PointReader.read(path: path, options: options, context: RunContext(threads: threads))
    let usable = (0..<rows).filter { $0 % 1000 != 7 }
    #expect(
      data.columns.ids.map { ids in (0..<usable.count).map { ids[$0] } } == usable.map { .integer(Int64($0)) }
    )
    let points = try PointSet(data.columns, context: RunContext(threads: threads))
    #expect(points.attributes.map(\.name) == ["first", "quoted", "some"])
    let texts = points.attributes.compactMap { if case .texts(let texts) = $0.values { texts } else { nil } }
    for (place, row) in points.rows.enumerated() {
      let row = usable[Int(row)]
      let expected = ["\(longText)\(row)", "a \"b\" \(row)", row % 3 == 0 ? nil : "t\(row)"]
      if texts.map({ $0[place] }) != expected { Issue.record("row \(row): \(texts.map { $0[place] })") }
    }
  }

  /// A text of more than one piece of a file, with line ends in quotes, rows that cannot be used, a row
  /// longer than a piece, and the same id twice.
  private static let large: [UInt8] = {
    var text = "\u{FEFF}id,lon,lat,name,note\r\n"
    for row in 0..<30_000 {
      let place = row % 4999 == 4998 ? "x,\(row % 90)" : "\(Double(row % 3600) / 10 - 180),\(row % 90).25"
      let id = row == 29_000 ? 15 : row
      text +=
        "p\(id),\(place),\"place \(row),\r\n\"\"\(row)\"\"\",note \(row)\(row % 7000 == 6999 ? "," : "")"
      if row == 17_000 { text += String(repeating: " and so on", count: 40_000) }
      text += row % 100 == 3 ? "\r\n\r\n" : "\r\n"
    }
    return Array((text + "p,1.5,2.5,\"open").utf8)
  }()

  @Test("a large file, of which pieces are read, gives what its bytes give", arguments: [1, 2, 3])
  func pieces(threads: Int) throws {
    let folder = TemporaryFolder()
    let file = folder.write("large.csv", Self.large)
    #expect(PiecewiseFile(path: file)?.count == Self.large.count)
    let context = RunContext(threads: threads)
    var usual = ReadOptions()
    usual.attributes = .all
    var (strict, named, missing) = (usual, usual, usual)
    strict.strict = true
    named.id = "id"
    missing.latitude = "height"
    for options in [usual, ReadOptions(), strict, named, missing] {
      func outcome(_ read: () throws(DataError) -> PointData) -> String {
        do throws(DataError) {
          let data = try read()
          return "\(data.report) \(data.columns)"
        } catch {
          return error.description
        }
      }
      let expected = outcome { () throws(DataError) in
        try PointReader.read(bytes: Self.large, options: options, source: file)
      }
      let found = outcome { () throws(DataError) in
        try PointReader.read(path: file, options: options, context: context)
      }
      // Too long to be shown.
      if found != expected { Issue.record("\(found.prefix(1000)) is not \(expected.prefix(1000))") }
    }
  }

  @Test("the form of a large file shows even where its first rows are longer than a piece")
  func longHead() throws {
    let folder = TemporaryFolder()
    let long = String(repeating: "word; ", count: 60_000)
    let rows = (0..<40_000).map { "\($0 % 180).125;48.8584;\"\($0 == 0 ? long : "name")\"" }
    let text = rows.joined(separator: "\n")
    for head in ["lon;lat;\"\(long)\"\n", "", "\n\n"] {
      let data = try PointReader.read(path: folder.write("long.csv", head + text))
      let expected = try PointReader.read(bytes: Array((head + text).utf8))
      #expect(data.columns.longitude == expected.columns.longitude && data.columns.count == 40_000)
      #expect(data.report.columns == expected.report.columns && data.report.delimiter == UInt8(ascii: ";"))
    }
  }

  @Test("a file that is cut short while it is read is an error")
  func cutShort() throws {
    let folder = TemporaryFolder()
    let name = folder.write("large.csv", Self.large)
    let file = try #require(PiecewiseFile(path: name))
    let window = try InputWindow(.file(file), at: 0)
    try #require(FileHandle(forWritingAtPath: name)).truncate(atOffset: 1 << 19)
    #expect(throws: DataError.cannotRead(name, SystemReason(errorNumber: ESTALE))) {
      while !window.isLast { try window.move(to: window.end) }
    }
    #expect(throws: DataError.cannotRead(name, SystemReason(errorNumber: ESTALE))) {
      try InputBytes.file(file).whole()
    }
  }

  @Test("a column in one part is taken as it is")
  func single() {
    var part = CellColumn()
    Array("text".utf8).withView { part.append(field: $0) }
    var joined = part
    joined.append([])
    #expect(joined.string(0) == "text")
    #expect(
      joined.text.withUnsafeBufferPointer(\.baseAddress) == part.text.withUnsafeBufferPointer(\.baseAddress))
  }

  @Test("columns that are dense in one part and all but empty in another")
  func sparse() {
    let filled = (0..<40).map { $0 % 9 == 0 ? "t\($0)" : "\($0)" }
    for share in [1, 3, 7, 39] {
      let texts: [String?] = filled.enumerated().map { $0 % share == 0 ? $1 : nil }
      for cut in [0, 1, 20, 39, 40] {
        func column(_ texts: some Sequence<String?>) -> CellColumn {
          var column = CellColumn()
          for text in texts {
            if let text {
              text.withView { column.append(field: $0) }
            } else {
              column.pad(to: column.count + 1)
            }
          }
          return column
        }
        var joined = column(texts[..<cut])
        joined.append([column(texts[cut...]), column(texts)])
        #expect((0..<80).map(joined.string) == texts + texts)
      }
    }
  }

  @Test("whole numbers come back as they were written")
  func canonical() {
    func number(_ text: String) -> Int64? { Array(text.utf8).withView(Int64.init(canonical:)) }
    let numbers: [Int64] = [0, 7, -7, 10, .max, .max - 1, .min, .min + 1, 999_999_999_999_999_999, -1 << 60]
    for value in numbers { #expect(number("\(value)") == value) }
    for text in [
      "", "-", "-0", "007", "+7", "7 ", "7.0", "1e3", "9223372036854775808", "-9223372036854775809",
      "12345678901234567890", "18446744073709551617", "١",
    ] {
      #expect(number(text) == nil, "\(text)")
    }
  }

  // MARK: GeoJSON

  private static let features: [String] = (0..<1200).map { index in
    let x = Double(index % 360) - 180
    let kinds = [
      #"{"type":"Point","coordinates":[\#(x),5.5]}"#,
      #"{"type":"MultiPoint","coordinates":[[\#(x),1],[2,3]]}"#,
      #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"Point","coordinates":[3,4]}]}"#,
      "null", #"{"type":"LineString","coordinates":[[0,0],[1,1]]}"#,
    ]
    // The late name, and a text that looks as if a feature began in it.
    let more = index > 800 ? #","late":[{"type":"Feature"},{"type":"Feature"}]"# : ""
    let text = index % 200 == 7 ? #"},{\"type\":\"Feature\""# : "place \(index)"
    return #"{"type":"Feature","id":\#(index),"geometry":\#(kinds[index * 7 % 11 % 5]),"#
      + #""properties":{"name":"\#(text)","weight":\#(index % 5),"note":"\#(String(repeating: "é", count: 60))"\#(more)}}"#
  }

  private func collection(_ features: [String], tail: String = "") -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n") + "]\(tail)}\n"
  }

  private func table(_ text: String, threads: Int, all: Bool = true) throws(DataError) -> Table {
    guard let buffer = ByteBuffer(Array(text.utf8)) else { throw .outOfMemory("data") }
    let table = try JSONReader.read(
      buffer,
      ReadRequest(
        options: ReadOptions(attributes: all ? .all : .named(["late"])), source: "data",
        context: RunContext(threads: threads)))
    guard let table else { throw .binary("data") }
    return table
  }

  // A list with something behind it is read as a whole.
  private static let tail = #","bbox":[0,0,0,0]"#

  @Test(
    "a collection in pieces has the rows, columns and places of one that is read as a whole",
    arguments: [1, 2, 3])
  func features(threads: Int) throws {
    for all in [true, false] {
      let whole = try table(collection(Self.features, tail: Self.tail), threads: 1, all: all)
      let parts = try table(collection(Self.features), threads: threads, all: all)
      #expect(parts.names == whole.names && parts.names.contains("late"))
      #expect(parts.cells.map { $0 == nil } == whole.cells.map { $0 == nil })
      #expect(lines(parts) == lines(whole))
    }
  }

  @Test("a name with escapes, whose column another part might not find, is in one column as in the whole")
  func escapedNames() throws {
    var features = Self.features
    features[10] = features[10].replacing("\"weight\"", with: #""wei\u0067ht""#)
    features[1190] = features[1190].replacing("\"note\"", with: #""n\u006fte""#)
    let whole = try table(collection(features, tail: Self.tail), threads: 1)
    let parts = try table(collection(features), threads: 3)
    #expect(parts.names == whole.names)
    #expect(lines(parts) == lines(whole))
  }

  @Test("damage has the same error, wherever it is")
  func damage() {
    let text = collection(Self.features)
    let whole = collection(Self.features, tail: Self.tail)
    func outcome(_ text: [UInt8], threads: Int) -> String {
      do throws(DataError) {
        let table = try table(String(decoding: text, as: UTF8.self), threads: threads)
        return lines(table).joined(separator: "\n")
      } catch {
        return error.description
      }
    }
    var random = SplitMix64(seed: 3)
    let bytes = Array("{}[],:\"\\ x".utf8)
    var failures = 0
    for _ in 0..<12 {
      let place = random.below(text.utf8.count - 8)
      let byte = bytes[random.below(bytes.count)]
      var (damaged, oracle) = (Array(text.utf8), Array(whole.utf8))
      (damaged[place], oracle[place]) = (byte, byte)
      let expected = outcome(oracle, threads: 1)
      if expected.contains("not valid JSON") { failures += 1 }
      // Where the end of the text is told, it is that of the text.
      if expected.contains("line 1201") { continue }
      #expect(outcome(damaged, threads: 2) == expected, "byte \(byte) at \(place)")
    }
    #expect(failures > 2)
  }

  @Test(
    "what only looks like a collection is none",
    arguments: [
      #"{"type":"Feature","features":[{"type":"Feature"}]}"#, #"{"type":"FeatureCollection","features":[]}"#,
      #"{"a":{"type":"FeatureCollection","features":[{"type":"Feature"}]}}"#,
      #"{"features":[{"type":"Feature"}]}"#,
      #"{"type":"FeatureCollection","features":[1,{"type":"Feature"}]}"#,
      #"{"type":"FeatureCollection","name":"\"features\":[","features":7}"#, #"{"features":["#, "{", "]}",
    ])
  func lookalikes(_ text: String) throws {
    let buffer = try #require(ByteBuffer(Array(text.utf8)))
    #expect(FeatureList(.memory(buffer), document: 0..<buffer.count) == nil)
  }

  @Test("the features of two lists in one collection are all read")
  func twoLists() throws {
    let features = Self.features.prefix(900).joined(separator: ",\n")
    let text = #"{"type":"FeatureCollection","features":[\#(features)],"features":[\#(features)]}"#
    let count = try table(collection(Array(Self.features.prefix(900))), threads: 1).count
    for threads in 1...3 {
      let read = try table(text, threads: threads)
      #expect(read.count == 2 * count && read.featureIDs?.string(2 * count - 1) == "899")
    }
  }

  @Test("a collection of other programs' spacing is read in pieces")
  func spacing() throws {
    let text =
      "{ \"type\": \"FeatureCollection\",\n\"features\" : [\n{ \"id\": 1, \"type\": \"Feature\" } ,\n{ \"id\": 2 }\n] }\n"
    let buffer = try #require(ByteBuffer(Array(text.utf8)))
    let list = try #require(FeatureList(.memory(buffer), document: 0..<buffer.count))
    #expect(list.parts(2).count == 3)
    #expect(try table(text, threads: 2).featureIDs?.string(1) == "2")
  }
}
