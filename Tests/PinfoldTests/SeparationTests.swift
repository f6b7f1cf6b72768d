import TestSupport
import Testing

@testable import Pinfold

/// Hand-made cases, on a plane where a unit of the data is a screen point.
@Suite struct SeparationTests {
  /// Discs of radius 10 whatever they stand for.
  private let discs = Separation.discs(radius: 10)

  private func frame(
    _ places: [(Double, Double)], _ separation: Separation?, strategy: any ClusteringStrategy = .none,
    representative: (any RepresentativeSelection)? = nil, _ change: (inout PointColumns) -> Void = { _ in }
  ) throws -> Frame {
    var columns = PointColumns(longitude: places.map(\.0), latitude: places.map(\.1))
    change(&columns)
    let points = try PointSet(columns, projection: .planar(PlanarExtent(minX: 0, minY: 0, side: 256)))
    return try Clusterer(strategy, representative: representative, separation: separation).build(points)
      .frame(
        for: Viewport(center: Coordinate(longitude: 128, latitude: 128), zoom: 0, width: 256, height: 256))
  }

  private func partition(_ frame: Frame) -> Set<Set<Int>> {
    Set(frame.memberLists.map { Set($0.map { Int(frame.points.rows[$0]) }) })
  }

  @Test("a frame knows the size of markers that its separation keeps apart, and what is made of it too")
  func markerStyle() throws {
    var large = Separation()
    (large.smallest, large.largest) = (40, 120)
    let pair = [(100.0, 100.0), (300, 300)]
    let separated = try frame(pair, large)
    #expect(separated.markerStyle == MarkerStyle(smallest: 40, largest: 120))
    #expect(separated.radius(of: 0) == 40 && separated.leaves(of: 0).markerStyle == separated.markerStyle)
    #expect(try SpreadLayout().spreading(separated, onScreen: true).markerStyle == separated.markerStyle)
    let plain = try frame(pair, nil)
    #expect(plain.markerStyle == MarkerStyle())
    let transition = try MembershipDiff().transition(from: plain, to: separated)
    #expect(try transition.frame(at: 0.5, from: plain, to: separated).markerStyle == separated.markerStyle)
  }

  @Test("the pair that lies deepest in one another merges first")
  func deepestFirst() throws {
    // 18 apart, then 17: once the latter are one at 54.5, the first point is 26.5 away from them.
    let frame = try frame([(28, 100), (46, 100), (63, 100)], discs)
    #expect(partition(frame) == [[0], [1, 2]])
  }

  @Test("of equal depths the pair with the lowest id goes first, then the one whose other id is lower")
  func ties() throws {
    let row = [(100.0, 100.0), (118, 100), (136, 100), (154, 100)]
    func merged(_ ids: [Int64]) throws -> Set<Set<Int>> {
      partition(try frame(row, discs) { $0.ids = .integers(ids) })
    }
    // After the first pair, its mean is 27 away from the next point.
    #expect(try merged([1, 2, 3, 4]) == [[0, 1], [2, 3]])
    #expect(try merged([4, 3, 2, 1]) == [[0, 1], [2, 3]])
    #expect(try merged([3, 1, 2, 4]) == [[0], [1, 2], [3]])
    #expect(try merged([2, 1, 3, 4]) == [[0, 1], [2, 3]])
  }

  @Test("markers that only touch stay apart; padding keeps them farther apart")
  func touching() throws {
    let pair = [(100.0, 100.0), (120, 100)]
    #expect(try frame(pair, discs).count == 2)
    var padded = discs
    padded.padding = 0.5
    #expect(try frame(pair, padded).count == 1)
    #expect(try frame([(100, 100), (120.5, 100)], padded).count == 2)
  }

  @Test("boxes collide at their corners, where discs do not")
  func boxes() throws {
    let corner = [(100.0, 100.0), (118, 118)]
    var boxes = discs
    boxes.collisionMode = .rectangle
    #expect(try frame(corner, discs).count == 2)
    #expect(try frame(corner, boxes).count == 1)
    boxes.width = 60
    #expect(try frame([(100, 100), (159, 100)], boxes).count == 1)
    #expect(try frame([(100, 100), (160, 100)], boxes).count == 2)
    #expect(try frame([(100, 100), (159, 120)], boxes).count == 2)
    boxes.height = 30
    #expect(try frame([(100, 100), (159, 129)], boxes).count == 1)
  }

  @Test("single points have the anchor of others unless they have their own")
  func pointAnchor() throws {
    // Boxes of 20 by 20 that stand on their lower edges: one location is lower than the other box's middle.
    var pins = Separation(.rectangle)
    (pins.width, pins.height, pins.anchor) = (20, 20, .bottom)
    let boxes = CollisionGeometry(
      pins, atZoom: 0, unitsPerPoint: 1, projection: .planar(PlanarExtent(minX: 0, minY: 0, side: 1)))
    #expect(boxes.extents(count: 1).middleY == -10 && boxes.extents(count: 2).middleY == -10)
    pins.pointAnchor = .center
    let own = CollisionGeometry(
      pins, atZoom: 0, unitsPerPoint: 1, projection: .planar(PlanarExtent(minX: 0, minY: 0, side: 1)))
    #expect(own.extents(count: 1).middleY == 0 && own.extents(count: 2).middleY == -10)
  }

  @Test("markers grow with their count, and collide as they do")
  func growth() throws {
    // 25 apart: two discs of radius 12 do not touch, but that of 100 points has a radius of 23.3.
    var places = Array(repeating: (100.0, 100.0), count: 100)
    places.append((135, 100))
    #expect(try frame([(100, 100), (135, 100)], Separation()).count == 2)
    #expect(try frame(places, Separation(), strategy: .grid(cellSize: 1)).count == 1)
  }

