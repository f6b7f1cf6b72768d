import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// One page: what its panes show, and what it has selected.
actor LiveSession {
  private let subject: LiveSubject
  nonisolated let outbox: Outbox
  private var view: Viewport?
  private var plans: [Int: Plan] = [:]
  private var selection = Selection()

  /// Whether the page must still be told about a selected box, whose points it then requests.
  private var isNewBox = false

  /// The page of selected points that the page shows; nil for none.
  private var panel: MembersRequest?

  /// The points in which the page searched last.
  private var searched: PointSet?

  /// The running tasks of the last request of each kind.
  private var framing: Task<Void, Never>?
  private var selecting: Task<Void, Never>?
  private var describing: Task<Void, Never>?
  private var relighting: Task<Void, Never>?
  private var cancellation = Cancellation()
  private var isSuggesting = false

  init(_ subject: LiveSubject, _ outbox: Outbox) {
    (self.subject, self.outbox) = (subject, outbox)
    if let chosen = subject.chosen { selection = Selection(chosen, in: subject.points) }
  }

  nonisolated func greet(changes: [String] = []) {
    outbox.send(.welcome(to: subject, changes: changes))
  }

  func end() {
    cancellation.cancel()
    for task in [framing, selecting, describing, relighting] { task?.cancel() }
  }

  /// Takes a message of the page, and returns when it is answered or runs in place of the last of its kind,
  /// so that a page cannot pile up work.
  func receive(_ bytes: [UInt8]) async {
    do {
      switch try PageMessage(bytes) {
      case .frames(let request): try show(request)
      case .cluster(let request): describe(request)
      case .select(let request): select(request.subject)
      case .find(let request): await find(request.text)
      case .copy(let request): await copy(request)
      case .suggest(let request): suggest(request)
      case .members(let request): list(request)
      case .proof(let request): subject.showProof(request.step)
      }
    } catch {
      outbox.send(.error(error))
    }
  }

  // MARK: Frames

  private func show(_ request: FramesRequest) throws {
    let (registry, projection) = (subject.registry, subject.points.projection)
    let viewport = try request.view.roundViewport(on: projection).validated(planar: !projection.wraps)
    var works: [PaneWork] = []
    for pane in request.panes {
      do {
        works.append(try PaneWork(pane, number: request.number, viewport, registry))
      } catch {
        outbox.send(.error(error, pane: pane.pane, number: request.number))
      }
    }
    view = viewport
    let shown = Set(request.panes.map(\.pane))
    plans = plans.filter { shown.contains($0.key) }
    let before = framing
    cancellation.cancel()
    let cancellation = Cancellation()
    self.cancellation = cancellation
    framing = Task { [works] in
      await withTaskGroup(of: Void.self) { group in
        for work in works { group.addTask { await self.show(work, cancellation) } }
      }
      self.noteSight()
      await self.judge(works.map(\.pane), number: request.number, cancellation)
    }
    // After the new one waits for the maps it needs, so that those of the old one go on being built.
    before?.cancel()
  }

  private func show(_ work: PaneWork, _ cancellation: Cancellation) async {
    do {
      let outbox = outbox
      let map = try await subject.maps.map(of: work.strategy) {
        outbox.send(
          ServerMessage(
            "building", about: "pane \(work.pane)", ["pane": work.pane, "number": work.number]))
      }
      let last = plans[work.pane]
      let result = try await Work.run {
        try work.result(on: map, after: last, RunContext(cancellation: cancellation))
      }
      guard !cancellation.isCancelled else { return }
      plans[work.pane] = result.plan
      outbox.send(result.message)
      // All of them, as a newer message about the selection replaces one that waits.
      if !selection.points.isEmpty { relight() }
    } catch {
      guard !cancellation.isCancelled, !(error is CancellationError) else { return }
      outbox.send(.error(error, pane: work.pane, number: work.number))
    }
  }

  private func judge(_ panes: [Int], number: Int, _ cancellation: Cancellation) async {
    let subjects = panes.sorted().compactMap { pane in
      plans[pane].map { (pane: pane, frame: $0.new) }
    }
    let all = plans.sorted { $0.key < $1.key }.map { (pane: $0.key, frame: $0.value.new) }
    let message = try? await Work.run {
      try ServerMessage.metrics(
        number: number, of: subjects, comparing: all, RunContext(cancellation: cancellation))
    }
    if let message, !cancellation.isCancelled { outbox.send(message) }
  }

  private func noteSight() {
    guard let view else { return }
    let panes = plans.sorted { $0.key < $1.key }.map(\.value)
    subject.note(
      LiveSight(
        view: view,
        panes: panes.map { $0.frame(of: subject.name) },
        selection: selection.points.sorted()))
  }

  // MARK: Clusters and points

  private func plan(_ number: Int, of pane: Int) -> Plan? {
    plans[pane].flatMap { $0.number == number ? $0 : nil }
  }

  private func describe(_ request: ClusterRequest) {
    guard let plan = plan(request.plan, of: request.pane), request.cluster < plan.new.count else { return }
    panel = MembersRequest(request)
    answer {
      let zoom = try? plan.map.expansionZoom(of: request.cluster, in: plan.new)
      return ServerMessage.cluster(request, in: plan.new, expansionZoom: zoom)
    }
  }

  private func list(_ request: MembersRequest) {
    if request.most == ClusterRequest.pageSize { panel = request }
    answer { [selection] in ServerMessage.members(request, of: selection.points, in: selection.set) }
  }

  /// Sends a message when it is made, in place of the last that was being made so.
  private func answer(_ make: @escaping @Sendable () -> ServerMessage) {
    let outbox = outbox
    describing?.cancel()
    describing = Task {
      let message = try? await Work.run(make)
      if let message, !Task.isCancelled { outbox.send(message) }
    }
  }

  private func copy(_ request: CopyRequest) async {
    guard let plan = plans[request.pane] else { return }
    let copy = PaneCopy(plan: plan, name: subject.name, beginning: subject.beginning, selection: selection)
    guard let text = try? await Work.run({ try copy.text(request) }) else { return }
    outbox.send(
      ServerMessage("copy", about: nil, ["pane": request.pane, "form": request.form.rawValue, "text": text]))
  }

  /// Runs in the background, one at a time.
  private func suggest(_ request: SuggestRequest) {
    guard let recommend = subject.recommend, !isSuggesting else { return }
    isSuggesting = true
    let named = NamedPoints(subject.name, subject.points)
    Task {
      do {
        let advice = try await Work.run { try recommend(named, request.markers, request.screen.viewport) }
        outbox.send(
          ServerMessage("suggestion", about: nil) { json in
            json.key("result")
            json.raw(advice)
          })
      } catch {
        outbox.send(ServerMessage("suggestion", about: nil, ["problem": "\(error)"]))
      }
      isSuggesting = false
    }
  }

  private func select(_ wanted: SelectRequest.Subject) {
    // A point was found among those of the search, which may be others by now.
    let points = if case .point = wanted { searched ?? subject.points } else { subject.points }
    let plan: Plan? =
      if case .cluster(_, let number, let pane) = wanted { self.plan(number, of: pane) } else { nil }
    // A page asks for the panel of a cluster before it selects its points.
    if plan == nil { panel = nil }
    selecting?.cancel()
    selecting = Task {
      guard
        let selection = try? await Work.run({ Selection(wanted, in: points, plan: plan) }),
        !Task.isCancelled
      else { return }
      self.selection = selection
      self.isNewBox = false
      self.noteSight()
      self.relight(isNew: true)
    }
  }

  /// Repeats the selection after points changed, and sends it if it changed too.
  func reselect() {
    guard !selection.points.isEmpty || selection.isBox else { return }
    selecting = Task { [last = selecting] in
      await last?.value
      let (before, points) = (self.selection, self.subject.points)
      let found = try? await Work.run { () -> (Selection, Bool) in
        let next = before.again(in: points)
        return (next, next.isSame(as: before))
      }
      guard let (next, isSame) = found, !Task.isCancelled else { return }
      self.selection = next
      if isSame { return }
      self.noteSight()
      self.relight()
      if let panel = self.panel { self.list(panel) }
    }
  }

  /// Selects points for the program that serves the page.
  func select(_ points: [Int]) {
    selecting?.cancel()
    selection = Selection(points, in: subject.points)
    isNewBox = false
    relight()
  }

  /// Tells of the selection in all panes, in place of what was being told.
  private func relight(isNew: Bool = false) {
    isNewBox = isNewBox || isNew && selection.isBox
    let (selection, isNewBox) = (selection, isNewBox)
    let shown = plans.sorted { $0.key < $1.key }.map { (pane: $0.key, plan: $0.value) }
    relighting?.cancel()
    relighting = Task {
      let message = try? await Work.run {
        ServerMessage.selection(
          points: selection.points.count, isNewBox: isNewBox,
          panes: shown.map { ($0.pane, $0.plan.number, selection.counts(in: $0.plan.new)) })
      }
      guard let message, !Task.isCancelled else { return }
      self.isNewBox = false
      outbox.send(message)
    }
  }

  private func find(_ text: String) async {
    let points = subject.points
    searched = points
    if let message = try? await Work.run({ ServerMessage.found(text, in: points) }) { outbox.send(message) }
  }
}
