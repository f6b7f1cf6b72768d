package import Pinfold
import PinfoldData
package import PinfoldDefinitions
import PinfoldEvaluation

/// A map with the names of its points and its strategy.
package struct NamedMap: Sendable {
  package var map: ClusterMap
  package var strategy: ClustererDefinition
  package var data: NamedPoints

  package init(_ map: ClusterMap, by strategy: ClustererDefinition, over data: NamedPoints) {
    (self.map, self.strategy, self.data) = (map, strategy, data)
  }

  /// The line above a picture.
  var title: String { "\(data.title) · \(strategy.label)" }

  /// The origin of the clusters, as written in documents.
  ///
  /// - Parameter overlaps: the number of pairs of markers that still overlap; nil if they were not counted.
  func origin(overlaps: Int? = nil) -> FrameOrigin {
    var origin = strategy.origin(of: map.clusterer, overlaps: overlaps, totalRows: data.rows)
    origin.selected = map.clusterer.selected
    return origin
  }
}

/// A frame with the map that made it.
package struct NamedFrame: Sendable {
  package var frame: Frame

  /// The map; nil where a plugin is shown a frame.
  package var map: NamedMap?

  package init(_ frame: Frame, of map: NamedMap?) { (self.frame, self.map) = (frame, map) }

  /// The name of a column in the data, of the name or number that a user gave it.
  func columnName(_ name: String) -> String { map?.data.columnName(name) ?? name }
}

/// Data, strategies and a view, of which frames are made.
package struct FrameRequest: Sendable {
  package var dataset: DatasetDefinition
  package var strategies: [ClustererDefinition]

  /// The view; nil for all points.
  package var view: ViewDefinition?

  /// Whether a view of all points is one of most of them where a few lie far off.
  package var leavesOutliers = false

  package var screen = ScreenDefinition().viewport

  /// Which clusters are listed; nil for the default of the view's kind.
  package var clip: Viewport.Clip?

  package init(_ dataset: DatasetDefinition, by strategies: [ClustererDefinition]) {
    self.dataset = dataset
    self.strategies = strategies
  }

  /// Reads the points, notes what is wrong with them, and calls `body` with the map of each strategy, one at
  /// a time, and the view.
  ///
  /// - Parameter needsView: false for work in other views, without a note on the default one.
  func forEachMap<Result>(
    _ context: VerbContext, needsView: Bool = true,
    _ body: (NamedMap, Viewport, _ isFirst: Bool) throws -> Result
  ) throws -> [Result] {
    let clusterers = try strategies.map { try $0.clusterer() }
    try context.reserve(points: [dataset])
    let data = try context.load(dataset)
    try context.reserve(runsOf: [data.points.count], by: clusterers)
    var viewport =
      try view?.viewport(on: data.points.projection) ?? (needsView ? fitted(to: data, context) : screen)
    if let clip { viewport.clip = clip }
    return try strategies.indices.map { index in
      context.begin("clustering by \(strategies[index].label)")
      let map = try clusterers[index].build(data.points, context: context.run)
      return try body(NamedMap(map, by: strategies[index], over: data), viewport, index == 0)
    }
  }

  private func fitted(to data: NamedPoints, _ context: VerbContext) throws -> Viewport {
    let (most, far) = try screen.fitted(leavingOutFewOf: data.points)
    let outside = far.count
    var whole = screen.fitted(to: data.points)
    guard outside > 0 else { return leavesOutliers ? most : whole }
    let outliers = Viewport.outliers(outside, of: data.points.count)
    guard leavesOutliers else {
      context.note(
        "\(outliers) and \(outside == 1 ? "widens" : "widen") the view; \(context.option("view")) \(most.shortText) shows the others"
      )
      return whole
    }
    // Around the world any middle shows all; that of the others is where most are.
    if data.points.countsAround(data.points.bounds) != nil { whole.center.longitude = most.center.longitude }
    context.note("\(outliers), outside the picture; \(context.option("view")) \(whole.shortText) shows all")
    return most
  }
}

/// Frames that there are, or that are still to be made.
package enum FrameSource: Sendable {
  case made([NamedFrame])
  case asked(FrameRequest)

  /// Calls `body` with each frame; requested frames are made one at a time. Notes what the view may miss.
  func forEach<Result>(_ context: VerbContext, _ body: (NamedFrame) throws -> Result) throws -> [Result] {
    switch self {
    case .made(let frames): try frames.map(body)
    case .asked(let request):
      try request.forEachMap(context) { map, viewport, isFirst in
        let frame = try map.map.frame(for: viewport, context: context.run)
        if isFirst { context.note(viewOf: frame) }
        return try body(NamedFrame(frame, of: map))
      }
    }
  }

  /// Whether points are on a plane, of each kind of points once.
  var planarities: Set<Bool> {
    switch self {
    case .made(let frames): Set(frames.map { !$0.frame.points.projection.wraps })
    case .asked(let request): [request.dataset.isPlanar]
    }
  }
}

/// A map that there is, or that is still to be built.
package enum MapSource: Sendable {
  case made(NamedMap)
  case asked(FrameRequest)

  /// Whether points are on a plane.
  var isPlanar: Bool {
    switch self {
    case .made(let map): !map.map.points.projection.wraps
    case .asked(let request): request.dataset.isPlanar
    }
  }

  /// Whether somebody chose a view.
  var choosesView: Bool { if case .asked(let request) = self { request.view != nil } else { false } }

  /// The map, and the view of one that is still to be built.
  func map(_ context: VerbContext, needsView: Bool = true) throws -> (NamedMap, Viewport?) {
    switch self {
    case .made(let map): (map, nil)
    case .asked(let request):
      try request.forEachMap(context, needsView: needsView) { map, view, _ in (map, view) }[0]
    }
  }
}

extension VerbContext {
  package func load(_ dataset: DatasetDefinition) throws -> NamedPoints {
    begin("reading \(dataset.source)")
    let data = try dataset.load(context: run)
    if dataset.path != nil { data.report?.warnings.forEach(note) }
    return data
  }

  /// Notes what the view of a frame may miss.
  ///
  /// - Parameter name: the option that has the view, where there are several.
  func note(viewOf frame: Frame, _ name: String? = nil) {
    if let text = frame.viewNote { note((name.map { "\(option($0)): " } ?? "") + text) }
  }
}
