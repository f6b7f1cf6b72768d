public import Pinfold

/// Draws a transition: markers before and after on one map, with arrows from their origins.
///
/// The map shows the closer of the two views, in which movement is largest. Old markers are dashed rings, new
/// ones pale discs; colors show what happens to their points, and the legend how often. Unchanged markers
/// have a solid ring, added ones a second ring, removed ones a cross; outside the map the symbol is at the
/// edge. Markers have the size of the new frame's.
public struct TransitionDrawing: Sendable {
  /// The line above the map, over one with zooms and numbers of clusters; nil for neither.
  public var title: String?

  /// The form of the markers' counts.
  public var label = CountLabel(.abbreviated)

  /// Whether the coast is drawn under the markers.
  public var hasCoast = true

  /// Shapes that lie on the land, such as borders.
  public var shapes: [MapShapes] = []

  /// Describes a drawing.
  public init(title: String? = nil) { self.title = title }

  /// Draws a transition as a picture of the closer view's size, and the title above it.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of markers and clusters.
  public func picture(of transition: MarkerTransitions, from old: Frame, to new: Frame) -> Picture {
    let view = old.view.unitsPerPoint < new.view.unitsPerPoint ? old.view : new.view
    var sheet = TransitionSheet(
      transition: transition, old: old, new: new, sheet: MapSheet(view), drawing: self)
    return Picture(of: sheet.sheet, title: title, facts: facts(from: old, to: new)) { sheet.draw(to: &$0) }
  }

  /// Draws a transition as an animation, back and forth, with the size of the closer view.
  ///
  /// Animations use CSS; there is no script. With reduced motion, and in programs without animation such as
  /// ``SVGImage``, the new frame is shown.
  ///
  /// - Returns: nil if a view is turned, which a moving camera does not support.
  /// - Complexity: O(*k* log *k*), where *k* is the number of markers.
  public func movingPicture(of transition: MarkerTransitions, from old: Frame, to new: Frame) -> Picture? {
    guard old.view.viewport.bearing == 0, new.view.viewport.bearing == 0 else { return nil }
    let camera = CameraMove(from: old.view, to: new.view, easing: transition.easing)
    let drawing = MovingDrawing(
      transition: transition, camera: camera, style: new.markerStyle, drawing: self)
    return Picture(of: camera.sheet, title: title, facts: facts(from: old, to: new)) { drawing.draw(to: &$0) }
  }

  private func facts(from old: Frame, to new: Frame) -> [String] {
    let (before, after) = (old.view.viewport.zoom, new.view.viewport.zoom)
    return [
      before == after
        ? "zoom \(SVGWriter.number(before))"
        : "zoom \(SVGWriter.number(before)) → \(SVGWriter.number(after))",
      "\(old.count.grouped) → \(new.count.grouped) cluster\(new.count == 1 ? "" : "s")",
    ]
  }
}

private struct TransitionSheet {
  let transition: MarkerTransitions
  let old: Frame
  let new: Frame
  let sheet: MapSheet
  let drawing: TransitionDrawing

  /// The symbols that stand at the edge already.
  var edge = Set<Look<MarkerTransition.Kind>>()

  mutating func draw(to svg: inout SVGWriter) {
    let upright = UprightSheet(sheet.view)
    let world = WorldLayer(upright)
    let graticule = Graticule(upright)
    world.draw(ground: drawing.hasCoast, drawing.shapes, to: &svg)
    graticule.drawLines(to: &svg)
    graticule.drawNames(to: &svg, avoiding: nil)
    drawNew(to: &svg)
    drawOld(to: &svg)
    for marker in transition.markers where marker.start != marker.end { drawArrow(of: marker, to: &svg) }
    drawCounts(to: &svg)
    drawLegend(to: &svg)
  }

  /// The kinds in the order of colors.
  private static let colors: [MarkerTransition.Kind] = [
    .move, .split, .merge, .exchange, .disappear, .appear, .keep,
  ]

  private static func color(_ kind: MarkerTransition.Kind) -> Int { colors.firstIndex(of: kind) ?? 0 }

  private func radius(_ count: Int) -> Double {
    let radius = new.markerStyle.radius(count: count)
    return count > 1 ? radius : min(radius, MarkerSymbol.pin)
  }

