import Foundation
import Ground
import Pinfold
import Testing

@testable import PinfoldDrawing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The ground under maps")
struct GroundTests {
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

  @Test("the file is in the program, and all of it is on the earth")
  func file() throws {
    let ground = Ground.world
    #expect(ground.land.count > 100 && ground.towns.count == 1000 && ground.tiles.count > 200)
    #expect(ground.land.allSatisfy { $0.count >= 3 })
    #expect(ground.towns[0].name == "Tokyo" && ground.towns.contains { $0.name == "São Paulo" })
    let reach = 0.04
    for tile in ground.tiles {
      let shapes = ground.shapes(in: tile)
      for place in (shapes.land + shapes.lakes + shapes.coasts + shapes.borders).joined() {
        #expect(place.longitude >= tile.west - reach && place.longitude <= tile.west + 15 + reach)
        #expect(place.latitude >= tile.south - reach && place.latitude <= tile.south + 15 + reach)
      }
    }
    #expect(
      (ground.land.joined() + ground.towns.map(\.at)).allSatisfy {
        abs($0.longitude) <= 180 && abs($0.latitude) <= 90
      })
  }

  @Test("a part of the file has the towns and tiles that are asked for, and reads like the whole")
  func part() throws {
    let ground = Ground.world
    #expect(ground.bytes { _, _ in true } == ground.bytes)
    let part = Ground(ground.bytes { west, south in west == 0 && south == 45 })
    #expect(part.land == ground.land && part.tiles.count == 1)
    #expect(
      part.towns.map(\.name).contains("Paris") && part.towns.allSatisfy { (0..<15).contains($0.at.longitude) }
    )
    let whole = try #require(ground.tiles.first { $0.west == 0 && $0.south == 45 })
    #expect(part.shapes(in: part.tiles[0]).land == ground.shapes(in: whole).land)
  }

  @Test("land and sea; lakes are land")
  func mask() {
    for (longitude, latitude, isLand) in [
      (2.35, 48.86, true), (-60, -5, true), (134, -24, true), (0, -80, true), (-30, 40, false),
      (51, 41, true),
      (179.5, 68, true), (-180.5, 68, true), (539.5, 68, true), (90, -30, false), (0, 89.9, false),
      (0, 90, false),
    ] {
      #expect(
        LandMask.world.contains(longitude: longitude, latitude: latitude) == isLand,
        "\(longitude), \(latitude)")
    }
    #expect(!LandMask.world.contains(longitude: .nan, latitude: 0))
    #expect(!LandMask.world.contains(longitude: 0, latitude: 91))
    // Of the globe 29 % are land, by the cosine of the latitude.
    var (land, all) = (0.0, 0.0)
    for latitude in stride(from: -89.75, to: 90, by: 0.5) {
      let share = cos(latitude * .pi / 180)
      for longitude in stride(from: -179.75, to: 180, by: 0.5) {
        all += share
        if LandMask.world.contains(longitude: longitude, latitude: latitude) { land += share }
      }
    }
    #expect(abs(land / all - 0.29) < 0.01)
  }

  @Test("steps along an outline do not add up to more than a tenth")
  func path() {
    var (x, y, corners) = (0.0, 0.0, [ScreenPosition]())
    for step in LandOutline.path.matches(of: /([Ml])(-?[0-9.]+) ?(-?[0-9.]+)/) {
      guard let right = Double(step.2), let down = Double(step.3) else { continue }
      (x, y) = step.1 == "M" ? (right, down) : (x + right, y + down)
      corners.append(ScreenPosition(x: x, y: y))
    }
    let places = Ground.world.land.flatMap { $0 }.map { place in
      ScreenPosition(
        x: (place.longitude + 180) * 10,
        y: Double(Projection.mercator.project(place).y) / WorldPoint.worldSize * LandOutline.side)
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
    for (zoom, width) in [(0.3, 1200.0), (2, 640), (3.9, 300)] {
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
            && abs(copy.y + Double(cape.y) / WorldPoint.worldSize * LandOutline.side * copy.scale - place.y)
              < 0.05
              + world * 1e-6
        } || copies.count == 1)
    }
  }

  @Test("closer up the finer ground is cut to the view, and it fades into land where it is too coarse")
  func fades() throws {
    func svg(_ zoom: Double, planar: Bool = false) throws -> String {
      MapDrawing(layers: .coast).picture(of: try Self.frame(2, 45, zoom, planar: planar)).svg
    }
    func opacity(_ zoom: Double) throws -> String? {
      try svg(zoom).firstMatch(of: /<rect class="sea"[^>]*?(?: opacity="([0-9.]+)")?\/>/).map {
        $0.1.map(String.init) ?? "1"
      }
    }
    #expect(try opacity(3) == "1" && opacity(9) == "1" && opacity(10.5) == "0.5" && opacity(12) == nil)
    #expect(try !svg(2, planar: true).contains("class=\"sea\""))
    #expect(try svg(3).contains("<use ") && !svg(4).contains("<use ") && svg(4).contains("class=\"land\""))
    for zoom in [4.0, 6, 8] {
      let svg = try svg(zoom)
      #expect(svg.utf8.count < 100_000)
      // Steps are relative, starts are not: none is far off the picture.
      for start in svg.matches(of: /M(-?[0-9.]+) ?(-?[0-9.]+)/) {
        #expect(
          (-10...650).contains(Double(start.1) ?? .nan) && (-10...410).contains(Double(start.2) ?? .nan))
      }
    }
  }

  @Test(
    "names of towns stand where there is room: on no marker, on no other name, and none in a turned or planar view"
  )
  func towns() throws {
    func names(_ frame: Frame, _ layers: MapDrawing.Layers) -> [String] {
      MapDrawing(layers: layers).picture(of: frame).svg.matches(of: /class="town"[^>]*>([^<]+)</).map {
        String($0.1)
      }
    }
    let frame = try Self.frame(4, 48, 5)
    let free = names(frame, .towns)
    #expect(free.contains("Paris") && Set(free).count == free.count)
    #expect(
      try names(Self.frame(4, 48, 12), .towns).isEmpty
        && names(Self.frame(4, 48, 5, bearing: 20), .towns).isEmpty)
    #expect(try names(Self.frame(4, 48, 5, planar: true), .towns).isEmpty)
    // A marker over the place's name takes its room.
    let here = try PointSet(PointColumns(longitude: [2.35, 2.35], latitude: [48.7, 48.7]))
    let covered = try Clusterer(GridStrategy()).build(here).frame(for: frame.view.viewport)
    #expect(
      !names(covered, [.towns, .markers]).contains("Paris") && names(covered, .towns).contains("Paris"))
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
