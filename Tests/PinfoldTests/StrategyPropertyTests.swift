import Pinfold
import TestSupport
import Testing

/// What every strategy of the registry must hold to, on every hard set of points.
@Suite struct StrategyPropertyTests {
  static let strategies = StrategyVariant.all()

  private func map(
    _ strategy: StrategyVariant, _ columns: PointColumns, projection: Projection = .mercator,
    context: RunContext = RunContext()
  ) throws -> ClusterMap {
    try Clusterer(strategy()).build(PointSet(columns, projection: projection), context: context)
  }

  @Test(
    "every point in view is shown once, in a cluster of its group",
    arguments: strategies, SamplePoints.allCases)
  func conservation(strategy: StrategyVariant, sample: SamplePoints) throws {
    let map = try map(strategy, sample.columns(count: 120).decorated(seed: 61))
    for viewport in Viewport.samples(of: map.points) { try check(map.frame(for: viewport)) }
  }

  @Test("every point of the plane in view is shown once", arguments: strategies, [1e-6, 1, 1e9])
  func planarConservation(strategy: StrategyVariant, size: Double) throws {
    var columns = SamplePoints.clusters.columns(count: 120).decorated(seed: 61)
    columns.longitude = columns.longitude.map { $0 * size }
    columns.latitude = columns.latitude.map { $0 * size }
    let extent = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    let map = try map(strategy, columns, projection: .planar(extent))
    for zoom in [0.0, 1.5, 4, 10] {
      try check(map.frame(for: Viewport(center: map.points.coordinate(7), zoom: zoom, width: 300)))
    }
  }

  private func check(_ frame: Frame) throws {
    let points = frame.points
    let scan = LinearScan(points)
    let viewport = frame.view.viewport
    let solitary = scan.points(in: frame.view.rect, mergeable: false)
    let lists = frame.memberLists
    let mergeable = lists.prefix(frame.count - solitary.count)
    // Points that never merge come last, each by itself.
    #expect(Array(lists.suffix(solitary.count)) == solitary.map { [$0] }, "\(viewport)")
    let shown = mergeable.joined()
    #expect(Set(shown).count == shown.count, "a point is in two clusters, \(viewport)")
    #expect(Set(shown).isSuperset(of: scan.points(in: frame.view.rect, mergeable: true)), "\(viewport)")
    #expect(Array(mergeable) == scan.visible(Array(mergeable), in: frame.view.rect), "\(viewport)")
    for (cluster, members) in mergeable.enumerated() {
      #expect(members.count == frame.memberCount(of: cluster))
      #expect(Set(members.map(scan.group)).count == 1, "groups are mixed, \(viewport)")
      let weight = members.reduce(0) { $0 + (points.weight?[$1] ?? 1) }
      #expect(abs(weight - frame.weights[cluster]) < 1e-9)
      #expect(frame.isStack(cluster) == (Set(members.map(points.position)).count == 1))
    }
  }

  @Test(
    "a shuffled input gives the same frame, if that is promised", arguments: strategies, SamplePoints.allCases
  )
  func permutation(strategy: StrategyVariant, sample: SamplePoints) throws {
    guard try strategy().capabilities.contains(.permutationInvariant) else { return }
    let columns = sample.columns(count: 120).decorated(seed: 62)
    let map = try map(strategy, columns)
    let other = try self.map(strategy, columns.shuffled(seed: 63))
    for viewport in Viewport.samples(of: map.points, random: 3) {
      #expect(try map.frame(for: viewport).bytes == other.frame(for: viewport).bytes, "\(viewport)")
    }
  }

