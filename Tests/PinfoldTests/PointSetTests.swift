import TestSupport
import Testing

@testable import Pinfold

@Suite struct PointSetTests {
  @Test(
    "the order of the input makes no difference, and every column travels", arguments: SamplePoints.allCases)
  func shuffled(sample: SamplePoints) throws {
    let columns = sample.columns().decorated(seed: 2)
    let points = try PointSet(columns)
    let others = try PointSet(columns.shuffled(seed: 3))
    #expect(points.ids == others.ids)
    #expect(points.x == others.x)
    #expect(points.y == others.y)
    #expect(points.longitude == others.longitude)
    #expect(points.latitude == others.latitude)
    #expect(points.weight == others.weight)
    #expect(points.priority == others.priority)
    #expect(points.sections == others.sections)
    #expect(points.keys == others.keys)
    #expect(points.idRanks == others.idRanks)
  }

  @Test("threads make the same set, in pieces of which each column has several")
  func threads() throws {
    // More rows than are computed between two looks whether to go on.
    let count = Parallel.stretch + 70_000
    var random = SplitMix64(seed: 6)
    var columns = PointColumns(
      longitude: (0..<count).map { _ in Double(random.below(3000)) / 10 - 150 },
      latitude: (0..<count).map { _ in Double(random.below(1600)) / 10 - 80 })
    columns.ids = .integers((0..<Int64(count)).map { $0 ^ 0x55 })
    columns.mergeable = (0..<count).map { $0 % 5 > 0 }
    let alone = try PointSet(columns)
    let shared = try PointSet(columns, context: RunContext(threads: 3))
    #expect(alone.keys == shared.keys && alone.x == shared.x && alone.y == shared.y)
    #expect(alone.rows == shared.rows && alone.idRanks == shared.idRanks && alone.ids == shared.ids)
    #expect(alone.idHashes == shared.idHashes && alone.longitude == shared.longitude)
    #expect(alone.sections == shared.sections)
    for end in [1, count / 3, count - 1, count] {
      #expect(alone.order.clusterID(of: 0..<end) == shared.order.clusterID(of: 0..<end))
      #expect(alone.order.mean(of: 0..<end) == shared.order.mean(of: 0..<end))
    }
    // The coordinates are the rows' own.
    let rows = alone.rows.map { Int($0) }
    #expect(rows.sorted() == Array(0..<count))
    #expect(alone.longitude == rows.map { columns.longitude[$0] })
    let position = Projection.mercator.project(alone.coordinate(count / 2))
    #expect(alone.position(count / 2) == position)
  }

  @Test("each point is the row that it came from")
  func rows() throws {
    let columns = SamplePoints.clusters.columns().decorated(seed: 4)
    let points = try PointSet(columns)
    #expect(points.rows.sorted() == Array(0..<UInt32(columns.count)))
    for index in 0..<points.count {
      let row = Int(points.rows[index])
      let coordinate = Coordinate(longitude: columns.longitude[row], latitude: columns.latitude[row])
      #expect(points.ids[index] == columns.ids?[row])
      #expect(points.weight?[index] == columns.weight?[row])
      #expect(points.priority?[index] == columns.priority?[row])
      #expect(points.coordinate(index) == coordinate)
      #expect(points.position(index) == Projection.mercator.project(coordinate))
    }
  }

