import Pinfold
import Synchronization

/// Points at these coordinates, with ids from 0 in this order.
func makePoints(
  _ coordinates: [(Double, Double)], projection: Projection = .mercator
) throws -> PointSet {
  try PointSet(
    PointColumns(longitude: coordinates.map(\.0), latitude: coordinates.map(\.1)), projection: projection)
}

/// Bell-shaped heaps of points around three cities.
func makeHeaps(_ count: Int, seed: UInt64) throws -> PointSet {
  var random = SplitMix64(seed: seed)
  let cities = [(2.35, 48.86), (4.9, 52.37), (-0.12, 51.5)]
  return try makePoints(
    (0..<count).map { _ in
      let city = cities[random.below(3)]
      return (city.0 + random.bell() * 0.3, city.1 + random.bell() * 0.2)
    })
}

/// A strategy made of a function that lists clusters, to play bad ones with.
struct ListStrategy: ClusteringStrategy {
  /// Answers clusters of canonical indices; the host is given those with a point in view.
  var clusters: @Sendable (PointSet, RunContext) throws(ClusteringError) -> [[Int]]

  var capabilities: Capabilities { [] }

  func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    Index(points: points, clusters: clusters)
  }

  private struct Index: ClusterIndex {
    let points: PointSet
    let clusters: @Sendable (PointSet, RunContext) throws(ClusteringError) -> [[Int]]
    var byteCount: Int { 0 }

    func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
      let lists = try clusters(points, context)
        .filter { $0.contains { view.rect.contains(points.position($0)) } }
      let order = points.order(lists.flatMap { $0 }.map { UInt32($0) }, origin: 0)
      var start = 0
      return Grouping(
        order: order,
        ranges: lists.map { list in
          defer { start += list.count }
          return start..<start + list.count
        })
    }
  }
}

extension ListStrategy {
  /// Deals points to clusters by a number that a function gives to each.
  static func dealing(by key: @escaping @Sendable (PointSet, RunContext, Int) -> Int) -> ListStrategy {
    ListStrategy { points, context in
      Dictionary(grouping: 0..<points.count) { key(points, context, $0) }
        .sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Depends on the order of the input.
  static var byRow: ListStrategy { dealing { points, _, point in Int(points.rows[point]) % 3 } }

  /// Depends on the number of threads.
  static var byThreads: ListStrategy { dealing { _, context, point in point % (1 + context.threads) } }

  /// Depends on how often it was asked.
  static func byHistory() -> ListStrategy {
    let calls = Calls()
    return ListStrategy { points, _ in
      let modulus = 1 + calls.next()
      return Dictionary(grouping: 0..<points.count) { $0 % modulus }.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}

private final class Calls: Sendable {
  private let count = Atomic(0)
  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
