import Pinfold

extension ContractSample {
  /// Samples that show errors which occur only where two traits of points or views meet: any two levels of
  /// ``Traits`` share a sample. In the middle of each view are coincident and near points.
  static func pairs(seed: UInt64) -> [ContractSample] {
    CoveringArray(levels: Traits.counts).rows.enumerated().map { number, levels in
      Traits(levels).sample("traits \(number + 1)", seed: seed)
    }
  }
}

/// Traits of points and views; a level of each.
private struct Traits {
  private let levels: [Int]

  init(_ levels: [Int]) { self.levels = levels }

  private enum Factor: Int, CaseIterable {
    case shape, zoom, weights, ids, sections, projection, width, bearing, count, priorities, tiles, margin
  }

  private static let shapes: [HardPoints] = [
    .clusters, .dateLine, .poles, .diagonal, .onePixel, .lattice, .coincident,
  ]
  private static let zooms = [0, 3.3, 9, 14.5, 18.6, 22]
  private static let sizes: [(width: Double, height: Double)] = [(1280, 800), (320, 240), (3840, 2160)]
  private static let bearings = [0, 30, 200.0]

  /// The number of levels of each factor, in the order of ``Factor``.
  static let counts = [shapes.count, zooms.count, 4, 4, 3, 2, sizes.count, bearings.count, 2, 2, 2, 2]

  private subscript(factor: Factor) -> Int { levels[factor.rawValue] }

  func sample(_ name: String, seed: UInt64) -> ContractSample {
    var columns = Self.shapes[self[.shape]].columns(count: [12, 36][self[.count]], seed: seed)
    // Two of each three points coincide.
    for row in stride(from: 1, to: columns.count, by: 3) {
      columns.move(row: row, to: columns.coordinate(row - 1))
    }
    decorate(&columns)
    let projection: Projection =
      self[.projection] == 0
      ? .mercator : .planar(PlanarExtent(enclosing: columns.longitude, columns.latitude))
    var sample = ContractSample(name, columns, projection: projection, viewports: [])
    // As the set has it: a coordinate may be any number of times around the world.
    let points = sample.points
    let first: Int = (0..<points.count).first(where: { points.rows[$0] == 0 }) ?? 0
    let size = Self.sizes[self[.width]]
    sample.viewports = [0, 1.25].map { deeper in
      Viewport(
        center: projection.unproject(points.position(first)), zoom: Self.zooms[self[.zoom]] + deeper,
        width: size.width, height: size.height, tileSize: [256, 512][self[.tiles]],
        margin: [0, 0.25][self[.margin]], bearing: Self.bearings[self[.bearing]])
    }
    return sample
  }

  private func decorate(_ columns: inout PointColumns) {
    let rows = 0..<columns.count
    switch self[.weights] {
    case 1: columns.weight = rows.map { Double($0 * 7 % 10) * 0.1 }
    case 2: columns.weight = rows.map { Double(1 + $0 * 29 % 90) }
    case 3: columns.weight = rows.map { Double($0 * 7919 % 1000) * 1000 }
    default: break
    }
    switch self[.ids] {
    case 1: columns.ids = nil
    case 2: columns.ids = .integers(rows.map { -1 - Int64($0 * 7919 % 1000) })
    case 3: columns.ids = .mixed(rows.map { $0 % 5 == 4 ? .integer(Int64($0)) : .text("é\($0)") })
    default: break
    }
    // Points that coincide are of one group.
    if self[.sections] > 0 {
      columns.groupNames = ["open", "closed", "été"]
      columns.group = rows.map { Int32($0 / 3 % 4) - 1 }
    }
    if self[.sections] > 1 { columns.mergeable = rows.map { $0 % 3 < 2 || $0 % 4 > 0 } }
    if self[.priorities] > 0 { columns.priority = rows.map { Double($0 * 5 % 4) } }
  }
}