  @Test("sections hold the groups in the order of their names, mergeable points first")
  func sections() throws {
    let columns = SamplePoints.uniform.columns().decorated(seed: 5)
    let points = try PointSet(columns)
    #expect(points.groupNames == ["closed", "open", "été"])
    #expect(points.sections.map(\.group) == [-1, 0, 1, 2, -1, 0, 1, 2])
    #expect(points.sections.map(\.mergeable) == [true, true, true, true, false, false, false, false])
    var next = 0
    for section in points.sections {
      #expect(section.range.lowerBound == next)
      next = section.range.upperBound
      for index in section.range {
        let row = Int(points.rows[index])
        let group = Int(columns.group?[row] ?? -1)
        #expect(
          (group < 0 ? nil : columns.groupNames[group])
            == (section.group < 0 ? nil : points.groupNames[Int(section.group)]))
        #expect(columns.mergeable?[row] == section.mergeable)
      }
    }
    #expect(next == points.count)
  }

  @Test("within a section points follow the Z-order, and on one spot their ids")
  func order() throws {
    for sample in SamplePoints.allCases {
      let points = try PointSet(sample.columns())
      for i in points.sections.flatMap({ $0.range.dropFirst() }) {
        let before = (points.keys[i - 1], points.idRanks[i - 1])
        #expect(before < (points.keys[i], points.idRanks[i]))
        #expect(points.keys[i] == Morton.key(x: points.x[i] &+ 0x5555_5555, y: points.y[i]))
      }
    }
  }

  @Test("points are numbered by row where they have no ids")
  func numbered() throws {
    let points = try PointSet(PointColumns(longitude: [10, -10], latitude: [0, 0]))
    #expect(Set((0..<2).map { points.ids[$0] }) == [.integer(0), .integer(1)])
    #expect((0..<2).allSatisfy { points.ids[$0] == .integer(Int64(points.rows[$0])) })
    #expect(points.weight == nil && points.priority == nil && points.groupNames.isEmpty)
  }

  @Test(
    "points without ids are those whose ids are the numbers of their rows", arguments: SamplePoints.allCases)
  func rowNumbers(sample: SamplePoints) throws {
    var columns = sample.columns().decorated(seed: 4)
    columns.ids = nil
    let numbered = try PointSet(columns, context: RunContext(threads: 2))
    columns.ids = .mixed((0..<columns.count).map { .integer(Int64($0)) })
    let ranked = try PointSet(columns)
    #expect(numbered.ids == ranked.ids && numbered.idRanks == ranked.idRanks && numbered.rows == ranked.rows)
    #expect(numbered.idHashes == ranked.idHashes && numbered.keys == ranked.keys)
    let names = try PointSet(columns.reordered(Array((0..<columns.count).reversed())))
    #expect(names.ids == ranked.ids && names.idRanks == ranked.idRanks && names.idHashes == ranked.idHashes)
  }

  @Test("a set of no points has no sections")
  func empty() throws {
    let points = try PointSet(PointColumns())
    #expect(points.count == 0)
    #expect(points.sections.isEmpty)
    #expect(points.order.count == 0)
  }

  @Test("a group's name decides, not its number")
  func groupNumbers() throws {
    var columns = PointColumns(longitude: [1, 2, 3], latitude: [0, 0, 0])
    columns.groupNames = ["a", "b"]
    columns.group = [0, 1, -1]
    var renumbered = columns
    renumbered.groupNames = ["b", "a"]
    renumbered.group = [1, 0, -1]
    #expect(try PointSet(columns).sections == PointSet(renumbered).sections)
    #expect(try PointSet(columns).ids == PointSet(renumbered).ids)
  }

  @Test("planar points lie in their square, and no third of the world is added")
  func planar() throws {
    let extent = PlanarExtent(minX: 0, minY: 0, side: 4)
    let points = try PointSet(
      PointColumns(longitude: [1, 1e6], latitude: [3, 91]), projection: .planar(extent))
    #expect(points.position(0) == WorldPoint(x: 1 << 30, y: 1 << 30) || points.position(1).x == 1 << 30)
    #expect(points.keys == (0..<2).map { Morton.key(x: points.x[$0], y: points.y[$0]) })
  }

  @Test("counts its memory")
  func memory() throws {
    let bare = try PointSet(SamplePoints.uniform.columns(count: 100)).byteCount
    let weighted = try PointSet(SamplePoints.uniform.columns(count: 100).decorated(seed: 1)).byteCount
    // Columns take 56 bytes a point and running sums 24; weights and priorities 16, and their sums 64.
    #expect(bare == 100 * 56 + 101 * 24)
    #expect(weighted == bare + 100 * 16 + 101 * 64)
  }

  @Test("making one can be stopped at each of its steps")
  func stops() throws {
    var columns = SamplePoints.uniform.columns(count: 50_000)
    columns.ids = .integers((0..<50_000).map { Int64($0 * 7919 % 50_000) })
    var look = 1
    while true {
      do {
        _ = try PointSet(columns, context: RunContext(cancellation: Cancellation(atLook: look)))
        break
      } catch {
        #expect((error as? ClusteringError)?.description == "cancelled")
        look += 1
      }
    }
    // Two for each 32,768 points of the sorts and the projection, and one between columns.
    #expect(look > 20)
  }
}