  @Test("a merged marker stands where the representative puts it, which is asked about all its points")
  func representative() throws {
    struct Last: RepresentativeSelection {
      func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
        let members = (0..<cluster.count).map { cluster[$0] }
        let last = members.max { cluster.points.idRanks[$0] < cluster.points.idRanks[$1] } ?? -1
        return Representative(position: cluster.points.position(last), point: last)
      }
    }
    // The first two merge at 118, which is where the third collides and the mean would not.
    let row = [(100.0, 100.0), (118, 100), (137, 100)]
    let frame = try frame(row, discs, representative: Last())
    #expect(partition(frame) == [[0, 1, 2]])
    #expect(frame.coordinate(of: 0) == Coordinate(longitude: 137, latitude: 100))
    let mean = try self.frame(row, discs)
    #expect(partition(mean) == [[0, 1], [2]])
    #expect(mean.coordinate(of: 0) == Coordinate(longitude: 109, latitude: 100))
  }

  @Test("the marker of the highest priority stays; then that of more points, then that of the lowest id")
  func priority() throws {
    var kept = discs
    kept.displayPriority = .priority
    let pair = [(100.0, 100.0), (110, 100)]
    func stands(_ places: [(Double, Double)], _ change: (inout PointColumns) -> Void) throws -> Double {
      let frame = try frame(places, kept, change)
      try #require(frame.count == 1)
      return frame.coordinate(of: 0).longitude
    }
    #expect(try stands(pair) { $0.priority = [1, 2] } == 110)
    #expect(try stands(pair) { $0.priority = [2, 1] } == 100)
    #expect(try stands(pair) { _ in } == 100)
    #expect(try stands(pair) { $0.ids = .integers([2, 1]) } == 110)
    #expect(try stands(pair + [(110, 100)]) { _ in } == 110)
    #expect(try stands(pair + [(110, 100)]) { $0.priority = [1, 0, 0] } == 100)
  }

  @Test("groups never share a marker, nor do points that never merge; what collides all the same is counted")
  func groups() throws {
    let places = [(100.0, 100.0), (104, 100), (108, 100), (112, 100)]
    let frame = try frame(places, discs) {
      $0.groupNames = ["a", "b"]
      $0.group = [0, 1, 0, 1]
      $0.mergeable = [true, true, true, false]
    }
    #expect(partition(frame) == [[0, 2], [1], [3]])
    #expect(try discs.collisions(in: frame) == 3)
    #expect(try Separation.discs(radius: 4).collisions(in: frame) == 1)
  }

  @Test("coincident points make a stack whose marker speaks for the lowest id")
  func stacks() throws {
    let places = Array(repeating: (100.0, 100.0), count: 5) + [(200, 200)]
    let frame = try frame(places, discs) { $0.ids = .integers([9, 4, 7, 1, 8, 2]) }
    try #require(frame.count == 2)
    let stack = frame.memberCount(of: 0) == 5 ? 0 : 1
    #expect(frame.isStack(stack))
    #expect(frame.points.ids[Int(frame.representatives[stack])] == .integer(1))
  }

  @Test("a frame in which nothing collides is as it was")
  func unchanged() throws {
    let places = [(20.0, 20.0), (90, 20), (200, 130)]
    #expect(try frame(places, discs).bytes == frame(places, nil).bytes)
  }

  @Test("a merged cluster has the weight, the mean and the id of all its points")
  func sums() throws {
    let places = [(100.0, 100.0), (104, 100), (108, 104)]
    let merged = try frame(places, discs) { $0.weight = [1, 2, 5] }
    let whole = try frame(places, nil, strategy: .grid(cellSize: 256)) { $0.weight = [1, 2, 5] }
    try #require(merged.count == 1 && whole.count == 1)
    #expect(merged.weights == [8])
    #expect(merged.bytes == whole.bytes)
    let unweighted = try frame(places, discs) { $0.weight = [0, 0, 0] }
    #expect(unweighted.coordinate(of: 0).longitude == 104)
  }

  @Test("as a step after a strategy it gives up what depends on the rest of the view")
  func capabilities() {
    #expect(Clusterer(.grid(), separation: Separation()).capabilities == .permutationInvariant)
    #expect(
      Clusterer(.pca(), separation: Separation()).capabilities == [.permutationInvariant, .budgeted])
  }

  @Test("a parameter out of bounds is refused; a largest marker below the smallest is as large as that")
  func parameters() throws {
    var separation = Separation()
    separation.padding = -1
    #expect(throws: ClusteringError.self) {
      try Clusterer(.grid(), separation: separation).build(PointSet(PointColumns()))
    }
    #expect(try Separation(["smallest": .number(40)], owner: "").style(atZoom: 3) == .fixed(40))
  }

  @Test("cancellation stops it")
  func cancelled() throws {
    let map = try Clusterer(.none, separation: Separation())
      .build(PointSet(SamplePoints.uniform.columns(count: 20)))
    let context = RunContext(cancellation: Cancellation())
    context.cancellation?.cancel()
    #expect(throws: ClusteringError.self) {
      try map.frame(
        for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1), context: context)
    }
  }
}

extension Separation {
  /// Discs of one size.
  static func discs(radius: Double) -> Separation {
    var separation = Separation()
    (separation.smallest, separation.largest) = (ScreenSize(radius), ScreenSize(radius))
    return separation
  }
}
