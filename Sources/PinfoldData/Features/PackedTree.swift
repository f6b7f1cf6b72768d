import Pinfold

/// The index of FlatGeobuf: a packed R-tree, in which a node stands for as many items of the level below as
/// all others, so that children are found by counting. Its levels come one after another, the root first.
///
/// Source: [Kamel and Faloutsos 1993](https://doi.org/10.1145/170088.170403), as
/// [FlatGeobuf](https://flatgeobuf.org) stores it.
struct PackedTree {
  /// The bytes of a node: a box of four numbers, and where its first child or its feature is.
  static let itemSize = 40

  private let node: Int
  private let levels: [Range<Int>]

  /// The layout for so many features; nil for none, or more than anybody has.
  init?(features: UInt64, node: Int) {
    guard features > 0, features < 1 << 40, node >= 2 else { return nil }
    self.node = node
    var sizes = [Int(features)]
    // There is a root even above a single feature.
    repeat { sizes.append((sizes[sizes.count - 1] + node - 1) / node) } while sizes[sizes.count - 1] > 1
    var start = 0
    levels = sizes.reversed().map { size in
      defer { start += size }
      return start..<start + size
    }
  }

  var byteCount: Int { (levels.last?.upperBound ?? 0) * Self.itemSize }

  // MARK: Writing

  /// The bytes of the tree over points, whose features have these offsets after the first.
  func bytes(_ points: [Coordinate], offsets: [Int]) -> [UInt8] {
    var boxes = points.map {
      CoordinateBounds(west: $0.longitude, south: $0.latitude, east: $0.longitude, north: $0.latitude)
    }
    var targets = offsets
    var parts: [[UInt8]] = []
    for level in levels.reversed() {
      var part: [UInt8] = []
      part.reserveCapacity(level.count * Self.itemSize)
      for (box, target) in zip(boxes, targets) {
        for edge in box.edges { part.append(littleEndian: edge.bitPattern) }
        part.append(littleEndian: UInt64(target))
      }
      parts.append(part)
      let starts = stride(from: 0, to: boxes.count, by: node)
      targets = starts.map { level.lowerBound + $0 }
      boxes = starts.map { start in
        boxes[start..<min(start + node, boxes.count)].dropFirst().reduce(boxes[start]) { $0.joined(with: $1) }
      }
    }
    return parts.reversed().flatMap { $0 }
  }

  // MARK: Reading

  func bounds(_ tree: Bytes) -> CoordinateBounds { box(tree, 0) }

  /// The features whose boxes touch one of some boxes, in their order: the number of each, and its offset
  /// after the first.
  func features(in boxes: [CoordinateBounds], of tree: Bytes) -> [(number: Int, offset: UInt64)] {
    var found = [0]
    for (level, below) in zip(levels, levels.dropFirst()) {
      found = found.flatMap { item in
        let first = below.lowerBound + (item - level.lowerBound) * node
        return (first..<min(first + node, below.upperBound)).filter { touches(boxes, tree, $0) }
      }
    }
    let leaves = levels.last?.lowerBound ?? 0
    return found.map { ($0 - leaves, tree.number(at: $0 * Self.itemSize + 32, as: UInt64.self)) }
  }

  private func box(_ tree: Bytes, _ item: Int) -> CoordinateBounds {
    var reader = ByteReader(tree, at: item * Self.itemSize)
    func edge() -> Double { reader.double() ?? .nan }
    let (west, south) = (edge(), edge())
    return CoordinateBounds(west: west, south: south, east: edge(), north: edge())
  }

  private func touches(_ boxes: [CoordinateBounds], _ tree: Bytes, _ item: Int) -> Bool {
    let own = box(tree, item)
    return boxes.contains {
      own.west <= $0.east && own.east >= $0.west && own.south <= $0.north && own.north >= $0.south
    }
  }
}

extension CoordinateBounds {
  fileprivate func joined(with other: Self) -> Self {
    Self(
      west: min(west, other.west), south: min(south, other.south), east: max(east, other.east),
      north: max(north, other.north))
  }
}
