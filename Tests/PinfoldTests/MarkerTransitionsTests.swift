import Pinfold
import Testing

@Suite struct MarkerTransitionsTests {
  private static let west = WorldPoint(x: 0xF000_0000, y: 100)
  private static let east = WorldPoint(x: 0x1000_0000, y: 300)

  private func marker(
    _ kind: MarkerTransition.Kind = .move, _ old: Int? = 0, _ new: Int? = 0, count: Int = 1,
    from start: WorldPoint = west, to end: WorldPoint = east, _ addedAt: Double? = nil,
    _ removedAt: Double? = nil
  ) -> MarkerTransition {
    MarkerTransition(
      kind: kind, old: old, new: new, start: start, end: end, count: count, addedAt: addedAt,
      removedAt: removedAt)
  }

  private func transition(
    _ markers: [MarkerTransition], easing: Easing = .linear, projection: Projection = .mercator
  ) -> MarkerTransitions {
    MarkerTransitions(markers: markers, flows: [], duration: 1, easing: easing, projection: projection)
  }

  @Test("a marker is shown from when it is added up to, not at, when it is removed")
  func halfOpen() {
    let all = transition([
      marker(.keep, 0, 0, count: 1), marker(.split, 1, 1, count: 10, 0.25),
      marker(.merge, 2, 2, count: 100, nil, 0.75), marker(.exchange, 3, 3, count: 1000, 0.25, 0.75),
    ])
    let counts = [-1, 0.25.nextDown, 0.25, 0.75.nextDown, 0.75, 1, 9].map { all.count(at: $0) }
    #expect(counts == [101, 101, 1111, 1111, 11, 11, 11])
    #expect(all.markers(at: 0.75).map(\.count) == [1, 10])
  }

  @Test("a marker keeps what it is given, and a cluster that no frame has stays one")
  func packed() {
    var packed = marker(.split, 3, nil, count: 2, nil, 0.5)
    #expect(packed.old == 3 && packed.new == nil && packed.addedAt == nil && packed.removedAt == 0.5)
    (packed.old, packed.new, packed.addedAt, packed.removedAt) = (nil, -1, 0.25, nil)
    #expect(packed.old == nil && packed.new == -1 && packed.addedAt == 0.25 && packed.removedAt == nil)
    #expect(marker(.move, .max, 0).old == Int(Int32.max))
    #expect(MemoryLayout<MarkerTransition>.stride == 64)
  }

