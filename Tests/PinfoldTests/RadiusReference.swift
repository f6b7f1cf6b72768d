import Testing

@testable import Pinfold

/// What ``RadiusMerging`` is to compute: one list of items, and every cell looked up.
struct RadiusReference {
  private struct Item {
    let node: Int
    let position: WorldPoint
    let key: UInt64
    var isSeed = true
    var isAbsorbed = false
  }

  private let projection: Projection
  private let minPoints: Int
  private var builder: DendrogramBuilder
  private var items: [Item] = []

  /// The dendrogram of a set merged level by level.
  static func dendrogram(
    of points: PointSet, minPoints: Int, _ levels: [RadiusMerging.Level]
  ) throws -> Dendrogram {
    let builder = try DendrogramBuilder(over: points, stacks: true, context: RunContext())
    var reference = Self(projection: points.projection, minPoints: minPoints, builder: builder)
    for leaves in builder.sections {
      reference.items = leaves.map { reference.item($0) }
      for level in levels { reference.merge(within: min(level.radius, 0x1p31), at: level.time) }
    }
    return try reference.builder.finish(context: RunContext())
  }

  private func item(_ node: Int) -> Item {
    var position = builder.position(of: node)
    position.x &+= projection.gridPhase
    return Item(node: node, position: position, key: Morton.key(x: position.x, y: position.y))
  }

  /// Merges in rounds until nothing new is formed.
  private mutating func merge(within radius: Double, at time: Int32) {
    guard radius >= 1 else { return }
    var bits: UInt64 = 0
    while 1 << bits < 2 * UInt64(radius) { bits += 1 }
    for index in items.indices { items[index].isSeed = true }
    var formed: [Item] = []
    repeat {
      items.sort { $0.key < $1.key }
      let cells = Dictionary(grouping: items.indices) { items[$0].key >> (2 * bits) }
      formed = []
      for color in 0..<4 as Range<UInt64> {
        for seed in items.indices where items[seed].key >> (2 * bits) & 3 == color {
          guard items[seed].isSeed, !items[seed].isAbsorbed else { continue }
          let near = neighbors(of: seed, within: radius, cells, bits)
          let count = near.reduce(0) { $0 + builder.pointCount(of: items[$1].node) }
          guard near.count > 1, count >= minPoints else { continue }
          for other in near { items[other].isAbsorbed = true }
          let others = near.filter { $0 != seed }
          let node = builder.merge(([seed] + others).map { items[$0].node }, at: time)
          formed.append(item(node))
        }
      }
      items = items.filter { !$0.isAbsorbed }
      for index in items.indices { items[index].isSeed = false }
      items += formed
    } while !formed.isEmpty
  }

  /// The items within the radius of a seed that are not absorbed, itself included.
  private func neighbors(
    of seed: Int, within radius: Double, _ cells: [UInt64: [Int]], _ bits: UInt64
  ) -> [Int] {
    let position = items[seed].position
    let columns = Int64(1) << (32 - Int64(bits))
    let (column, row) = (Int64(position.x) >> Int64(bits), Int64(position.y) >> Int64(bits))
    var around: Set<UInt64> = []
    for (east, south) in [-1, 0, 1].flatMap({ east in [-1, 0, 1].map { (east, $0) } }) as [(Int64, Int64)] {
      let (x, y) = ((column + east + columns) % columns, row + south)
      let isThere = 0..<columns ~= y && (projection.wraps || 0..<columns ~= column + east)
      if isThere { around.insert(Morton.key(x: UInt32(x), y: UInt32(y))) }
    }
    return around.sorted().flatMap { cells[$0] ?? [] }.filter {
      let (east, south) = items[$0].position.offsets(from: position, wraps: projection.wraps)
      return !items[$0].isAbsorbed && east <= UInt32(radius) && south <= UInt32(radius)
        && UInt64(east) * UInt64(east) + UInt64(south) * UInt64(south) <= UInt64(radius * radius)
    }
  }
}
