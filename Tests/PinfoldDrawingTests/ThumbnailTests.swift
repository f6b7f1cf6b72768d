import Pinfold
import PinfoldDrawing
import Testing

@Suite("Small maps in a terminal")
struct ThumbnailTests {
  private func lines(_ x: [Double], _ y: [Double], isPlanar: Bool = false, isPlain: Bool = true) -> [String] {
    Thumbnail.text(longitude: x, latitude: y, isPlanar: isPlanar, width: 80, isPlain: isPlain)
      .split(separator: "\n").map(String.init)
  }

  @Test("show where in the world points are, and what they look like from near")
  func near() throws {
    let map = lines([2, 3, 2.5], [48, 48, 48.5])
    #expect(map[0].hasPrefix("world") && map[0].contains("from near, "))
    #expect(map.allSatisfy { $0.count <= 80 })
    let width = try #require(map.map(\.count).max())
    // Paris is right of the middle of the world's map, and in its northern half.
    let rows = map.indices.dropFirst().filter { map[$0].prefix(width / 2).contains("*") }
    #expect(rows.count == 1 && rows[0] < map.count / 2)
    let column = try #require(map[rows[0]].firstIndex(of: "*"))
    #expect(map[rows[0]].distance(from: map[rows[0]].startIndex, to: column) >= 18)
    // Three points from near.
    #expect(map.dropFirst().map { $0.dropFirst(width / 2).count { $0 == "*" } }.reduce(0, +) == 3)
  }

  @Test("show land, which points are in front of")
  func land() {
    let map = lines([20], [0])
    #expect(map.joined().count { $0 == "." } > 100)
    let braille = lines([20], [0], isPlain: false).joined()
    #expect(braille.contains("·") && braille.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
  }

  @Test("of points around the world are one map, and of a plane one without land")
  func wide() {
    let world = lines([-170, 170, 0], [0, 0, 10])
    #expect(world[0] == "world" && !world.joined().contains("near"))
    #expect(world.joined().count { $0 == "*" } == 3)
    let plane = lines([0, 1e6], [0, 1e6], isPlanar: true)
    #expect(!plane.joined().contains(".") && plane.joined().count { $0 == "*" } == 2)
  }

  @Test("of no points, one point, one point far out and huge numbers never fail")
  func extremes() {
    #expect(Thumbnail.text(longitude: [], latitude: [], isPlanar: false, width: 80).isEmpty)
    for (x, y) in [(0.0, 0.0), (180, 90), (-180, -90), (1, 89.99)] {
      #expect(lines([x], [y]).joined().contains("*"))
    }
    for size in [1e-300, 1, 1e300] { #expect(!lines([0, size], [0, size], isPlanar: true).isEmpty) }
    for width in [0, 1, 20, 1000] {
      #expect(!Thumbnail.text(longitude: [1], latitude: [1], isPlanar: false, width: width).isEmpty)
    }
  }
}