  @Test(
    "repetition, threads and full turns of the globe make no difference", arguments: strategies,
    SamplePoints.allCases)
  func sameBits(strategy: StrategyVariant, sample: SamplePoints) throws {
    let columns = sample.columns(count: 120).decorated(seed: 64)
    let threads = RunContext(threads: 2)
    let map = try map(strategy, columns)
    let threaded = try self.map(strategy, columns, context: threads)
    let turned = try [-360.0, 360].map { try self.map(strategy, columns.moved(east: $0)) }
    for viewport in Viewport.samples(of: map.points, random: 3) {
      let bytes = try map.frame(for: viewport).bytes
      #expect(try map.frame(for: viewport).bytes == bytes, "\(viewport)")
      #expect(try threaded.frame(for: viewport, context: threads).bytes == bytes, "\(viewport)")
      for other in turned { #expect(try other.frame(for: viewport).bytes == bytes, "\(viewport)") }
    }
  }

  @Test("two points at ±179.9999° share a cluster wherever two at 10° ± 0.0001° do", arguments: strategies)
  func dateLine(strategy: StrategyVariant) throws {
    func merges(_ longitude: Double, zoom: Double) throws -> Bool {
      var columns = PointColumns(
        longitude: [longitude - 0.0001, longitude + 0.0001], latitude: [-17, -17])
      // Others far apart, so that a budget is spent on them first.
      for i in 0..<40 {
        columns.longitude.append(-170 + Double(i) * 8.5)
        columns.latitude.append(Double(i * 37 % 100) * 0.6)
      }
      // Wide enough for the whole world at every zoom below, so that all of them compete for the budget.
      let viewport = Viewport(
        center: Coordinate(longitude: longitude, latitude: -17), zoom: zoom, width: 90_000, height: 90_000)
      let frame = try map(strategy, columns).frame(for: viewport)
      return frame.partition.contains { $0.isSuperset(of: [.integer(0), .integer(1)]) }
    }
    for zoom in [0.0, 1, 2, 3, 4.5, 6, 8] where try merges(10, zoom: zoom) {
      #expect(try merges(180, zoom: zoom), "zoom \(zoom)")
    }
  }

  @Test("points on one spot are one stack for all but 'none'", arguments: strategies)
  func stacks(strategy: StrategyVariant) throws {
    let columns = SamplePoints.spots.columns(count: 200)
    let map = try map(strategy, columns)
    let frame = try map.frame(for: Viewport(center: map.points.coordinate(0), zoom: 22))
    try #require(frame.count > 0)
    for members in frame.memberLists {
      let spots = Set(members.map(map.points.position))
      let sharing = (0..<map.points.count).filter { spots.contains(map.points.position($0)) }
      #expect(members.count == (strategy.name == "none" ? 1 : sharing.count))
    }
  }

  @Test(
    "clusters fall apart into whole clusters of deeper zooms, if that is promised", arguments: strategies,
    SamplePoints.allCases)
  func nested(strategy: StrategyVariant, sample: SamplePoints) throws {
    guard try strategy().capabilities.contains(.nested) else { return }
    let map = try map(strategy, sample.columns(count: 120))
    for viewport in Viewport.samples(of: map.points) {
      let coarse = try map.frame(for: viewport)
      let home = Dictionary(
        uniqueKeysWithValues: coarse.memberLists.enumerated().flatMap { place, members in
          members.map { ($0, place) }
        })
      for step in [0.02, 0.5, 1, 3.7] {
        var deeper = viewport
        deeper.zoom += step
        for members in try map.frame(for: deeper).memberLists {
          #expect(Set(members.map { home[$0] }).count == 1, "\(viewport) and \(step) deeper")
        }
      }
    }
  }

  @Test(
    "panning changes no cluster that stays in view, if that is promised", arguments: strategies,
    SamplePoints.allCases)
  func panInvariant(strategy: StrategyVariant, sample: SamplePoints) throws {
    guard try strategy().capabilities.contains(.panInvariant) else { return }
    let map = try map(strategy, sample.columns(count: 120))
    for viewport in Viewport.samples(of: map.points) {
      let before = try map.frame(for: viewport)
      for (east, south) in [(0.3, 0), (-0.45, 0.2), (0.01, -0.6)] {
        var panned = viewport
        let turn = before.view.center.unitX + east * viewport.width / viewport.worldWidth
        let y = before.view.center.unitY + south * viewport.height / viewport.worldWidth
        panned.center = Projection.mercator.unproject(unitX: turn, unitY: max(0, min(y, 1)))
        let after = try map.frame(for: panned)
        let staying = before.memberLists.filter { members in
          members.contains { after.view.rect.contains(map.points.position($0)) }
        }
        #expect(Set(after.memberLists).isSuperset(of: staying), "\(viewport) to \(panned)")
      }
    }
  }

  @Test(
    "a frame keeps to the budget, or else to one cluster a group", arguments: strategies,
    SamplePoints.allCases)
  func budgeted(strategy: StrategyVariant, sample: SamplePoints) throws {
    let configured = try strategy()
    #expect(configured.capabilities.contains(.budgeted) == (configured.budget != nil))
    guard let budget = configured.budget else { return }
    let map = try map(strategy, sample.columns(count: 400).decorated(seed: 65))
    let scan = LinearScan(map.points)
    for viewport in Viewport.samples(of: map.points) {
      let frame = try map.frame(for: viewport)
      let visible = scan.points(in: frame.view.rect, mergeable: true)
      let solitary = scan.points(in: frame.view.rect, mergeable: false).count
      #expect(frame.count - solitary <= max(budget, Set(visible.map(scan.group)).count), "\(viewport)")
    }
  }

  @Test("a call that was cancelled or is out of time stops with that error", arguments: strategies)
  func stops(strategy: StrategyVariant) throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let columns = SamplePoints.clusters.columns()
    let map = try map(strategy, columns)
    let viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 3)
    func outcome(_ work: () throws -> Void) -> String {
      do {
        try work()
        return "finished"
      } catch {
        return "\(error)"
      }
    }
    let late = RunContext(deadline: .now - .seconds(1))
    let cancelled = RunContext(cancellation: cancellation)
    #expect(outcome { _ = try map.frame(for: viewport, context: cancelled) } == "cancelled")
    #expect(outcome { _ = try map.frame(for: viewport, context: late) } == "the time limit was exceeded")
    // A strategy without a build has nothing to stop.
    let builds = map.index.byteCount > 0
    #expect(
      outcome { _ = try self.map(strategy, columns, context: cancelled) }
        == (builds ? "cancelled" : "finished"))
    #expect(
      outcome { _ = try self.map(strategy, columns, context: late) }
        == (builds ? "the time limit was exceeded" : "finished"))
  }
}
