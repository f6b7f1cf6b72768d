/// A division of the world into square cells that nests with those of other zooms: so many parts a side, each
/// halved so many times.
struct GridLevel {
  /// The number of parts of a side of the world before it is halved.
  let parts: Int

  /// How often the parts are halved.
  let halvings: Int

  /// The number of cells in a side of the world.
  var count: Int { parts << halvings }

  /// The level whose cells are nearest in ratio to the wanted size; the larger cells on a tie.
  ///
  /// - Parameter finer: whether there may be several parts: as many as come nearest at whole zooms, the
  ///   fewest on a tie, so that they are the same at all zooms and clusters nest.
  init(in view: ProjectedView, cellSize: Double, finer: Bool) {
    // Not the logarithm of the world's width: that would blur ties at half zooms.
    let exact = Double.log2(view.viewport.tileSize / cellSize)
    func distance(_ parts: Int) -> Double {
      let halvings = exact - .log2(Double(parts))
      return abs(halvings - halvings.rounded())
    }
    let parts = finer ? [3, 5, 7].reduce(1) { distance($1) < distance($0) ? $1 : $0 } : 1
    let halvings = Int((view.viewport.zoom + exact - .log2(Double(parts)) - 0.5).rounded(.up))
    // Where even the parts are too small, all the world is a cell.
    guard halvings >= 0 else {
      (self.parts, self.halvings) = (1, 0)
      return
    }
    // No cell is smaller than a position.
    let deepest = 32 - (Int.bitWidth - (parts - 1).leadingZeroBitCount)
    (self.parts, self.halvings) = (parts, min(deepest, halvings))
  }
}