  private mutating func drawNew(to svg: inout SVGWriter) {
    var kinds = [MarkerTransition.Kind](repeating: .keep, count: new.count)
    for marker in transition.markers.reversed() {
      if let cluster = marker.new { kinds[cluster] = marker.kind }
    }
    forEachMarker(of: new) { cluster, count, place in
      drawSymbol(of: kinds[cluster], isOld: false, radius: radius(count), at: place, to: &svg)
    }
    for (cluster, kind) in kinds.enumerated() where kind == .appear || kind == .keep {
      drawAtEdge(kind, new.positions[cluster], to: &svg)
    }
  }

  private func drawCounts(to svg: inout SVGWriter) {
    forEachMarker(of: new) { _, count, place in
      let text = drawing.label.text(for: count)
      let size = min(11, 1.7 * radius(count) / Theme.width(of: text, size: 1))
      guard count > 1, size >= 4 else { return }
      svg.label(
        text, "middle", x: place.x, y: place.y + size * 0.36, style: "font-size: \(SVGWriter.number(size))px")
    }
  }

  private mutating func drawOld(to svg: inout SVGWriter) {
    var kinds = [MarkerTransition.Kind?](repeating: nil, count: old.count)
    for marker in transition.markers where marker.kind == .disappear || marker.kind == .keep {
      if let cluster = marker.old { kinds[cluster] = marker.kind }
    }
    forEachMarker(of: old) { cluster, count, place in
      // The ring of what stays is drawn with the new marker, which lies on it.
      guard kinds[cluster] != .keep else { return }
      drawSymbol(of: kinds[cluster], isOld: true, radius: radius(count), at: place, to: &svg)
    }
    for (cluster, kind) in kinds.enumerated() where kind == .disappear {
      drawAtEdge(.disappear, old.positions[cluster], to: &svg)
    }
  }

  /// Draws the symbol of a marker: before, after, or after an event of its own.
  ///
  /// - Parameter kind: what happens to the marker; nil where its points' arrows show that.
  private func drawSymbol(
    of kind: MarkerTransition.Kind?, isOld: Bool, radius: Double, at place: ScreenPosition,
    to svg: inout SVGWriter
  ) {
    let color = Self.color(kind ?? .keep)
    func circle(_ look: String, _ radius: Double) {
      svg.circle(look, x: place.x, y: place.y, radius: radius)
    }
    circle(isOld ? "ring \(Theme.series(color))" : "pale \(Theme.fill(color))", radius)
    switch kind {
    case .keep, .appear: circle("solid \(Theme.series(color))", kind == .appear ? radius + 3 : radius)
    case .disappear:
      let arm = radius * 0.7
      var path = SVGPath((place.x - arm, place.y - arm), (place.x + arm, place.y + arm))
      path.move(to: place.x - arm, place.y + arm)
      path.line(to: place.x + arm, place.y - arm)
      svg.path("solid \(Theme.series(color))", path)
    case .move, .split, .merge, .exchange, nil: break
    }
  }

  /// Draws the symbol of an event out of the map at its edge, on the way there from the middle; of several
  /// close to each other, one.
  private mutating func drawAtEdge(
    _ kind: MarkerTransition.Kind, _ position: WorldPoint, to svg: inout SVGWriter
  ) {
    let way = sheet.offset(of: position, from: sheet.view.center)
    let (halfWidth, halfHeight) = (sheet.width / 2 - Self.inset, sheet.height / 2 - Self.inset)
    let share = max(abs(way.x) / (sheet.width / 2), abs(way.y) / (sheet.height / 2))
    guard share > 1, min(halfWidth, halfHeight) > 0 else { return }
    let fit = 1 / max(abs(way.x) / halfWidth, abs(way.y) / halfHeight)
    let place = ScreenPosition(x: sheet.width / 2 + way.x * fit, y: sheet.height / 2 + way.y * fit)
    let coarse = ScreenPosition(x: place.x / Self.inset, y: place.y / Self.inset)
    guard edge.insert(Look(kind: kind, spot: coarse.spot)).inserted else { return }
    drawSymbol(of: kind, isOld: kind == .disappear, radius: Self.symbol, at: place, to: &svg)
  }

  /// The radius of a symbol in the legend and at the edge, and how far from the edge it stands.
  private static let (symbol, inset) = (6.0, 12.0)

