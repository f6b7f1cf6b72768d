import Pinfold
import PinfoldDefinitions
import PinfoldDrawing

/// The frame that a pane requests, with everything parsed that does not need a map.
struct PaneWork: Sendable {
  let pane: Int
  let number: Int
  let strategy: ClustererDefinition
  private let viewport: Viewport
  private let diff: any AnimationDiff
  private let style: StyleDefinition
  private let by: MarkerNumber
  private let start: (plan: Int, at: Double)

  init(
    _ request: PaneRequest, number: Int, _ viewport: Viewport, _ registry: Registry
  ) throws {
    pane = request.pane
    self.number = number
    strategy = try ClustererDefinition.one(request.strategy, in: registry)
    diff = try Choice.one(request.diff, kind: .diff, in: registry).make()
    style =
      try request.style.map { (node) throws(DefinitionError) in try StyleDefinition(node) }
      ?? StyleDefinition()
    by =
      try request.by.map { (node) throws(DefinitionError) in
        try MarkerNumber(node, of: "by", kind: .text, registry: registry)
      } ?? .count
    start = (request.plan, request.at)
    self.viewport = viewport
  }

  func result(
    on map: ClusterMap, after before: Plan?, _ context: RunContext
  ) throws -> (plan: Plan, message: ServerMessage) {
    let clock = ContinuousClock()
    let begin = clock.now
    // A plane grows with its points, and frames of two planes have nothing in common.
    let last = before.flatMap { $0.new.points.projection == map.points.projection ? $0 : nil }
    let frame = style.applied(
      to: try map.frame(for: viewport, after: last?.new, context: context), by: map.clusterer)
    // A page that has not seen the last plan yet shows nothing of it.
    let at = last.map { $0.number == start.plan ? start.at : 0 } ?? 1
    let old = try last?.moment(at: at) ?? frame
    var note: String?
    let transition: MarkerTransitions
    do {
      transition = try diff.transition(from: old, to: frame)
    } catch {
      // Frames of two strategies are of no one tree; what any two frames have will do.
      transition = try MembershipDiff().transition(from: old, to: frame)
      note = "membership in place of the diff: \(error)"
    }
    func values(of frame: Frame) throws -> MarkerValues? {
      try by.values(of: frame, context: context) { $0 }
    }
    let isLast = at >= 1 && last?.by == by
    // What was shown may be of other points than those of now.
    func ranks(in points: PointSet, known: CategoryRanks?) throws -> CategoryRanks? {
      try by.ranks(in: points, columnName: { $0 }, known: known)
    }
    let known = try ranks(in: map.points, known: last?.ranks)
    let plan = Plan(
      number: (before?.number ?? 0) + 1, old: old, new: frame, transition: transition,
      shown: try transition.countingPoints(from: old, to: frame), map: map, strategy: strategy,
      givenStyle: style.given, by: by, values: try values(of: frame),
      oldValues: try isLast ? last?.values : values(of: old), ranks: known,
      categories: try known?.categories(of: frame, context: context),
      oldCategories: try isLast
        ? last?.categories : ranks(in: old.points, known: known)?.categories(of: old, context: context))
    let message = ServerMessage.frame(
      pane: pane, number: number, plan, start: at, milliseconds: (clock.now - begin) / .milliseconds(1),
      note: note)
    return (plan, message)
  }
}
