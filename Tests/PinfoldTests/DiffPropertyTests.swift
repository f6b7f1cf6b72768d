import Pinfold
import TestSupport
import Testing

/// What the diffs must hold to between frames of every strategy of the registry, on hard sets of points.
@Suite struct DiffPropertyTests {
  static let strategies = Registry.builtIn.all(.strategy).map(\.name)
  private static let diffs: [any AnimationDiff] = [MembershipDiff(), AncestryDiff(), IdentityDiff()]

  /// A frame with the ids of each cluster's members, found without any of what diffs use.
  private struct Shown {
    let frame: Frame
    let members: [Set<PointID>]
    let all: Set<PointID>

    init(_ frame: Frame) {
      self.frame = frame
      members = (0..<frame.count).map { Set(frame.members(of: $0).map { frame.points.ids[$0] }) }
      all = members.reduce(into: []) { $0.formUnion($1) }
    }
  }

  /// Two frames of a strategy, before and after a zoom, a pan, both, or nothing.
  private struct Pair: CustomStringConvertible {
    let sample: SamplePoints
    let old: Shown
    let new: Shown
    var description: String { "\(sample), \(old.frame.view.viewport) to \(new.frame.view.viewport)" }
  }

  // Made once, as every test goes through them all.
  private static let pairs: [String: [Pair]] = {
    do {
      return Dictionary(uniqueKeysWithValues: try strategies.map { ($0, try pairs(of: $0)) })
    } catch {
      Issue.record(error)
      return [:]
    }
  }()

  private static func pairs(of name: String) throws -> [Pair] {
    // Fewer clusters than points, so that much is split, merged and exchanged.
    let few: [String: ParameterValues] = [
      "kmeans": ["k": .integer(8)], "pca": ["budget": .integer(6)],
    ]
    let strategy = try Registry.builtIn.find(name, kind: .strategy)(few[name] ?? [:])
    let samples: [SamplePoints] = [.uniform, .clusters, .dateLine, .seam, .spots, .poles, .empty]
    return try samples.flatMap { sample in
      let map = try Clusterer(strategy).build(PointSet(sample.columns(count: 50).decorated(seed: 71)))
      return try Viewport.samples(of: map.points, random: 2).flatMap { viewport in
        let old = Shown(try map.frame(for: viewport))
        let steps = [(0.0, 0.0, 0.0), (1, 0, 0), (-2.3, 0, 0), (0, 0.4, -0.1), (0.6, -0.3, 0)]
        return try steps.map { zoom, east, south in
          var next = viewport
          next.zoom += zoom
          let turn = old.frame.view.center.unitX + east * viewport.width / viewport.worldWidth
          let y = old.frame.view.center.unitY + south * viewport.height / viewport.worldWidth
          next.center = Projection.mercator.unproject(unitX: turn, unitY: max(0, min(y, 1)))
          return Pair(sample: sample, old: old, new: Shown(try map.frame(for: next)))
        }
      }
    }
  }

