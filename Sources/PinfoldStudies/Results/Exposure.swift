import Pinfold
package import PinfoldEvaluation

/// Which frames of a camera's path on a point set, and which pairs of them, can distinguish strategies.
///
/// Overlap is 0 in an empty view, and no marker changes between two views of the same points: such values are
/// perfect for any strategy, so scores use only the other frames and pairs.
package struct Exposure: Hashable, Sendable {
  /// Whether strategies have a decision to make in each frame: it has two points or more, and at least one
  /// strategy shows neither one marker nor each point separately.
  package var frames: [Bool] = []

  /// Whether anything could change from each frame to the next: a point enters or leaves the view, the zoom,
  /// bearing or size of the view changes, or a strategy changes its clusters.
  package var pairs: [Bool] = []

  /// Whether a value counts; all do where nothing is known.
  func includes(_ index: Int, _ scope: MetricScope) -> Bool {
    switch scope {
    case .frame: frames.indices.contains(index) ? frames[index] : true
    case .pair: pairs.indices.contains(index) ? pairs[index] : true
    case .sequence: pairs.isEmpty || pairs.contains(true)
    }
  }

  /// The exposure of a path of which nothing is known.
  init() {}

  /// The exposure of one path that several strategies were shown.
  init(_ runs: [StudyRun]) {
    let longest = runs.map(\.frames.count).max() ?? 0
    frames = (0..<longest).map { index in
      let shown = runs.compactMap { $0.frames.indices.contains(index) ? $0.frames[index] : nil }
      return shown.contains { $0.points > 1 && $0.markers > 1 && $0.markers < $0.points }
    }
    pairs = (0..<max(0, longest - 1)).map { index in
      let shown = runs.filter { $0.frames.count > index + 1 }.map { ($0.frames[index], $0.frames[index + 1]) }
      return (frames[index] || frames[index + 1])
        && shown.contains { before, after in
          after.changed > 0 || !before.viewport.hasScale(of: after.viewport)
            || before.hashes.exact != after.hashes.exact
        }
    }
  }
}

extension Viewport {
  /// Whether two views differ in their centers at most.
  fileprivate func hasScale(of other: Viewport) -> Bool {
    (zoom, bearing, width, height) == (other.zoom, other.bearing, other.width, other.height)
  }
}

extension StudyRun {
  /// The values of a measure on the frames or pairs that can distinguish strategies.
  func exposedValues(_ measure: Int, _ scope: MetricScope) -> [MeasuredValue] {
    guard values.indices.contains(measure) else { return [] }
    return values[measure].enumerated().filter { exposure.includes($0.offset, scope) }.map(\.element)
  }

  /// The frames in which strategies have a decision to make.
  var decidedFrames: [FrameRecord] {
    frames.enumerated().filter { exposure.includes($0.offset, .frame) }.map(\.element)
  }
}

extension [StudyRun] {
  /// Notes the exposure of each run: that of all strategies that were shown the same path.
  ///
  /// - Parameter controls: the strategies that do not count.
  mutating func noteExposure(but controls: Set<Int> = []) {
    let paths = Dictionary(grouping: indices) { [self[$0].dataset, self[$0].camera, self[$0].seed] }
    for path in paths.values {
      let deciding = path.filter { !controls.contains(self[$0].strategy) }
      let exposure = Exposure((deciding.isEmpty ? path : deciding).map { self[$0] })
      for index in path { self[index].exposure = exposure }
    }
  }
}

extension UndefinedReason {
  /// No frame or pair can distinguish strategies; see ``Exposure``.
  package static let nothingToDecide = Self(
    "nothing-to-decide", "No view had a decision to make, and no frame pair anything that could change.")
}
