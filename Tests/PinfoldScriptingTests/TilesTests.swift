import Foundation
import PinfoldScripting
import Testing

@Suite("Tiles of a script")
struct TilesTests {
  @Test("are written beside the script, and counted")
  func written() throws {
    let shell = try RecordedSession()
    let folder = "tiles-of-a-script-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = shell.answer("map = strategy('radius'):build(generate('cities', { count = 200 }))")
    #expect(
      shell.answer("tiles(map, '\(folder)', { zooms = '0-2', layerName = 'towns' }).tiles > 3") == "true\n")
    let text = try String(contentsOfFile: "\(folder)/tiles.json", encoding: .utf8)
    #expect(text.contains(#""id":"towns""#) && text.contains(#""maxzoom":2"#))
  }

  @Test(
    "are refused with the reason",
    arguments: [
      (
        #"tiles(map, "a.zip")"#,
        "a name that ends in .pmtiles or .mbtiles, or that of a folder expected, got 'a.zip'"
      ),
      (#"tiles(map, "../a.pmtiles")"#, "'../a.pmtiles' is outside of '"),
      (#"tiles(map, "/outside.pmtiles")"#, "'/outside.pmtiles' is outside of '"),
      (#"tiles(map, "../a")"#, "outside of the working directory"),
      (#"tiles(map, "a.pmtiles", { zooms = "3-40" })"#, "consecutive whole zooms in 0…20"),
      (#"tiles(plane, "a.pmtiles")"#, "the points are on a plane"),
      (#"tiles(strategy("pca"):build(data), "a.pmtiles")"#, "panning changes the clusters of strategy 'pca'"),
    ])
  func refused(_ call: String, _ reason: String) throws {
    let shell = try RecordedSession()
    _ = shell.answer("data = generate('cities', { count = 20 })")
    _ = shell.answer("map = strategy('grid'):build(data)")
    _ = shell.answer("plane = strategy('grid'):build(points { x = { 1 }, y = { 2 }, planar = true })")
    let answer = shell.answer(call)
    #expect(answer.contains(reason), "\(answer)")
    #expect(!FileManager.default.fileExists(atPath: "a.pmtiles"))
  }
}
