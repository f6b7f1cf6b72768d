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
    let transition = try IdentityDiff().transition(from: frame, to: frame)
    #expect(transition.markers.count == frame.count)
    #expect(transition.markers.allSatisfy { $0.kind == .keep && $0.old == $0.new && $0.start == $0.end })
    #expect(transition.markers.allSatisfy { $0.addedAt == nil && $0.removedAt == nil })
    #expect(
      transition.flows == (0..<frame.count).map { Flow(old: $0, new: $0, count: frame.memberCount(of: $0)) })
  }

  @Test("an equal cluster elsewhere in the list is kept, even from other points in memory")
  func kept() throws {
    let old = try frame(pairAndOne)
    let new = try frame(pairAndOne, longitude: 60)
    let transition = try IdentityDiff().transition(from: old, to: new)
    #expect(transition.markers.map(\.kind) == [.disappear, .keep])
    #expect(transition.markers[1].old == old.ids.firstIndex(of: new.ids[0]))
  }

  @Test("a cluster whose marker stands elsewhere moves there")
  func moved() throws {
    let old = try frame(pairAndOne)
    let new = try frame(pairAndOne, CellCenterRepresentative())
    let transition = try IdentityDiff().transition(from: old, to: new)
    let pair = try #require(transition.markers.first { $0.count == 2 })
    #expect(pair.kind == .move)
    #expect(pair.start == old.positions[pair.old ?? -1])
    #expect(pair.end == new.positions[pair.new ?? -1])
    #expect(transition.markers.first { $0.count == 1 }?.kind == .keep)
  }

  @Test("a cluster that falls apart goes in the middle, and its parts come at the same instant")
  func replaced() throws {
    let old = try frame(pairAndOne)
    let new = try frame(pairAndOne, zoom: 12, longitude: -20)
    let transition = try IdentityDiff().transition(from: old, to: new)
    let gone = transition.markers.filter { $0.kind == .disappear }
    #expect(gone.map(\.removedAt) == [0.5, 0.5])
    #expect(gone.compactMap(\.old) == [0, 1])
    #expect(gone.allSatisfy { $0.new == nil })
    let added = transition.markers.filter { $0.kind == .appear }
    #expect(added.map(\.count) == [1, 1])
    #expect(added.allSatisfy { $0.old == nil && $0.addedAt == 0.5 && $0.start == $0.end })
    #expect(transition.flows.isEmpty)
  }

  @Test("from nothing all appear, to nothing all disappear")
  func nothing() throws {
    let full = try frame(pairAndOne)
    let empty = try frame(PointColumns())
    #expect(try IdentityDiff().transition(from: empty, to: full).markers.map(\.kind) == [.appear, .appear])
    #expect(
      try IdentityDiff().transition(from: full, to: empty).markers.map(\.kind) == [.disappear, .disappear])
    #expect(try IdentityDiff().transition(from: empty, to: empty).markers.isEmpty)
  }

  @Test("the length is a parameter")
  func duration() throws {
    let frame = try frame(pairAndOne)
    let diff = try Registry.builtIn.find("identity", kind: .diff)(["duration": .number(2)])
    #expect(try diff.transition(from: frame, to: frame).duration == 2)
    #expect(try IdentityDiff().transition(from: frame, to: frame).duration == 0.3)
  }
}
