public import Pinfold

extension Viewport {
  /// Returns this viewport, moved and zoomed so that all points are on the screen, as close as that allows.
  ///
  /// Points on both sides of ±180° are fitted by the short way around. Where the zoom is clamped, points may
  /// lie off the screen (at the lower end) or close together (at the upper one; a single point always is).
  /// Without points the view is of the whole world's middle, at the lowest zoom. A turned view shows the
  /// whole upright box around the points, and may be farther away than they need.
  ///
  /// - Parameters:
  ///   - points: the points to show; their order makes no difference.
  ///   - padding: the room to leave on every side, in screen points; a third of the size at most.
  ///   - zooms: the range of the zoom.
  /// - Complexity: O(*n* log *n*).
  public func fitted(
    to points: PointSet, padding: Double = 40, zooms: ClosedRange<Double> = 0...20
  ) -> Viewport {
    guard points.count > 0 else {
      var view = self
      view.center = points.projection.unproject(unitX: 0.5, unitY: 0.5)
      view.zoom = zooms.lowerBound
      return view
    }
    return fitted(to: points.bounds, on: points.projection, padding: padding, zooms: zooms)
  }

  /// Returns this viewport fitted as ``fitted(to:padding:zooms:)`` does, but to most of the points where a
  /// few lie so far off that they would make a picture of the rest small; see
  /// ``PointSet/mainBounds(width:height:)``. Where points go around the world, the edges of the view are
  /// where the fewest are; see ``PointSet/countsAround(_:)``.
  package func fitted(toMostOf points: PointSet, padding: Double = 40) -> Viewport {
    guard points.count > 0 else { return fitted(to: points) }
    let bounds = points.mainBounds(width: width, height: height)
    var view = fitted(to: bounds, on: points.projection, padding: padding)
    guard let counts = points.countsAround(bounds) else { return view }
    // The emptiest twelfth of the world; of several the one nearest to the middle of the largest gap.
    let (strips, span) = (Double(counts.count), counts.count / 12)
    let gap = (Double(bounds.center.x) / WorldPoint.worldSize + 0.5) * strips
    let windows = counts.indices.map { start in
      (
        sum: (start..<start + span).reduce(0) { $0 + counts[$1 % counts.count] },
        distance: (Double(start) + Double(span) / 2 - gap).remainder(dividingBy: strips).magnitude
      )
    }
    let start = counts.indices.min { windows[$0] < windows[$1] } ?? 0
    let middle = (Double(start) + Double(span) / 2) / strips + 0.5
    let height = Double(points.projection.project(view.center).y) / WorldPoint.worldSize
    view.center = points.projection.unproject(
      unitX: middle.truncatingRemainder(dividingBy: 1), unitY: height)
    return view
  }

  /// This viewport ``fitted(toMostOf:padding:)``, and the points outside of it that a view of all shows.
  ///
  /// - Complexity: O(*n* log *n*).
  package func fitted(
    leavingOutFewOf points: PointSet, padding: Double = 40
  ) throws(ViewportError) -> (view: Viewport, outside: [Int]) {
    let most = fitted(toMostOf: points, padding: padding)
    guard most != fitted(to: points, padding: padding) else { return (most, []) }
    let seen = try ProjectedView(most, on: points.projection)
    return (most, (0..<points.count).filter { !seen.contains(points.position($0)) })
  }

  /// "2 of 19994 points lie far from the others".
  package static func outliers(_ outside: Int, of count: Int) -> String {
    "\(outside) of \(count) points \(outside == 1 ? "lies" : "lie") far from the others"
  }

  /// As `--view` takes it, to a meter and a hundredth of a zoom, which is not closer than it is.
  package var shortText: String {
    let place = [center.longitude, center.latitude].map { "\(($0 * 1e5).rounded() / 1e5)" }
    return (place + ["\((zoom * 100).rounded(.down) / 100)"]).joined(separator: ",")
  }

  private func fitted(
    to bounds: WorldRect, on projection: Projection, padding: Double = 40, zooms: ClosedRange<Double> = 0...20
  ) -> Viewport {
    var view = self
    view.center = projection.unproject(bounds.center)
    func zoom(screen: Double, world: Double) -> Double {
      let room = screen - 2 * max(0, min(padding, screen / 3))
      return Double.log2(room * WorldPoint.worldSize / (tileSize * world))
    }
    let box = ScreenTurn(bearing: bearing).extents(
      width: Double(bounds.width), height: Double(bounds.height))
    let exact = min(zoom(screen: width, world: box.width), zoom(screen: height, world: box.height))
    view.zoom = max(zooms.lowerBound, min(exact, zooms.upperBound))
    return view
  }

