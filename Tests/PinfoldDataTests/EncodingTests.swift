import Pinfold
import PinfoldData
import Testing

@Suite("Text in another encoding")
struct EncodingTests {
  /// Latin letters, each a byte; the last two stand for characters of Windows-1252 alone, and for none.
  private static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
  }

  private static let texts = [
    "id,lon,lat,größe\nLéa,1,1,café\nLèa,2,2,cafè\nLea,3,3,€\u{81}\n",
    #"[{"id":"Léa","lon":1,"lat":1,"größe":"café"},{"id":"Lèa","lon":2,"lat":2,"größe":"cafè"},"#
      + #"{"id":"Lea","lon":3,"lat":3,"größe":"€\#u{81}"}]"#,
    "<kml><Placemark><id>Léa</id><name>x</name><ExtendedData><Data name='größe'><value>café</value></Data>"
      + "</ExtendedData><Point><coordinates>1,1</coordinates></Point></Placemark></kml>",
  ]

  @Test("is converted with a note, and gives what the same text in UTF-8 gives", arguments: texts)
  func converted(text: String) throws {
    let options = ReadOptions(group: "größe", attributes: .all)
    let plain = try read(text, options)
    #expect(plain.report.encoding == nil)
    let data = try PointReader.read(bytes: Self.bytes(text), options: options)
    #expect(data.columns.groupNames == plain.columns.groupNames)
    #expect(data.columns.group == plain.columns.group)
    #expect(data.columns.ids == plain.columns.ids)
    #expect(data.report.columns == plain.report.columns)
    #expect(data.report.encoding == "Windows-1252")
    #expect(data.report.warnings.contains { $0.contains("Windows-1252") && $0.contains("--encoding") })

    var named = options
    named.encoding = "windows-1252"
    let again = try PointReader.read(bytes: Self.bytes(text), options: named)
    #expect(again.columns.groupNames == plain.columns.groupNames)
    #expect(!again.report.warnings.contains { $0.contains("--encoding") })
  }

  @Test("is converted by name from what no byte shows")
  func named() throws {
    let text = "lon,lat,n\n1,2,Łódź\n"
    let wide = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    func name(_ bytes: [UInt8], _ encoding: String) throws -> String? {
      var options = ReadOptions(attributes: .all)
      options.encoding = encoding
      return try PointReader.read(bytes: bytes, options: options).columns.attributes[0].values.text(at: 0)
    }
    #expect(try name([0xFF, 0xFE] + wide, "UTF-16") == "Łódź")
    #expect(try name(wide, "utf-16le") == "Łódź")
    #expect(try name(Array("lon,lat,n\n1,2,".utf8) + [0xA3, 0xF3, 0x64, 0xBC], "ISO-8859-2") == "Łódź")
    #expect(try name(Array(text.utf8), "utf-8") == "Łódź")
    #expect(throws: DataError.self) { try name(Array(text.utf8), "nonsense") }
  }

  @Test("of a line alone, or against the name that is given, stops with the line")
  func mixed() {
    let bytes = Array("lon,lat,n\n1,2,é\n3,4,caf".utf8) + [0xE9, 0x0A]
    let options = ReadOptions(attributes: .all)
    #expect(failure(bytes, options) == .otherEncoding("data", line: 3))
    #expect(failure(bytes, options)?.description.contains("--encoding") == true)
    var named = options
    named.encoding = "UTF-8"
    #expect(
      failure(Array("lon,lat,n\n1,2,caf".utf8) + [0xE9, 0x0A], named) == .otherEncoding("data", line: 2))
    // Nobody reads the column.
    #expect(failure(bytes) == nil)
  }
}
