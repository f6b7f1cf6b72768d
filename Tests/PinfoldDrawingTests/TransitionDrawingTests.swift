import Pinfold
import PinfoldDrawing
import TestSupport
import Testing

@Suite("Drawings of transitions")
struct TransitionDrawingTests {
  private static let towns = PointColumns(
    longitude: [2.35, 2.36, 2.29, 2.4, 2.4, 4.8, 4.9, -0.6, 7.7, 3.06] + Array(repeating: 5.4, count: 12),
    latitude: [48.85, 48.9, 48.8, 48.8, 48.8, 45.7, 45.8, 44.8, 48.6, 50.6]
      + Array(repeating: 43.3, count: 12)
  )

  private static func view(_ longitude: Double, _ latitude: Double, _ zoom: Double) -> Viewport {
    Viewport(
      center: Coordinate(longitude: longitude, latitude: latitude), zoom: zoom, width: 420, height: 300)
  }

  private static func picture(from: Viewport, to: Viewport, _ diff: any AnimationDiff = MembershipDiff())
    throws -> Picture
  {
    let points = try PointSet(towns, projection: .mercator)
    let map = try Clusterer(QuadtreeStrategy(cellSize: 120)).build(points)
    let (old, new) = (try map.frame(for: from), try map.frame(for: to))
    return TransitionDrawing(title: "in & out")
      .picture(of: try diff.transition(from: old, to: new), from: old, to: new)
  }

  @Test("a transition is drawn as it was looked at")
  func snapshot() throws {
    let picture = try Self.picture(from: Self.view(3.5, 47, 4), to: Self.view(3.5, 47, 5))
    #expect(try Snapshot.difference(of: picture.svg, from: "transition.svg") == nil)
  }

  @Test("the way back has the same arrows the other way, in the colour of merges, on the same map")
  func reversed() throws {
    let (wide, close) = (Self.view(3.5, 47, 4), Self.view(3.5, 47, 5))
    let there = try Self.picture(from: wide, to: close).svg
    let back = try Self.picture(from: close, to: wide).svg
    // Beside those of the legend.
    let split = there.matches(of: /class="arrow s1"/).count
    #expect(split > 2 && split == back.matches(of: /class="arrow s2"/).count)
    #expect(there.contains(">split ") && !there.contains(">merge "))
    #expect(back.contains(">merge ") && !back.contains(">split "))
    let meridians = /<path class="rule" d="[^"]*"/
    #expect(there.firstMatch(of: meridians)?.0 == back.firstMatch(of: meridians)?.0)
  }

  @Test("where nothing moves there is no arrow, and both frames are drawn")
  func still() throws {
    let view = Self.view(3.5, 47, 5)
    let svg = try Self.picture(from: view, to: view).svg
    #expect(!svg.contains("class=\"arrow") && svg.contains(">keep "))
    // What stays is one disc in a solid ring; the legend alone has a marker before and one after.
    #expect(svg.matches(of: /class="ring/).count == 1)
    #expect(svg.matches(of: /class="solid/).count + 1 == svg.matches(of: /class="pale/).count)
  }

  @Test("what disappears out of the map has its symbol at the edge")
  func edge() throws {
    let (wide, close) = (Self.view(3.5, 47, 4), Self.view(5.4, 43.3, 9))
    let svg = try Self.picture(from: wide, to: close, IdentityDiff()).svg
    let gone = svg.matches(of: /class="ring s4" cx="([-0-9.]+)" cy="([-0-9.]+)" r="6"/).compactMap { match in
      Double(match.1).flatMap { x in Double(match.2).map { (x: x, y: $0) } }
    }
    // The legend may have one more.
    let atEdge = gone.filter { $0.x == 12 || $0.x == 408 || $0.y == 12 || $0.y == 288 }
    #expect(atEdge.count > 1 && gone.count - atEdge.count <= 1)
  }

  @Test("across the date line arrows go the short way")
  func dateLine() throws {
    let points = try PointSet(PointColumns(longitude: [179, -179], latitude: [0, 0]), projection: .mercator)
    let map = try Clusterer(RadiusStrategy()).build(points)
    let (old, new) = (
      try map.frame(for: Self.view(180, 0, 2)), try map.frame(for: Self.view(180, 0, 7))
    )
    let svg = TransitionDrawing()
      .picture(of: try MembershipDiff().transition(from: old, to: new), from: old, to: new).svg
    let lines = svg.matches(of: /class="arrow s1" d="M([-0-9.]+) [-0-9.]+L([-0-9.]+)\s/).compactMap { match in
      Double(match.1).flatMap { start in Double(match.2).map { (start, $0) } }
    }
    // One degree is 91 points wide at zoom 7.
    #expect(lines.contains { $0.0 == 210 && $0.1 > 295 } && lines.contains { $0.0 == 210 && $0.1 < 125 })
  }
}
