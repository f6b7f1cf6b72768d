package import Pinfold
import PinfoldData
package import PinfoldDefinitions
import PinfoldEvaluation
package import PinfoldVerbs
import Synchronization

/// The state shared by all pages: points, available strategies, and the initial state of a page.
package final class LiveSubject: Sendable {
  /// Recommends strategies for points at about a number of markers on a screen, as the JSON that the script
  /// `suggest` returns.
  package typealias Recommendation = @Sendable (NamedPoints, Int, Viewport) throws -> String

  let name: String
  let recommend: Recommendation?
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
    var verdict: LiveVerdict?

    /// What is shown in place of the data, from the view of a number on, and what comes back after it.
    var proof: (shown: LiveVerdict.Proof, step: Int, points: PointSet, beginning: LiveBeginning)?
    var sessions: [ObjectIdentifier: LiveSession] = [:]
  }

  package init(
    _ named: NamedPoints, registry: Registry,
    recommend: Recommendation? = nil, base: BaseTiles? = nil,
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

  /// The errors of strategies' files of which an earlier version is in use, by name.
  var problems: [String: String] { state.withLock { $0.problems } }

  /// The last view and selection, of the page that changed last; nil before any page has connected.
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
  ///   - points: the points; nil keeps the current ones.
  ///   - notes: notes for the pages to show, a line each.
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
    let message = ServerMessage("points", about: "points", ["points": points.pointCount])
    for session in sessions { session.outbox.send(message) }
    await reselect()
  }

  /// Tells every page of its selection again where the data changed the selected points.
  func reselect() async {
    for session in sessions { await session.reselect() }
  }

  /// Moves every page through views, from the first to the last. A page that is opened later begins with the
  /// last one.
  ///
  /// - Parameters:
  ///   - views: upright views, one or more; pages replace the screens' sizes by their own.
  ///   - strategy: the strategy of the first pane from then on; nil keeps the current one.
  package func lead(through views: [Viewport], strategy: ClustererDefinition? = nil) {
    state.withLock { state in
      state.beginning.view = views.last
      if let strategy { state.beginning.strategies[0] = strategy }
    }
    let projection = points.projection
    let message = ServerMessage("lead", about: nil) { json in
      json.member("views", views.map { $0.node(on: projection) }.node)
      if let strategy { json.member("strategy", strategy.whole) }
    }
    for session in sessions { session.outbox.send(message) }
  }

  // MARK: What a contract says

  /// What it says now, and the number of the shown view of its counterexample, 0 for none.
  var verdict: (now: LiveVerdict, step: Int)? {
    state.withLock { state in state.verdict.map { ($0, state.proof?.step ?? 0) } }
  }

  /// The name of the points that are shown.
  var shownName: String { state.withLock { $0.proof?.shown.name } ?? name }

  /// Says on every page what a contract says of the strategy that is being written, and shows the points that
  /// break it, or the data again.
  package func judge(_ verdict: LiveVerdict) {
    state.withLock { $0.verdict = verdict }
    if verdict.state == .checking { replace(nil, notes: []) } else { showProof(1) }
  }

  /// Shows a view of what breaks the contract; where there is none, and for 0, the data.
  func showProof(_ step: Int) {
    let wanted = step > 0 ? state.withLock { $0.verdict?.proof } : nil
    let before = state.withLock { state in
      let before = state.proof
      state.proof = wanted.map { proof in
        (
          proof, min(step, proof.views.count), before?.points ?? state.points,
          before?.beginning ?? state.beginning
        )
      }
      if let before, wanted == nil { state.beginning = before.beginning }
      return before
    }
    if let wanted {
      replace(wanted.points, notes: [])
      lead(through: [wanted.views[min(step, wanted.views.count) - 1]], strategy: wanted.strategy)
    } else if let before {
      replace(before.points, notes: [])
      lead(
        through: [
          before.beginning.view
            ?? Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0).fitted(to: before.points)
        ],
        strategy: before.beginning.strategies[0])
    } else {
      replace(nil, notes: [])
    }
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

  /// The initial selection of a new page; nil if the program has not selected anything.
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

/// The state of a page, for the program that serves it.
package struct LiveSight: Sendable {
  package var view: Viewport

  /// The frames of the panes from left to right, those at the end of transitions.
  package var panes: [NamedFrame]

  package var selection: [Int]
}
