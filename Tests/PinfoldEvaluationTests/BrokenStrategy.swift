import Pinfold
import Synchronization
import Testing

/// A strategy that is right but for one thing: dyadic cells by way of a dictionary, with places to spoil
/// them.
struct BrokenStrategy: ClusteringStrategy {
  var capabilities: Capabilities
  var clusterBudget: Int?

  init(capabilities: Capabilities = []) { self.capabilities = capabilities }

  /// What the index knows of a query.
  struct Query {
    var points: PointSet
    var view: ProjectedView
    /// The number of the build, and its threads.
    var build: Int
    var threads: Int
    /// The side of a cell: the power of two that is nearest below 64 screen points, unless it is spoilt.
    var side: UInt32

    /// The key of the cell of a point: cells have a phase, so that ±180° is no border.
    func cell(of point: Int) -> [UInt32] {
      [(points.x[point] &+ BrokenStrategy.phase) / side, points.y[point] / side]
    }
  }

  static let phase: UInt32 = 0x5555_5555

  /// Points of one section with equal keys share a cluster.
  var key: @Sendable (Query, Int) -> [UInt32] = { $0.cell(of: $1) }

  /// How often cells are halved in a query; made anew for each index.
  var halvings: @Sendable () -> @Sendable (Query) -> Int = { { _ in 0 } }

  /// Whether points of all sections may share a cluster.
  var mixesGroups = false

  /// Whether clusters are given too that have but their markers in view.
  var hasCandidates = false

  /// Whether calls never look whether they should stop.
  var ignoresStops = false

  /// The meridian at which the circle is cut for means.
  var origin: @Sendable (Query) -> UInt32 = { _ in 0 &- BrokenStrategy.phase }

  /// Spoils the clusters, lists of canonical indices.
  var spoil: @Sendable (inout [[Int]], Query) throws(ClusteringError) -> Void = { _, _ in }

  /// Spoils the answer.
  var spoilAnswer: @Sendable (inout Grouping, [[Int]], Query) -> Void = { _, _, _ in }

  func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    Index(
      strategy: self, points: points, halvings: halvings(), build: builds.next(), threads: context.threads)
  }

  private let builds = Builds()

  private struct Index: ClusterIndex {
    let strategy: BrokenStrategy
    let points: PointSet
    let halvings: @Sendable (Query) -> Int
    let build: Int
    let threads: Int

    var byteCount: Int { 0 }

    func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
      if !strategy.ignoresStops { try context.check() }
      let units = view.units(fromPoints: 64)
      var side: UInt32 = 1
      while side < 1 << 31, Double(side) * 2 <= units { side *= 2 }
      var query = Query(points: points, view: view, build: build, threads: threads, side: side)
      query.side = max(1, side >> halvings(query))
      var clusters: [[Int]] = []
      let sections = points.sections.filter(\.mergeable).map(\.range)
      for section in strategy.mixesGroups ? [sections.flatMap { $0 }] : sections.map(Array.init) {
        clusters += Dictionary(grouping: section) { strategy.key(query, $0) }.values
      }
      func isInView(_ cluster: [Int]) -> Bool { cluster.contains { view.rect.contains(points.position($0)) } }
      // All others may have their markers in view.
      let others = clusters.filter { !isInView($0) }
      clusters = clusters.filter(isInView)
      clusters.sort { $0[0] < $1[0] }
      try strategy.spoil(&clusters, query)
      if strategy.hasCandidates { clusters = (clusters + others).sorted { $0[0] < $1[0] } }
      var start = 0
      // By place, so that both ends stand on one spot in stacks only, whatever groups are mixed.
      let lists = clusters.map {
        $0.sorted { (points.x[$0], points.y[$0], $0) < (points.x[$1], points.y[$1], $1) }
      }
      var grouping = Grouping(
        order: points.order(lists.joined().map { UInt32($0) }, origin: strategy.origin(query)),
        ranges: lists.map { list in
          defer { start += list.count }
          return start..<start + list.count
        })
      if strategy.hasCandidates {
        let others = Set(others.map { Set($0) })
        grouping.candidates = lists.indices.filter { others.contains(Set(lists[$0])) }
      }
      strategy.spoilAnswer(&grouping, lists, query)
      return grouping
    }
  }
}

extension BrokenStrategy {
  /// Cells of a size that is the same at every zoom on the screen, which therefore cannot nest.
  static var continuous: BrokenStrategy {
    var strategy = BrokenStrategy(capabilities: .nested)
    strategy.key = { query, point in
      let side = UInt32(max(1, min(query.view.units(fromPoints: 50), 0x1p31)))
      return [(query.points.x[point] &+ BrokenStrategy.phase) / side, query.points.y[point] / side]
    }
    return strategy
  }
}

/// A strategy that breaks the contract, and the rules that it breaks.
struct Breach: Sendable, CustomTestStringConvertible {
  var rules: [String]
  var strategy: BrokenStrategy

  var testDescription: String { rules.joined(separator: ", ") }

  init(_ rules: String..., by change: (inout BrokenStrategy) -> Void) {
    self.rules = rules
    strategy = BrokenStrategy()
    change(&strategy)
  }

