import Pinfold
import TestSupport
import Testing

@Suite("Selected points")
struct SelectionTests {
  @Test("stay out of their clusters, and change nothing else", arguments: StrategyVariant.all())
  func frames(variant: StrategyVariant) throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 150).decorated(seed: 8))
    let map = try Clusterer(variant(), limits: MergeLimits(minPoints: 3)).build(points)
    let chosen = Set([3, 4, 70, 71, 149])
    let selecting = try map.selecting(chosen.map(points.id))
    for viewport in Viewport.samples(of: points, random: 3) {
      let before = try map.frame(for: viewport)
      let after = try selecting.frame(for: viewport)
      func isInView(_ members: [Int]) -> Bool {
        members.contains { before.view.rect.contains(points.position($0)) }
      }
      let expected =
        before.memberLists.map { $0.filter { !chosen.contains($0) } }.filter(isInView)
        + chosen.map { [$0] }.filter(isInView)
      #expect(Set(after.memberLists) == Set(expected) && after.count == expected.count, "\(viewport)")
      // Clusters that lost nothing keep their markers too.
      for (cluster, id) in before.ids.enumerated() {
        guard let same = after.ids.firstIndex(of: id) else { continue }
        // What is as wide as half the world has no short way around.
        let x = before.memberLists[cluster].map { points.position($0).x }
        guard (x.max() ?? 0) - (x.min() ?? 0) < 1 << 31 else { continue }
        #expect(after.positions[same] == before.positions[cluster])
        #expect(after.weights[same] == before.weights[cluster])
      }
    }
    #expect(
      try selecting.selecting([]).frame(for: Viewport(center: points.coordinate(0), zoom: 4)).ids
        == map.frame(for: Viewport(center: points.coordinate(0), zoom: 4)).ids)
  }

  @Test("go out of their clusters and back in transitions whose counts add up")
  func transitions() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 60))
    let map = try Clusterer(.grid()).build(points)
    let viewport = Viewport(center: points.coordinate(0), zoom: 1, width: 3000, height: 3000)
    let plain = try map.frame(for: viewport)
    let selected = try map.selecting([points.id(0), points.id(31)]).frame(for: viewport)
    for (old, new) in [(plain, selected), (selected, plain), (selected, selected)] {
      let transition = try MembershipDiff().transition(from: old, to: new)
      try transition.check(from: old, to: new)
      for time in [0, 0.5, 0.9] { #expect(transition.count(at: time) == 60) }
    }
  }

  @Test("leave a stack, and a separation leaves them alone")
  func stack() throws {
    let points = try PointSet(PointColumns(longitude: [1, 1, 1, 1.001], latitude: [2, 2, 2, 2]))
    let map = try Clusterer(.grid(), separation: Separation()).build(points)
    let viewport = Viewport(center: points.coordinate(0), zoom: 4)
    #expect(try map.frame(for: viewport).count == 1)
    let frame = try map.selecting([.integer(1), .text("2")]).frame(for: viewport)
    #expect((0..<frame.count).map(frame.memberCount) == [2, 1, 1])
    #expect(frame.members(of: 1) == [1] && frame.members(of: 2) == [2])
    #expect(frame.representatives[1] == 1)
  }

  @Test("must be points, and take back a budget")
  func mistakes() throws {
    let points = try PointSet(SamplePoints.two.columns())
    let map = try Clusterer(.grid()).build(points)
    #expect(throws: ClusteringError.self) { try map.selecting([.integer(99)]) }
    #expect(throws: ClusteringError.self) {
      try Clusterer(.grid(), selected: [.text("x")]).build(points)
    }
    #expect(Clusterer(.pca()).clusterBudget != nil)
    let clusterer = Clusterer(.pca(), selected: [points.id(0)])
    #expect(!clusterer.capabilities.contains(.budgeted) && clusterer.clusterBudget == nil)
    var edited = try Clusterer(.grid(), selected: [points.id(0)]).build(points)
    #expect(try edited.frame(for: Viewport(center: points.coordinate(0), zoom: -6)).count == 2)
    try edited.remove([points.id(0)])
    #expect(try edited.frame(for: Viewport(center: points.coordinate(1), zoom: -6)).count == 1)
  }
}
