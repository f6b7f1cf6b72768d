import TestSupport
import Testing

@testable import Pinfold

/// Merging in the order of the input, against one list of items of which every two are compared.
@Suite struct SuperclusterMergingTests {
  private struct Item {
    let node: Int
    let x: Double
    let y: Double
    let count: Int
  }

  /// A level of merging: a radius as a share of the world, and a time.
  private typealias Level = (radius: Double, time: Int32)

  /// A coordinate as shares of the world, longitudes not reduced.
  private static func unit(_ coordinate: Coordinate, _ projection: Projection) -> (x: Double, y: Double) {
    guard case .planar(let extent) = projection else {
      let sine = Double.sin(coordinate.latitude * .pi / 180)
      let y = 0.5 - 0.25 * Double.log((1 + sine) / (1 - sine)) / .pi
      return (coordinate.longitude / 360 + 0.5, max(0, min(y, 1)))
    }
    return extent.unit(coordinate)
  }

  private static func expected(
    of points: PointSet, minPoints: Int, _ levels: [Level]
  ) throws -> Dendrogram {
    var builder = try DendrogramBuilder(over: points, stacks: false, context: RunContext())
    for (section, leaves) in zip(points.sections.filter(\.mergeable), builder.sections) {
      var items = zip(section.range, leaves).sorted { points.rows[$0.0] < points.rows[$1.0] }.map {
        let (x, y) = unit(points.coordinate($0.0), points.projection)
        return Item(node: $0.1, x: x, y: y, count: 1)
      }
      for level in levels {
        var merged: [Item] = []
        while let seed = items.first {
          let near = items.dropFirst().filter { item in
            let (east, south) = (item.x - seed.x, item.y - seed.y)
            return east * east + south * south <= level.radius * level.radius
          }
          let family = [seed] + near
          let count = family.reduce(0) { $0 + $1.count }
          items.removeAll { item in family.contains { $0.node == item.node } }
          if near.isEmpty || count < minPoints {
            merged += family
            continue
          }
          let node = builder.merge(family.map(\.node), at: level.time)
          merged.append(
            Item(
              node: node, x: family.reduce(0) { $0 + $1.x * Double($1.count) } / Double(count),
              y: family.reduce(0) { $0 + $1.y * Double($1.count) } / Double(count), count: count))
        }
        items = merged
      }
    }
    return try builder.finish(context: RunContext())
  }

  private func expectReference(_ points: PointSet, minPoints: Int, _ levels: [Level]) throws {
    let expected = try Self.expected(of: points, minPoints: minPoints, levels)
    for threads in [1, 2] {
      let merging = RadiusMerging(
        points, order: .input, minPoints: minPoints, context: RunContext(threads: threads))
      let found = try merging.dendrogram(of: levels)
      #expect(found.isSame(as: expected), "\(threads) threads")
    }
  }

  @Test("merges what comparing every two items merges, in the same nodes", arguments: SamplePoints.allCases)
  func reference(sample: SamplePoints) throws {
    // Zooms of radius 40, and some radii up to several worlds.
    let zooms = (0...16).reversed().map { (40 / 512 / Double(1 << $0), -Int32($0)) }
    let wide = [0.01, 0.2, 0.45, 0.6, 3].enumerated().map { ($0.element, Int32($0.offset)) }
    for (levels, minPoints, isDecorated) in [
      (zooms, 2, false), (zooms, 3, true), (zooms, 7, false), (wide, 2, true), (wide, 4, false),
    ] {
      var columns = sample.columns(count: 170, seed: UInt64(minPoints))
      if isDecorated { columns = columns.decorated(seed: 5) }
      try expectReference(PointSet(columns), minPoints: minPoints, levels)
      let plane = PlanarExtent(enclosing: columns.longitude, columns.latitude)
      try expectReference(
        PointSet(columns, projection: .planar(plane)), minPoints: minPoints, levels)
    }
  }

  @Test("longitudes that go around many times merge as they are, up to where they lose digits")
  func windings() throws {
    for turns in [1.0, 1e6, 1e12, 1e17, 1e300] {
      var columns = PointColumns()
      for step in 0..<40 {
        columns.longitude.append(turns * 360 + Double(step * step) * 0.01)
        columns.latitude.append(Double(step % 3))
      }
      let levels = (0...16).reversed().map { (40 / 512 / Double(1 << $0), -Int32($0)) }
      try expectReference(PointSet(columns), minPoints: 2, levels)
    }
  }

  @Test("positions beyond a plane's edges merge as they are")
  func beyondEdges() throws {
    var columns = SamplePoints.uniform.columns(count: 200, seed: 3)
    columns.longitude[7] = 1e200
    let plane = PlanarExtent(minX: -20, minY: -20, side: 40)
    let levels = (0...8).reversed().map { (40 / 512 / Double(1 << $0), -Int32($0)) }
    try expectReference(PointSet(columns, projection: .planar(plane)), minPoints: 2, levels)
  }

