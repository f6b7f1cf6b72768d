import Pinfold
import TestSupport
import Testing

@Suite("Interrupted transitions")
struct InterruptedTransitionTests {
  private static let diffs: [any AnimationDiff] = [MembershipDiff(), AncestryDiff(), IdentityDiff()]

  /// A picture: where markers stand and how many points they show, in no order.
  private func picture(_ transition: MarkerTransitions, _ time: Double) -> [[Int]] {
    transition.markers(at: time).map { marker in
      let position = transition.position(of: marker, at: time)
      return [Int(position.x), Int(position.y), marker.count]
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func picture(_ frame: Frame) -> [[Int]] {
    (0..<frame.count).map { cluster in
      [Int(frame.positions[cluster].x), Int(frame.positions[cluster].y), frame.memberCount(of: cluster)]
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The points of each marker, in no order; those that both of its clusters have where there are two.
  private func parts(
    _ transition: MarkerTransitions, _ time: Double, from old: Frame, to new: Frame
  ) -> Set<Set<Int>> {
    func members(_ frame: Frame, _ cluster: Int) -> Set<Int> { Set(frame.members(of: cluster)) }
    let (before, after) = (old.labels, new.labels)
    return Set(
      transition.markers(at: time).map { marker in
        switch (marker.old, marker.new) {
        case (let one?, let other?): return members(old, one).intersection(members(new, other))
        case (let one?, nil):
          let all = members(old, one)
          return all.count == marker.count ? all : all.filter { after[$0] < 0 }
        case (nil, let other?):
          let all = members(new, other)
          return all.count == marker.count ? all : all.filter { before[$0] < 0 }
        case (nil, nil): return []
        }
      })
  }

  private func parts(_ frame: Frame) -> Set<Set<Int>> {
    Set((0..<frame.count).map { Set(frame.members(of: $0)) })
  }

  private func shown(_ frame: Frame) -> Set<PointID> {
    Set((0..<frame.count).flatMap { frame.members(of: $0) }.map(frame.points.id))
  }

  @Test(
    "go on from where they are at any moment, again and again, and counts add up",
    arguments: ["grid", "quadtree", "pca", "radius", "kmeans", "none"], 0..<3)
  func again(strategy: String, seed: UInt64) throws {
    var random = SplitMix64(seed: seed &* 31 &+ 7)
    let points = try PointSet(
      [SamplePoints.clusters, .dateLine, .spots][Int(seed)].columns(count: 80).decorated(seed: seed))
    let few: [String: ParameterValues] = ["kmeans": ["k": .integer(6)]]
    let map = try Clusterer(Registry.builtIn.find(strategy, kind: .strategy)(few[strategy] ?? [:])).build(
      points)
    func frame() throws -> Frame {
      let center = points.coordinate(random.below(points.count))
      return try map.frame(
        for: Viewport(center: center, zoom: Double(random.next() % 60) / 10, width: 600, height: 500))
    }
    for diff in Self.diffs where !(diff is AncestryDiff) || ["grid", "quadtree", "radius"].contains(strategy)
    {
      var old = try frame()
      for _ in 0..<12 {
        let new = try frame()
        let transition = try diff.transition(from: old, to: new)
        try transition.check(from: old, to: new)
        #expect(picture(transition, -1) == picture(old), "it starts where things are")
        #expect(picture(transition, 1) == picture(new))
        let both = shown(old).union(shown(new)).count
        for step in 0..<8 where !(diff is IdentityDiff) {
          #expect(transition.count(at: Double(step) / 8) == both)
        }
        let time = [0, 0.25, 0.5, 0.999, Double(random.next() % 1000) / 1000][Int(random.next() % 5)]
        let moment = try transition.frame(at: time, from: old, to: new)
        #expect(picture(moment) == picture(transition, time), "nothing jumps at \(time)")
        #expect(parts(moment) == parts(transition, time, from: old, to: new), "of the points they show")
        let ids = (0..<moment.count).flatMap { moment.members(of: $0) }
        #expect(Set(ids).count == ids.count && ids.count == transition.count(at: time))
        old = moment
      }
    }
  }

  @Test(
    "a point of several markers belongs to the one farthest from being added or removed, the first of equals")
  func crossFade() throws {
    let points = try PointSet(PointColumns(longitude: [10, 10.001, 10.5], latitude: [50, 50, 50]))
    for clusterer in [Clusterer(.grid()), Clusterer(.kmeans(k: 2))] {
      let map = try clusterer.build(points)
      func frame(_ zoom: Double) throws -> Frame {
        try map.frame(for: Viewport(center: Coordinate(longitude: 10.2, latitude: 50), zoom: zoom))
      }
      let (old, new) = (try frame(2), try frame(9))
      func marker(_ kind: MarkerTransition.Kind, old: Int?, new: Int?, in frame: Frame) -> MarkerTransition {
        let cluster = old ?? new ?? 0
        return MarkerTransition(
          kind: kind, old: old, new: new, start: frame.positions[cluster], end: frame.positions[cluster],
          count: frame.memberCount(of: cluster), addedAt: old == nil ? 0.125 : nil,
          removedAt: old == nil ? nil : 0.625)
      }
      let fade = MarkerTransitions(
        markers: old.ids.indices.map { marker(.disappear, old: $0, new: nil, in: old) }
          + new.ids.indices.map { marker(.appear, old: nil, new: $0, in: new) },
        flows: [], duration: 1, projection: new.points.projection)
      try fade.check(from: old, to: new)
      for (time, shown) in [(0, old), (0.25, old), (0.375, old), (0.376, new), (0.6, new), (0.9, new)] {
        #expect(picture(try fade.frame(at: time, from: old, to: new)) == picture(shown), "at \(time)")
      }
    }
  }

  @Test("before the start and after the end they are the frames themselves")
  func ends() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 60))
    let map = try Clusterer(.grid()).build(points)
    let old = try map.frame(for: Viewport(center: points.coordinate(0), zoom: 2))
    let new = try map.frame(for: Viewport(center: points.coordinate(0), zoom: 3))
    let transition = try MembershipDiff().transition(from: old, to: new)
    #expect(Set(try transition.frame(at: -0.1, from: old, to: new).ids) == Set(old.ids))
    #expect(Set(try transition.frame(at: 1, from: old, to: new).ids) == Set(new.ids))
  }

  @Test("points may have been added and removed between the frames")
  func edited() throws {
    let columns = SamplePoints.clusters.columns(count: 60)
    var map = try Clusterer(.grid()).build(PointSet(columns))
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1, width: 2000, height: 2000)
    let old = try map.frame(for: view)
    try map.remove([map.points.id(0), map.points.id(30)])
    try map.insert(PointColumns(longitude: [10], latitude: [5], ids: .integers([5000])))
    let new = try map.frame(for: view)
    let transition = try MembershipDiff().transition(from: old, to: new)
    let moment = try transition.frame(at: 0.5, from: old, to: new)
    #expect(picture(moment) == picture(transition, 0.5))
    #expect(shown(moment) == shown(old).union(shown(new)))
    let onward = try MembershipDiff().transition(from: moment, to: old)
    #expect(picture(onward, -1) == picture(moment))
  }
}

