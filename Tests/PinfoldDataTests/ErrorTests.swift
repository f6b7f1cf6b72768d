import Pinfold
import PinfoldData
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("Errors of reading")
struct ErrorTests {
  private func pathFailure(_ path: String) -> DataError? {
    do throws(DataError) {
      _ = try PointReader.read(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test("a missing file, a directory and a file in a file")
  func files() throws {
    let directory = TemporaryFolder()
    #expect(pathFailure(directory.path + "/none") == .cannotRead(directory.path + "/none", .notFound))
    #expect(pathFailure(directory.path) == .cannotRead(directory.path, .isDirectory))
    let file = directory.write("a", [])
    #expect(pathFailure(file + "/b") == .cannotRead(file + "/b", .notFound))
    #expect(pathFailure(file) == .empty(file))
  }

  @Test("a file that may not be read", .enabled(if: getuid() != 0, "the superuser may read everything"))
  func permission() throws {
    let directory = TemporaryFolder()
    let file = directory.write("a", [])
    chmod(file, 0)
    #expect(pathFailure(file) == .cannotRead(file, .notPermitted))
  }

  @Test("nothing but blank space", arguments: ["", " \n\t\r\n", "\u{FEFF}"])
  func empty(_ text: String) { #expect(failure(text) == .empty("data")) }

  @Test("binary data")
  func binary() {
    #expect(failure([1, 2, 3, 4, 5, 6, 7, 8]) == .binary("data"))
    #expect(failure(Array("lon,lat\n1,2\n".utf8) + [0]) == .binary("data"))
  }

  @Test(
    "other formats, by their first bytes, with what to do",
    arguments: [
      (Array("PAR1".utf8), "ogr2ogr"),
      (Array("<?xml version".utf8), "GML"),
      ([0x28, 0xB5, 0x2F, 0xFD], "zstd -d"),
    ])
  func otherFormats(_ bytes: [UInt8], _ word: String) throws {
    let error = try #require(failure(bytes))
    guard case .otherFormat = error else { throw TestFailure() }
    #expect(error.description.contains(word))
  }

  @Test(
    "JSON that breaks off or goes wrong, with the line",
    arguments: [
      ("{\"type\":\"FeatureCollection\",\n\"features\":[\n{\"type\":\"Feature\"", 3),
      ("[[1,2],\n[3,4],\n[5 6]]", 3), ("[\n[1,2]]\n]", 3), ("[\n[1,2],\n[3,\"", 3), ("[\n[1,2]]\n[[3,4]]", 3),
    ])
  func json(_ text: String, _ line: Int) throws {
    let error = try #require(failure(text))
    guard case .badJSON(_, let found, _) = error else { throw TestFailure() }
    #expect(found == line, "\(error)")
  }

  @Test("no columns of coordinates, with the columns there are and what to pass")
  func noCoordinates() {
    let error = failure("name,height\na,1\n")
    #expect(error == .noCoordinateColumns("data", columns: ["name", "height"]))
    #expect(error?.description.contains("'name', 'height'; name them with --lon and --lat") == true)
    #expect(failure("[{\"a\":1}]") == .noCoordinateColumns("data", columns: ["a"]))
    #expect(failure("[1,2]") != nil)
  }

  @Test("a column that is not there, with the one that was meant")
  func unknownColumn() {
    let error = failure("lon,lat,population\n1,2,3\n", ReadOptions(weight: "poplation"))
    #expect(error?.description == "data: no column 'poplation' (--weight) (did you mean 'population'?)")
  }

  @Test("a file of bad rows only")
  func onlyBadRows() {
    #expect(
      failure("lon,lat\n1,100\n2,200\n")
        == .noUsableRows(
          "data", rows: 2, reason: "latitude out of range", line: 2, text: "lon '1', lat '100'"))
  }

  @Test("control characters of a file never reach a message or a report")
  func controlCharacters() throws {
    let error = failure("lon\u{1B}[31m,height\na,1\n")
    #expect(error?.description.unicodeScalars.contains { $0.value < 32 } == false)
    let data = try read("lon,lat,a\u{1B}b\n1,2,3\n\"\u{1B}[2J\",\"\n\",3\n")
    #expect(!data.report.table.replacing("\n", with: "").unicodeScalars.contains { $0.value < 32 })
    #expect(!data.report.warnings.joined().unicodeScalars.contains { $0.value < 32 })
  }

  @Test("a delimiter that cannot be one")
  func badDelimiter() throws {
    #expect(try ReadOptions.delimiter(named: "tab") == 9)
    #expect(try ReadOptions.delimiter(named: ";") == UInt8(ascii: ";"))
    for text in ["", "ab", "\"", "\n", "é", "7", "x"] {
      #expect(throws: DataError.self) { try ReadOptions.delimiter(named: text) }
    }
    #expect(failure("lon,lat\n1,2\n", ReadOptions(delimiter: 10)) != nil)
  }
}
