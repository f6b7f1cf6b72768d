import Pinfold
import Testing

@Suite struct WorldPointTests {
  @Test("shares of the world are rounded to the nearest unit")
  func rounding() {
    #expect(WorldPoint(unitX: 0.25, unitY: 0.75) == WorldPoint(x: 1 << 30, y: 3 << 30))
    #expect(WorldPoint(unitX: 10.4 / WorldPoint.worldSize, unitY: 10.6 / WorldPoint.worldSize).x == 10)
    #expect(WorldPoint(unitX: 10.4 / WorldPoint.worldSize, unitY: 10.6 / WorldPoint.worldSize).y == 11)
  }

  @Test("what is rounded is what the standard library rounds, halves to the even unit")
  func halves() {
    var random = SplitMix64(seed: 17)
    for round in 0..<20_000 {
      let fraction = [0, 0.25, 0.5, 0.5 - 0x1p-20, 0.5 + 0x1p-20, 0.75][round % 6]
      let range = [8, 1 << 20, (1 << 32) - 2][round % 5 % 3]
      let (x, y) = (Double(random.below(range)) + fraction, Double(random.below(range)) + fraction)
      let point = WorldPoint(unitX: x / WorldPoint.worldSize, unitY: y / WorldPoint.worldSize)
      #expect(Double(point.x) == x.rounded(.toNearestOrEven), "\(x)")
      #expect(Double(point.y) == y.rounded(.toNearestOrEven), "\(y)")
    }
  }

  @Test("x wraps, from either side and where rounding reaches the edge")
  func wrap() {
    #expect(WorldPoint(unitX: 1, unitY: 0).x == 0)
    #expect(WorldPoint(unitX: -0.25, unitY: 0).x == 3 << 30)
    #expect(WorldPoint(unitX: 2.5, unitY: 0).x == 1 << 31)
    #expect(WorldPoint(unitX: 1 - 0x1p-40, unitY: 0).x == 0)
  }

  @Test("y stops at the edges")
  func clamp() {
    #expect(WorldPoint(unitX: 0, unitY: 1).y == .max)
    #expect(WorldPoint(unitX: 0, unitY: 7).y == .max)
    #expect(WorldPoint(unitX: 0, unitY: -1).y == 0)
  }

  @Test("shares come back exactly")
  func shares() {
    let point = WorldPoint(x: 123_456_789, y: 4_000_000_000)
    #expect(WorldPoint(unitX: point.unitX, unitY: point.unitY) == point)
  }

  @Test("east is the short way around")
  func eastward() {
    #expect(WorldPoint(x: 5, y: 0).eastward(from: .max) == 6)
    #expect(WorldPoint(x: .max, y: 0).eastward(from: 5) == -6)
    #expect(WorldPoint(x: 300, y: 0).eastward(from: 100) == 200)
    #expect(WorldPoint(x: 1 << 31, y: 0).eastward(from: 0) == .min)
  }
}
