package import Pinfold
import PinfoldData
package import PinfoldDefinitions
import PinfoldEvaluation
package import PinfoldVerbs
import Synchronization

/// What all pages look at: points, what there is to cluster them with, and how a page begins.
package final class LiveSubject: Sendable {
  let name: String
  let recommend: (@Sendable (NamedPoints, Int) throws -> String)?
  let base: BaseTiles?
  private let state: Mutex<State>

  private struct State {
    var points: PointSet
    var maps: MapStore
    var beginning: LiveBeginning
    var registry: Registry
    var problems: [String: String] = [:]
    var sight: LiveSight?
    var chosen: [Int]?
    var sessions: [ObjectIdentifier: LiveSession] = [:]
  }

  package init(
    _ named: NamedPoints, registry: Registry,
    recommend: (@Sendable (NamedPoints, Int) throws -> String)? = nil, base: BaseTiles? = nil,
    beginning: LiveBeginning
  ) {
    self.base = base
    name = named.name
    self.recommend = recommend
    state = Mutex(
      State(
        points: named.points, maps: MapStore(named.points, threads: Processors.count), beginning: beginning,
        registry: registry))
  }

  var points: PointSet { state.withLock { $0.points } }

  var maps: MapStore { state.withLock { $0.maps } }

  var beginning: LiveBeginning { state.withLock { $0.beginning } }

  var registry: Registry { state.withLock { $0.registry } }

  /// What is wrong with the files of strategies of which an earlier version is in use, by name.
  var problems: [String: String] { state.withLock { $0.problems } }

  /// What was shown last, on the page that moved or selected last; nil where no page has looked yet.
  package var sight: LiveSight? { state.withLock { $0.sight } }

  /// Tells every page of a registry whose plugins have changed.
  ///
  /// - Parameters:
  ///   - changes: a line for each plugin that changed, or could not be read.
  ///   - problems: what is wrong with the files of strategies of which an earlier version is in use, by name.
  package func replace(_ registry: Registry, changes: [String], problems: [String: String]) async {
    state.withLock { ($0.registry, $0.problems) = (registry, problems) }
    await maps.forgetPlugins()
    for session in sessions { session.greet(changes: changes) }
  }

  /// Shows other points on every page.
  ///
  /// - Parameters:
  ///   - points: the points; nil for those that are there.
  ///   - notes: what the pages say of it, a line each.
  package func replace(_ points: PointSet?, notes: [String]) {
    if let points {
      let maps = MapStore(points, threads: Processors.count)
      state.withLock { ($0.points, $0.maps) = (points, maps) }
    }
    for session in sessions { session.greet(changes: notes) }
  }

  /// Shows edited points on every page. Maps follow the edits where their strategies can.
  ///
  /// - Parameter points: those of now with any number of edits.
  package func edit(_ points: PointSet) async {
    let store = MapStore(points, threads: Processors.count, following: await maps.known)
    state.withLock { ($0.points, $0.maps) = (points, store) }
    let message = ServerMessage.points(points.count)
    for session in sessions { session.outbox.send(message) }
  }

  /// Moves every page through views, from the first to the last. A page that is opened later begins with the
  /// last one.
  ///
  /// - Parameters:
  ///   - views: upright views, one or more, of which the screens' sizes are the pages' to say.
  ///   - strategy: the strategy of the first pane from then on; nil for the one that it has.
  package func lead(through views: [Viewport], strategy: ClustererDefinition? = nil) {
    state.withLock { state in
      state.beginning.view = views.last
      if let strategy { state.beginning.strategies[0] = strategy }
    }
    let message = ServerMessage.lead(through: views, strategy, on: points.projection)
    for session in sessions { session.outbox.send(message) }
  }

  func note(_ sight: LiveSight) {
    state.withLock { state in
      state.sight = sight
      if state.chosen != nil { state.chosen = sight.selection }
    }
  }

  // MARK: Selection

  /// The points that were selected last, by a person or the program.
  package var selection: [Int] { state.withLock { $0.sight?.selection ?? $0.chosen ?? [] } }

  /// What is selected on a page that is opened now; nil where the program has not selected anything.
  var chosen: [Int]? { state.withLock { $0.chosen } }

  /// Selects points on every page, and on pages that are opened later.
  ///
  /// - Parameter points: ascending canonical indices, each less than the number of points.
  package func select(_ points: [Int]) async {
    state.withLock { state in
      state.chosen = points
      state.sight?.selection = points
    }
    for session in sessions { await session.select(points) }
  }

  // MARK: Sessions

  var sessions: [LiveSession] { state.withLock { Array($0.sessions.values) } }

  func join(_ session: LiveSession) { state.withLock { $0.sessions[ObjectIdentifier(session)] = session } }

  func leave(_ session: LiveSession) { state.withLock { $0.sessions[ObjectIdentifier(session)] = nil } }
}

/// What a page shows, for the program that serves it.
package struct LiveSight: Sendable {
  package var view: Viewport

  /// The frames of the panes from left to right, those at the end of transitions.
  package var panes: [NamedFrame]

  package var selection: [Int]
}
