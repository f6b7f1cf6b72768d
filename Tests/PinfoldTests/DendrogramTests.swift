import TestSupport
import Testing

@testable import Pinfold

@Suite struct DendrogramTests {
  /// A dendrogram of merges drawn at random, and the clusters there were after each.
  private struct Grown {
    let dendrogram: Dendrogram
    let points: PointSet

    /// The members of the clusters at each time, by canonical index.
    var history: [Int32: [[Int]]] = [:]

    /// Where the builder had each of the nodes that it formed, by their members.
    var positions: [[Int]: WorldPoint] = [:]

    init(_ sample: SamplePoints, seed: UInt64, stacks: Bool = true) throws {
      let points = try PointSet(sample.columns(count: 80).decorated(seed: seed))
      self.points = points
      var random = SplitMix64(seed: seed)
      var builder = try DendrogramBuilder(over: points, stacks: stacks, context: RunContext())
      var members = [Int: [Int]]()
      let mergeable = points.sections.filter(\.mergeable).flatMap { Array($0.range) }
      for node in 0..<builder.nodeCount {
        let first = builder.firstMember(of: node)
        members[node] = mergeable.filter {
          stacks
            ? points.position($0) == points.position(first)
              && Self.section($0, points) == Self.section(first, points)
            : $0 == first
        }
        positions[members[node]!] = builder.position(of: node)
      }
      for time in Int32(-3)..<6 {
        // Some merges of one time continue each other.
        for section in builder.sections {
          let range =
            section.isEmpty ? nil : Self.section(builder.firstMember(of: section.lowerBound), points)
          for _ in 0..<4 {
            let living = members.keys.filter { Self.section(members[$0]![0], points) == range }.sorted()
            guard living.count > 1 else { break }
            let chosen = Array(random.shuffled(living).prefix(2 + random.below(3)))
            let node = builder.merge(chosen, at: time)
            members[node] = chosen.flatMap { members.removeValue(forKey: $0)! }.sorted()
            positions[members[node]!] = builder.position(of: node)
            #expect(builder.pointCount(of: node) == members[node]!.count)
          }
        }
        history[time] = Array(members.values)
      }
      dendrogram = try builder.finish(context: RunContext())
    }

    private static func section(_ point: Int, _ points: PointSet) -> Int? {
      points.sections.firstIndex { $0.range.contains(point) }
    }
  }

  @Test("answers the clusters of every time that have a member in view", arguments: SamplePoints.allCases)
  func oracle(sample: SamplePoints) throws {
    let grown = try Grown(sample, seed: 3)
    let scan = LinearScan(grown.points)
    for viewport in Viewport.samples(of: grown.points) {
      let rect = try ProjectedView(viewport, on: .mercator).rect
      for (time, clusters) in grown.history {
        let found = try grown.dendrogram.grouping(at: time, in: rect, context: RunContext())
        #expect(found.members == scan.visible(clusters, in: rect), "time \(time), \(viewport)")
      }
    }
  }

  @Test("the stacks of a view are those that the points tell, or unknown", arguments: SamplePoints.allCases)
  func stacks(sample: SamplePoints) throws {
    let context = RunContext()
    for stacks in [true, false] {
      let grown = try Grown(sample, seed: 7, stacks: stacks)
      for time in grown.history.keys {
        var found = try grown.dendrogram.grouping(at: time, in: .world, context: context)
        let told = try grown.points.stackMembers(of: found.ranges, in: found.order, context: context)
        #expect(found.stackMembers == told)
        var other = found
        other.order = found.order
        found.ranges.reverse()
        #expect(found.stackMembers == nil && other.stackMembers == nil)
      }
    }
  }

  @Test("before anything merged, every stack stands by itself, or every point")
  func beginning() throws {
    let stacks = try Grown(.spots, seed: 4).dendrogram
    let points = try Grown(.spots, seed: 4, stacks: false).dendrogram
    let context = RunContext()
    #expect(try stacks.grouping(at: Dendrogram.beginning, in: .world, context: context).ranges.count < 72)
    let single = try points.grouping(at: Dendrogram.beginning, in: .world, context: context)
    #expect(single.ranges.count == points.order.count)
  }

  @Test("a cluster's mean is the builder's to the last unit", arguments: SamplePoints.allCases)
  func means(sample: SamplePoints) throws {
    for stacks in [true, false] {
      let grown = try Grown(sample, seed: 5, stacks: stacks)
      for node in grown.dendrogram.nodes where node.time != Dendrogram.never {
        let members = node.range.map { grown.dendrogram.order.index(at: $0) }.sorted()
        #expect(grown.dendrogram.order.mean(of: node.range) == grown.positions[members])
      }
    }
  }

