import Foundation
import Pinfold
import Testing

@testable import PinfoldDrawing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The coast under maps")
struct LandTests {
  private static func frame(
    _ longitude: Double, _ latitude: Double, _ zoom: Double, width: Double = 640, bearing: Double = 0,
    planar: Bool = false
  ) throws -> Frame {
    let columns = PointColumns(longitude: [1, 2, 3], latitude: [1, 2, 3])
    let square = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    var viewport = Viewport(
      center: Coordinate(longitude: longitude, latitude: latitude), zoom: zoom, width: width, height: 400)
    viewport.bearing = bearing
    let points = try PointSet(columns, projection: planar ? .planar(square) : .mercator)
    return try Clusterer(GridStrategy()).build(points).frame(for: viewport)
  }

  /// Where a copy of the land stands: x and y of its corner, and its scale.
  private static func copies(_ svg: String) -> [(x: Double, y: Double, scale: Double)] {
    svg.matches(of: /<use class="land" [^>]*"translate\(([-0-9.]+) ([-0-9.]+)\) scale\(([0-9.]+)\)"/)
      .compactMap {
        guard let x = Double($0.1), let y = Double($0.2), let scale = Double($0.3) else { return nil }
        return (x, y, scale)
      }
  }

  @Test("the file is in the program, and each of its rings is closed and on the earth")
  func file() throws {
    let json = try #require(try JSONSerialization.jsonObject(with: Data(Land.json)) as? [[Double]])
    #expect(json.count == Land.rings.count && json.count > 100)
    for (flat, ring) in zip(json, Land.rings) {
      #expect(flat == ring.flatMap { [$0.longitude, $0.latitude] })
      #expect(ring.first == ring.last && ring.count > 3)
      #expect(ring.allSatisfy { abs($0.longitude) <= 180 && abs($0.latitude) <= 90 })
    }
  }

  @Test("steps along an outline do not add up to more than a tenth")
  func path() {
    var (x, y, corners) = (0.0, 0.0, [ScreenPosition]())
    for step in Land.path.matches(of: /([Ml])(-?[0-9.]+) ?(-?[0-9.]+)/) {
      guard let right = Double(step.2), let down = Double(step.3) else { continue }
      (x, y) = step.1 == "M" ? (right, down) : (x + right, y + down)
      corners.append(ScreenPosition(x: x, y: y))
    }
    let places = Land.rings.flatMap { $0 }.map { place in
      ScreenPosition(
        x: (place.longitude + 180) * 10,
        y: Double(Projection.mercator.project(place).y) / WorldPoint.worldSize * Land.side)
    }
    #expect(corners.count > 4000)
    var next = 0
    // The corners are those of the rings in their order; some that fall together are left out.
    for corner in corners {
      while next < places.count,
        abs(places[next].x - corner.x) > 0.051 || abs(places[next].y - corner.y) > 0.051
      {
        next += 1
      }
    }
    #expect(next < places.count)
  }

  @Test(
    "the land lies where its coordinates are, in every view", arguments: [-540.0, -179.9, -20, 0, 100, 180])
  func places(longitude: Double) throws {
    for (zoom, width) in [(0.3, 1200.0), (2, 640), (8.5, 300)] {
      let frame = try Self.frame(longitude, 40, zoom, width: width)
      let world = frame.view.viewport.worldWidth
      let copies = Self.copies(MapDrawing(layers: .coast).picture(of: frame).svg)
      // As many as are seen, once each.
      let expected = (-5...5).count { turn in
        let x = width / 2 + (-180 - longitude.remainder(dividingBy: 360)) / 360 * world + Double(turn) * world
        return x + world >= 0 && x <= width
      }
      #expect(copies.count == expected && Set(copies.map(\.x)).count == copies.count)
      let cape = Projection.mercator.project(Coordinate(longitude: -67.3, latitude: -55.9))
      let place = frame.view.screenPosition(of: cape)
      #expect(
        copies.contains { copy in
          abs(copy.x + (-67.3 + 180) * 10 * copy.scale - place.x) < 0.05 + world * 1e-6
            && abs(copy.y + Double(cape.y) / WorldPoint.worldSize * Land.side * copy.scale - place.y) < 0.05
              + world * 1e-6
        } || copies.count == 1)
    }
  }

  @Test("it fades out where it is too coarse, and planar data have none")
  func fades() throws {
    func opacity(_ zoom: Double, planar: Bool = false) throws -> String? {
      let svg = MapDrawing(layers: .coast).picture(of: try Self.frame(2, 45, zoom, planar: planar)).svg
      #expect(svg.contains("<path id=\"pinfold-land\"") == svg.contains("<use "))
      return svg.firstMatch(of: /<use class="land" [^>]*opacity="([0-9.]+)"/).map { String($0.1) }
    }
    #expect(try opacity(3) == "1" && opacity(6) == "1" && opacity(7.5) == "0.5")
    #expect(try opacity(9) == nil && opacity(14) == nil && opacity(0, planar: true) == nil)
    #expect(WorldLayer.opacity(atZoom: -8) == 1)
  }

  @Test("a turned view turns the land with it")
  func turned() throws {
    let svg = MapDrawing(layers: .coast).picture(of: try Self.frame(2, 45, 3, bearing: 30)).svg
    let turn = #/<g transform="rotate\(-30 320 200\)[^>]*>\s*<use class="land"/#
    #expect(svg.firstMatch(of: turn) != nil)
  }

  @Test("several maps in a document share one outline, and a page holds it for all")
  func shared() throws {
    let map = MapDrawing(layers: [.coast, .markers]).picture(of: try Self.frame(2, 45, 3))
    let four = Picture.grid([map, map, map, map], columns: 2)
    #expect(
      four.svg.matches(of: /id="pinfold-land"/).count == 1 && four.svg.matches(of: /<use class/).count == 4)
    let bare = MapDrawing(layers: .markers).picture(of: try Self.frame(2, 45, 3))
    #expect(four.needsDefinitions && !bare.needsDefinitions)
    #expect(!map.embedded(label: "x").contains("id=\"pinfold-land\""))
    #expect(Picture.embeddedDefinitions.contains("id=\"pinfold-land\""))
    #expect(XMLParser(data: Data(four.svg.utf8)).parse())
    #expect(four.svg.utf8.count < 45_000)
  }
}
