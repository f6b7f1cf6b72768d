import Pinfold
import PinfoldData
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("The JSON writer")
struct JSONWriterTests {
  private func sample(_ json: inout JSONWriter) {
    json.object { json in
      json.member("name", "a\"\\\n\t\u{1}é😀")
      json.key("list")
      json.array { json in
        json.value(1.5)
        json.value(3.0)
        json.array { _ in }
        json.object { _ in }
      }
      json.member("none", String?.none)
      json.member("nan", Double.nan)
      json.member("yes", true)
    }
  }

  @Test("puts commas, colons and escapes where they belong")
  func compact() {
    var json = JSONWriter()
    sample(&json)
    #expect(
      json.text
        == #"{"name":"a\"\\\n\t\u0001é😀","list":[1.5,3,[],{}],"none":null,"nan":null,"yes":true}"#)
  }

  @Test("indents on demand")
  func indented() {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.member("a", 1)
      json.key("b")
      json.array { $0.value(2) }
    }
    #expect(json.text == "{\n  \"a\": 1,\n  \"b\": [\n    2\n  ]\n}")
  }

  @Test("writes numbers that read back the same, and never NaN")
  func numbers() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<5000 {
      let value = Double(bitPattern: random.next())
      var json = JSONWriter()
      json.value(value)
      #expect(value.isFinite ? Double(json.text) == value : json.text == "null")
    }
    #expect(Numeral.text(-3) == "-3")
    #expect(Numeral.text(1e15) == "1000000000000000")
    #expect(Numeral.text(0.1) == "0.1")
  }

  @Test("writes texts that the reader reads back")
  func texts() throws {
    var random = SplitMix64(seed: 6)
    let scalars: [Unicode.Scalar] = [
      "a", "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "😀", "\u{2028}", "/",
    ]
    var texts: [String] = []
    var json = JSONWriter()
    for _ in 0..<300 {
      var text = "x"
      for _ in 0..<random.below(8) { text.unicodeScalars.append(scalars[random.below(scalars.count)]) }
      texts.append(text)
      json.array { json in
        json.value(100.0)
        json.value(2.0)
        json.value(text)
      }
      json.newline()
    }
    // A first line without telling bytes, which would make a short text binary.
    let data = try PointReader.read(
      bytes: Array("[100,2,\"\(String(repeating: "x", count: 5000))\"]\n".utf8) + json.bytes,
      options: ReadOptions(attributes: .all))
    guard case .texts(let column) = data.columns.attributes[0].values else { throw TestFailure() }
    #expect((0..<300).map { column[$0 + 1] } == texts)
  }

  @Test("writes a report that tells the same as its table")
  func report() throws {
    let report = try read("lon,lat,\"a,b\"\n1,2,3\n,5,6\n200,1,2\n", ReadOptions(countsRepeats: true)).report
    var json = JSONWriter()
    report.write(to: &json)
    #expect(json.text.contains(#""columns":["lon","lat","a,b"]"#))
    #expect(json.text.contains(#""rows":3,"usable":2"#))
    #expect(json.text.contains(#""longitude":{"column":"lon","guessed":true}"#))
    #expect(report.table.contains("rows       3\n"))
    #expect(report.table.contains("line 3: lon '', lat '5'"))
    #expect(report.table.contains("wrapped    1 longitudes past 180"))
    #expect(report.warnings.count == 3)
  }
}

@Suite("The table writer")
struct TextTableTests {
  @Test("aligns by width on screen, numbers to the right")
  func alignment() {
    var table = TextTable(header: ["city", "people"])
    table.row(["Köln", "1,073,096"])
    table.row(["東京", "9"])
    table.row(["e\u{301}", ""])
    #expect(
      table.text
        == "city     people\nKöln  1,073,096\n東京          9\né\n".replacing("é\n", with: "e\u{301}\n"))
  }

  @Test("knows wide characters, combining marks and emoji")
  func widths() {
    #expect(TextTable.width("abc") == 3)
    #expect(TextTable.width("東京") == 4)
    #expect(TextTable.width("e\u{301}") == 1)
    #expect(TextTable.width("😀") == 2)
    #expect(TextTable.width("👨‍👩‍👧") == 2)
    #expect(TextTable.width("🇳🇿") == 2)
    #expect(TextTable.width("") == 0)
  }

  @Test("bears rows of different lengths and no rows")
  func ragged() {
    var table = TextTable(header: ["a"])
    table.row(["1", "x"])
    table.row([])
    #expect(table.text == "a\n1  x\n\n")
    #expect(TextTable().text == "")
  }
}

@Suite("Atomic files")
struct AtomicFileTests {
  @Test("replace what was there and leave nothing else")
  func replace() throws {
    let directory = TemporaryFolder()
    let path = directory.path + "/a.txt"
    try AtomicFile.write("lon,lat\n1,2\n", to: path)
    chmod(path, 0o640)
    try AtomicFile.write("lon,lat\n3,4\n", to: path, isDurable: true)
    #expect(try PointReader.read(path: path).columns.longitude == [3])
    #expect(directory.names == ["a.txt"])
    var status = stat()
    stat(path, &status)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test("follow symbolic links")
  func links() throws {
    let directory = TemporaryFolder()
    let path = directory.write("a", [])
    symlink(path, directory.path + "/b")
    try AtomicFile.write("lon,lat\n3,4\n", to: directory.path + "/b")
    #expect(try PointReader.read(path: path).columns.longitude == [3])
    #expect(Set(directory.names) == ["a", "b"])
  }

  @Test("say why they cannot be written")
  func errors() throws {
    let directory = TemporaryFolder()
    func failure(_ path: String) -> DataError? {
      do throws(DataError) {
        try AtomicFile.write([1], to: path)
        return nil
      } catch {
        return error
      }
    }
    #expect(failure(directory.path) == .cannotWrite(directory.path, .isDirectory))
    let missing = directory.path + "/none/a"
    #expect(failure(missing) == .cannotWrite(missing, .notFound))
    #expect(directory.names.isEmpty)
    #expect(failure("/dev/null") == nil)
    #if os(Linux)
      #expect(failure("/dev/full") == .cannotWrite("/dev/full", .diskFull))
    #endif
  }
}
