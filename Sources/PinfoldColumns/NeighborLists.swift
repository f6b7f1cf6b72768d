import Lua
import Pinfold

/// The neighbors of one point after another.
struct NeighborLists {
  /// The offset of each point's first neighbor in ``indices``, from 0, and the end.
  let starts: [Int]

  /// The indices of neighbors, from 1.
  let indices: LuaColumn

  /// Lists the neighbors of one item after another; `list` appends those of one, counted from 0, as many as
  /// `starts` leaves room for.
  init(starts: [Int], _ call: LuaCall, _ list: (UInt32, inout [UInt32]) -> Void) throws {
    let total = starts[starts.count - 1]
    guard total < UInt32.max else {
      throw LuaError("there are \(total) neighbors; a smaller radius, or nearest(k), makes them fewer")
    }
    try call.reserve(bytes: total * MemoryLayout<UInt32>.stride)
    self.starts = starts
    indices = unsafe try LuaColumn(count: total, of: UInt32.self) { indices in
      var row: [UInt32] = []
      for item in 0..<starts.count - 1 {
        if item & 0xFF == 0 || row.count > 4096 { try call.checkStop() }
        row.removeAll(keepingCapacity: true)
        list(UInt32(item), &row)
        for (place, neighbor) in row.enumerated() {
          unsafe indices.initializeElement(at: starts[item] + place, to: neighbor + 1)
        }
      }
    }
  }

  var byteCount: Int { starts.count * 8 + indices.count * 4 }

  private func row(_ item: Int) -> Range<Int> { starts[item]..<starts[item + 1] }

  /// Calls `body` with each neighbor of an item, both from 0.
  func forEachNeighbor(of item: Int, _ body: (Int) -> Void) {
    unsafe indices.withCells(as: UInt32.self) { indices in
      for place in row(item) { unsafe body(Int(indices[place]) - 1) }
    }
  }

  /// Whether an item is among the neighbors of another, both from 0.
  func contains(_ item: Int, in other: Int) -> Bool {
    unsafe indices.withCells(as: UInt32.self) { unsafe $0[row(other)].contains(UInt32(item + 1)) } ?? false
  }

  /// Calls `body` with every pair of an item and a neighbor of it, both from 0.
  func forEachLink(_ call: LuaCall, _ body: (Int, Int) -> Void) throws {
    unsafe try indices.withCells(as: UInt32.self) { indices in
      for item in 0..<starts.count - 1 {
        if item & 0xFF == 0 || starts[item + 1] - starts[item] > 4096 { try call.checkStop() }
        for place in row(item) { unsafe body(item, Int(indices[place]) - 1) }
      }
    }
  }
}

/// The nearest items that a search has met; of items equally far the lowest.
struct NearestItems: KDTreeSearch {
  private let excluded: UInt32
  private let capacity: Int
  private let limit: Double
  private(set) var found: [(squaredDistance: Double, item: UInt32)] = []

  /// Prepares a search for so many items other than a given one, within a radius.
  init(_ capacity: Int, excluding item: UInt32, within radius: Double = .infinity) {
    self.capacity = capacity
    limit = radius * radius
    excluded = item
    found.reserveCapacity(min(capacity, 1024) + 1)
  }

  func mayWant(_ squaredDistance: Double, from lowestItem: UInt32) -> Bool {
    guard found.count == capacity, let last = found.last else { return squaredDistance <= limit }
    return (squaredDistance, lowestItem) < last
  }

  mutating func meet(_ item: UInt32, at squaredDistance: Double) -> Bool {
    if item == excluded { return true }
    guard mayWant(squaredDistance, from: item) else { return false }
    if found.count == capacity { found.removeLast() }
    let index = found.indices.partitioningIndex { found[$0] > (squaredDistance, item) }
    found.insert((squaredDistance, item), at: index)
    return true
  }
}
