import Pinfold
import Testing

@testable import PinfoldEvaluation

@Suite("Views for comparisons")
struct CamerasTests {
  private let screen = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0)

  /// Whether the screen shows all points, and how much room is left at the nearest edge, in screen points.
  private func room(_ view: Viewport, _ points: PointSet) throws -> Double {
    let view = try ProjectedView(view, on: points.projection)
    return (0..<points.count).map { index in
      let place = view.screenPosition(of: points.position(index))
      return min(place.x, view.viewport.width - place.x, place.y, view.viewport.height - place.y)
    }.min() ?? 0
  }

  @Test("a fit shows all points with the padding and no more")
  func fit() throws {
    let points = try makeHeaps(200, seed: 2)
    let view = screen.fitted(to: points, padding: 40)
    #expect(abs(try room(view, points) - 40) < 0.01)
  }

  @Test("points on both sides of ±180° are fitted by the short way")
  func dateLine() throws {
    let points = try makePoints([(179, -10), (-179, 10), (178, 0)])
    let view = screen.fitted(to: points, padding: 40)
    #expect(abs(abs(view.center.longitude) - 179.5) < 1e-6)
    #expect(view.zoom > 4)
    #expect(abs(try room(view, points) - 40) < 0.01)
  }

  @Test("a few points far off make no picture of the rest small, on any side, across ±180° too, in any order")
  func outliers() throws {
    var town: [(Double, Double)] = []
    for index in 0..<400 { town.append((179.9 + Double(index % 20) * 0.01, 45 + Double(index / 20) * 0.01)) }
    let alone = screen.fitted(to: try makePoints(town))
    let outliers: [[(Double, Double)]] = [[(-120, 45.1)], [(180, -80), (150, 45)], [(0, 0), (0, 0)]]
    for far in outliers {
      for places in [town + far, Array((far + town).reversed())] {
        let view = screen.fitted(toMostOf: try makePoints(places))
        #expect(
          abs(view.zoom - alone.zoom) < 1e-6 && abs(view.center.latitude - alone.center.latitude) < 1e-6)
        let apart = try screen.fitted(leavingOutFewOf: try makePoints(places))
        #expect(apart.view == view && apart.outside.count == far.count)
      }
    }
    // A third one is more than a two-hundredth, and what is near makes too little difference.
    let three = try makePoints(town + [(0, 0), (0, 1), (0, 2)])
    #expect(screen.fitted(toMostOf: three) == screen.fitted(to: three))
    #expect(try screen.fitted(leavingOutFewOf: three).outside.isEmpty)
    let near = try makePoints(town + [(180.14, 45.1)])
    #expect(screen.fitted(toMostOf: near) == screen.fitted(to: near))
    let fews: [[(Double, Double)]] = [[], [(1, 2)], [(1, 2), (100, 2)]]
    for few in fews {
      let points = try makePoints(few)
      #expect(screen.fitted(toMostOf: points) == screen.fitted(to: points))
    }
  }

  @Test("where points go around the world, the edges of the view are where the fewest are")
  func around() throws {
    // One point in the Pacific every five degrees, and many on land but for a gap in the Atlantic.
    var places = stride(from: -179.0, to: -120, by: 5).map { ($0, 0.0) }
    for longitude in -119..<180 where !(-45 ..< -25).contains(longitude) {
      for latitude in [-30.0, 0, 40] { places.append((Double(longitude), latitude)) }
    }
    let points = try makePoints(places)
    let view = screen.fitted(toMostOf: points)
    // The emptiest twelfth is that of the Pacific, as the gap is narrower.
    #expect((10...50).contains(view.center.longitude), "\(view.center.longitude)")
    #expect(view.zoom == screen.fitted(to: points).zoom)
    #expect(points.countsAround(points.bounds)?.reduce(0, +) == places.count)
    #expect(try makePoints([(0, 0), (200, 0)]).countsAround(points.bounds)?.count == 72)
    let half = try makePoints([(0, 0), (100, 0)])
    #expect(half.countsAround(half.bounds) == nil)
  }

  @Test("one point is fitted at the deepest zoom")
  func onePoint() throws {
    let view = screen.fitted(to: try makePoints([(10, 20)]), zooms: 0...17)
    #expect(view.zoom == 17)
    #expect(abs(view.center.longitude - 10) < 1e-6)
    #expect(abs(view.center.latitude - 20) < 1e-6)
  }

  @Test("no point is fitted by the whole world")
  func noPoints() throws {
    let view = screen.fitted(to: try makePoints([]))
    #expect(view.zoom == 0)
    #expect(view.center == Coordinate(longitude: 0, latitude: 0))
    #expect(screen.atRandomPoints(of: try makePoints([]), count: 5, seed: 1).isEmpty)
  }

  @Test("poles are fitted within the square of the map")
  func poles() throws {
    let points = try makePoints([(0, 90), (120, -90), (0, 89)])
    let view = screen.fitted(to: points, padding: 0, zooms: -8...20)
    _ = try view.validated()
    #expect(try room(view, points) > -0.01)
    let pole = screen.fitted(to: try makePoints([(0, 90), (1, 90)]))
    _ = try Clusterer(.grid()).build(points).frame(for: pole)
  }

  @Test("planar data is fitted in its own square")
  func planar() throws {
    let projection = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 1024))
    let points = try makePoints([(100, 100), (300, 500)], projection: projection)
    let view = screen.fitted(to: points, padding: 40)
    #expect(abs(view.center.longitude - 200) < 1e-3)
    #expect(abs(view.center.latitude - 300) < 1e-3)
    #expect(abs(try room(view, points) - 40) < 0.01)
  }

  @Test("a plan's views do not depend on the order of the input")
  func order() throws {
    let points = try makeHeaps(500, seed: 4)
    var random = SplitMix64(seed: 8)
    let shuffled = try PointSet(points.columns(in: random.shuffled(0..<500)))
    let plan = ViewPlan(zooms: [12, 8, 8, 9.5], locations: 3)
    let views = plan.views(over: points)
    #expect(views == plan.views(over: shuffled))
    #expect(
      views.map(\.name) == [
        "fit", "z8 #1", "z8 #2", "z8 #3", "z9.5 #1", "z9.5 #2", "z9.5 #3", "z12 #1", "z12 #2", "z12 #3",
      ])
  }

  @Test("each zoom looks at its own places, and a further zoom changes none")
  func streams() throws {
    let points = try makeHeaps(500, seed: 4)
    let few = ViewPlan(zooms: [8, 12], locations: 3).views(over: points)
    let more = ViewPlan(zooms: [8, 10, 12], locations: 3).views(over: points)
    #expect(Set(few).isSubset(of: more))
    #expect(few[1].viewport.center != few[4].viewport.center)
  }

  @Test("random places are points, crowded ones in proportion")
  func spots() throws {
    // Nine in ten points are at one place.
    let points = try makePoints((0..<1000).map { $0 % 10 == 0 ? (50, 0) : (10, 0) })
    let views = screen.atRandomPoints(of: points, count: 1000, seed: 3)
    let crowded = views.count { abs($0.center.longitude - 10) < 1e-6 }
    #expect((860...940).contains(crowded))
  }
}
