import Foundation
import Pinfold
import PinfoldData
import TestSupport
import Testing

/// `ogr2ogr` is a script here: what it is asked for, and what becomes of its result and its errors.
@Suite("Data that another program converts", .serialized)
struct ConversionTests {
  private let folder = TemporaryFolder()

  /// Puts a program of that name first on the path while something runs.
  private func with<Result>(_ script: String?, _ body: () throws -> Result) rethrows -> Result {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    unlink(folder.path + "/ogr2ogr")
    if let script {
      let program = folder.write("ogr2ogr", "#!/bin/sh\n" + script)
      chmod(program, 0o755)
    }
    setenv("PATH", script == nil ? folder.path : "\(folder.path):\(path)", 1)
    defer { setenv("PATH", path, 1) }
    return try body()
  }

  private func message(_ path: String, _ options: ReadOptions = ReadOptions()) -> String {
    do {
      _ = try PointReader.read(path: path, options: options)
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  @Test("is read from the GeoPackage that the program writes, of which nothing is left")
  func converted() throws {
    let made = Folders.package.appending(path: "Tests/Fixtures/Formats/shapes.gpkg.gz").path
    let parquet = folder.write("points.parquet", "PAR1")
    let script = """
      echo "$@" > \(folder.path)/arguments
      for word; do case $word in */points.gpkg) gzip -dc \(made) > $word; echo ${word%/*} > \(folder.path)/made;; esac; done
      """
    var options = ReadOptions()
    options.layer = "towns"
    let data = try with(script) { try PointReader.read(path: parquet, options: options) }
    #expect(data.columns.count == 2)
    #expect(data.report.format == .converted && data.report.source == parquet)
    let words = try String(contentsOfFile: folder.path + "/arguments", encoding: .utf8).split(
      separator: " ")
    #expect(words.contains("-t_srs") && words.contains("EPSG:4326") && words.last == "towns\n")
    // An archive's data are in the system that they have unpacked, which the GeoPackage then says.
    let zip = folder.write(
      "points.zip", [0x50, 0x4B, 0x03, 0x04, 0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18))
    _ = try with(script) { try PointReader.read(path: zip, options: options) }
    let others = try String(contentsOfFile: folder.path + "/arguments", encoding: .utf8)
    #expect(!others.contains("_srs") && others.contains("/vsizip/"))
    let temporary = try String(contentsOfFile: folder.path + "/made", encoding: .utf8).dropLast()
    #expect(!FileManager.default.fileExists(atPath: String(temporary)))
  }

  @Test("says what Parquet needs, and a line of Python that converts it")
  func columnar() {
    let plain = folder.write("plain.parquet", "PAR1")
    let missing = with(nil) { message(plain) }
    #expect(missing.contains("conda install -c conda-forge gdal libgdal-arrow-parquet"))
    #expect(
      missing.contains("pandas as p; p.read_parquet('plain.parquet').to_csv('points.csv', index=False)"))
    let lacking = with("echo 'Unable to open datasource' >&2; exit 1") { message(plain) }
    #expect(lacking.contains("which the installed GDAL does not have"))
    let located = folder.write("it's.arrow", "ARROW1" + #"{"primary_column":"geometry"}"#)
    #expect(with(nil) { message(located) }.contains(#"g.read_feather('it\'s.arrow').to_file('points.gpkg')"#))
  }

  @Test(
    "is told with the program's own words where it fails, and with what to install where it is missing"
  )
  func failures() throws {
    let xml = folder.write("points.gml", "<gml/>")
    #expect(
      with("echo 'ERROR 1: oh' >&2; exit 1") { message(xml) } == "\(xml): ogr2ogr: ERROR 1: oh")
    let missing = with(nil) { message(xml) }
    #expect(missing.contains("XML (GML and others") && missing.contains("apt-get install gdal-bin"))
    let words = "PG:dbname=x password=secret"
    let connection = with("echo no >&2; exit 1") { message(words) }
    #expect(connection == "PG:dbname=x password=…: ogr2ogr: no")
    #expect(message(folder.path + "/none.csv").contains("no such file"))
    #expect(failure("<gml/>")?.description.contains("from a file by itself") == true)
  }
}
