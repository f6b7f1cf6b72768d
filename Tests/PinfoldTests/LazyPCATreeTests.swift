import TestSupport
import Testing

@testable import Pinfold

/// Trees that are built as far as views ask, against those that are built at once.
@Suite struct LazyPCATreeTests {
  private static let world = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0)

  /// A map whose trees were built at once, or one that builds them as far as is asked.
  private static func map(
    _ points: PointSet, _ strategy: PCAStrategy = PCAStrategy(), isLazy: Bool, threads: Int = 1
  ) throws -> ClusterMap {
    var strategy = strategy
    strategy.smallCount = isLazy ? -1 : .max
    return try Clusterer(strategy).build(points, context: RunContext(threads: threads))
  }

  private static func isWhole(_ frame: Frame) -> Bool {
    guard let source = frame.clusters.order.source else { return true }
    return source.settled != nil
  }

  private static func each(_ frame: Frame, _ question: (Int) -> Any) -> String {
    "\((0..<frame.count).map { "\(question($0))" })"
  }

  /// What a frame says without its members.
  private static func markers(_ frame: Frame) -> String {
    each(frame) {
      (frame[$0], frame.ids[$0], frame.positions[$0], frame.representatives[$0], frame.weights[$0])
    }
  }

  private static func members(_ frame: Frame, _ cluster: Int) -> [Int] {
    var members: [Int] = []
    frame.forEachMember(of: cluster) { members.append($0) }
    return members
  }

  /// What an order says of ranges that are not those of nodes.
  private static func sums(_ order: PointOrder) -> String {
    let ranges = stride(from: 0, to: order.count, by: 7).map { $0..<min($0 + 5, order.count) }
    return
      "\(ranges.map { "\(order.sums(of: $0)) \(order.weight(of: $0)) \(order.isCoincident($0) ?? false)" })"
  }

  /// Questions to a frame of which any may be the first.
  private static let questions: [@Sendable (Frame) -> String] = [
    markers,
    { frame in each(frame) { members(frame, $0) } },
    { frame in each(frame, frame.bounds) },
    { frame in each(frame) { frame.groupName(of: $0) ?? "none" } },
    { frame in each(frame, frame.visibleCount) },
    { "\($0.labels)" },
    { frame in "\(frame.pieces.map { frame.clusters.order.lowestIndex(in: $0.range) })" },
    { "\($0.clusters.order.permutation ?? [])" },
    { sums($0.clusters.order) },
  ]

  private static let strategies = [
    PCAStrategy(), PCAStrategy(budget: 5, axis: .applidium), PCAStrategy(budget: 100, axis: .widest),
    PCAStrategy(budget: 12, search: .breadthFirst), PCAStrategy(budget: 20, gamma: 2.5),
  ]

  @Test(
    "a frame of nodes of the top is that of whole trees, whatever is asked first",
    arguments: SamplePoints.allCases, [false, true])
  func questions(sample: SamplePoints, decorated: Bool) throws {
    let columns = sample.columns(count: 150, seed: 3)
    let points = try PointSet(decorated ? columns.decorated(seed: 3) : columns)
    var random = SplitMix64(seed: 5)
    for strategy in Self.strategies {
      let whole = try Self.map(points, strategy, isLazy: false)
      for viewport in [Self.world] + Viewport.samples(of: points, random: 3, seed: 4) {
        let expected = try whole.frame(for: viewport)
        #expect(Self.isWhole(expected))
        let map = try Self.map(points, strategy, isLazy: true)
        let frame = try map.frame(for: viewport)
        #expect(!Self.isWhole(frame))
        for question in random.shuffled(Self.questions.indices) {
          #expect(Self.questions[question](frame) == Self.questions[question](expected), "\(viewport)")
        }
        // Of two points, all is known from the top.
        #expect(Self.isWhole(frame) || frame.clusters.order.count < 3)
        #expect(try map.frame(for: viewport).bytes == expected.bytes)
      }
    }
  }

  @Test("markers alone never build the rest, however many views are looked at, until most is divided")
  func markers() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 4000, seed: 9).decorated(seed: 9))
    let whole = try Self.map(points, isLazy: false)
    let map = try Self.map(points, isLazy: true)
    var frames: [Frame] = []
    var wholeFrames = 0
    for viewport in Viewport.samples(of: points, random: 120, seed: 6) {
      let (frame, expected) = (try map.frame(for: viewport), try whole.frame(for: viewport))
      #expect(Self.markers(frame) == Self.markers(expected), "\(viewport)")
      if frame.clusters.order.source == nil { wholeFrames += 1 } else { #expect(!Self.isWhole(frame)) }
      frames.append(frame)
    }
    // The first views and the last ones.
    #expect(wholeFrames > 0 && wholeFrames < frames.count - 3)
    #expect(frames.allSatisfy(Self.isWhole))
    for (frame, viewport) in zip(frames, Viewport.samples(of: points, random: 120, seed: 6)) {
      #expect(frame.bytes == (try whole.frame(for: viewport)).bytes)
    }
  }

  @Test("the memory is that of the points until the trees are whole")
  func memory() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 5000, seed: 1))
    let whole = try Self.map(points, isLazy: false).index.byteCount
    let map = try Self.map(points, isLazy: true)
    let frame = try map.frame(for: Self.world)
    let before = map.index.byteCount
    #expect(before >= 12 * 5000 && before < whole / 2)
    #expect(frame.clusters.order.byteCount == before)
    try #require(map.index as? any DeferringIndex).complete(RunContext())
    #expect(map.index.byteCount == whole)
    #expect(frame.clusters.order.byteCount == 32 * 5000 + 24)
  }

  @Test("planar points are the same, and so are views across which they lie")
  func planar() throws {
    let extent = PlanarExtent(minX: 0, minY: 0, side: 1024)
    var random = SplitMix64(seed: 3)
    let columns = PointColumns(
      longitude: (0..<400).map { _ in Double(random.below(1024)) },
      latitude: (0..<400).map { _ in Double(random.below(256) * random.below(4)) })
    let points = try PointSet(columns, projection: .planar(extent))
    let (whole, map) = (try Self.map(points, isLazy: false), try Self.map(points, isLazy: true))
    for x in stride(from: 0.0, to: 1024, by: 128) {
      let viewport = Viewport(center: Coordinate(longitude: x, latitude: 300), zoom: 1)
      #expect(Self.markers(try map.frame(for: viewport)) == Self.markers(try whole.frame(for: viewport)))
    }
  }

  @Test("diffs and interrupted transitions do not see whether a frame came before the rest was built")
  func diffs() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 700, seed: 2).decorated(seed: 2))
    let near = Viewport(center: points.coordinate(300), zoom: 3)
    let whole = try Self.map(points, isLazy: false)
    let expected = (try whole.frame(for: Self.world), try whole.frame(for: near))
    let map = try Self.map(points, isLazy: true)
    let early = (try map.frame(for: Self.world), try map.frame(for: near))
    func check(_ old: Frame, _ new: Frame) throws {
      #expect(old.clusters.order.isIdentical(to: new.clusters.order))
      #expect(new.clusters.order.isIdentical(to: old.clusters.order))
      #expect(!old.clusters.order.isIdentical(to: expected.1.clusters.order))
      #expect(!expected.1.clusters.order.isIdentical(to: old.clusters.order))
      #expect(try Flow.between(old, new) == Flow.between(expected.0, expected.1))
      let moment = try MembershipDiff().transition(from: old, to: new).frame(at: 0.5, from: old, to: new)
      let other = try MembershipDiff().transition(from: expected.0, to: expected.1)
        .frame(at: 0.5, from: expected.0, to: expected.1)
      #expect(moment.bytes == other.bytes)
    }
    #expect(early.0.clusters.order.isIdentical(to: early.1.clusters.order))
    #expect(try Flow.between(early.0, early.1) == Flow.between(expected.0, expected.1))
    #expect(!Self.isWhole(early.0))
    try #require(map.index as? any DeferringIndex).complete(RunContext())
    let late = (try map.frame(for: Self.world), try map.frame(for: near))
    #expect(early.0.clusters.order.source != nil && late.0.clusters.order.source == nil)
    try check(early.0, early.1)
    try check(early.0, late.1)
    try check(late.0, early.1)
    try check(late.0, late.1)
  }

  @Test("large sets are divided by any number of threads as by one, and no further than a view asks")
  func large() throws {
    let points = try PointSet(PointColumns.mixed(60_000).decorated(seed: 4))
    let whole = try Self.map(points, isLazy: false)
    let expected = try whole.frame(for: Self.world)
    for threads in [1, 2, 3] {
      // As it is by default.
      let map = try Clusterer(PCAStrategy()).build(points, context: RunContext(threads: threads))
      let frame = try map.frame(for: Self.world)
      #expect(!Self.isWhole(frame))
      #expect(Self.markers(frame) == Self.markers(expected))
      #expect(!Self.isWhole(frame))
      #expect(frame.labels == expected.labels)
      #expect(frame.clusters.order.permutation == expected.clusters.order.permutation)
      #expect(map.index.byteCount == whole.index.byteCount)
    }
  }

  @Test("budgets that ask for much of the trees, and few points, have them built at once")
  func eager() throws {
    let many = try PointSet(PointColumns.mixed(40_000))
    let few = try PointSet(PointColumns.mixed(4000))
    #expect(Self.isWhole(try Clusterer(PCAStrategy(budget: 1000)).build(many).frame(for: Self.world)))
    #expect(Self.isWhole(try Clusterer(PCAStrategy()).build(few).frame(for: Self.world)))
    #expect(!Self.isWhole(try Clusterer(PCAStrategy()).build(many).frame(for: Self.world)))
  }

  @Test("callers at the same time have what each has alone", arguments: 0..<4 as Range<UInt64>)
  func together(seed: UInt64) throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 3000, seed: seed).decorated(seed: seed))
    let viewports = Viewport.samples(of: points, random: 10, seed: seed)
    let whole = try Self.map(points, isLazy: false)
    let expected = try viewports.map { try whole.frame(for: $0) }
    let map = try Self.map(points, isLazy: true, threads: 2)
    let early = try map.frame(for: Self.world)
    let same = Parallel.map(Array(0..<4 * viewports.count), threads: 4) { job -> Bool in
      let view = job / 4
      guard let frame = try? map.frame(for: viewports[view]) else { return false }
      let isSame = Self.markers(frame) == Self.markers(expected[view])
      // Some ask for members at once, some of a frame of all callers.
      switch (job + Int(seed)) % 4 {
      case 0: return isSame && frame.bytes == expected[view].bytes
      case 1: return isSame && early.memberCount(of: 0) == early.members(of: 0).count
      default: return isSame
      }
    }
    #expect(same.allSatisfy { $0 })
  }

  @Test("a call that is stopped at any step harms nothing", arguments: [1, 2, 3, 4, 6, 9, 14, 20, 50, 100])
  func stops(look: Int) throws {
    let points = try PointSet(PointColumns.mixed(50_000))
    let whole = try Self.map(points, isLazy: false)
    let near = Viewport(center: points.coordinate(300), zoom: 5)
    for complete in [false, true] {
      let map = try Self.map(points, isLazy: true, threads: 2)
      let early = try map.frame(for: Self.world)
      let stop = RunContext(cancellation: Cancellation(atLook: look))
      var isStopped = false
      do {
        if complete {
          try #require(map.index as? any DeferringIndex).complete(stop)
        } else {
          _ = try map.frame(for: near, context: stop)
        }
      } catch let error as ClusteringError {
        guard case .cancelled = error else { throw error }
        isStopped = true
      }
      if look == 1 { #expect(isStopped) }
      #expect(Self.markers(early) == Self.markers(try whole.frame(for: Self.world)))
      #expect(Self.markers(try map.frame(for: near)) == Self.markers(try whole.frame(for: near)))
      #expect(early.bytes == (try whole.frame(for: Self.world)).bytes)
    }
  }

  @Test("a build that is stopped again and again comes to its end")
  func progress() throws {
    let points = try PointSet(PointColumns.mixed(100_000))
    let map = try Self.map(points, isLazy: true)
    let index = try #require(map.index as? any DeferringIndex)
    var stops = 0
    while stops < 100 {
      do {
        try index.complete(RunContext(cancellation: Cancellation(atLook: 40)))
        break
      } catch {
        stops += 1
      }
    }
    #expect(stops > 1 && stops < 100)
    let expected = try Self.map(points, isLazy: false).frame(for: Self.world)
    #expect(try map.frame(for: Self.world).bytes == expected.bytes)
  }

  @Test("a query without time left throws, and the next has its frame")
  func late() throws {
    let points = try PointSet(PointColumns.mixed(40_000))
    let map = try Self.map(points, isLazy: true)
    #expect(throws: ClusteringError.self) {
      try map.frame(for: Self.world, context: RunContext(deadline: .now - .seconds(1)))
    }
    let expected = try Self.map(points, isLazy: false).frame(for: Self.world)
    #expect(Self.markers(try map.frame(for: Self.world)) == Self.markers(expected))
  }
}
