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
    var view = self
    guard points.count > 0 else {
      view.center = points.projection.unproject(unitX: 0.5, unitY: 0.5)
      view.zoom = zooms.lowerBound
      return view
    }
    let bounds = points.bounds
    view.center = points.projection.unproject(bounds.center)
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
