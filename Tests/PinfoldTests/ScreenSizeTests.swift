import TestSupport
import Testing

@testable import Pinfold

/// Lengths on the screen that change with the zoom, and the strategies that take them.
@Suite struct ScreenSizeTests {
  @Test(
    "lengths are interpolated between stops, and stay before the first and after the last",
    arguments: [(-3, 80), (0, 80), (3, 70), (6, 60), (11.4, 42), (12, 40), (20, 40)] as [(Double, Double)])
  func interpolation(zoom: Double, size: Double) {
    #expect(abs(([12: 40, 0: 80] as ScreenSize).at(zoom: zoom) - size) < 1e-12)
    #expect((50 as ScreenSize).at(zoom: zoom) == 50)
  }

  @Test(
    "a text states a length or stops, and a length is written as it is read",
    arguments: [
      ("60", "60"), ("0.5", "0.5"), ("0:80,12:40", "0:80,12:40"), ("12:40,-1.5:80", "-1.5:80,12:40"),
      ("3:40", "40"),
    ])
  func texts(text: String, written: String) throws {
    let kind = ParameterKind.size(0.5...4096)
    let value = try #require(kind.accepted(Node(.word(text))))
    #expect(value.description == written)
    #expect(kind.accepted(Node(.word(written))) == value && kind.accepted(value) == value)
    #expect(kind.accepted(.choice(text)) == (Double(text) == nil ? value : nil))
  }

  @Test(
    "bad lengths are refused",
    arguments: [
      "", "x", "0:", ":5", "0:80,", "0:80,0:40", "0:80;12:40", "0:5000", "0:0", "inf:5", "nan:5", "0:nan",
    ])
  func badTexts(text: String) {
    #expect(ParameterKind.size(1...4096).accepted(Node(.word(text))) == nil)
  }

  @Test("a length may double from a zoom to the next only as the map does, which a line begins with at ln 2")
  func growth() {
    let kind = ParameterKind.size(1...4096)
    #expect(kind.accepted(Node(.word("0:10,1:16.9"))) != nil)
    #expect(kind.accepted(Node(.word("0:10,1:17"))) == nil)
    #expect(kind.accepted(Node(.word("0:10,4:37"))) != nil)
    #expect(kind.accepted(Node(.word("0:10,4:38"))) == nil)
    #expect(kind.accepted(Node(.word("0:4096,0.1:1"))) != nil)
    #expect(throws: ClusteringError.self) {
      var strategy = GridStrategy()
      strategy.cellSize = [3: 10, 4: 40]
      _ = try Clusterer(strategy).build(PointSet(PointColumns()))
    }
  }

  /// Strategies with a size by zoom, and their clusters with the size that it has at a zoom.
  private static func strategies(
    _ size: ScreenSize
  ) -> [(byZoom: any ClusteringStrategy, at: (Double) -> any ClusteringStrategy)] {
    var grid = GridStrategy()
    grid.cellSize = size
    var continuous = GridStrategy(cellSize: 1, anchor: .continuous)
    continuous.cellSize = size
    var quadtree = QuadtreeStrategy()
    quadtree.cellSize = size
    var pairwise = PairwiseStrategy()
    pairwise.radius = size
    return [
      (grid, { .grid(cellSize: size.at(zoom: $0)) }),
      (continuous, { .grid(cellSize: size.at(zoom: $0), anchor: .continuous) }),
      (quadtree, { .quadtree(cellSize: size.at(zoom: $0)) }),
      (pairwise, { .pairwise(radius: size.at(zoom: $0)) }),
    ]
  }

  @Test("a view has the clusters of the size that its zoom has, on tiles of 512 those of the next zoom")
  func clusters() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 200))
    for (byZoom, at) in Self.strategies([2: 120, 9: 30, 14: 60]) {
      let map = try Clusterer(byZoom).build(points)
      for zoom in stride(from: 0, to: 16, by: 0.75) {
        let viewport = Viewport(center: points.coordinate(0), zoom: zoom, width: 3000, height: 3000)
        let expected = try Clusterer(at(zoom)).build(points).frame(for: viewport)
        let found = try map.frame(for: viewport)
        #expect(found.memberLists == expected.memberLists, "\(byZoom), zoom \(zoom)")
        #expect(found.effectiveSize == expected.effectiveSize)
        var large = viewport
        (large.zoom, large.tileSize) = (zoom - 1, 512)
        #expect(try map.frame(for: large).memberLists == found.memberLists)
      }
    }
  }

  @Test(
    "clusters by a size that grows and shrinks still nest, at all zooms", arguments: SamplePoints.allCases)
  func nesting(sample: SamplePoints) throws {
    let size: ScreenSize = [1: 200, 4: 20, 8: 70, 9: 30, 12: 60]
    var radius = RadiusStrategy()
    (radius.radius, radius.levelsPerZoom) = (size, 4)
    let nested = Self.strategies(size).map(\.byZoom).filter { $0.capabilities.contains(.nested) } + [radius]
    #expect(nested.count == 4)
    let points = try PointSet(sample.columns(count: 100, seed: 3))
    for strategy in nested {
      let map = try Clusterer(strategy).build(points)
      var parents = [Int](repeating: 0, count: points.count)
      for zoom in stride(from: -1, to: 18, by: 0.3) {
        let whole = Viewport(
          center: Coordinate(longitude: 0, latitude: 0), zoom: zoom, width: 1e9, height: 1e9)
        let found = try map.frame(for: whole).memberLists
        #expect(found.allSatisfy { cluster in Set(cluster.map { parents[$0] }).count == 1 }, "zoom \(zoom)")
        for (number, cluster) in found.enumerated() { for point in cluster { parents[point] = number } }
      }
    }
  }

  @Test("finer grids promise to nest only with one size")
  func finer() {
    var grid = GridStrategy(cellSize: 50, finer: true)
    #expect(grid.capabilities.contains(.nested))
    grid.cellSize = [0: 50, 9: 70]
    #expect(!grid.capabilities.contains(.nested))
  }
}
