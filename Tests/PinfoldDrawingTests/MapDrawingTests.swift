import Foundation
import Pinfold
import TestSupport
import Testing

@testable import PinfoldDrawing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Maps of frames")
struct MapDrawingTests {
  private static let towns = PointColumns(
    longitude: [2.35, 2.36, 2.29, 2.4, 2.4, 4.8, 4.9, -0.6, 7.7, 3.06] + Array(repeating: 5.4, count: 12),
    latitude: [48.85, 48.9, 48.8, 48.8, 48.8, 45.7, 45.8, 44.8, 48.6, 50.6]
      + Array(repeating: 43.3, count: 12)
  )

  private static func frame(
    _ columns: PointColumns, _ viewport: Viewport, by strategy: any ClusteringStrategy = GridStrategy(),
    planar: Bool = false
  ) throws -> Frame {
    let square = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    let points = try PointSet(columns, projection: planar ? .planar(square) : .mercator)
    return try Clusterer(strategy).build(points).frame(for: viewport)
  }

  private static func view(
    _ longitude: Double, _ latitude: Double, _ zoom: Double, _ width: Double = 420, _ height: Double = 300
  ) -> Viewport {
    Viewport(
      center: Coordinate(longitude: longitude, latitude: latitude), zoom: zoom, width: width, height: height)
  }

