import TestSupport
import Testing

@testable import PinfoldData

/// The registry of formats; what each reads is tested beside its reader.
@Suite("Formats of points")
struct PointFormatTests {
  private func formats(of bytes: [UInt8]) -> [[String]] {
    bytes.withView { head in PointFormats.all.filter { $0.matches(head) }.map { $0.names } }
  }

  @Test(
    "besides delimited text, which matches everything, one format at most matches an input",
    arguments: [
      ("lon,lat\n1,2\n", nil), ("\n \n{\"type\":", "GeoJSON"), ("[[1,2]]", "GeoJSON"),
      ("\u{1E}{}", "GeoJSON"), ("SQLite format 3\0", "GeoPackage"), ("fgb\u{3}fgb\u{1}", "FlatGeobuf"),
      ("\0\0'\n\0\0", "Shapefile"), ("<?xml version='1.0'?><!-- kml --><k:kml>", "KML"), ("<gpx ", nil),
      ("<gpx>", "GPX"), ("<html>", nil), ("", nil),
    ])
  func one(_ head: String, _ name: String?) {
    let matching = formats(of: Array(head.utf8))
    #expect(matching.first == ["CSV", "TSV"])
    #expect(matching.dropFirst().map { $0[0] } == (name.map { [$0] } ?? []))
  }

  @Test("a byte order mark is no part of what a format is recognized by")
  func mark() {
    let bytes = [0xEF, 0xBB, 0xBF] + Array("  [1]".utf8)
    bytes.withView { #expect(PointFormats.format(of: $0) is JSONReader.Type) }
  }

  @Test("an input that begins as a format does is in that format, and fuzzers have samples of it")
  func beginnings() {
    let corpus = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Fuzz/Corpus/"
    for format in PointFormats.all {
      #expect(formats(of: format.beginning).last == format.names)
      #expect(Folder.names(in: corpus + format.names[0].lowercased()).count > 2)
    }
  }

  @Test("help texts name all of them")
  func names() {
    #expect(PointFormats.inWords.hasPrefix("CSV, TSV, GeoJSON, JSON arrays, TopoJSON, GeoPackage, "))
    for name in PointFormats.all.flatMap({ $0.names }) { #expect(PointFormats.inWords.contains(name)) }
  }
}