  /// Turns depend on each other along the whole line, and every item is near many others.
  @Test("a line is merged from the end at which it starts", arguments: [2, 50], [false, true])
  func line(minPoints: Int, isReversed: Bool) throws {
    var columns = PointColumns()
    for step in 0..<400 {
      columns.longitude.append(Double(isReversed ? -step : step) * 0.01)
      columns.latitude.append(Double(step % 7) * 0.001)
    }
    let levels = [0.05, 0.3, 1.1, 9].enumerated().map { ($0.element / 360, Int32($0.offset)) }
    try expectReference(PointSet(columns), minPoints: minPoints, levels)
  }

  @Test("points that are far from all others merge as those that are not", arguments: [1, 4])
  func sleepers(levelsPerZoom: Int) throws {
    let columns = SamplePoints.uniform.columns(count: 1100, seed: 8)
    let levels = (0...10 * levelsPerZoom).reversed().map { step in
      (40 / 512 / Double.exp2(Double(step) / Double(levelsPerZoom)), -Int32(step))
    }
    try expectReference(PointSet(columns), minPoints: 2, levels)
  }

  /// Points in the middle of every other cell, of which one has a corner with others around it: none of them
  /// is in its cell, but their mean comes to be.
  @Test("a mean that moves comes near a point that was far from all others")
  func drift() throws {
    let side = 1.0 / 128
    let corner = (x: 32.5 * side, y: 32.5 * side)
    var columns = PointColumns()
    func add(_ x: Double, _ y: Double) {
      columns.longitude.append(corner.x + x * side)
      columns.latitude.append(corner.y + y * side)
    }
    for (x, y) in [(0.51, 0.51), (0.51, 0.25), (0.25, 0.51)] { add(x, y) }
    for _ in 0..<3 { for (x, y) in [(0.51, 0), (0, 0.51)] { add(x, y) } }
    for step in 0..<1024 { add(Double(2 * (step % 32) - 32), Double(2 * (step / 32) - 32)) }
    let levels = [0.0001, 0.0002, 0.0003, 0.0004, 0.235, 0.27, 0.44, 0.46, 0.48].enumerated().map {
      ($0.element * side, Int32($0.offset))
    }
    let plane = PlanarExtent(minX: 0, minY: 0, side: 1)
    try expectReference(PointSet(columns, projection: .planar(plane)), minPoints: 2, levels)
  }

  /// Where the input runs through space, most turns depend on each other.
  @Test("threads that share many items find what one finds", arguments: [2, 6], [false, true])
  func threads(minPoints: Int, isInOrder: Bool) throws {
    var columns = SamplePoints.clusters.columns(count: 20_000, seed: 4)
    if isInOrder {
      let order = columns.longitude.indices.sorted { columns.longitude[$0] < columns.longitude[$1] }
      (columns.longitude, columns.latitude) = (
        order.map { columns.longitude[$0] }, order.map { columns.latitude[$0] }
      )
    }
    let points = try PointSet(columns)
    let levels = (0...16).reversed().map { (40 / 512 / Double(1 << $0), -Int32($0)) }
    let found = try [1, 2, 3, 2, 3].map {
      try RadiusMerging(points, order: .input, minPoints: minPoints, context: RunContext(threads: $0))
        .dendrogram(of: levels)
    }
    #expect(found.allSatisfy { $0.isSame(as: found[0]) })
  }

  /// Along a line each turn depends on the one before, so threads that run at a time have cells that others
  /// need; ten times, as they may not.
  @Test("a cell that waits for another thread's has its turn in the end")
  func waiting() throws {
    let count = 20_000
    let step = 300 / Double(count)
    let points = try PointSet(
      PointColumns(
        longitude: (0..<count).map { -150 + Double($0) * step },
        latitude: (0..<count).map { Double($0 % 7) * step }))
    let levels = (0...16).reversed().map { (40 / 512 / Double(1 << $0), -Int32($0)) }
    func dendrogram(threads: Int) throws -> Dendrogram {
      try RadiusMerging(points, order: .input, minPoints: 2, context: RunContext(threads: threads))
        .dendrogram(of: levels)
    }
    let alone = try dendrogram(threads: 1)
    for _ in 0..<10 { #expect(try dendrogram(threads: 2).isSame(as: alone)) }
  }

  @Test("a hundred thousand points at one place follow the first of them at once")
  func coincident() throws {
    let count = 100_000
    let points = try PointSet(
      PointColumns(
        longitude: [Double](repeating: 7, count: count), latitude: [Double](repeating: 46, count: count)))
    let found = try RadiusMerging(points, order: .input, minPoints: 2, context: RunContext(threads: 2))
      .dendrogram(of: [(1e-6, 0)])
    #expect(found.nodes.count { $0.time == 0 } == 1)
    #expect(found.nodes.first { $0.time == 0 }?.range.count == count)
  }
}

extension RadiusMerging {
  /// - Parameter levels: radii as shares of the world, and times.
  fileprivate func dendrogram(of levels: [(radius: Double, time: Int32)]) throws -> Dendrogram {
    try dendrogram(of: levels.map { Level(radius: $0.radius * WorldPoint.worldSize, time: $0.time) })
  }
}
