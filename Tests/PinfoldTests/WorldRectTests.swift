import Testing

@testable import Pinfold

@Suite struct WorldRectTests {
  @Test("holds its north and west edges, not its south and east ones")
  func halfOpen() {
    let rect = WorldRect(west: 10, width: 5, north: 20, height: 2)
    #expect(rect.contains(x: 10, y: 20))
    #expect(rect.contains(x: 14, y: 21))
    #expect(!rect.contains(x: 15, y: 20))
    #expect(!rect.contains(x: 9, y: 20))
    #expect(!rect.contains(x: 10, y: 22))
    #expect(!rect.contains(x: 10, y: 19))
  }

  @Test("may cross the date line")
  func wrap() {
    let rect = WorldRect(west: .max - 9, width: 20, north: 0, height: 1)
    #expect(rect.contains(x: .max - 9, y: 0))
    #expect(rect.contains(x: 0, y: 0))
    #expect(rect.contains(x: 9, y: 0))
    #expect(!rect.contains(x: 10, y: 0))
    #expect(!rect.contains(x: .max - 10, y: 0))
    #expect(rect.center.x == 0)
  }

  @Test("the world holds everything, an empty rectangle nothing")
  func extremes() {
    let corners = [(0, 0), (UInt32.max, UInt32.max), (0, .max), (.max, 0)] as [(UInt32, UInt32)]
    for (x, y) in corners {
      #expect(WorldRect.world.contains(x: x, y: y))
      #expect(!WorldRect(west: x, width: 0, north: y, height: 1).contains(x: x, y: y))
      #expect(!WorldRect(west: x, width: 1, north: y, height: 0).contains(x: x, y: y))
    }
    #expect(WorldRect.world.center == WorldPoint(x: 1 << 31, y: 1 << 31))
  }

  @Test("the middle of an odd number of units is the middle one")
  func center() {
    #expect(WorldRect(west: 4, width: 3, north: 8, height: 5).center == WorldPoint(x: 5, y: 10))
    #expect(WorldRect(west: 4, width: 1, north: 8, height: 1).center == WorldPoint(x: 4, y: 8))
    #expect(WorldRect(west: 0, width: 1, north: .max, height: 0).center.y == .max)
  }

  @Test("holds an edge of the smallest box around some positions only where it holds one of them")
  func edges() {
    var random = SplitMix64(seed: 4)
    var held = 0
    for _ in 0..<20_000 {
      // Small numbers, so that edges often meet; anywhere, so that both may cross the date line.
      let west = random.next() % 4 == 0 ? UInt32(truncatingIfNeeded: 0 &- random.next() % 8) : 100
      let positions = (0..<1 + random.next() % 5).map { _ in
        WorldPoint(x: west &+ UInt32(random.next() % 12), y: UInt32(random.next() % 12))
      }
      let box = positions.dropFirst().reduce(Box(positions[0])) { $0.union(Box($1)) }
      let rect = WorldRect(
        west: west &+ UInt32(random.next() % 12) &- 4, width: random.next() % 14,
        north: UInt32(random.next() % 12), height: random.next() % 14)
      let holdsPosition = positions.contains(where: rect.contains)
      guard rect.holdsEdge(of: box) else { continue }
      held += 1
      #expect(holdsPosition, "\(positions) in \(rect)")
    }
    #expect(held > 1000)
  }

  @Test("holds an edge of a box that lies across one of its own edges, not of one that lies across a corner")
  func across() {
    let rect = WorldRect(west: .max - 9, width: 20, north: 10, height: 20)
    #expect(rect.holdsEdge(of: Box(west: 0, east: 30, north: 12, south: 20)))
    #expect(rect.holdsEdge(of: Box(west: .max - 30, east: 3, north: 12, south: 20)))
    #expect(rect.holdsEdge(of: Box(west: .max, east: 3, north: 0, south: 20)))
    #expect(rect.holdsEdge(of: Box(west: .max, east: 3, north: 20, south: 40)))
    #expect(!rect.holdsEdge(of: Box(west: 0, east: 30, north: 12, south: 40)))
    #expect(!rect.holdsEdge(of: Box(west: .max - 30, east: 30, north: 12, south: 20)))
    // Its edges come from the end of numbers, not from positions.
    #expect(!rect.holdsEdge(of: Box(west: 5, east: 4, north: 12, south: 20)))
  }
}
