package import Pinfold

/// A marker as drawn with north up, in screen points.
package struct Disc: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var radius: Double

  package init(x: Double, y: Double, radius: Double) {
    (self.x, self.y, self.radius) = (x, y, radius)
  }
}

/// The markers of one picture, in screen points, north up: distances are those of a turned screen too.
package struct Discs: Sendable {
  package var discs: [Disc]

  /// The world's width on the globe, in screen points; nil where nothing repeats.
  package var period: Double?

  package init(_ discs: [Disc], period: Double? = nil) { (self.discs, self.period) = (discs, period) }

  /// The markers of a frame, each once, by the short way around from the middle of the view.
  ///
  /// A map wider than the world repeats its markers; with the period, distances are those to the nearest
  /// copy.
  package init(of frame: Frame) {
    period = frame.points.projection.wraps ? frame.view.viewport.worldWidth : nil
    discs = (0..<frame.count).map {
      let place = frame.view.uprightPosition(of: frame.positions[$0])
      return Disc(x: place.x, y: place.y, radius: frame.radius(of: $0))
    }
  }

  /// The markers where a view's screen shows them, each once.
  func onScreen(of view: ProjectedView) -> Discs {
    guard view.turn.isTurned else { return Discs(discs) }
    let (middleX, middleY) = (view.viewport.width / 2, view.viewport.height / 2)
    return Discs(
      discs.map { disc in
        let (right, down) = view.turn.onScreen(east: disc.x - middleX, south: disc.y - middleY)
        return Disc(x: right + middleX, y: down + middleY, radius: disc.radius)
      })
  }

  /// The squared distance of two markers' centers, by the short way around.
  package func squaredDistance(_ a: Int, _ b: Int) -> Double {
    var east = abs(discs[a].x - discs[b].x)
    if let period, east > period / 2 { east -= period * (east / period).rounded() }
    let south = discs[a].y - discs[b].y
    return east * east + south * south
  }
}
