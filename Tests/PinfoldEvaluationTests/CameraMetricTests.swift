import Pinfold
import PinfoldEvaluation
import TestSupport
import Testing

/// S2 to S5: what only shows when the camera moves, or the data change.
@Suite("Metrics of camera paths")
struct CameraMetricTests {
  private let view = Viewport(
    center: Coordinate(longitude: 2.4, latitude: 48.8), zoom: 6, width: 600, height: 500)

  /// Cells laid from the corner of the view, not of the world.
  private struct ViewGrid: ClusteringStrategy {
    var capabilities: Capabilities { [] }
    func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex { Index(points: points) }

    struct Index: ClusterIndex {
      let points: PointSet
      var byteCount: Int { 0 }

      func grouping(in view: ProjectedView, context: RunContext) -> Grouping {
        let lists = Dictionary(grouping: (0..<points.count).map { UInt32($0) }) { point in
          let place = view.screenPosition(of: points.position(Int(point)))
          return SIMD2(Int((place.x / 64).rounded(.down)), Int((place.y / 64).rounded(.down)))
        }
        let cells = lists.values.sorted { $0[0] < $1[0] }
          .filter { $0.contains { view.rect.contains(points.position(Int($0))) } }
        return Grouping(listing: cells, of: points, in: view)
      }
    }
  }

  private func frames(_ strategy: any ClusteringStrategy, _ views: [Viewport], seed: UInt64 = 5) throws
    -> [Frame]
  {
    let map = try Clusterer(strategy).build(try makeHeaps(600, seed: seed))
    return try views.map { try map.frame(for: $0) }
  }

  private func values(_ metric: any Metric, _ subject: MetricSubject) throws -> [String: MeasuredValue] {
    Dictionary(uniqueKeysWithValues: try metric.evaluate(subject).map { ($0.measure.name, $0.value) })
  }

  @Test("a grid on the world stays as the view is moved, one on the view does not")
  func pan() throws {
    let views = SubcellPanCamera().views(from: view, on: .mercator).prefix(3)
    let world = try values(PanInvarianceMetric(), MetricSubject(try frames(.grid(), Array(views))))
    #expect(world == ["similarity": .number(1), "randIndex": .number(1), "persistence": .number(1)])
    let own = try values(PanInvarianceMetric(), MetricSubject(try frames(ViewGrid(), Array(views))))
    #expect(try #require(own["similarity"]?.number) < 0.99)
    #expect(try #require(own["persistence"]?.number) < 1)
  }

