import Pinfold
import TestSupport
import Testing

@Suite struct MembershipDiffTests {
  private func frame(_ deal: [[Int64]]) throws -> Frame { try DealtStrategy.frame(deal) }

  /// A marker in short: "split 0>1 x3 [0, )".
  private func lines(_ old: [[Int64]], _ new: [[Int64]]) throws -> [String] {
    try MembershipDiff().transition(from: frame(old), to: frame(new)).markers.map { marker in
      let ends = [marker.old, marker.new].map { $0.map(String.init) ?? "-" }.joined(separator: ">")
      let times = [marker.addedAt, marker.removedAt].map { $0.map { "\(Int($0))" } ?? "" }
      return "\(marker.kind.rawValue) \(ends) x\(marker.count) [\(times.joined(separator: ","))"
    }
  }

  @Test("one cluster that falls apart is replaced by its parts at the start")
  func split() throws {
    #expect(
      try lines([[0, 1, 2, 3, 4]], [[0, 1], [2, 3, 4]])
        == ["split 0>- x5 [,0", "split 0>0 x2 [0,", "split 0>1 x3 [0,"])
  }

  @Test("clusters that merge travel, and are replaced by the new one on arrival")
  func merge() throws {
    #expect(
      try lines([[0, 1], [2, 3, 4]], [[0, 1, 2, 3, 4]])
        == ["merge 0>0 x2 [,1", "merge 1>0 x3 [,1", "merge ->0 x5 [1,"])
  }

  @Test("a tangle has one travelling marker for each pair of clusters that share points")
  func exchange() throws {
    #expect(
      try lines([[0, 1, 2], [3, 4]], [[0, 1], [2, 3, 4]]) == [
        "exchange 0>- x3 [,0", "exchange 0>0 x2 [0,", "exchange 0>1 x1 [0,1", "exchange 1>1 x2 [,1",
        "exchange ->1 x3 [1,",
      ])
  }

  @Test("points that only one frame shows stay until the end, or are there from the start")
  func leavingAndComing() throws {
    #expect(
      try lines([[0, 1, 2], [8]], [[1, 2, 3], [9]]) == [
        "move 0>- x3 [,0", "disappear 0>- x1 [0,1", "move 0>0 x2 [0,1", "disappear 1>- x1 [,1",
        "appear ->0 x1 [0,1", "move ->0 x3 [1,", "appear ->1 x1 [0,",
      ])
  }

  @Test("what only loses or only gains points keeps its marker as long as it can")
  func onlyOne() throws {
    #expect(
      try lines([[0, 1, 2]], [[0, 1]]) == ["move 0>- x3 [,0", "disappear 0>- x1 [0,1", "move 0>0 x2 [0,"])
    #expect(
      try lines([[0, 1]], [[0, 1, 2]]) == ["move 0>0 x2 [,1", "appear ->0 x1 [0,1", "move ->0 x3 [1,"])
  }

  @Test("each component has its own kind")
  func components() throws {
    let kinds = try MembershipDiff().transition(
      from: frame([[0], [1, 2], [3], [4], [5, 6], [7, 8]]),
      to: frame([[0], [1], [2], [3, 4], [5, 7], [6, 8]])
    ).markers.filter { $0.old != nil && $0.new != nil }.map(\.kind)
    #expect(
      kinds == [.keep, .split, .split, .merge, .merge, .exchange, .exchange, .exchange, .exchange])
  }

  @Test("markers start at the old place, end at the new one, and whole ones stand still")
  func places() throws {
    let (old, new) = (try frame([[0, 1, 2, 3]]), try frame([[0, 1], [2, 3]]))
    let markers = try MembershipDiff().transition(from: old, to: new).markers
    #expect(markers.map(\.start) == [old.positions[0], old.positions[0], old.positions[0]])
    #expect(markers.map(\.end) == [old.positions[0], new.positions[0], new.positions[1]])
  }

  @Test("markers cross ±180° by the short way")
  func dateLine() throws {
    let longitudes = [179.0, 179, -177, -177]
    let (old, new) = (
      try DealtStrategy.frame([[0, 1, 2, 3]], longitudes: longitudes),
      try DealtStrategy.frame([[0, 1], [2, 3]], longitudes: longitudes)
    )
    for (first, second) in [(old, new), (new, old)] {
      let transition = try MembershipDiff().transition(from: first, to: second)
      for marker in transition.markers {
        for time in stride(from: 0.0, through: 1, by: 0.125) {
          let east = transition.position(of: marker, at: time).eastward(from: old.positions[0].x)
          // Two degrees and a rounding of one unit.
          #expect(abs(Double(east)) <= 2 * WorldPoint.worldSize / 360 + 1)
        }
        let ends = transition.coordinates(of: marker, from: first, to: second)
        #expect(abs(ends.start.longitude) <= 180)
        #expect(abs(ends.end.longitude - ends.start.longitude) <= 2.001)
      }
    }
  }

  @Test("an edited set is compared by ids")
  func edited() throws {
    // Point 0 goes, points 1 and 2 swap places, which turns their canonical order around.
    let old = try DealtStrategy.frame([[0, 1], [2]], longitudes: [0, 10, 20])
    var columns = PointColumns(longitude: [20, 10, 30], latitude: [5, 5, 5])
    columns.ids = .integers([1, 2, 3])
    let new = try Clusterer(DealtStrategy(deal: [[1], [2, 3]])).build(PointSet(columns)).frame(
      for: old.view.viewport)
    let transition = try MembershipDiff().transition(from: old, to: new)
    #expect(transition.flows == [Flow(old: 0, new: 0, count: 1), Flow(old: 1, new: 1, count: 1)])
    #expect(transition.count(at: 0.5) == 4)
  }

  @Test("ids that are numbers in one set and texts in the other are different points")
  func idTypes() throws {
    let old = try DealtStrategy.frame([[0, 1]], longitudes: [0, 10])
    var columns = PointColumns(longitude: [0, 10], latitude: [5, 5])
    columns.ids = .mixed([.text("0"), .integer(1)])
    let new = try Clusterer(.grid(cellSize: 400)).build(PointSet(columns)).frame(for: old.view.viewport)
    #expect(try Flow.between(old, new).map(\.count) == [1])
  }

  @Test("frames of the globe and of the plane are no pair")
  func projections() throws {
    let old = try DealtStrategy.frame([[0, 1]], longitudes: [0, 10])
    let extent = PlanarExtent(minX: 0, minY: 0, side: 100)
    let columns = PointColumns(longitude: [0, 10], latitude: [5, 5])
    let new = try Clusterer(.grid()).build(PointSet(columns, projection: .planar(extent)))
      .frame(for: old.view.viewport)
    for diff in [MembershipDiff(), AncestryDiff(), IdentityDiff()] as [any AnimationDiff] {
      #expect {
        try diff.transition(from: old, to: new)
      } throws: {
        if case .differentProjections = $0 as? ClusteringError { true } else { false }
      }
    }
  }

  @Test("the length is a parameter, 0.3 s unless given")
  func duration() throws {
    let frame = try frame([[0]])
    #expect(try MembershipDiff().transition(from: frame, to: frame).duration == 0.3)
    let diff = try Registry.builtIn.find("membership", kind: .diff)(["duration": .number(2)])
    #expect(try diff.transition(from: frame, to: frame).duration == 2)
  }
}