  /// Returns this viewport moved to points drawn at random: crowded locations come up as often as they hold
  /// points.
  ///
  /// - Parameters:
  ///   - points: the points to draw from; the order of the input makes no difference.
  ///   - count: the number of draws, with repetition.
  ///   - seed: the seed of the draws; each zoom has its own stream.
  /// - Returns: `count` viewports; none where there are no points.
  public func atRandomPoints(of points: PointSet, count: Int, seed: UInt64) -> [Viewport] {
    guard points.count > 0 else { return [] }
    var random = SplitMix64(seed: SplitMix64.mix(seed) ^ SplitMix64.mix(zoom.bitPattern))
    return (0..<count).map { _ in
      var view = self
      // The position, because a coordinate may be wound any number of times around the world.
      view.center = points.projection.unproject(points.position(random.below(points.count)))
      return view
    }
  }
}

extension PointSet {
  /// The number of points in each of 72 equal strips of the world from west to east, if a box around them
  /// takes more than three quarters of its width; nil for narrower boxes and on the plane.
  ///
  /// - Complexity: O(*n*).
  package func countsAround(_ bounds: WorldRect) -> [Int]? {
    guard projection.wraps, bounds.width > 3 << 30 else { return nil }
    var counts = [Int](repeating: 0, count: 72)
    for index in 0..<count { counts[Int((UInt64(position(index).x) * 72) >> 32)] += 1 }
    return counts
  }

  /// The box around all points but outliers: at most one point in 200, and only where a screen of this shape
  /// then shows the rest half a zoom closer or more.
  ///
  /// Of several ways to share the outliers between x and y the best is taken: along each axis the rest is the
  /// shortest interval that holds enough points.
  ///
  /// - Complexity: O(*n* log *n*).
  package func mainBounds(width: Double, height: Double) -> WorldRect {
    let all = bounds
    let most = count / 200
    guard most > 0 else { return all }
    let places = (0..<count).map { index in
      let position = position(index)
      return (x: position.x &- all.west, y: position.y)
    }
    /// The size of a box on the screen, up to a factor: less is closer.
    func size(_ x: ClosedRange<UInt32>, _ y: ClosedRange<UInt32>) -> Double {
      max(Double(x.upperBound - x.lowerBound) / width, Double(y.upperBound - y.lowerBound) / height)
    }
    let (x, y) = (places.map(\.x).sorted(), places.map(\.y).sorted())
    let enough = size(x[0]...x[count - 1], y[0]...y[count - 1]) * 0.5.squareRoot()
    guard size(x.shortestInterval(without: most), y.shortestInterval(without: most)) <= enough else {
      return all
    }
    var best: (size: Double, x: ClosedRange<UInt32>, y: ClosedRange<UInt32>)?
    for quarter in 0...4 {
      let column = x.shortestInterval(without: most * quarter / 4)
      let inside = places.filter { column.contains($0.x) }.sorted { $0.y < $1.y }
      let row = inside.map(\.y).shortestInterval(without: most - (count - inside.count))
      let rest = inside.filter { row.contains($0.y) }.map(\.x)
      let box = (size: 0.0, x: (rest.min() ?? 0)...(rest.max() ?? 0), y: row)
      let boxSize = size(box.x, box.y)
      if boxSize < best?.size ?? enough { best = (boxSize, box.x, box.y) }
    }
    guard let best else { return all }
    return WorldRect(
      west: all.west &+ best.x.lowerBound, width: UInt64(best.x.upperBound - best.x.lowerBound) + 1,
      north: best.y.lowerBound, height: UInt64(best.y.upperBound - best.y.lowerBound) + 1)
  }
}

extension [UInt32] {
  /// The shortest interval that holds all but so many of these sorted numbers; the lowest of equally short
  /// ones.
  fileprivate func shortestInterval(without left: Int) -> ClosedRange<UInt32> {
    let kept = count - left
    let start = (0...left).min { self[$0 + kept - 1] - self[$0] < self[$1 + kept - 1] - self[$1] } ?? 0
    return self[start]...self[start + kept - 1]
  }
}
