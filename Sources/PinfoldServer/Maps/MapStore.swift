import Dispatch
import Pinfold
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldVerbs

/// The maps of one point set, each built once for all panes of all pages.
actor MapStore {
  private let points: PointSet
  private let threads: Int

  /// Maps of points that were edited to become the current ones.
  private let earlier: [Known]

  /// The maps built or being built, the most recently requested one last.
  private var entries: [Entry] = []

  private static let mostMaps = 12

  /// The grace period before an unused build is cancelled: moving a slider or the map often requests it
  /// again.
  private static let patience = Duration.milliseconds(300)

  private final class Entry {
    let choice: Choice<any ClusteringStrategy>
    let cancellation: Cancellation
    let map: Task<ClusterMap, any Error>
    var waiting: Set<ObjectIdentifier> = []
    var isBuilt = false

    init(
      _ choice: Choice<any ClusteringStrategy>, _ cancellation: Cancellation,
      _ map: Task<ClusterMap, any Error>
    ) {
      (self.choice, self.cancellation, self.map) = (choice, cancellation, map)
    }
  }

  /// - Parameter earlier: maps of points of which these are edits.
  init(_ points: PointSet, threads: Int, following earlier: [Known] = []) {
    (self.points, self.threads, self.earlier) = (points, threads, earlier)
  }

  /// A map with what it was asked for by.
  typealias Known = (choice: Choice<any ClusteringStrategy>, map: ClusterMap)

  /// The maps that are built, of earlier points where none was asked for since.
  var known: [Known] {
    get async {
      var known: [Known] = []
      for entry in entries where entry.isBuilt {
        if let map = try? await entry.map.value { known.append((entry.choice, map)) }
      }
      return known + earlier.filter { one in !known.contains { $0.choice == one.choice } }
    }
  }

  /// The map of a strategy with its steps; maps that differ only in their steps share an index.
  ///
  /// - Parameter onWait: called if the index does not exist yet.
  /// - Throws: errors of the build, and `CancellationError` if the calling task is cancelled. The build then
  ///   stops unless another task awaits it.
  func map(of definition: ClustererDefinition, onWait: @Sendable () -> Void) async throws -> ClusterMap {
    let clusterer = try definition.clusterer()
    let entry = try entry(of: definition)
    if !entry.isBuilt { onWait() }
    let waiter = Waiter()
    entry.waiting.insert(ObjectIdentifier(waiter))
    defer { leave(waiter, entry) }
    let built = try await withTaskCancellationHandler {
      try await entry.map.value
    } onCancel: { [choice = definition.choice] in
      Task { await self.leave(waiter, choice) }
    }
    entry.isBuilt = true
    try Task.checkCancellation()
    return try built.replacing(clusterer)
  }

  /// Forgets the maps of plugins, as one that is saved again keeps its name and version.
  func forgetPlugins() { entries.removeAll { $0.choice.registration.origin != .builtIn } }

  private final class Waiter: Sendable {}

  private func entry(of definition: ClustererDefinition) throws -> Entry {
    let choice = definition.choice
    if let index = entries.firstIndex(where: { $0.choice == choice && !$0.cancellation.isCancelled }) {
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry
    }
    let strategy = Clusterer(try choice.make())
    let cancellation = Cancellation()
    let context = RunContext(cancellation: cancellation, threads: threads)
    let entry = Entry(
      choice, cancellation,
      Task { [points, before = earlier.first { $0.choice == choice }?.map] in
        try await Work.run {
          try before?.following(points, context: context) ?? strategy.build(points, context: context)
        }
      })
    entries.append(entry)
    if let index = entries.firstIndex(where: { $0.waiting.isEmpty }), entries.count > Self.mostMaps {
      entries.remove(at: index)
    }
    return entry
  }

  private func leave(_ waiter: Waiter, _ choice: Choice<any ClusteringStrategy>) {
    for entry in entries where entry.choice == choice { leave(waiter, entry) }
  }

  private func leave(_ waiter: Waiter, _ entry: Entry) {
    guard entry.waiting.remove(ObjectIdentifier(waiter)) != nil, entry.waiting.isEmpty, !entry.isBuilt else {
      return
    }
    Task {
      try await Task.sleep(for: Self.patience)
      self.giveUp(choice: entry.choice)
    }
  }

  /// Cancels a build that no task awaits any more.
  private func giveUp(choice: Choice<any ClusteringStrategy>) {
    guard
      let index = entries.firstIndex(where: { $0.choice == choice && !$0.isBuilt && $0.waiting.isEmpty })
    else { return }
    entries.remove(at: index).cancellation.cancel()
  }
}

/// Long work, on threads of its own: the tasks that serve sockets share a few threads, and would wait for it.
enum Work {
  private static let queue = DispatchQueue(label: "pinfold.live", attributes: .concurrent)

  static func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }
}

/// The content of a pane: a frame, and the transition to it from the previous one.
struct Plan: Sendable {
  let number: Int
  let old: Frame
  let new: Frame
  let transition: MarkerTransitions

  /// The transition with numbers of points, where its own are those of cells.
  let shown: MarkerTransitions
  let map: ClusterMap
  let strategy: ClustererDefinition

  /// The marker size that the page requested; nil for the frame's own.
  let givenStyle: MarkerStyle?

  /// The number that markers show, and its values for the clusters of both frames; nil for counts.
  let by: MarkerNumber
  let values: MarkerValues?
  let oldValues: MarkerValues?

  /// The column that colors show, and its values for the clusters of both frames; nil where they show the
  /// number.
  let ranks: CategoryRanks?
  let categories: MarkerCategories?
  let oldCategories: MarkerCategories?

  /// The value of a marker that has points of a cluster of each frame: that of the smaller one, of which it
  /// is most.
  func value(of marker: MarkerTransition) -> Double? {
    value(of: marker, oldValues?.values, values?.values)
  }

  /// The category of such a marker.
  func category(of marker: MarkerTransition) -> Int? {
    value(of: marker, oldCategories?.clusters, categories?.clusters)
  }

  private func value<Value>(of marker: MarkerTransition, _ before: [Value?]?, _ after: [Value?]?) -> Value? {
    switch (marker.old, marker.new) {
    case (let first?, let second?):
      return old.memberCount(of: first) < new.memberCount(of: second)
        ? before?[first] ?? nil : after?[second] ?? nil
    case (let first?, nil): return before?[first] ?? nil
    case (nil, let second?): return after?[second] ?? nil
    case (nil, nil): return nil
    }
  }

  func frame(of name: String) -> NamedFrame {
    NamedFrame(new, of: NamedMap(map, by: strategy, over: NamedPoints(name, new.points)))
  }

  /// The state of the plan at a fraction of its duration.
  func moment(at share: Double) throws -> Frame {
    if share <= 0 { return old }
    return share >= 1 ? new : try transition.frame(at: share, from: old, to: new)
  }
}
