import Pinfold
import Testing

@testable import PinfoldDrawing

@Suite("Outlines and cuts")
struct OutlineTests {
  private func places(_ count: Int, _ random: inout SplitMix64, side: Int) -> [ScreenPosition] {
    (0..<count).map { _ in
      ScreenPosition(x: Double(random.below(side)) - 40, y: Double(random.below(side)) - 40)
    }
  }

  private func turn(_ a: ScreenPosition, _ b: ScreenPosition, _ c: ScreenPosition) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  private func hull(_ places: [ScreenPosition]) -> [ScreenPosition] {
    ConvexHull.of(places) { ($0.x, $0.y) }
  }

  @Test("a hull turns one way, has members for corners, and leaves none out", arguments: 0..<40)
  func hull(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let members = places(1 + seed, &random, side: seed % 3 == 0 ? 4 : 200)
    let hull = self.hull(members)
    #expect(!hull.isEmpty && Set(hull).isSubset(of: members) && Set(hull).count == hull.count)
    guard hull.count > 2 else { return }
    for index in hull.indices {
      let (a, b) = (hull[index], hull[(index + 1) % hull.count])
      #expect(turn(a, b, hull[(index + 2) % hull.count]) > 0)
      for member in members { #expect(turn(a, b, member) >= 0) }
    }
  }

  @Test("places on a spot have one corner, on a line two")
  func flat() {
    let spot = ScreenPosition(x: 3, y: 4)
    #expect(hull([]).isEmpty)
    #expect(hull([spot, spot, spot]) == [spot])
    let line = (0..<5).map { ScreenPosition(x: Double($0), y: 2 * Double($0)) }
    #expect(Set(hull(line + line)) == [line[0], line[4]])
  }

  @Test("what is cut to the box is what of it lies in the box", arguments: 0..<20)
  func cuts(seed: Int) throws {
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 3, width: 92, height: 72), on: .mercator)
    let box = ScreenBox(around: MapSheet(view))
    func isInside(_ place: ScreenPosition, _ slack: Double = 0) -> Bool {
      (-4 - slack...96 + slack).contains(place.x) && (-4 - slack...76 + slack).contains(place.y)
    }
    var random = SplitMix64(seed: UInt64(seed))
    let hull = self.hull(places(6, &random, side: 200))
    try #require(hull.count > 2)
    let cut = box.cut(hull)
    #expect(cut.allSatisfy { isInside($0, 1e-9) })
    // Samples of the plane are in the part that was kept just if they are in both.
    for place in places(200, &random, side: 200) where isInside(place) {
      func holds(_ polygon: [ScreenPosition], _ slack: Double) -> Bool {
        !polygon.isEmpty
          && polygon.indices.allSatisfy {
            turn(polygon[$0], polygon[($0 + 1) % polygon.count], place) >= slack
          }
      }
      if holds(hull, 1e-6) { #expect(holds(cut, -1e-6)) }
      if holds(cut, 1e-6) { #expect(holds(hull, -1e-6)) }
    }
    for (start, end) in zip(hull, hull.reversed()) where start != end {
      let line = box.cut(start, end)
      for step in 0...100 {
        let share = Double(step) / 100
        let place = ScreenPosition(
          x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y))
        guard isInside(place) else { continue }
        let line = try #require(line)
        let between =
          (place.x - line.start.x) * (place.x - line.end.x) + (place.y - line.start.y)
          * (place.y - line.end.y)
        #expect(between <= 1e-6)
      }
      if let line { #expect(isInside(line.start, 1e-9) && isInside(line.end, 1e-9)) }
    }
  }
}