  static let all: [Breach] = [
    Breach("answers") {
      $0.spoil = { clusters, query throws(ClusteringError) in
        if query.points.count > 4 { throw .plugin(message: "no luck") }
      }
    },
    // A point by itself, every seventh, is forgotten.
    Breach("conservation", "hidden", "boxes") {
      $0.spoil = { clusters, query in clusters.removeAll { $0.count == 1 && query.points.x[$0[0]] % 7 == 0 } }
    },
    // A point by itself, every seventh, is there twice.
    Breach("conservation", "selected", "hidden", "boxes", "spread") {
      $0.spoil = { clusters, query in
        clusters = clusters.flatMap { $0.count == 1 && query.points.x[$0[0]] % 7 == 0 ? [$0, $0] : [$0] }
      }
    },
    Breach("conservation", "hidden") {
      $0.spoil = { clusters, query in
        let shown = Set(clusters.joined())
        let points = query.points
        if let away = points.sections.first(where: \.mergeable)?.range.first(where: { !shown.contains($0) }),
          (0..<points.count).allSatisfy({ $0 == away || points.position($0) != points.position(away) })
        {
          clusters.insert([away], at: clusters.firstIndex { $0[0] > away } ?? clusters.count)
        }
      }
    },
    // A separation goes by the order, and loses points.
    Breach("order", "hidden") { $0.spoil = { clusters, _ in clusters.reverse() } },
    Breach("groups", "names") { $0.mixesGroups = true },
    // Points on one spot are given by themselves.
    Breach("stacks") {
      $0.key = { query, point in
        let points = query.points
        let isShared = [point - 1, point + 1].contains {
          (0..<points.count).contains($0) && points.position($0) == points.position(point)
        }
        return isShared ? [UInt32(point), 0, 0] : query.cell(of: point)
      }
    },
    Breach("positions") {
      $0.spoilAnswer = { grouping, lists, query in
        grouping.positions = lists.map {
          WorldPoint(x: query.points.x[$0[0]] &+ 0x8000_0000, y: query.points.y[$0[0]])
        }
      }
    },
    Breach("positions") {
      $0.spoilAnswer = { grouping, lists, query in
        grouping.cells = lists.map { _ in WorldRect(west: 0, width: 1, north: 0, height: 1) }
      }
    },
    // The second time of two the answer is another.
    Breach("repetition", "cancellation") {
      $0.halvings = {
        let last = Mutex<Viewport?>(nil)
        return { query in
          last.withLock { last in
            last = last == query.view.viewport ? nil : query.view.viewport
            return last == nil ? 3 : 0
          }
        }
      }
    },
    // A view deeper than the one before is answered in another way.
    Breach("history") {
      $0.halvings = {
        let last = Mutex<(viewport: Viewport, halvings: Int)?>(nil)
        return { query in
          last.withLock { last in
            let viewport = query.view.viewport
            if let last, last.viewport == viewport { return last.halvings }
            let halvings = last.map { $0.viewport.zoom < viewport.zoom } == true ? 3 : 0
            last = (viewport, halvings)
            return halvings
          }
        }
      }
    },
    Breach("threads") { $0.halvings = { { $0.threads } } },
    Breach("stableIDs") {
      $0.spoilAnswer = { grouping, lists, query in
        var columns = query.points.columns(in: Array(0..<query.points.count))
        guard case .integers(let ids) = columns.ids else { return }
        let salt = Int64(query.build)
        columns.ids = .integers(ids.map { $0 &+ salt << 40 })
        guard let others = try? PointSet(columns, projection: query.points.projection) else { return }
        grouping.order = others.order(lists.joined().map { UInt32($0) }, origin: 0 &- BrokenStrategy.phase)
      }
    },
    Breach("turns") {
      $0.key = { query, point in query.cell(of: point) + [query.points.longitude[point] > 200 ? 1 : 0] }
    },
    Breach("dateLine") {
      // A side that divides no part of the world that cells have: its border at ±180° is nowhere else.
      $0.key = { query, point in
        let side = max(1, query.side / 16 * 11)
        return [query.points.x[point] / side, query.points.y[point] / side]
      }
      $0.origin = { _ in 0 }
    },
    Breach("cancellation") { $0.ignoresStops = true },
    // It goes by the rows that points came from, which edits leave gaps in.
    Breach("edits") {
      $0.halvings = { { Int($0.points.rows.max() ?? 0) >= $0.points.count ? 3 : 0 } }
    },
    Breach("names", "strangers") { $0.halvings = { { $0.points.groupNames.first == "closed" ? 3 : 0 } } },
    Breach("strangers") { $0.halvings = { { $0.points.count % 2 == 0 ? 3 : 0 } } },
    Breach("weights") { $0.halvings = { { ($0.points.weight?.max() ?? 1) < 0.5 ? 3 : 0 } } },
    Breach("permutationInvariant", "edits") {
      $0.capabilities = .permutationInvariant
      $0.halvings = { { Int($0.points.rows.first ?? 0) & 1 } }
    },
    Breach("nested", "hierarchy") { $0 = .continuous },
    // Its sides are rounded to whole units.
    Breach("nestedByZoom") {
      $0 = .continuous
      $0.capabilities = .nestedByZoom
    },
    // A turned view has smaller cells.
    Breach("bearing") {
      $0.capabilities = .panInvariant
      $0.hasCandidates = true
      $0.halvings = { { $0.view.viewport.bearing == 0 ? 0 : 3 } }
    },
    // Markers whose members are all out of view are not given.
    Breach("boxes") { $0.capabilities = .panInvariant },
    Breach("panInvariant", "boxes") {
      $0.capabilities = .panInvariant
      $0.hasCandidates = true
      $0.key = { query, point in
        let east = query.points.x[point] &- query.view.center.x &+ query.side / 2
        return [east / query.side, query.points.y[point] / query.side]
      }
      $0.origin = { $0.view.center.x &- $0.side / 2 }
    },
    Breach("budgeted") {
      $0.capabilities = .budgeted
      $0.clusterBudget = 3
    },
    Breach("budgeted") { $0.capabilities = .budgeted },
  ]
}

/// Counts, from 1.
final class Builds: Sendable {
  private let count = Atomic(0)
  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
