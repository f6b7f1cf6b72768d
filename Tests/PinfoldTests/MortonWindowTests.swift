import Testing

@testable import Pinfold

@Suite struct MortonWindowTests {
  private typealias Square = (x: UInt64, y: UInt64, side: UInt64)

  private func relation(_ square: Square, _ rect: WorldRect, phase: UInt32) -> Relation {
    MortonWindow(rect, phase: phase).relation(x: square.x, y: square.y, side: square.side)
  }

  @Test("a square lies outside, across or inside")
  func plain() {
    let rect = WorldRect(west: 100, width: 50, north: 200, height: 50)
    #expect(relation((96, 200, 4), rect, phase: 0) == .outside)
    #expect(relation((96, 200, 8), rect, phase: 0) == .across)
    #expect(relation((100, 200, 8), rect, phase: 0) == .inside)
    #expect(relation((100, 200, 50), rect, phase: 0) == .inside)
    #expect(relation((100, 201, 50), rect, phase: 0) == .across)
    #expect(relation((150, 200, 8), rect, phase: 0) == .outside)
    #expect(relation((100, 250, 8), rect, phase: 0) == .outside)
    #expect(relation((0, 0, 1024), rect, phase: 0) == .across)
  }

  @Test("a rectangle that the phase cuts in two keeps both parts")
  func cut() {
    // From 10 units west of the cut to 10 east of it.
    let rect = WorldRect(west: 0 &- 100 &- 10, width: 20, north: 0, height: 64)
    let end: UInt64 = 1 << 32
    #expect(relation((0, 0, 8), rect, phase: 100) == .inside)
    #expect(relation((8, 0, 8), rect, phase: 100) == .across)
    #expect(relation((16, 0, 8), rect, phase: 100) == .outside)
    #expect(relation((end - 8, 0, 8), rect, phase: 100) == .inside)
    #expect(relation((end - 16, 0, 8), rect, phase: 100) == .across)
    #expect(relation((end - 24, 0, 8), rect, phase: 100) == .outside)
  }

  @Test("holds the positions that the rectangle holds, wherever the phase cuts")
  func contains() {
    var random = SplitMix64(seed: 51)
    for _ in 0..<200 {
      let rect = WorldRect(
        west: UInt32(random.next() >> 32), width: random.next() >> 32, north: 1 << 30,
        height: random.next() >> 33)
      let phase = UInt32(random.next() >> 32)
      let window = MortonWindow(rect, phase: phase)
      for _ in 0..<20 {
        let (x, y) = (UInt32(random.next() >> 32), UInt32(random.next() >> 32))
        #expect(window.contains(x: UInt64(x &+ phase), y: UInt64(y)) == rect.contains(x: x, y: y))
      }
    }
  }

  @Test("bounds, whose ends are inside, lie as the square of the same positions")
  func bounds() {
    let window = MortonWindow(WorldRect(west: 100, width: 50, north: 200, height: 50), phase: 0)
    #expect(window.relation(of: Box(west: 149, east: 149, north: 249, south: 249)) == .inside)
    #expect(window.relation(of: Box(west: 149, east: 150, north: 249, south: 249)) == .across)
    #expect(window.relation(of: Box(west: 150, east: 150, north: 249, south: 249)) == .outside)
    #expect(window.relation(of: Box(west: 0, east: .max, north: 0, south: .max)) == .across)
    #expect(
      MortonWindow(.world, phase: 0).relation(of: Box(west: 0, east: .max, north: 0, south: .max)) == .inside)
  }
}
