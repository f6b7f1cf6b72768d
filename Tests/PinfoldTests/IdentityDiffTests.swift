import Pinfold
import TestSupport
import Testing

@Suite struct IdentityDiffTests {
  private func frame(
    _ columns: PointColumns, zoom: Double = 4, longitude: Double = 0,
    _ representative: any RepresentativeSelection = CentroidRepresentative()
  ) throws -> Frame {
    try Clusterer(.grid(), representative: representative).build(PointSet(columns))
      .frame(for: Viewport(center: Coordinate(longitude: longitude, latitude: 0), zoom: zoom))
  }

  private let pairAndOne = PointColumns(longitude: [-20, -20.1, 20], latitude: [0.1, 0.1, 0.1])

  @Test("a frame to itself keeps everything")
  func same() throws {
    let frame = try frame(SamplePoints.clusters.columns())
    let transition = IdentityDiff().transition(from: frame, to: frame)
    #expect(transition.markers.count == frame.count)
    #expect(transition.markers.allSatisfy { $0.kind == .keep && $0.old == $0.new && $0.start == $0.end })
    #expect(transition.markers.allSatisfy { $0.addedAt == 0 && $0.removedAt == nil })
    #expect(
      transition.flows == (0..<frame.count).map { Flow(old: $0, new: $0, count: frame.memberCount(of: $0)) })
  }

  @Test("an equal cluster elsewhere in the list is kept, even from other points in memory")
  func kept() throws {
    let old = try frame(pairAndOne)
    let new = try frame(pairAndOne, longitude: 60)
    let transition = IdentityDiff().transition(from: old, to: new)
    #expect(transition.markers.map(\.kind) == [.keep, .disappear])
    #expect(transition.markers[0].old == old.ids.firstIndex(of: new.ids[0]))
  }

  @Test("a cluster whose marker stands elsewhere moves there")
  func moved() throws {
    let old = try frame(pairAndOne)
    let new = try frame(pairAndOne, CellCenterRepresentative())
    let transition = IdentityDiff().transition(from: old, to: new)
    let pair = try #require(transition.markers.first { $0.count == 2 })
    #expect(pair.kind == .move)
    #expect(pair.start == old.positions[pair.old ?? -1])
    #expect(pair.end == new.positions[pair.new ?? -1])
    #expect(transition.markers.first { $0.count == 1 }?.kind == .keep)
  }

  @Test("a cluster that falls apart goes at once, and its parts come at once")
  func replaced() throws {
    let old = try frame(pairAndOne)
    let new = try frame(pairAndOne, zoom: 12, longitude: -20)
    let transition = IdentityDiff().transition(from: old, to: new)
    let gone = transition.markers.filter { $0.kind == .disappear }
    #expect(gone.map(\.removedAt) == [0, 0])
    #expect(gone.compactMap(\.old) == [0, 1])
    #expect(gone.allSatisfy { $0.new == nil })
    let added = transition.markers.filter { $0.kind == .appear }
    #expect(added.map(\.count) == [1, 1])
    #expect(added.allSatisfy { $0.old == nil && $0.addedAt == 0 && $0.start == $0.end })
    #expect(transition.flows.isEmpty)
  }

  @Test("the way back undoes each change")
  func reversed() throws {
    let points = SamplePoints.clusters.columns()
    let (old, new) = (try frame(points, zoom: 2), try frame(points, zoom: 2.7))
    let there = IdentityDiff().transition(from: old, to: new)
    let back = IdentityDiff().transition(from: new, to: old)
    let opposite: [MarkerTransition.Kind: MarkerTransition.Kind] = [.appear: .disappear, .disappear: .appear]
    func facts(_ marker: MarkerTransition, reversed: Bool) -> [String] {
      let kind = reversed ? opposite[marker.kind] ?? marker.kind : marker.kind
      let ends = reversed ? [marker.new, marker.old] : [marker.old, marker.new]
      return [kind.rawValue, "\(ends)", "\(marker.count)"]
    }
    #expect(Set(there.markers.map(\.kind)).count > 1)
    #expect(
      Set(there.markers.map { facts($0, reversed: true) })
        == Set(back.markers.map { facts($0, reversed: false) }))
  }

  @Test("from nothing all appear, to nothing all disappear")
  func nothing() throws {
    let full = try frame(pairAndOne)
    let empty = try frame(PointColumns())
    #expect(IdentityDiff().transition(from: empty, to: full).markers.map(\.kind) == [.appear, .appear])
    #expect(IdentityDiff().transition(from: full, to: empty).markers.map(\.kind) == [.disappear, .disappear])
    #expect(IdentityDiff().transition(from: empty, to: empty).markers.isEmpty)
  }

  @Test("easings start at 0, end at 1 and are symmetric", arguments: Easing.allCases)
  func easing(easing: Easing) {
    #expect(easing.progress(at: 0) == 0)
    #expect(easing.progress(at: 1) == 1)
    #expect(easing.progress(at: 0.5) == 0.5)
    for time in stride(from: 0.0, through: 1, by: 0.125) {
      #expect(easing.progress(at: time) + easing.progress(at: 1 - time) == 1)
    }
    #expect(Easing.smooth.progress(at: 0.25) == 0.15625)
  }

  @Test("the length is a parameter")
  func duration() throws {
    let frame = try frame(pairAndOne)
    let diff = try Registry.builtIn.find("identity", kind: .diff)(["duration": .number(2)])
    #expect(try diff.transition(from: frame, to: frame).duration == 2)
    #expect(IdentityDiff().transition(from: frame, to: frame).duration == 0.3)
  }
}
