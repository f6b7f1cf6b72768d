import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation

/// One page: what its panes show, and what it has selected.
actor LiveSession {
  private let subject: LiveSubject
  private let outbox: Outbox

  /// The plans of the panes, by their indices.
  private var plans: [Int: Plan] = [:]

  /// The style of the markers of each pane.
  private var styles: [Int: MarkerStyle] = [:]

  private var selection = Selection()

  /// What runs for the last request of each kind.
  private var framing: Task<Void, Never>?
  private var selecting: Task<Void, Never>?
  private var cancellation = Cancellation()

  init(_ subject: LiveSubject, _ outbox: Outbox) { (self.subject, self.outbox) = (subject, outbox) }

  /// Tells the page what there is to see and to choose from.
  func greet(changes: [String] = []) async {
    outbox.send(
      WelcomeMessage(
        points: subject.points, name: subject.name, beginning: subject.beginning,
        registry: await subject.registry, changes: changes, problems: await subject.problems))
  }

  /// Stops everything.
  func end() {
    cancellation.cancel()
    framing?.cancel()
    selecting?.cancel()
  }

  /// Takes a message of the page.
  func receive(_ bytes: [UInt8]) async {
    do {
      switch try PageMessage(bytes) {
      case .frames(let request): try await show(request)
      case .cluster(let request): describe(request)
      case .select(let request): select(request.subject)
      case .find(let request): find(request.text)
      }
    } catch {
      outbox.send(ErrorMessage(message: "\(error)"))
    }
  }

  // MARK: Frames

  /// Stops what is left of the last request for frames, and begins with this one.
  private func show(_ request: FramesRequest) async throws {
    let registry = await subject.registry
    let viewport = try request.view.viewport(on: subject.points.projection).validated(
      planar: !subject.points.projection.wraps)
    var works: [PaneWork] = []
    for pane in request.panes {
      do {
        works.append(try PaneWork(pane, number: request.number, viewport, registry))
      } catch {
        outbox.send(ErrorMessage(pane: pane.pane, number: request.number, message: "\(error)"))
      }
    }
    let before = framing
    cancellation.cancel()
    let cancellation = Cancellation()
    self.cancellation = cancellation
    framing = Task { [works] in
      await withTaskGroup(of: Void.self) { group in
        for work in works { group.addTask { await self.show(work, cancellation) } }
      }
      await self.judge(works.map(\.pane), number: request.number, cancellation)
    }
    // After the new one waits for the maps it needs, so that those of the old one go on being built.
    before?.cancel()
  }

  private func show(_ work: PaneWork, _ cancellation: Cancellation) async {
    do {
      let outbox = outbox
      let map = try await subject.maps.map(of: work.strategy) {
        outbox.send(BuildingMessage(pane: work.pane, number: work.number))
      }
      let last = plans[work.pane]
      let result = try await Work.run {
        try work.result(on: map, after: last, RunContext(cancellation: cancellation))
      }
      guard !cancellation.isCancelled else { return }
      plans[work.pane] = result.plan
      styles[work.pane] = result.style
      outbox.send(result)
      if !selection.isEmpty { relight([work.pane]) }
    } catch {
      guard !cancellation.isCancelled, !(error is CancellationError) else { return }
      outbox.send(ErrorMessage(pane: work.pane, number: work.number, message: "\(error)"))
    }
  }

  /// Measures what some panes show.
  private func judge(_ panes: [Int], number: Int, _ cancellation: Cancellation) async {
    let subjects = panes.sorted().compactMap { pane in
      plans[pane].map { (pane: pane, frame: $0.new, style: styles[pane] ?? MarkerStyle()) }
    }
    let all = plans.sorted { $0.key < $1.key }.map { (pane: $0.key, frame: $0.value.new) }
    let message = try? await Work.run {
      try MetricsMessage(
        number: number, of: subjects, comparing: all, RunContext(cancellation: cancellation))
    }
    if let message, !cancellation.isCancelled { outbox.send(message) }
  }

  // MARK: Clusters and points

  /// The plan of a pane if it is still the one that the page means.
  private func plan(_ number: Int, of pane: Int) -> Plan? {
    plans[pane].flatMap { $0.number == number ? $0 : nil }
  }

  private func describe(_ request: ClusterRequest) {
    guard let plan = plan(request.plan, of: request.pane), request.cluster < plan.new.count else { return }
    let outbox = outbox
    Task {
      let message = try? await Work.run {
        let zoom = try? plan.map.expansionZoom(of: request.cluster, in: plan.new)
        return ClusterMessage(request: request, frame: plan.new, expansionZoom: zoom)
      }
      if let message { outbox.send(message) }
    }
  }

  private func select(_ wanted: SelectRequest.Subject) {
    let points = subject.points
    let plan: Plan? =
      if case .cluster(_, let number, let pane) = wanted { self.plan(number, of: pane) } else { nil }
    selecting?.cancel()
    selecting = Task {
      guard
        let selection = try? await Work.run({ Selection(wanted, in: points, frame: plan?.new) }),
        !Task.isCancelled
      else { return }
      self.selection = selection
      self.relight(Array(self.plans.keys))
    }
  }

  /// Tells the page which clusters of some panes have selected points.
  private func relight(_ panes: [Int]) {
    let (outbox, selection) = (outbox, selection)
    let shown = panes.sorted().compactMap { pane in plans[pane].map { (pane: pane, plan: $0) } }
    Task {
      let message = try? await Work.run {
        SelectionMessage(
          points: selection.points.count,
          panes: shown.map { ($0.pane, $0.plan.number, selection.counts(in: $0.plan.new)) })
      }
      if let message { outbox.send(message) }
    }
  }

  private func find(_ text: String) {
    let (outbox, points) = (outbox, subject.points)
    Task {
      if let message = try? await Work.run({ FoundMessage(text, in: points) }) { outbox.send(message) }
    }
  }
}
