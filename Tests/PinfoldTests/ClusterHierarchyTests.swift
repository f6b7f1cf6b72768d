import TestSupport
import Testing

@testable import Pinfold

@Suite struct ClusterHierarchyTests {
  private func map(_ sample: SamplePoints, _ strategy: RadiusStrategy = .radius()) throws -> ClusterMap {
    try Clusterer(strategy).build(PointSet(sample.columns(count: 150).decorated(seed: 9)))
  }

  private func world(_ zoom: Double) -> Viewport {
    var viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: zoom)
    (viewport.width, viewport.height) = (viewport.worldWidth, viewport.worldWidth)
    return viewport
  }

  @Test(
    "every cluster of a frame is found by its id, and falls apart into the next",
    arguments: SamplePoints.allCases)
  func children(sample: SamplePoints) throws {
    let map = try map(sample)
    let hierarchy = try #require(map.index as? any ClusterHierarchy)
    for zoom in 0...17 {
      let frame = try map.frame(for: world(Double(zoom)))
      let lists = frame.memberLists
      let below = Set(try map.frame(for: world(Double(zoom + 1))).ids)
      for cluster in 0..<frame.count
      where map.points.sections.contains(where: { section in
        section.mergeable && section.range.contains(frame.members(of: cluster)[0])
      }) {
        let node = try #require(hierarchy.node(of: frame.ids[cluster]))
        #expect(node.id == frame.ids[cluster])
        #expect(node.position == frame.positions[cluster])
        #expect(node.members(limit: .max).sorted() == lists[cluster])
        let children = hierarchy.children(of: node)
        let expansion = hierarchy.expansionZoom(of: node)
        #expect(children.isEmpty == frame.isStack(cluster))
        #expect((expansion == nil) == frame.isStack(cluster))
        guard let expansion else { continue }
        #expect(expansion > Double(zoom))
        #expect(children.flatMap { $0.members(limit: .max) } == node.members(limit: .max))
        if Int(expansion) == zoom + 1 {
          #expect(children.count > 1 && below.isSuperset(of: children.map(\.id)))
        } else {
          #expect(below.contains(node.id))
        }
      }
    }
  }

  @Test("pages of members are parts of all members; past the end there are none")
  func pages() throws {
    let map = try map(.coincident)
    let hierarchy = try #require(map.index as? any ClusterHierarchy)
    let frame = try map.frame(for: world(0))
    let node = try #require(hierarchy.node(of: frame.ids[0]))
    let all = node.members(limit: .max)
    #expect(all.count == node.count)
    #expect(stride(from: 0, to: node.count, by: 7).flatMap { node.members(limit: 7, offset: $0) } == all)
    #expect(node.members(limit: 5, offset: node.count).isEmpty)
    #expect(node.members(limit: 5, offset: .max).isEmpty)
    #expect(node.members(limit: -1, offset: -5).isEmpty)
    #expect(node.members(limit: 2, offset: -5) == Array(all.prefix(2)))
  }

  @Test("an id of no cluster finds nothing")
  func unknown() throws {
    let hierarchy = try #require(map(.two).index as? any ClusterHierarchy)
    #expect(hierarchy.node(of: ClusterID(hashSum: 1, count: 1)) == nil)
  }

  @Test(
    "a tile has each marker inside or near it, at every image",
    arguments: [SamplePoints.uniform, .clusters, .dateLine, .poles, .eastWestLine])
  func tiles(sample: SamplePoints) throws {
    let strategy = RadiusStrategy.radius(60, extent: 256)
    let map = try map(sample, strategy)
    let hierarchy = try #require(map.index as? any ClusterHierarchy)
    for zoom in 0...3 {
      let frame = try map.frame(for: world(Double(zoom)))
      let mergeable = (0..<frame.count).filter { cluster in
        map.points.sections.contains { $0.mergeable && $0.range.contains(frame.members(of: cluster)[0]) }
      }
      for x in 0..<1 << zoom {
        for y in 0..<1 << zoom {
          var expected: [String] = []
          for turn in [0, -1, 1] {
            for cluster in mergeable {
              let east =
                ((frame.positions[cluster].unitX + Double(turn)) * Double(1 << zoom) - Double(x)) * 256
              let south = (frame.positions[cluster].unitY * Double(1 << zoom) - Double(y)) * 256
              if (-60...316).contains(east), (-60...316).contains(south) {
                expected.append("\(frame.ids[cluster]) \(east.rounded()) \(south.rounded())")
              }
            }
          }
          let found = try hierarchy.tile(zoom: zoom, x: x, y: y, context: RunContext())
          #expect(found.map { "\($0.node.id) \($0.x.rounded()) \($0.y.rounded())" } == expected)
        }
      }
    }
    #expect(try hierarchy.tile(zoom: 1, x: 2, y: 0, context: RunContext()).isEmpty)
    #expect(try hierarchy.tile(zoom: 33, x: 0, y: 0, context: RunContext()).isEmpty)
  }
}