  /// Calls `body` with the positions of a frame's markers, the smallest first; markers that look alike come
  /// once.
  private func forEachMarker(of frame: Frame, _ body: (Int, Int, ScreenPosition) -> Void) {
    let order = (0..<frame.count).map { (count: frame.pointCount(of: $0), cluster: $0) }.sorted {
      ($0.count, $0.cluster) < ($1.count, $1.cluster)
    }
    var seen = Set<Look<Int>>()
    for (count, cluster) in order {
      sheet.forEachPlace(of: frame.positions[cluster], reach: radius(count)) { place in
        if seen.insert(Look(kind: count, spot: place.spot)).inserted { body(cluster, count, place) }
      }
    }
  }

  /// Symbols of one kind at one spot look like one.
  struct Look<Kind: Hashable>: Hashable {
    let kind: Kind
    let spot: Spot
  }

  private func drawArrow(of marker: MarkerTransition, to svg: inout SVGWriter) {
    let way = sheet.offset(of: marker.end, from: marker.start)
    let length = (way.x * way.x + way.y * way.y).squareRoot()
    guard length >= 1 else { return }
    let (east, south) = (way.x / length, way.y / length)
    // The head touches the new marker's edge where there is room for that.
    let edge = marker.new.map { radius(new.pointCount(of: $0)) } ?? 0
    let reach = length > edge + 2 * Self.head ? length - edge : length
    let box = ScreenBox(around: sheet)
    let (x, y) = sheet.view.screenPosition(of: marker.start)
    let color = Self.color(marker.kind)
    sheet.forEachTurn(of: x, west: min(0, way.x), east: max(0, way.x)) { x in
      let start = ScreenPosition(x: x, y: y)
      let tip = start + ScreenPosition(x: east * reach, y: south * reach)
      guard let line = box.cut(start, tip) else { return }
      let path = SVGPath((line.start.x, line.start.y), (line.end.x, line.end.y))
      svg.path("arrow \(Theme.series(color))", path)
      guard line.end == tip else { return }
      drawHead(at: tip, (east, south), length: min(Self.head, length), color, to: &svg)
    }
  }

  private static let head = 7.0

  private func drawHead(
    at tip: ScreenPosition, _ way: (east: Double, south: Double), length: Double, _ color: Int,
    to svg: inout SVGWriter
  ) {
    let (back, side) = (length, length * 0.45)
    var path = SVGPath()
    path.polygon([
      tip,
      tip + ScreenPosition(x: -way.east * back - way.south * side, y: -way.south * back + way.east * side),
      tip + ScreenPosition(x: -way.east * back + way.south * side, y: -way.south * back - way.east * side),
    ])
    svg.path(Theme.fill(color), path)
  }

  /// The meanings of colors, and how many markers each has in the transition.
  private func drawLegend(to svg: inout SVGWriter) {
    let playing = transition.markers(at: 0.5)
    let rows = MarkerTransition.Kind.allCases.compactMap { kind in
      let count = playing.count { $0.kind == kind }
      return count > 0 ? (kind, "\(kind.rawValue) \(count)") : nil
    }
    let samples: [(MarkerTransition.Kind?, Bool, String)] =
      [(nil, true, "before"), (nil, false, "after")] + rows.map { ($0.0, false, $0.1) }
    LegendBox(
      rows: samples.map { kind, isOld, text in
        LegendBox.Row(text: text) { drawSample(of: kind, isOld: isOld, at: $0, to: &$1) }
      }
    ).draw(on: sheet, to: &svg)
  }

  /// The legend's sample of a kind; without a kind, a marker before or after.
  private func drawSample(
    of kind: MarkerTransition.Kind?, isOld: Bool, at place: ScreenPosition, to svg: inout SVGWriter
  ) {
    let color = Self.color(kind ?? .keep)
    switch kind {
    case .move, .split, .merge, .exchange:
      let path = SVGPath((place.x - 10, place.y), (place.x + 10, place.y))
      svg.path("arrow \(Theme.series(color))", path)
      drawHead(at: ScreenPosition(x: place.x + 11, y: place.y), (1, 0), length: Self.head, color, to: &svg)
    case .keep, .appear, .disappear, nil:
      drawSymbol(
        of: kind, isOld: isOld || kind == .disappear, radius: Self.symbol, at: place, to: &svg)
    }
  }
}