  @Test("positions go the short way, eased, and stay at the ends outside of the time")
  func positions() {
    let linear = transition([marker()])
    #expect(
      [-1, 0, 0.25, 0.5, 1, 2].map { linear.position(of: linear.markers[0], at: $0) }
        == [
          Self.west, Self.west, WorldPoint(x: 0xF800_0000, y: 150), WorldPoint(x: 0, y: 200), Self.east,
          Self.east,
        ])
    let smooth = transition([marker()], easing: .smooth)
    #expect(
      smooth.position(of: smooth.markers[0], at: 0.25)
        == WorldPoint(x: 0xF500_0000, y: 131))
    let plane = transition([marker()], projection: .planar(PlanarExtent(minX: 0, minY: 0, side: 1)))
    #expect(plane.position(of: plane.markers[0], at: 0.5) == WorldPoint(x: 0x8000_0000, y: 200))
  }

  @Test("half around the globe, the way back is the way there")
  func opposite() {
    let (a, b) = (WorldPoint(x: 5, y: 0), WorldPoint(x: 5 + 1 << 31, y: 0))
    #expect(Projection.mercator.eastward(from: a, to: b) == 1 << 31)
    #expect(Projection.mercator.eastward(from: b, to: a) == -(1 << 31))
    let there = Projection.mercator.position(from: a, to: b, at: 0.25)
    #expect(there == Projection.mercator.position(from: b, to: a, at: 0.75))
    #expect(there == WorldPoint(x: 5 + 1 << 29, y: 0))
  }

  @Test("backwards, ends change places and times are mirrored")
  func reversed() {
    let there = MarkerTransitions(
      markers: [
        marker(.split, 1, 2, 0), marker(.split, 1, nil, nil, 0), marker(.disappear, 3, nil, 0.25, 0.5),
      ],
      flows: [Flow(old: 1, new: 2, count: 7)], duration: 3, easing: .linear, projection: .mercator)
    let back = there.reversed()
    #expect(
      back.markers == [
        marker(.merge, 2, 1, from: Self.east, to: Self.west, nil, 1),
        marker(.merge, nil, 1, from: Self.east, to: Self.west, 1),
        marker(.appear, nil, 3, from: Self.east, to: Self.west, 0.5, 0.75),
      ])
    #expect(back.flows == [Flow(old: 2, new: 1, count: 7)])
    #expect(back.duration == 3 && back.easing == .linear)
    #expect(back.reversed() == there)
  }

  @Test("markers and flows come in one order, however they were given")
  func order() {
    let markers = [
      marker(.split, 1, nil, nil, 0), marker(.disappear, 1, nil, 0, 1), marker(.split, 1, 2, 0),
      marker(.appear, nil, 0, 0), marker(.merge, nil, 1, 1),
    ]
    let flows = [Flow(old: 0, new: 1, count: 1), Flow(old: 1, new: 0, count: 1)]
    let given = MarkerTransitions(
      markers: markers.reversed(), flows: flows.reversed(), duration: 1, projection: .mercator)
    #expect(given.markers == markers)
    #expect(given.flows == flows)
  }

  @Test("coordinates are those of the clusters, and the end's longitude goes on past ±180°")
  func coordinates() throws {
    let old = try DealtStrategy.frame([[0], [1], [2]], longitudes: [180, -179, 10])
    let new = try DealtStrategy.frame([[0], [1], [2]], longitudes: [-179, 179, 20])
    let transition = try MembershipDiff().transition(from: old, to: new)
    let ends = transition.markers.map { transition.coordinates(of: $0, from: old, to: new) }
    #expect(ends.map { $0.start.longitude } == [180, -179, 10])
    #expect(ends.map { $0.end.longitude } == [181, -181, 20])
    let turned = try DealtStrategy.frame([[0]], longitudes: [370])
    let same = try MembershipDiff().transition(from: turned, to: turned)
    #expect(same.coordinates(of: same.markers[0], from: turned, to: turned).start.longitude == 10)
    #expect(same.coordinates(of: same.markers[0], from: turned, to: turned).end.longitude == 10)
  }

  @Test("a transition that does not begin and end with its frames is told so")
  func check() throws {
    let frame = try DealtStrategy.frame([[0, 1], [2]])
    func defect(_ markers: [MarkerTransition]) -> String {
      do {
        try transition(markers).check(from: frame, to: frame)
        return "none"
      } catch {
        return "\(error)"
      }
    }
    let one = marker(.keep, 1, 1)
    #expect(defect([marker(.keep, 0, 0, count: 2), one]) == "none")
    #expect(
      defect([one]) == "at the start, cluster 1 of the old frame has 0 markers of 0 points; it takes 1 of 2")
    #expect(
      defect([marker(.keep, 0, 0, count: 1), one])
        == "at the start, cluster 1 of the old frame has 1 markers of 1 points; it takes 1 of 2")
    #expect(
      defect([marker(.move, 0, nil, count: 2, nil, 0), one])
        == "at the end, cluster 1 of the new frame has 0 markers of 0 points; it takes 1 of 2")
    #expect(
      defect([marker(.keep, 0, 0, count: 2), one, marker(.appear, nil, 1, 0)])
        == "at the end, cluster 2 of the new frame has 2 markers of 2 points; it takes 1 of 1")
    #expect(
      defect([marker(.appear, nil, 0, count: 2), one])
        == "at the start, there is a marker of kind 'appear' without a cluster")
    #expect(
      defect([marker(.keep, 0, 7, count: 2), one])
        == "at the end, there is a marker of kind 'keep' without a cluster")
  }
}
