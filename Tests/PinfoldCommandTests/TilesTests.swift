import Foundation
import Testing

@Suite("pinfold tiles")
struct TilesTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(
      "id,name,lon,lat,people\n1,A,2.30,48.85,5\n2,B,2.3001,48.85,7\n3,C,-120,40,1\n", to: "a.csv")
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: tool.folder.appending(path: name))
  }

  @Test("one file holds all zooms, and a line says what is in it")
  func pmtiles() throws {
    let outcome = try tool("tiles", "a.csv", "-o", "a.pmtiles", "--zooms", "0-3", "--aggregate", "people:sum")
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("a.pmtiles: 7 tiles of zooms 0 to 3"), "\(outcome.errors)")
    #expect(try bytes("a.pmtiles").starts(with: Array("PMTiles".utf8)))
    let again = try tool(
      "tiles", "a.csv", "-o", "b.pmtiles", "--zooms", "0-3", "--aggregate", "people:sum", "--threads", "2")
    #expect(again.status == 0)
    #expect(try bytes("a.pmtiles") == bytes("b.pmtiles"))
  }

  @Test("a folder's tiles have the columns of points and the aggregates of clusters")
  func folder() throws {
    let outcome = try tool(
      "tiles", "a.csv", "-o", "out", "--zooms", "0-0", "--aggregate", "people:sum", "--keep", "name",
      "--layer-name", "towns", "--expansion-zoom", "--strategy", "radius(radius=40)")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let text = String(decoding: try bytes("out/tiles.json"), as: UTF8.self)
    #expect(text.contains(#""id":"towns""#) && text.contains(#""people_sum":"Number""#))
    #expect(text.contains(#""name":"String""#) && text.contains(#""expansion_zoom":"Number""#))
    #expect(!text.contains(#""people":"#))
    #expect(try !bytes("out/0/0/0.mvt").isEmpty)
    let again = try tool("tiles", "a.csv", "-o", "out", "--zooms", "0-0")
    #expect(again.status == 1 && again.complaint.contains("out"), "\(again.complaint)")
    #expect(try String(decoding: bytes("out/tiles.json"), as: UTF8.self) == text)
  }

  @Test("single points keep columns of weights and groups too")
  func roles() throws {
    try tool.write("lon,lat,weight,group\n10,50,3,a\n", to: "roles.csv")
    let outcome = try tool("tiles", "roles.csv", "-o", "roles", "--zooms", "0-0", "--group", "group")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let text = String(decoding: try bytes("roles/tiles.json"), as: UTF8.self)
    #expect(text.contains(#""fields":{"group":"String","weight":"Number"}"#), "\(text)")
  }

  @Test(
    "what cannot be is said before the data are read",
    arguments: [
      (["-o", "a.zip"], "expected a name that ends in .pmtiles or .mbtiles, or that of a folder"),
      (["-o", "a.pmtiles", "--zooms", "0,2"], "expected consecutive whole zooms in 0…20, as in 2-8"),
      (["-o", "a.pmtiles", "--planar"], "tiles show the globe; leave --planar out"),
      (["-o", "a.pmtiles", "--strategy", "pca"], "panning changes the clusters of strategy 'pca'"),
      (["-o", "a.pmtiles", "--buffer", "4096"], "--buffer '4096': expected a whole number in 0…2048"),
      ([], "missing expected argument '--output <file>'"),
    ])
  func mistakes(_ arguments: [String], _ message: String) throws {
    let outcome = try tool.run(["tiles", "a.csv"] + arguments)
    #expect(outcome.status != 0)
    #expect(outcome.complaint.contains(message), "\(outcome.complaint)")
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "a.pmtiles").path))
  }
}
