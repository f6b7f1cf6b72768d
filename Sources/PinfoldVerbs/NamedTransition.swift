package import Pinfold
package import PinfoldDefinitions

/// A transition with its old and new frame.
package struct NamedTransition: Sendable {
  package var transition: MarkerTransitions
  package var old: Frame
  package var new: Frame

  /// The diff that made it; nil where it is not known.
  var diff: Choice<any AnimationDiff>?

  var map: NamedMap?

  /// Names a transition of which nothing more is known.
  package init(_ transition: MarkerTransitions, from old: Frame, to new: Frame) {
    (self.transition, self.old, self.new) = (transition, old, new)
  }

  /// Makes the transition between two frames.
  init(
    _ diff: Choice<any AnimationDiff>, _ made: any AnimationDiff, from old: Frame, to new: Frame,
    _ map: NamedMap?
  ) throws {
    self.init(try made.transition(from: old, to: new), from: old, to: new)
    (self.diff, self.map) = (diff, map)
  }

  var label: String {
    [diff?.label, map?.strategy.label].compactMap { $0 }.joined(separator: " of ")
  }

  var title: String? { map.map { "\($0.data.title) · \(label)" } }
}

/// Data, strategies, a diff and two views, of which transitions are made.
package struct TransitionRequest: Sendable {
  /// The points and the strategies.
  package var frames: FrameRequest
  package var diff: Choice<any AnimationDiff>
  package var from: Viewport
  package var to: Viewport

  /// The time of an interruption, and the next view; nil if there is none.
  package var interruption: (time: Double, then: Viewport)?

  package init(
    _ frames: FrameRequest, _ diff: Choice<any AnimationDiff>, from: Viewport, to: Viewport,
    interruption: (time: Double, then: Viewport)? = nil
  ) {
    self.frames = frames
    self.frames.dataset = frames.dataset.reading(diff.columns)
    (self.diff, self.from, self.to, self.interruption) = (diff, from, to, interruption)
  }

  fileprivate func transitions(_ context: VerbContext) throws -> [NamedTransition] {
    let made = try diff.make()
    return try frames.forEachMap(context, needsView: false) { map, _, isFirst in
      func frame(_ view: Viewport, after previous: Frame?) throws -> Frame {
        try map.map.frame(for: view, after: previous, context: context.run)
      }
      func note(_ frame: Frame, _ name: String) { if isFirst { context.note(viewOf: frame, name) } }
      let old = try frame(from, after: nil)
      let new = try frame(to, after: old)
      note(old, "from")
      note(new, "to")
      let transition = try NamedTransition(diff, made, from: old, to: new, map)
      guard let (time, then) = interruption else { return transition }
      let moment = try transition.transition.frame(at: time, from: old, to: new)
      let last = try frame(then, after: new)
      note(last, "then")
      return try NamedTransition(diff, made, from: moment, to: last, map)
    }
  }
}

/// A transition that there is, or those that are still to be made.
package enum TransitionSource: Sendable {
  case made(NamedTransition)
  case between(NamedFrame, NamedFrame, Choice<any AnimationDiff>)
  case asked(TransitionRequest)

  func transitions(_ context: VerbContext) throws -> [NamedTransition] {
    switch self {
    case .made(let transition): [transition]
    case .between(let old, let new, let diff):
      [try NamedTransition(diff, try diff.make(), from: old.frame, to: new.frame, new.map)]
    case .asked(let request): try request.transitions(context)
    }
  }

  var isPlanar: Bool {
    switch self {
    case .made(let transition): !transition.new.points.projection.wraps
    case .between(_, let new, _): !new.frame.points.projection.wraps
    case .asked(let request): request.frames.dataset.isPlanar
    }
  }

  /// Whether transitions are requested, of one strategy or several.
  var isAsked: Bool { if case .asked = self { true } else { false } }
}