  @Test("persistence asks for the same points and the same place")
  func persistence() throws {
    let table = Contingency([0, 0, 1, 1, 2, 3], [0, 0, 1, 1, 2, 2])
    let pan = PanInvariance(table) {
      $0 != 0
    } isSamePlace: { first, _ in
      first != 1
    }
    // Of the markers 1, 2 and 3, the first has moved, and the others are one now.
    #expect(pan?.persistence == 0)
    #expect(
      PanInvariance(table) {
        $0 != 3
      } isSamePlace: { first, _ in
        first != 1
      }?.persistence == 1.0 / 3)
    #expect(
      PanInvariance(table) { _ in
        false
      } isSamePlace: { _, _ in
        true
      }?.persistence == nil)
    #expect(
      PanInvariance(Contingency([], [])) { _ in
        true
      } isSamePlace: { _, _ in
        true
      } == nil)
  }

  @Test("views of different zooms, or far apart, have no pan")
  func noPan() throws {
    var near = view
    near.zoom = 8
    var far = view
    far.center.longitude = -100
    for (other, reason) in [(near, UndefinedReason.differentZooms), (far, .noPoints)] {
      let measured = try values(PanInvarianceMetric(), MetricSubject(try frames(.grid(), [view, other])))
      #expect(measured.values.allSatisfy { $0 == .undefined(reason) })
    }
  }

  @Test("a view shows what it showed, unless the frames remember")
  func history() throws {
    let views = RoundTripCamera().views(from: view, on: .mercator)
    let same = try values(HistoryMetric(), MetricSubject(try frames(.grid(), views)))
    #expect(same == ["identical": .number(1), "exact": .number(1), "revisits": .count(3)])
    // The way back of another strategy: three views come again, and each shows something else.
    let mixed = try frames(.grid(), Array(views[0...3])) + frames(.pca(budget: 9), Array(views[4...]))
    let other = try values(HistoryMetric(), MetricSubject(try samePoints(mixed)))
    #expect(other["revisits"] == .count(3) && other["identical"] == .number(0))
    let once = try values(HistoryMetric(), MetricSubject(Array(try frames(.grid(), views).prefix(4))))
    #expect(once["identical"] == .undefined(.noRevisits) && once["revisits"] == .count(0))
  }

  /// The same clusters over the points of the first frame.
  private func samePoints(_ frames: [Frame]) throws -> [Frame] {
    frames.map { frame in
      Frame(
        listing: (0..<frame.count).map { frame.members(of: $0).map { UInt32($0) } },
        positions: frame.positions, of: frames[0].points, in: frame.view)
    }
  }

  @Test("a tree nests all along a ladder, cells of the view do not")
  func ladder() throws {
    let views = ZoomLadderCamera().views(from: view, on: .mercator)
    let tree = try values(LadderMetric(), MetricSubject(try frames(.quadtree(), views)))
    for name in ["hard", "mass", "soft", "monotone", "endsHard", "endsSoft"] {
      #expect(tree[name] == .number(1), "\(name)")
    }
    #expect(tree["steps"] == .count(6))
    // Both ways are one ladder.
    let back = try values(LadderMetric(), MetricSubject(try frames(.quadtree(), views.reversed())))
    #expect(back == tree)
    let loose = try values(LadderMetric(), MetricSubject(try frames(ViewGrid(), Array(views[0...1]))))
    #expect(try #require(loose["hard"]?.number) < 1)
    #expect(loose["hard"] == loose["endsHard"])
    let still = try values(LadderMetric(), MetricSubject(try frames(.grid(), [view, view])))
    #expect(still["hard"] == .undefined(.oneZoom) && still["steps"] == .count(0))
  }

  @Test("small changes matter little to cells, and an outlier nothing; a strategy by chance is found out")
  func robustness() throws {
    var metric = PerturbationMetric()
    metric.replicates = 3
    let shown = try frames(.grid(), [view])[0]
    func robustness(_ strategy: any ClusteringStrategy) throws -> [String: MeasuredValue] {
      let frame = try Clusterer(strategy).build(shown.points).frame(for: view)
      return try values(metric, MetricSubject([frame], clusterer: Clusterer(strategy)))
    }
    let grid = try robustness(.grid())
    #expect(grid["outlier"] == .number(1) && grid["dropout20"] == .number(1))
    let jitters = try ["jitterQuarter", "jitter1", "jitter4"].map { try #require(grid[$0]?.number) }
    #expect(jitters[0] > jitters[1] && jitters[1] > jitters[2] && jitters[2] > 0.5)
    #expect(try #require(grid["jitter4Rand"]?.number) < 1)
    #expect(grid["outlierError"] == .number(0))
    #expect(try #require(grid["jitter4Error"]?.number) > 0)
    #expect(grid == (try robustness(.grid())))
    let byRow = try robustness(ListStrategy.dealing { points, _, point in Int(points.x[point] >> 8) % 3 })
    #expect(try #require(byRow["jitter1"]?.number) < 0.7)
    let stored = try values(metric, MetricSubject([shown]))
    #expect(stored.values.allSatisfy { $0 == .undefined(.needsClusterer) })
  }

  @Test("a perturbed set keeps ids of texts and numbers", arguments: [false, true])
  func ids(isText: Bool) throws {
    var columns = PointColumns(longitude: [1, 2, 3], latitude: [48, 49, 50])
    columns.ids = isText ? .texts(["outlier 3", "b", "c"]) : .integers([3, 4, 5])
    let points = try PointSet(columns)
    var metric = PerturbationMetric()
    metric.replicates = 2
    let frame = try Clusterer(.none).build(points).frame(for: view)
    let measured = try values(metric, MetricSubject([frame], clusterer: Clusterer(.none)))
    #expect(measured["outlier"] == .number(1))
  }

  @Test("what persists is one cluster before and one after, and its jump counts place and size")
  func change() throws {
    let table = Contingency([0, 0, 1, 1, 2], [0, 0, 1, 2, 3])
    let change = try #require(
      MarkerChange(table, distance: { first, _ in first == 0 ? 3 : 12 }) { first, _ in first == 0 ? 4 : 5 })
    #expect(change.count == 2)
    #expect(change.mean == 9 && change.largest == 13)
    #expect(MarkerChange(Contingency([0, 0], [0, 1]), distance: { _, _ in 1 }) { _, _ in 1 } == nil)
  }
}