  private func pairs(_ name: String) throws -> [Pair] { try #require(Self.pairs[name]) }

  /// The diffs that take a pair; only ancestry may decline, and only a pair that does not nest.
  private func transitions(_ old: Shown, _ new: Shown) throws -> [(
    diff: any AnimationDiff, MarkerTransitions
  )] {
    try Self.diffs.compactMap { diff in
      do {
        return (diff, try diff.transition(from: old.frame, to: new.frame))
      } catch ClusteringError.notNested(let first, let second) {
        let one = old.members[try #require(old.frame.ids.firstIndex(of: first))]
        let other = new.members[try #require(new.frame.ids.firstIndex(of: second))]
        #expect(diff is AncestryDiff)
        #expect(!one.isDisjoint(with: other) && !one.isSubset(of: other) && !other.isSubset(of: one))
        return nil
      }
    }
  }

  private func commonPoints(_ old: Shown, _ new: Shown) -> [Flow] {
    var flows: [Flow] = []
    for (i, one) in old.members.enumerated() {
      for (j, other) in new.members.enumerated() where !one.isDisjoint(with: other) {
        flows.append(Flow(old: i, new: j, count: one.intersection(other).count))
      }
    }
    return flows
  }

  @Test("flows count the points that clusters have in common", arguments: strategies)
  func flows(name: String) throws {
    for pair in try pairs(name) {
      let transition = try MembershipDiff().transition(from: pair.old.frame, to: pair.new.frame)
      #expect(transition.flows == commonPoints(pair.old, pair.new), "\(pair)")
      #expect(
        transition.flows.reduce(0) { $0 + $1.count } == pair.old.all.intersection(pair.new.all).count)
    }
  }

  @Test("markers come in the order in which a transition keeps them", arguments: strategies)
  func order(name: String) throws {
    for pair in try pairs(name) {
      for (_, transition) in try transitions(pair.old, pair.new) {
        let gathered = MarkerTransitions(
          markers: transition.markers.reversed(), flows: transition.flows.reversed(),
          duration: transition.duration, projection: transition.projection)
        #expect(transition == gathered, "\(pair)")
      }
    }
  }

  @Test("clusters that a separation merged have points in common in several pieces")
  func pieces() throws {
    let columns = SamplePoints.uniform.columns(count: 200).decorated(seed: 74)
    let map = try Clusterer(.grid(cellSize: 20), separation: Separation()).build(PointSet(columns))
    let frames = try [1.0, 1.7, 2.9].map { zoom in
      Shown(try map.frame(for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: zoom)))
    }
    for (old, new) in [(frames[0], frames[1]), (frames[1], frames[0]), (frames[0], frames[2])] {
      #expect(try Flow.between(old.frame, new.frame) == commonPoints(old, new))
    }
  }

  @Test("shown counts add up at every instant", arguments: strategies)
  func counts(name: String) throws {
    for pair in try pairs(name) {
      let (old, new) = (pair.old, pair.new)
      let (before, after, either) = (old.all.count, new.all.count, old.all.union(new.all).count)
      for (diff, transition) in try transitions(old, new) {
        let events = transition.markers.flatMap { [$0.addedAt, $0.removedAt].compactMap { $0 } }
        let times = Set(events.flatMap { [$0.nextDown, $0, $0.nextUp] } + [-1, 0, 0.3, 0.5, 0.7, 1, 2])
        for time in times {
          let whileItPlays = diff is IdentityDiff ? (time < 0.5 ? before : after) : either
          let expected = time < 0 ? before : time < 1 ? whileItPlays : after
          #expect(transition.count(at: time) == expected, "\(diff) at \(time), \(pair)")
        }
      }
    }
  }

  @Test("while it plays, the parts of every old and every new cluster are all of it", arguments: strategies)
  func parts(name: String) throws {
    for pair in try pairs(name) {
      let (old, new) = (pair.old, pair.new)
      for (diff, transition) in try transitions(old, new) where !(diff is IdentityDiff) {
        var before = [Int](repeating: 0, count: old.frame.count)
        var after = [Int](repeating: 0, count: new.frame.count)
        for marker in transition.markers(at: 0.5) {
          if let cluster = marker.old { before[cluster] += marker.count }
          if let cluster = marker.new { after[cluster] += marker.count }
        }
        #expect(before == old.members.map(\.count), "\(diff), \(pair)")
        #expect(after == new.members.map(\.count), "\(diff), \(pair)")
      }
    }
  }

  @Test("it begins with the old frame and ends with the new one", arguments: strategies)
  func ends(name: String) throws {
    for pair in try pairs(name) {
      let (old, new) = (pair.old, pair.new)
      for (diff, transition) in try transitions(old, new) {
        try transition.check(from: old.frame, to: new.frame)
        let standsRight = transition.markers.allSatisfy { marker in
          let before = marker.old.map { old.frame.positions[$0] }
          let after = marker.new.map { new.frame.positions[$0] }
          return transition.position(of: marker, at: 0) == before ?? after
            && transition.position(of: marker, at: 1) == after ?? before
        }
        #expect(standsRight, "\(diff), \(pair)")
        #expect(transition.markers(at: -1).map(\.old) == old.frame.ids.indices.map { $0 })
        #expect(transition.markers(at: 1).compactMap(\.new).sorted() == new.frame.ids.indices.map { $0 })
      }
    }
  }

  @Test("the way back is the way there reversed", arguments: strategies)
  func reversal(name: String) throws {
    for pair in try pairs(name) {
      let (old, new) = (pair.old, pair.new)
      for (diff, transition) in try transitions(old, new) {
        let back = try diff.transition(from: new.frame, to: old.frame)
        #expect(transition.reversed() == back, "\(diff), \(pair)")
        #expect(back.reversed() == transition, "\(diff), \(pair)")
      }
    }
  }

  @Test("a frame to itself keeps everything", arguments: strategies)
  func same(name: String) throws {
    for frame in try pairs(name).map(\.old) {
      for diff in Self.diffs {
        let transition = try diff.transition(from: frame.frame, to: frame.frame)
        #expect(transition.markers.map(\.old) == (0..<frame.frame.count).map { $0 })
        let staysPut = transition.markers.allSatisfy { marker in
          marker.kind == .keep && marker.old == marker.new && marker.start == marker.end
            && marker.addedAt == nil && marker.removedAt == nil
        }
        #expect(staysPut)
      }
    }
  }

  @Test("kinds are the shapes of connected clusters", arguments: strategies)
  func kinds(name: String) throws {
    var seen: Set<MarkerTransition.Kind> = []
    for pair in try pairs(name) {
      let (old, new) = (pair.old, pair.new)
      let transition = try MembershipDiff().transition(from: old.frame, to: new.frame)
      let travelling = transition.markers.filter { $0.old != nil && $0.new != nil }
      #expect(travelling.map { Flow(old: $0.old!, new: $0.new!, count: $0.count) } == transition.flows)
      for marker in travelling {
        // All that is connected, by repeated search.
        var (olds, news) = (Set([marker.old!]), Set([marker.new!]))
        var size = 0
        while olds.count + news.count > size {
          size = olds.count + news.count
          for flow in transition.flows where olds.contains(flow.old) || news.contains(flow.new) {
            olds.insert(flow.old)
            news.insert(flow.new)
          }
        }
        let isInPlace = old.frame.positions[marker.old!] == new.frame.positions[marker.new!]
        let expected: MarkerTransition.Kind =
          switch (olds.count, news.count) {
          case (1, 1): isInPlace ? .keep : .move
          case (1, _): .split
          case (_, 1): .merge
          default: .exchange
          }
        seen.insert(marker.kind)
        if marker.kind != expected { Issue.record("\(marker) should be \(expected), \(pair)") }
      }
    }
    if name == "grid" { #expect(seen.isSuperset(of: [.keep, .split, .merge])) }
    if name == "kmeans" { #expect(seen.contains(.exchange)) }
  }

  @Test(
    "ancestry takes every pair of a strategy that nests, and names what holds what", arguments: strategies)
  func ancestry(name: String) throws {
    let nests = try Registry.builtIn.find(name, kind: .strategy)().capabilities.contains(.nested)
    var declined = 0
    for pair in try pairs(name) {
      let (old, new) = (pair.old, pair.new)
      let nested = old.members.allSatisfy { one in
        new.members.allSatisfy { one.isDisjoint(with: $0) || one.isSubset(of: $0) || $0.isSubset(of: one) }
      }
      guard let transition = try transitions(old, new).first(where: { $0.diff is AncestryDiff })?.1 else {
        declined += 1
        #expect(!nested)
        continue
      }
      #expect(nested)
      for marker in transition.markers {
        guard let i = marker.old, let j = marker.new else { continue }
        let isInPlace = old.frame.positions[i] == new.frame.positions[j]
        let expected: MarkerTransition.Kind =
          old.members[i] == new.members[j]
          ? (isInPlace ? .keep : .move) : old.members[i].isSuperset(of: new.members[j]) ? .split : .merge
        if marker.kind != expected { Issue.record("\(marker) should be \(expected), \(pair)") }
      }
    }
    if nests { #expect(declined == 0) }
    if name == "kmeans" { #expect(declined > 0) }
  }

  @Test(
    "frames of two strategies, and of two copies of the points, compare by the same rules",
    arguments: [SamplePoints.uniform, .clusters, .dateLine, .spots])
  func mixed(sample: SamplePoints) throws {
    let columns = sample.columns(count: 50).decorated(seed: 72)
    let (points, copy) = (try PointSet(columns), try PointSet(columns.shuffled(seed: 73)))
    for viewport in Viewport.samples(of: points, random: 2) {
      for (first, second) in [("grid", "pca"), ("pca", "pca"), ("quadtree", "none"), ("kmeans", "grid")] {
        let old = try Clusterer(try Registry.builtIn.find(first, kind: .strategy)()).build(points)
          .frame(for: viewport)
        var deeper = viewport
        deeper.zoom += 0.7
        let strategy = try Registry.builtIn.find(second, kind: .strategy)()
        let new = try Clusterer(strategy).build(points).frame(for: deeper)
        let twin = try Clusterer(strategy).build(copy).frame(for: deeper)
        let transition = try MembershipDiff().transition(from: old, to: new)
        #expect(try MembershipDiff().transition(from: old, to: twin) == transition)
        #expect(transition.count(at: 0.5) == Shown(old).all.union(Shown(new).all).count)
      }
    }
  }

  @Test("on the plane nothing goes around")
  func plane() throws {
    let columns = PointColumns(longitude: [0, 1, 1000], latitude: [0, 0, 1])
    let extent = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    let map = try Clusterer(.grid(cellSize: 400)).build(PointSet(columns, projection: .planar(extent)))
    let middle = Coordinate(longitude: 500, latitude: 0)
    let far = try map.frame(for: Viewport(center: middle, zoom: -3))
    let near = try map.frame(for: Viewport(center: middle, zoom: 2, width: 4000))
    try #require(far.count == 1 && near.count == 2)
    let transition = try MembershipDiff().transition(from: far, to: near)
    let east = try #require(transition.markers.first { $0.kind == .split && $0.count == 1 })
    let halfway = transition.position(of: east, at: 0.5)
    #expect(halfway.x > east.start.x && halfway.x < east.end.x)
    let ends = transition.coordinates(of: east, from: far, to: near)
    #expect(ends.end == Coordinate(longitude: 1000, latitude: 1))
  }
}
