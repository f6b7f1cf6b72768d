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
        #expect(after.positions[same] == before.positions[cluster])
        #expect(after.weights[same] == before.weights[cluster])
      }
    }
    #expect(
      try selecting.selecting([]).frame(for: Viewport(center: points.coordinate(0), zoom: 4)).ids
        == map.frame(for: Viewport(center: points.coordinate(0), zoom: 4)).ids)
  }

  @Test("leave a cluster around the globe with the marker that it has without them", arguments: [0, 7, 20])
  func wide(taken: Int) throws {
    let strategies: [any ClusteringStrategy] = [.grid(), .quadtree()]
    for strategy in strategies {
      let longitudes = (0...20).map { -179 + Double($0) * 11.3 }
      let columns = PointColumns(longitude: longitudes, latitude: longitudes.map { $0 / 3 })
      let points = try PointSet(columns)
      var fewer = try Clusterer(strategy).build(points)
      let selecting = try fewer.selecting([points.id(taken)])
      try fewer.remove([points.id(taken)])
      // The cluster is wider than half the world, and the view is not where its points are.
      for center in [-170.0, 0, 90] {
        let viewport = Viewport(center: Coordinate(longitude: center, latitude: 0), zoom: -6)
        let (frame, expected) = (try selecting.frame(for: viewport), try fewer.frame(for: viewport))
        let cluster = try #require((0..<frame.count).first { frame.memberCount(of: $0) == 20 })
        #expect(frame.positions[cluster] == expected.positions[0] && expected.count == 1)
        #expect(frame.ids[cluster] == expected.ids[0])
      }
    }
  }

  @Test("leave the frame the effective size, and so do limits")
  func effectiveSize() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 80))
    let viewport = Viewport(center: points.coordinate(0), zoom: 2)
    let size = try #require(
      try Clusterer(.grid(cellSize: 50)).build(points).frame(for: viewport).effectiveSize)
    let limits = MergeLimits(minPoints: 40)
    for clusterer in [
      Clusterer(.grid(cellSize: 50), limits: limits),
      Clusterer(.grid(cellSize: 50), selected: [points.id(0)]),
    ] {
      #expect(try clusterer.build(points).frame(for: viewport).effectiveSize == size)
    }
  }

  @Test("go out of their clusters and back in transitions whose counts add up")
  func transitions() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 60))
    let viewport = Viewport(center: points.coordinate(0), zoom: 1, width: 3000, height: 3000)
    // Of both, the ranges are along one order: of the points, and of a tree.
    let strategies: [any ClusteringStrategy] = [.grid(), .radius()]
    for strategy in strategies {
      let map = try Clusterer(strategy).build(points)
      let plain = try map.frame(for: viewport)
      let selected = try map.selecting([points.id(0), points.id(31)]).frame(for: viewport)
      for (old, new) in [(plain, selected), (selected, plain), (selected, selected)] {
        let transition = try MembershipDiff().transition(from: old, to: new)
        try transition.check(from: old, to: new)
        for time in [0, 0.5, 0.9] { #expect(transition.count(at: time) == 60) }
        #expect(try Flow.between(old, new).reduce(0) { $0 + $1.count } == 60)
      }
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