  @Test(
    "boxes hold their points, and no node has more than eight nodes below it",
    arguments: SamplePoints.allCases)
  func structure(sample: SamplePoints) throws {
    let dendrogram = try Grown(sample, seed: 6).dendrogram
    let points = try Grown(sample, seed: 6).points
    for (place, node) in dendrogram.nodes.enumerated() {
      for index in node.range.map({ dendrogram.order.index(at: $0) }) {
        let box = node.box
        #expect(points.x[index] &- box.west <= box.width && points.y[index] &- box.north <= box.height)
      }
      var end = node.start
      for part in dendrogram.parts(of: place) {
        #expect(part > place && dendrogram.nodes[part].start == end)
        end = dendrogram.nodes[part].end
      }
      let below = dendrogram.parts(of: place).count
      if dendrogram.isLeaf(place) {
        #expect(below == 0)
      } else {
        #expect((node.time == Dendrogram.never ? 1...8 : 2...8).contains(below) && end == node.end)
      }
    }
  }

  @Test("children are the clusters that merged, one generation for each time, in canonical order")
  func children() throws {
    let points = try PointSet(SamplePoints.eastWestLine.columns(count: 20))
    var builder = try DendrogramBuilder(over: points, stacks: true, context: RunContext())
    let early = builder.merge([3, 9], at: 1)
    let half = builder.merge([early, 1], at: 2)
    let rest = builder.merge([half, 15, 6], at: 2)
    #expect(builder.firstMember(of: rest) == 1)
    let dendrogram = try builder.finish(context: RunContext())
    let root = try #require(dendrogram.nodes.indices.first { dendrogram.nodes[$0].time == 2 })
    #expect(dendrogram.nodes.count(where: { $0.time == 2 }) == 1)
    var children: [[Int]] = []
    dendrogram.forEachChild(of: root) { child in
      children.append(dendrogram.nodes[child].range.map { dendrogram.order.index(at: $0) })
    }
    #expect(children == [[1], [3, 9], [6], [15]])
  }

  @Test("a mean across ±180° lies between the members, however merges follow each other")
  func dateLine() throws {
    let points = try PointSet(
      PointColumns(
        longitude: [179, -179, -177, 178], latitude: [0, 0, 0, 0], ids: .integers([1, 2, 3, 4])))
    let leaf = Dictionary(uniqueKeysWithValues: (0..<4).map { (points.ids[$0], $0) })
    func node(_ id: Int64) -> Int { leaf[.integer(id)]! }
    for order in [[1, 2, 3, 4], [3, 1, 4, 2], [4, 2, 3, 1]] as [[Int64]] {
      var builder = try DendrogramBuilder(over: points, stacks: true, context: RunContext())
      var cluster = node(order[0])
      for (time, id) in order.dropFirst().enumerated() {
        cluster = builder.merge([node(id), cluster], at: Int32(time))
      }
      let mean = Projection.mercator.unproject(builder.position(of: cluster)).longitude
      #expect(abs(mean + 179.75) < 1e-6)
      let dendrogram = try builder.finish(context: RunContext())
      let all = try dendrogram.grouping(at: 2, in: .world, context: RunContext())
      #expect(abs(Projection.mercator.unproject(all.order.mean(of: all.ranges[0])).longitude + 179.75) < 1e-6)
    }
  }

  @Test("clusters all around the globe are in view wherever a member is")
  func aroundTheGlobe() throws {
    let columns = PointColumns(
      longitude: (0..<36).map { Double($0) * 10 - 175 }, latitude: Array(repeating: 0, count: 36))
    let points = try PointSet(columns)
    var builder = try DendrogramBuilder(over: points, stacks: true, context: RunContext())
    _ = builder.merge(Array(0..<36), at: 0)
    let dendrogram = try builder.finish(context: RunContext())
    for longitude in stride(from: -179.0, to: 180, by: 2) {
      let viewport = Viewport(center: Coordinate(longitude: longitude, latitude: 0), zoom: 8, width: 100)
      let view = try ProjectedView(viewport, on: .mercator)
      let holds = (0..<36).contains { view.rect.contains(points.position($0)) }
      #expect(
        try dendrogram.grouping(at: 0, in: view.rect, context: RunContext()).members.count == (holds ? 1 : 0))
    }
  }

  @Test("a chain of merges as long as the points are many is no danger")
  func chain() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 30_000))
    var builder = try DendrogramBuilder(over: points, stacks: true, context: RunContext())
    var cluster = 0
    for leaf in builder.sections[0].dropFirst() { cluster = builder.merge([cluster, leaf], at: Int32(leaf)) }
    let dendrogram = try builder.finish(context: RunContext())
    #expect(try dendrogram.grouping(at: .max - 1, in: .world, context: RunContext()).ranges == [0..<30_000])
    #expect(try dendrogram.grouping(at: 100, in: .world, context: RunContext()).ranges.count == 30_000 - 100)
  }

  @Test("no points make no nodes")
  func empty() throws {
    let builder = try DendrogramBuilder(
      over: PointSet(PointColumns()), stacks: true, context: RunContext())
    #expect(try builder.finish(context: RunContext()).nodes.isEmpty)
  }
}