  @Test("a map is drawn as it was looked at")
  func snapshot() throws {
    let points = try PointSet(Self.towns, projection: .mercator)
    let grid = try Clusterer(GridStrategy(cellSize: 200)).build(points)
    let frame = try grid.frame(for: Self.view(3.5, 47, 5))
    let everything = MapDrawing.Layers(rawValue: 511)
    let map = MapDrawing(title: "grid <all layers>", layers: everything)
      .picture(of: frame, cells: try #require(try grid.cells(in: frame.view)))
    #expect(try Snapshot.difference(of: map.svg, from: "map.svg") == nil)
  }

  @Test("a turned map turns all but its words, as was looked at")
  func turned() throws {
    let points = try PointSet(Self.towns, projection: .mercator)
    let grid = try Clusterer(GridStrategy(cellSize: 200)).build(points)
    var viewport = Self.view(3.5, 47, 5)
    viewport.bearing = 30
    let frame = try grid.frame(for: viewport)
    let everything = MapDrawing.Layers(rawValue: 511)
    let map = MapDrawing(title: "turned", layers: everything)
      .picture(of: frame, cells: try #require(try grid.cells(in: frame.view)))
    #expect(try Snapshot.difference(of: map.svg, from: "map-turned.svg") == nil)
  }

  @Test("a view wider than the world repeats it, as was looked at")
  func world() throws {
    let map = MapDrawing(layers: [.graticule, .markers, .hulls])
      .picture(of: try Self.frame(Self.towns, Self.view(170, 40, 0.2, 640, 360)))
    #expect(try Snapshot.difference(of: map.svg, from: "map-world.svg") == nil)
  }

  @Test("planar data have x and y, as was looked at")
  func planar() throws {
    let columns = PointColumns(
      longitude: (0..<60).map { Double($0 * 37 % 101) * 10 },
      latitude: (0..<60).map { Double($0 * 53 % 97) * 8 })
    let map = MapDrawing(title: "plane")
      .picture(of: try Self.frame(columns, Self.view(500, 400, 0.5), planar: true))
    #expect(try Snapshot.difference(of: map.svg, from: "map-plane.svg") == nil)
  }

  @Test("every marker is drawn once for each repetition in sight", arguments: SamplePoints.allCases)
  func repetitions(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(), projection: .mercator)
    let map = try Clusterer(GridStrategy()).build(points)
    for viewport in Viewport.samples(of: points) {
      let frame = try map.frame(for: viewport)
      var expected: [String: Int] = [:]
      for cluster in 0..<frame.count {
        let count = frame.memberCount(of: cluster)
        let radius = MarkerStyle().radius(count: count)
        let (x, y) = frame.view.screenPosition(of: frame.positions[cluster])
        for turn in -80...80 {
          let x = x + Double(turn) * viewport.worldWidth
          guard x >= -radius, x <= viewport.width + radius, y >= -radius, y <= viewport.height + radius
          else { continue }
          expected["\(SVGWriter.number(x)) \(SVGWriter.number(y))", default: 0] += 1
        }
      }
      let svg = MapDrawing(layers: .markers).picture(of: frame).svg
      var found: [String: Int] = [:]
      for disc in svg.matches(of: /<circle [^>]*cx="([^"]*)" cy="([^"]*)"/) {
        found["\(disc.1) \(disc.2)", default: 0] += 1
      }
      #expect(found == expected, "\(sample) at \(viewport)")
    }
  }

  @Test("larger markers lie on smaller ones, whatever the order of the points")
  func order() throws {
    // Cells of 400 points around one of 3, which lies in the way of their discs.
    let columns = PointColumns(
      longitude: Array(repeating: 0, count: 400) + [1, 1, 1] + Array(repeating: 2, count: 40),
      latitude: Array(repeating: 0, count: 443))
    let counts = try Self.frame(columns, Self.view(1, 0, 6), by: GridStrategy(cellSize: 30))
    let svg = MapDrawing(layers: .markers).picture(of: counts).svg
    let labels = svg.matches(of: /<text [^>]*>(\d+)</).compactMap { Int($0.1) }
    #expect(labels == [3, 40, 400])
  }

  @Test("every picture is XML, with numbers only where numbers belong", arguments: SamplePoints.allCases)
  func wellFormed(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 120), projection: .mercator)
    let map = try Clusterer(GridStrategy()).build(points)
    let drawing = MapDrawing(title: "a & b <c>", layers: MapDrawing.Layers(rawValue: 511))
    let extremes = [Self.view(180, 90, 32, 1, 1), Self.view(-540, -90, -8), Self.view(0, 0, 0, 1e9, 1e9)]
    for viewport in Viewport.samples(of: points) + extremes {
      let svg = drawing.picture(of: try map.frame(for: viewport)).svg
      #expect(XMLParser(data: Data(svg.utf8)).parse(), "\(sample) at \(viewport)")
      #expect(!svg.contains("nan") && !svg.contains("inf"))
    }
  }

  @Test("every point in view has a dot on it or next to it, and no two dots share a spot")
  func dots() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 2000), projection: .mercator)
    for viewport in Viewport.samples(of: points) where viewport.width < 64 * viewport.worldWidth {
      let frame = try Clusterer(GridStrategy()).build(points).frame(for: viewport)
      let svg = MapDrawing(layers: .points).picture(of: frame).svg
      let dots = svg.matches(of: /M([-0-9.]+) ([-0-9.]+)h0/).compactMap { match -> ScreenPosition? in
        guard let x = Double(match.1), let y = Double(match.2) else { return nil }
        return ScreenPosition(x: x, y: y)
      }
      for index in 0..<points.count {
        let (x, y) = frame.view.screenPosition(of: points.position(index))
        guard (0...viewport.width).contains(x), (0...viewport.height).contains(y) else { continue }
        #expect(dots.contains { abs($0.x - x) <= 2.1 && abs($0.y - y) <= 2.1 })
      }
      #expect(dots.count <= points.count * 3 && Set(dots).count == dots.count)
    }
  }

  @Test("points in one pixel are one dot, and so are their legs")
  func bounded() throws {
    let frame = try Self.frame(SamplePoints.onePixel.columns(count: 5000), Self.view(0, 0, 0))
    let svg = MapDrawing(layers: [.points, .legs, .markers, .hulls]).picture(of: frame).svg
    #expect(svg.utf8.count < 6000)
  }

  @Test("a stack's members stand apart on legs, and no other cluster's do")
  func spread() throws {
    let columns = PointColumns(
      longitude: Array(repeating: 2, count: 5) + [4, 4.1, 60], latitude: Array(repeating: 1, count: 8))
    let svg = MapDrawing(layers: .spread).picture(of: try Self.frame(columns, Self.view(2, 1, 4))).svg
    #expect(svg.matches(of: /class="spread"/).count == 1)
    let places = svg.matches(of: /class="pin" cx="([0-9.]+)" cy="([0-9.]+)"/).compactMap { match in
      Double(match.1).flatMap { x in Double(match.2).map { ScreenPosition(x: x, y: $0) } }
    }
    #expect(places.count == 5)
    for (index, place) in places.enumerated() {
      for other in places[..<index] {
        let (x, y) = (place.x - other.x, place.y - other.y)
        #expect((x * x + y * y).squareRoot() > 23.9)
      }
    }
    let many = try Self.frame(SamplePoints.onePixel.columns(count: 3000), Self.view(0, 0, 0))
    #expect(MapDrawing(layers: .spread).picture(of: many).svg.utf8.count < 400_000)
  }

  @Test("cells are outlined, once for each repetition in sight")
  func cells() throws {
    let points = try PointSet(Self.towns, projection: .mercator)
    let map = try Clusterer(GridStrategy(cellSize: 64)).build(points)
    let view = try ProjectedView(Self.view(0, 45, 0, 600, 256), on: .mercator)
    let cells = try #require(try map.cells(in: view))
    let svg = MapDrawing(layers: .cells).picture(of: try map.frame(for: view.viewport), cells: cells).svg
    let path = try #require(svg.firstMatch(of: /class="cell" d="([^"]*)"/)?.1)
    // All in one cell beside the middle, and the world is seen two and a half times.
    #expect(cells.count == 1 && path.matches(of: /Z/).count == 3)
    #expect(try Clusterer(PCAStrategy()).build(points).cells(in: view) == nil)
  }

  @Test("labels fit their discs, or are left out")
  func labels() throws {
    for count in [2, 99, 1234] {
      let columns = PointColumns(
        longitude: Array(repeating: 1, count: count), latitude: Array(repeating: 1, count: count))
      var frame = try Self.frame(columns, Self.view(1, 1, 4))
      for radius in [2.0, 5, 8, 12, 32] {
        var drawing = MapDrawing(layers: .markers)
        frame.markerStyle = .fixed(radius)
        drawing.label = CountLabel(.exact)
        let svg = drawing.picture(of: frame).svg
        guard let text = svg.firstMatch(of: /<text [^>]*>(\d+)</) else {
          #expect(radius <= 5)
          continue
        }
        let size = text.0.firstMatch(of: /font-size: ([0-9.]+)px/).flatMap { Double($0.1) } ?? 11
        #expect(size >= 4 && Theme.width(of: "\(count)", size: size) <= 2 * radius)
      }
    }
  }

  @Test("a frame of nothing is a map all the same")
  func empty() throws {
    let svg = MapDrawing(title: "nothing", layers: MapDrawing.Layers(rawValue: 511))
      .picture(of: try Self.frame(PointColumns(longitude: [], latitude: []), Self.view(0, 0, 1))).svg
    #expect(svg.contains("0 points in 0 clusters") && svg.contains(">0°<") && !svg.contains("<circle"))
  }

  @Test("layers have names, and a slip of the fingers is told")
  func names() throws {
    #expect(try MapDrawing.Layers(names: ["markers", "hulls"]) == [.hulls, .markers])
    #expect(try MapDrawing.Layers(names: MapDrawing.Layers.names.map(\.name)).rawValue == 2047)
    let error = #expect(throws: MapDrawing.UnknownLayer.self) { try MapDrawing.Layers(names: ["makers"]) }
    #expect(error?.description == "unknown layer 'makers' (did you mean 'markers'?)")
  }
}