@Suite("A whole frame spread")
struct SpreadFrameTests {
  @Test("has the points of every stack where the layout puts them, and other clusters as they were")
  func spread() throws {
    let points = try PointSet(
      PointColumns(longitude: [1, 1, 1, 50, 50.0001, -20], latitude: [2, 2, 2, 10, 10, 30]))
    let frame = try Clusterer(.grid()).build(points)
      .frame(for: Viewport(center: Coordinate(longitude: 10, latitude: 10), zoom: 2))
    try #require(frame.count == 3)
    let layout = SpreadLayout(shape: .circle)
    let spread = try layout.spreading(frame)
    #expect(spread.count == 5 && spread.ids.count == Set(spread.ids).count)
    let stack = try #require((0..<3).first { frame.memberCount(of: $0) == 3 })
    let wanted = try layout.coordinates(of: stack, in: frame)
    for (place, member) in zip(wanted, frame.members(of: stack)) {
      let pin = try #require(spread.cluster(showing: member))
      let found = spread.coordinate(of: pin)
      // Positions are within a centimetre or two of what the layout says.
      #expect(abs(found.longitude - place.longitude) < 2e-7 && abs(found.latitude - place.latitude) < 2e-7)
      #expect(spread.representatives[pin] == Int32(member))
    }
    let pair = try #require((0..<3).first { frame.memberCount(of: $0) == 2 })
    let same = try #require(spread.ids.firstIndex(of: frame.ids[pair]))
    #expect(spread.positions[same] == frame.positions[pair])

    let onScreen = try layout.spreading(frame, onScreen: true)
    for (place, member) in zip(layout.screenPositions(of: stack, in: frame), frame.members(of: stack)) {
      let pin = try #require(onScreen.cluster(showing: member))
      let found = onScreen.view.screenPosition(of: onScreen.positions[pin])
      #expect(abs(found.x - place.x) < 1e-4 && abs(found.y - place.y) < 1e-4)
    }
  }

  @Test("is refused in metres on the plane")
  func planar() throws {
    let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 10))
    let points = try PointSet(PointColumns(longitude: [1, 1], latitude: [1, 1]), projection: plane)
    let frame = try Clusterer(.grid()).build(points)
      .frame(for: Viewport(center: Coordinate(longitude: 5, latitude: 5), zoom: 1))
    #expect(throws: SpreadError.self) { try SpreadLayout().spreading(frame) }
    #expect(try SpreadLayout().spreading(frame, onScreen: true).count == 2)
  }
}
