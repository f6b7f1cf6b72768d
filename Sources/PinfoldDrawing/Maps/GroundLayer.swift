import Ground
import Pinfold

/// Natural Earth's land, lakes and borders on the world's square: at 1:110 million for views of whole
/// continents, else at 1:50 million.
struct GroundLayer {
  private let square: WorldSquare
  private let isFine: Bool

  /// - Parameter zoom: the lowest zoom at which it is seen, of maps with tiles of 256.
  init(_ square: WorldSquare, fromZoom zoom: Double) {
    self.square = square
    isFine = zoom >= 4
  }

  /// All of the ground up to a zoom, none from three zooms above it on.
  func opacity(atZoom zoom: Double) -> Double { max(0, min(((isFine ? 12 : 9) - zoom) / 3, 1)) }

  /// Draws the ground once for each visible copy of the world.
  ///
  /// - Parameter fade: the opacity of lakes and borders; land is what remains where the sea fades.
  func draw(fading fade: SVGWriter.Attributes, to svg: inout SVGWriter) {
    guard isFine else { return drawCoarse(to: &svg) }
    let tiles = Ground.world.tiles.filter(isSeen).map(Ground.world.shapes)
    for tile in tiles { layer("land", areas: tile.land).draw(to: &svg) }
    svg.element("g", fade) { svg in
      for tile in tiles { layer("lake", areas: tile.lakes).draw(to: &svg) }
      layer("coast", lines: tiles.flatMap(\.coasts)).draw(to: &svg)
      layer("border", lines: tiles.flatMap(\.borders)).draw(to: &svg)
    }
  }

  private func layer(_ look: String, areas: [[Coordinate]] = [], lines: [[Coordinate]] = []) -> ShapeLayer {
    ShapeLayer(
      shapes: MapShapes(areas: areas.isEmpty ? [] : [areas], lines: lines), square: square, areaLook: look,
      lineLook: look)
  }

  private func isSeen(_ tile: Ground.Tile) -> Bool {
    let side = Ground.world.side
    let north = square.position(of: Coordinate(longitude: tile.west, latitude: tile.south + side))
    let south = square.position(of: Coordinate(longitude: tile.west + side, latitude: tile.south))
    guard south.y >= square.box.low.y, north.y <= square.box.high.y else { return false }
    var isSeen = false
    square.forEachTurn(west: north.x, east: south.x) { _ in isSeen = true }
    return isSeen
  }

  private func drawCoarse(to svg: inout SVGWriter) {
    let scale = (square.side / LandOutline.side * 1e7).rounded() / 1e7
    svg.usesLand = true
    square.forEachTurn(west: square.corner.x, east: square.corner.x + square.side) { shift in
      let (x, y) = (SVGWriter.number(square.corner.x + shift), SVGWriter.number(square.corner.y))
      svg.element(
        "use",
        [
          "class": "land", "href": .text("#\(Picture.landID)"),
          "transform": .text("translate(\(x) \(y)) scale(\(scale))"),
        ])
    }
  }
}

/// Names of towns, those that matter most first, below their places, where they cover no marker and no other
/// name.
struct TownNames {
  let sheet: UprightSheet

  func draw(to svg: inout SVGWriter, avoiding markers: MarkerLayer?) {
    let (view, map) = (sheet.view, MapSheet(sheet.view))
    let zoom = view.viewport.standardZoom
    guard view.projection.wraps, !sheet.isTurned, zoom < 12 else { return }
    var taken = Occupancy(side: 64)
    for town in Ground.world.towns.prefix(while: { $0.zoom <= zoom + 1 }) {
      let half = Theme.width(of: town.name, size: 10) / 2 + 3
      map.forEachPlace(of: view.projection.project(town.at), reach: 0) { place in
        let middle = ScreenPosition(x: place.x, y: place.y + 11)
        let box = Occupancy.Box(
          west: middle.x - half, north: middle.y - 7, east: middle.x + half, south: middle.y + 7)
        // Names of parallels and meridians stand along the west and the south edge.
        guard box.west >= 36, box.east <= map.width, box.north >= 0, box.south <= map.height - 18,
          taken.isFree(box), markers?.touches(middle, half, 7) != true
        else { return }
        taken.insert(box)
        svg.label(town.name, "town", x: middle.x, y: middle.y + 3.5)
      }
    }
  }
}
