import Foundation
import Pinfold
import PinfoldScripting
import TestSupport
import Testing

/// `Scripts/research/pca-axis.lua`, and what it asks of frames.
@Suite("The script that compares axes")
struct PCAAxisTests {
  @Test("on a long, slightly tilted cloud only the principal axis has no error")
  func cloud() throws {
    var text = "lon,lat\n"
    var random = SplitMix64(seed: 6)
    for _ in 0..<2000 {
      let (along, across) = (10 * random.bell(), random.bell())
      text += "\(20 + along),\(5 - across - along / 30)\n"
    }
    let folder = TemporaryFolder()
    let run = try RecordedSession(arguments: [folder.write("cloud.csv", text)], unsafe: true)
    try run.session.run(file: "\(packageRoot)/Scripts/research/pca-axis.lua")
    let rows = run.output.split(separator: "\n").prefix(4).map { $0.split(separator: " ").map(String.init) }
    try #require(rows.count == 4, "\(run.output)")
    #expect(rows[0] == ["dataset", "axis", "squared", "error", "ratio", "degrees", "hidden", "worst"])
    #expect(rows.dropFirst().map { $0[1] } == ["principal", "applidium", "widest"])
    let (ratios, degrees) = (rows.dropFirst().map { Double($0[3]) }, rows.dropFirst().map { Double($0[4]) })
    #expect(ratios[0] == 1)
    #expect(degrees[0] == 0)
    // The formula leaves the cloud's length by far; the wider side, east, lies near it.
    #expect(try #require(degrees[1]) > 10)
    #expect(try #require(degrees[2]) < 3)
  }

  @Test("the generated sets are compared too")
  func generated() throws {
    let run = try RecordedSession()
    try run.session.run(file: "\(packageRoot)/Scripts/research/pca-axis.lua")
    #expect(run.output.contains("railway"))
    #expect(run.output.contains("applidium"))
  }

  @Test("a frame tells how far its members lie apart, and how many are on the screen")
  func frames() throws {
    let shell = try RecordedSession()
    // At zoom 0 the plane of 256 is 256 screen points wide: two members 10 apart, two
    // 60 apart, of which one is past the screen but in its margin, and one far away.
    _ = shell.answer(
      """
      d = points { x = {0, 6, 130, 190, 256}, y = {10, 18, 10, 10, 256}, planar = true }
      v = view { x = 65, y = 14, zoom = 0, width = 140, height = 30, margin = 1 }
      f = strategy("quadtree", { cellSize = 61 }):frame(d, v)
      """)
    #expect(shell.answer("table.concat(f.counts:totable(), ' ')") == "\"2 2\"\n")
    #expect(shell.answer("f:squaredErrors():sum()") == "1850.0\n")
    #expect(shell.answer("table.concat(f:visible():totable(), ' ')") == "\"2 1\"\n")
    // Across ±180° the short way counts: 0.01° are 1.82 screen points at zoom 8.
    _ = shell.answer("d = points { lon = {179.99, -179.99}, lat = {0, 0} }")
    _ = shell.answer("f = strategy('grid'):frame(d, view { lon = 180, lat = 0, zoom = 8 })")
    #expect(
      shell.answer("#f, f:squaredErrors():sum() > 6.62, f:squaredErrors():sum() < 6.63") == "1\ttrue\ttrue\n")
  }
}
